"""Keyword expansion in three levels: the words asked, their parts and longer forms, related words.

Only the first level is searched at once. Expanding always made code search worse or no better (figures:
docs/ranking.md), so the state machine widens level by level, and only when it has found too little. What a model
expects is no guess from the words alone: it is searched for from the first round on.
"""

from __future__ import annotations

from citeline.indexing.reader import Index
from citeline.state import Keywords, Queries
from citeline.text import STOPWORDS, split_identifier, term_id, terms_of_word, unique, words

from ..question.question import Question
from ..question.vocabulary.lexicon import Lexicon, shipped_lexicon
from .corpus import corpus_of

_MIN_PREFIX = 4
_LONGER_FORMS = 5
# A look-up by likeness takes up to 10 ms, and a pasted log has hundreds of words that no corpus knows.
_MAX_UNKNOWN = 12


def expand_keywords(
    index: Index, question: Question, queries: Queries, *, level: int = 3, lexicon: Lexicon | None = None
) -> Keywords:
    """Search words of the levels up to `level`; of higher ones there is only what a model expects.

    `exact`: content words of the question and of its English form. `parts`: names that a model expects, parts of
    identifiers, and for words that the corpus does not know names that hold their first letters. `related`: words that
    a model expects, and synonyms from the lexicon, by default the shipped one.
    """
    asked = unique([*words(queries["english"]), *question.own_words])
    exact = [word for word in asked if word.lower() not in STOPWORDS]
    latin = [word for word in exact if word.isascii()]
    parts, related = list(queries.get("names", [])), list(queries.get("words", []))
    if level > 1:
        parts += [part for word in latin for part in split_identifier(word) if part != word.lower()]
        parts += _longer_forms(index, [word for word in latin if len(word) >= _MIN_PREFIX])
    if level > 2:
        lexicon = lexicon or shipped_lexicon()
        related += [*_related(latin, lexicon), *lexicon.further_english(" ".join(question.own_words))]
    return {"exact": exact, "parts": unique(parts), "related": unique(related)}


def _related(latin: list[str], lexicon: Lexicon) -> list[str]:
    """Synonyms of the words and of two or three that stand together."""
    together = [" ".join(latin[at : at + size]) for size in (3, 2) for at in range(len(latin) - size + 1)]
    return [other for phrase in (*together, *latin) for other in lexicon.synonyms(phrase)]


def _longer_forms(index: Index, asked: list[str]) -> list[str]:
    """Names of the corpus that hold the first letters of a word that it does not know, for a dozen such words."""
    corpus = corpus_of(index)
    frequencies = corpus.chunk_frequencies({term_id(term) for word in asked for term in terms_of_word(word)})
    unknown = [word for word in asked if all(term_id(term) not in frequencies for term in terms_of_word(word))]
    found: list[str] = []
    for word in unknown[:_MAX_UNKNOWN]:
        prefix = word[:_MIN_PREFIX].lower()
        near = index.structure.suggest_names(word, _LONGER_FORMS)
        found.extend(name for name in near if prefix in name.lower())
    return found
