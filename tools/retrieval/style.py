"""Whether a question is about code, about prose, or may be about either: they are ranked differently.

The corpus itself answers: the share of prose among the chunks that the question comes closest to before any ranking.
On `line-spans` its median is 58 % for documentation questions and 11 % for code questions.
"""

from __future__ import annotations

from dataclasses import replace

from citeline.indexing.reader import Index
from citeline.state import Style

from .analysis import asks_for_changes, asks_for_facts, asks_for_the_way, asks_how_to, is_change_log
from .corpus import Corpus, corpus_of
from .lexicon import Lexicon
from .query import SearchQuery, first_query
from .signals import near_chunks

# Measured on 128 questions of `line-spans` (code / documentation) and 497 of `code-search`, NDCG@10: always code
# .647 / .387 / .878, always prose .644 / .644 / .741, these two limits .636 / .518 / .871.
MIXED_SHARE = 0.3
PROSE_SHARE = 0.65
HOW_TO_SHARES = (0.1, 0.1)
"""The same two limits for a question that asks how to do something: a guide answers it better than the code does."""
FACT_SHARES = (0.15, 0.35)
"""For one that asks for what a project offers, as users ask it."""
WAY_SHARES = (0.65, 1.1)
"""For one that asks how something is done inside: never prose alone. `code-search` .870 without, .874 with; none of
`line-spans` is of this kind."""
_DEPTH = 50
_TOP = 20


def choose_style(index: Index, question: str, lexicon: Lexicon | None = None, sources: tuple[str, ...] = ()) -> Style:
    """The style of a question as it is searched for at first, in these sources or in all."""
    return style_of(index, replace(first_query(index, question, lexicon), sources=sources))


def style_of(index: Index, query: SearchQuery) -> Style:
    """`prose` when documents hold most of what is close to the query, `mixed` when a good part, else `code`."""
    corpus = corpus_of(index)
    scores = near_chunks(index, corpus, query, depth=_DEPTH)
    if not asks_for_changes(query.question):
        # A change log mentions everything once, which makes no question one about prose.
        present = {chunk: score for chunk, score in scores.items() if not _is_past(corpus, chunk)}
        scores = present or scores
    top = sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:_TOP]
    total = sum(scores[chunk] for chunk in top)
    prose = sum(scores[chunk] for chunk in top if corpus.is_prose(corpus.document_of(chunk)))
    share = prose / total if total else 0.0
    mixed, whole = _limits(query.question)
    if share >= whole:
        return "prose"
    return "mixed" if share >= mixed else "code"


def _limits(question: str) -> tuple[float, float]:
    if asks_how_to(question):
        return HOW_TO_SHARES
    if asks_for_the_way(question):
        return WAY_SHARES
    return FACT_SHARES if asks_for_facts(question) else (MIXED_SHARE, PROSE_SHARE)


def _is_past(corpus: Corpus, chunk: int) -> bool:
    return is_change_log(corpus.documents[corpus.document_of(chunk)].path)
