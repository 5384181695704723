"""Which documents a question means that names who wrote them, when, what they are called or what they are about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.stores.text_columns import from_column
from citeline.text import STOPWORDS, cjk_runs, is_cjk, terms

from ...documents.about import NOTHING, About, read_about
from ...question.filing import Filing, part_of
from ...question.question import Question
from ...question.tables.asked import Unit, read_asked
from ...question.time_spans import names_time
from ...question.vocabulary.lexicon import Lexicon
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ...retrieval.recency import date_in

_MAIL: Final = "email"
_WORD: Final = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LETTERS: Final = re.compile(r"[\u4e00-\u9fff\u30a0-\u30ff々]")
"""What Chinese and Japanese write a topic with; what is left in hiragana is grammar."""
_BETWEEN: Final = ", "
_MOST_CHUNKS: Final = 2_000
_KINDS: Final = {
    "slides": "slides presentation deck",
    "spreadsheet": "spreadsheet workbook",
    "word": "word",
    "pdf": "pdf",
}
"""What files of a format are called, in words that those of other languages are put into."""


@dataclass(frozen=True, slots=True)
class Filed:
    """One document with what it says of itself."""

    document: int
    path: str
    about: About
    created: str
    """`2026-03-04`, or a part of it; empty where nothing says it."""
    modified: str
    is_mail: bool
    words: frozenset[str]
    """Terms of its path, its title and the person that wrote it."""
    kind: frozenset[str]
    """Terms of what files of its format are called."""
    names: frozenset[str]
    """Words of that person's name, in small letters."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The documents that are meant, in the order of the index."""

    fitting: Sequence[Filed]
    others: Sequence[Filed]
    """Those that fit but for their time."""
    persons: tuple[str, ...]
    """As the question names them."""
    topic: tuple[str, ...]
    is_of_change: bool

    def day(self, one: Filed) -> str:
        """The day of a document that the question is about."""
        return one.modified if self.is_of_change else one.created


def choose_filed(
    index: Index, question: Question, filing: Filing, sources: Collection[str], lexicon: Lexicon | None
) -> Choice | None:
    """None where the question names anything that is no person and no title of a document here, or asks how or why."""
    corpus = corpus_of(index)
    filed = [
        one for one in filed_of(index) if (one.is_mail or not filing.is_of_mail) and corpus.is_in(one.document, sources)
    ]
    every = read_asked(question, lexicon).units
    # `report` says which documents are meant where some are called so, and only that it is one where none is.
    nouns = [unit for unit in every if unit.text.lower() in filing.kinds]
    called = [unit for unit in nouns if any(unit.is_in(one.words | one.kind) for one in filed)]
    if filing.is_of_kind and not called:
        return None
    filed = [one for one in filed if all(unit.is_in(one.words | one.kind) for unit in called)]
    persons, rest = _persons(filing.left, filed)
    if any(map(filing.is_recipient, persons)):
        return None
    readings = [(persons, rest)] if persons else []
    for named, left in [*readings, ((), filing.left)]:
        if filing.span is None and names_time(left, filing.language):
            continue  # `until mid-2024`: all documents would be too many
        units = _topic(question, left, lexicon)
        by_them = [one for one in filed if {word.lower() for word in named} <= one.names] if named else filed
        about = [one for one in by_them if all(unit.is_in(one.words | one.kind) for unit in units)]
        if not about and units and filing.has_topic and filing.end:
            holding = _holding(index, units)
            about = [one for one in by_them if one.document in holding]
        if about:
            return _within(about, filing, named, tuple(unit.text for unit in units))
    return None


def is_filed_alone(question: Question, filing: Filing, lexicon: Lexicon | None) -> bool:
    """Whether a question says nothing but which documents, of which time: no row of a table can be meant."""
    return filing.is_of_document and not _topic(question, filing.left, lexicon)


def _within(about: Sequence[Filed], filing: Filing, persons: tuple[str, ...], topic: tuple[str, ...]) -> Choice:
    choice = Choice(about, (), persons, topic, filing.is_of_change)
    if (span := filing.span) is None:
        return choice
    fitting = [one for one in about if (day := choice.day(one)) and span.holds(day)]
    return replace(choice, fitting=fitting, others=[one for one in about if one not in fitting])


def _persons(text: str, filed: Sequence[Filed]) -> tuple[tuple[str, ...], str]:
    """Words of names that somebody has who wrote a document, and the text without them; none where nobody has all."""
    found = [name for name in {name for one in filed for name in one.names if is_cjk(name)} if name in text]
    for name in sorted(found, key=len, reverse=True):
        text = text.replace(name, " ")
    known = {name for one in filed for name in one.names}
    for word in dict.fromkeys(_WORD.findall(text)):
        lower = word.lower()
        plain = lower if lower in known else lower.removesuffix("s")  # `Idas Dokumente`
        is_name = plain in known and (word[0].isupper() or not (lower in STOPWORDS or is_asking(lower)))
        if is_name and not is_cjk(word):
            found.append(word[: len(plain)])
            text = re.sub(rf"(?<!\w){re.escape(word)}(?:['’]s)?(?!\w)", " ", text)
    has_all = any({name.lower() for name in found} <= one.names for one in filed)
    return (tuple(found), text) if has_all else ((), text)


def _topic(question: Question, text: str, lexicon: Lexicon | None) -> list[Unit]:
    """What else a question names."""
    units = [unit for unit in read_asked(part_of(question, text), lexicon).units if unit.weight and not unit.day]
    for run in cjk_runs(text):  # a word that no list knows is no unit
        for unit in units:
            run = run.replace(unit.text, " ")
        left = ["".join(_LETTERS.findall(piece)) for piece in run.split()]
        units += [Unit(piece, (frozenset(terms(piece)),), 1.0) for piece in left if piece and not is_asking(piece)]
    return units


def _holding(index: Index, units: Sequence[Unit]) -> set[int]:
    """Documents whose text has all of them."""
    held: list[set[int]] = []
    for unit in units:
        weights = {term: 1.0 for form in unit.forms for term in form}
        chunks = index.vectors.search_sparse("bm25", encode_query(weights), limit=_MOST_CHUNKS).ids.tolist()
        held.append({int(one) for one in corpus_of(index).documents_of(chunks)} if chunks else set())
    return set.intersection(*held) if held else set()


@cache_per_object
def filed_of(index: Index) -> list[Filed]:
    """All documents that are no code and no data."""
    return list(_filed_of(index))


def _filed_of(index: Index) -> Iterator[Filed]:
    told = read_about(index.structure.rows)
    sql = "SELECT id, path, title, language FROM documents WHERE format IN ('prose', 'text')"
    for identity, *texts in index.structure.rows(sql):
        path, title, language = map(from_column, texts)
        about = told.get(identity, NOTHING)
        words = frozenset(terms(f"{path} {title} {about.author}"))
        names = {word.lower() for word in _WORD.findall(about.author)}
        names |= {name for name in about.author.split(_BETWEEN) if is_cjk(name)}
        yield Filed(
            identity,
            path,
            about,
            created=about.created or about.modified or date_in(path),
            modified=about.modified or date_in(path),
            is_mail=language == _MAIL,
            words=words,
            kind=frozenset(terms(_KINDS.get(language, ""))),
            names=frozenset(names),
        )
