"""Drafts from what is filed: the latest of a kind of documents, those of an author, mails of a sender or a month."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.stores.text_columns import from_column
from citeline.model import ChunkId, StoredChunk
from citeline.state import Fact
from citeline.text import terms

from ...citations.typed.tables import date_in as date_in_text
from ...documents.about import NOTHING, About, read_about
from ...question.dated_words import DatedWords, dated_words, month_in, read_filed
from ...question.question import Question
from ...question.tables.asked import Unit, read_asked
from ...question.vocabulary.language import Language
from ...question.vocabulary.lexicon import Lexicon
from ...retrieval.corpus import corpus_of
from ...retrieval.recency import date_in
from ..draft import Draft
from .dates import labelled_in

_MAIL: Final = "email"
_LEAST: Final = 2
"""Documents with different dates, for one of them to be the latest."""
_MOST: Final = 4
_HEAD_LINES: Final = 12
"""Of a document, where its properties stand, or its date."""
_LONGEST: Final = 200
_BETWEEN: Final = " · "


@dataclass(frozen=True, slots=True)
class _Filed:
    document: int
    path: str
    author: str
    day: str
    """`2026-03-04`, or a part of it; empty where nothing says it."""
    is_mail: bool
    words: frozenset[str]
    """Terms of its path, its title and the person that wrote it."""
    author_words: frozenset[str]
    """Those of that person."""


def filed_drafts(
    index: Index, question: Question, sources: Collection[str] = (), lexicon: Lexicon | None = None
) -> tuple[list[Draft], int]:
    """The latest or earliest document that is asked for, those that somebody wrote, or the mails: up to four drafts,
    and how many more there are.

    None for a question that names anything that is not the kind, the title, the sender or the time of documents.
    """
    asked = read_asked(question, lexicon)
    words, named = dated_words(question.language), read_filed(question)
    if not named.is_of_document:
        return [], 0
    ends = [one for one in ("latest", "earliest") if one in asked.operations]
    is_mail, month, year = named.is_of_mail, named.month, named.year
    if is_mail and not ends and not question.asks_for("list", "cell", "topic", "date"):
        return [], 0
    units = [
        unit for unit in asked.units if unit.weight and not _is_spoken(unit, words, month, year, question.language)
    ]
    filed, asked_for = _filed_of(index), list(units)
    # `report` says which documents are meant where some are called so, and only that it is one where none is.
    units += [unit for unit in asked.units if unit not in units and any(unit.is_in(one.words) for one in filed)]
    found = [
        one
        for one in filed
        if (one.is_mail or not is_mail)
        and all(unit.is_in(one.words) for unit in units)
        and one.day.startswith(year)
        and (not month or one.day[5:7] == month)
        and corpus_of(index).is_in(one.document, sources)
    ]
    sent = [one for one in found if asked_for and all(unit.is_in(one.author_words) for unit in asked_for)]
    found = sent or found  # a mail of Anna's before one about her
    if ends:
        return _end_of(index, [one for one in found if one.day], latest=ends[0] == "latest"), 0
    if not (sent or (is_mail and found and (asked_for or month or year))):
        return [], 0
    found.sort(key=lambda one: (one.day, one.path), reverse=True)
    drafts = [draft for one in found[:_MOST] if (draft := _draft(index, one)) is not None]
    return drafts, max(0, len(found) - len(drafts))


def _end_of(index: Index, found: Sequence[_Filed], *, latest: bool) -> list[Draft]:
    """That of the last or the first day, with who wrote it."""
    if len({one.day for one in found}) < _LEAST:
        return []
    chosen = (max if latest else min)(found, key=lambda one: (one.day, one.path))
    if sum(one.day == chosen.day for one in found) > 1:  # which of a day came last is not known
        return []
    said = _properties(index, chosen)
    head = [(line, text) for line, text in _lines(index, chosen) if text.strip()]
    dated = [
        line for line, value in [*said, *head] if value.startswith(chosen.day) or date_in_text(value) == chosen.day
    ]
    line = next(iter([*dated, *(line for line, _ in head)]), 1)
    fact: Fact = {"relation": "latest" if latest else "earliest", "subject": chosen.path, "object": chosen.day}
    drafts = [Draft({**fact, "condition": str(len(found))}, chosen.document, line, line)]
    if line := next((line for line, value in said if chosen.author and value.startswith(chosen.author)), 0):
        by: Fact = {"relation": "written_by", "subject": chosen.path, "object": chosen.author}
        drafts.append(Draft(by, chosen.document, line, line))
    return drafts


def _draft(index: Index, one: _Filed) -> Draft | None:
    lines = [line for line, _ in _properties(index, one)]
    if not lines and one.author:  # as AsciiDoc has it, or the head of a page
        lines = [line for line, text in _lines(index, one) if one.author.partition(",")[0] in text][:1]
    if not lines:
        return None
    said = _BETWEEN.join(filter(None, [one.author, one.day]))[:_LONGEST]
    return Draft({"relation": "row", "subject": one.path, "object": said}, one.document, min(lines), max(lines))


def _properties(index: Index, one: _Filed) -> list[tuple[int, str]]:
    """Line and value of each line at the head of a document that is labelled."""
    return [
        (first, value)
        for chunk in _head(index, one.document)
        for _, value, first, _ in labelled_in(chunk)
        if first <= _HEAD_LINES
    ]


def _lines(index: Index, one: _Filed) -> list[tuple[int, str]]:
    return [
        (line, text)
        for chunk in _head(index, one.document)
        for line, text in enumerate(chunk.text.split("\n"), chunk.start_line)
        if line <= _HEAD_LINES
    ]


def _head(index: Index, document: int) -> list[StoredChunk]:
    found = {corpus_of(index).chunk_at(document, line) for line in range(1, _HEAD_LINES + 1)}
    chunks = index.structure.chunks([ChunkId(one) for one in found if one is not None])
    return sorted(chunks.values(), key=lambda chunk: chunk.start_line)


def _is_spoken(unit: Unit, words: DatedWords, month: str, year: str, language: Language) -> bool:
    """Whether it says what kind of document is meant or when, and not which one."""
    said = unit.text.lower()
    is_time = bool(unit.day) or (year and said == year) or (month and month_in(said, language) == month)
    return bool(is_time) or words.is_of_filing(said)


@cache_per_object
def _filed_of(index: Index) -> list[_Filed]:
    found, about = list[_Filed](), read_about(index.structure.rows)
    sql = "SELECT id, path, title, language FROM documents WHERE format IN ('prose', 'text')"
    for identity, *texts in index.structure.rows(sql):
        path, title, language = map(from_column, texts)
        told: About = about.get(identity, NOTHING)
        day = told.created or told.modified or date_in(path)
        author = frozenset(terms(told.author))
        words = frozenset(terms(f"{path} {title}")) | author
        found.append(_Filed(identity, path, told.author, day, language == _MAIL, words, author))
    return found
