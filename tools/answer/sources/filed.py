"""Drafts from what is filed: the documents of an author, a sender or a time, all of them, and the latest of a kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import ChunkId, StoredChunk
from citeline.state import Fact

from ...citations.typed.tables import date_in as date_in_text
from ...question.filing import Filing, read_filing
from ...question.intents import Intent
from ...question.question import Question
from ...question.vocabulary.lexicon import Lexicon
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from .dated.heads import labelled_in
from .filed_choice import Choice, Filed, choose_filed, is_filed_alone

_NOT_FOR: Final[tuple[Intent, ...]] = ("how", "why")
_DEFINED: Final = "definition"
"""What `what is the oldest document` is read as, and `what is a memo`."""
_LEAST: Final = 2
"""Documents with different dates, for one of several to be the latest."""
_MOST: Final = 50
_MOST_SAID: Final = 4
"""Documents of a title of which author or day is told: more say that the title is a word of many."""
_HEAD_LINES: Final = 40
"""Of a document, where its properties stand, or its date."""
_LONGEST: Final = 200
_BETWEEN: Final = " · "


@dataclass(frozen=True, slots=True)
class FiledDrafts:
    """What is told of the documents that a question asks for."""

    drafts: tuple[Draft, ...] = ()
    left: int = 0
    """How many more there are."""
    not_stated: bool = False
    """Whether they say that none fits."""


def filed_drafts(
    index: Index,
    question: Question,
    sources: Collection[str] = (),
    lexicon: Lexicon | None = None,
    *,
    before_tables: bool = False,
) -> FiledDrafts:
    """The latest or earliest document that is asked for; or how many somebody wrote or sent, or are of a time, and
    each of them, newest first. Where none is of that time, which times there are.

    Nothing for a question that names anything that is not the kind, the title, the author or the time of documents,
    and for one that names neither an author nor a time, nor the title of a mail.
    """
    filing = read_filing(question)
    if filing is None or question.intents[0] in _NOT_FOR:
        return FiledDrafts()
    if before_tables and not (is_filed_alone(question, filing, lexicon) or _is_of_changed(filing)):
        return FiledDrafts()
    choice = choose_filed(index, question, filing, sources, lexicon)
    if choice is None or (question.intents[0] == _DEFINED and not (filing.end or filing.asks or choice.persons)):
        return FiledDrafts()
    if filing.end:
        dated = [one for one in choice.fitting if choice.day(one)] if filing.is_of_document or choice.persons else []
        return FiledDrafts(tuple(_end_of(index, choice, dated, latest=filing.end == "latest")))
    if filing.asks and choice.topic and not (choice.persons or filing.span):
        return FiledDrafts(tuple(_said_of(index, choice, filing.asks)))
    is_told = choice.persons or (filing.is_of_document and (filing.span or (filing.is_of_mail and choice.topic)))
    if not is_told:
        return FiledDrafts()
    said = _BETWEEN.join(
        filter(None, [" ".join(choice.persons), *choice.topic, filing.span.said if filing.span else ""])
    )
    if not choice.fitting:
        return FiledDrafts(tuple(_none_of(index, choice, said)), not_stated=True)
    ordered = sorted(choice.fitting, key=lambda one: (choice.day(one), one.path), reverse=True)
    drafts = [_draft(index, choice, one) for one in ordered[:_MOST]]
    if len(ordered) > 1 or filing.is_count:
        fact: Fact = {"relation": "filed", "subject": said, "object": str(len(ordered))}
        also = tuple((one.document, one.start_line, one.end_line) for one in drafts[1:])
        total = Draft(fact, drafts[0].document, drafts[0].start_line, drafts[0].end_line, elsewhere=also)
        drafts.insert(0 if filing.is_count else len(drafts), total)
    return FiledDrafts(tuple(drafts), max(0, len(ordered) - _MOST))


def _is_of_changed(filing: Filing) -> bool:
    """Whether it asks when a document was changed, or one that is named by its file was made."""
    return "when" in filing.asks and filing.is_of_change and (filing.is_of_document or filing.names_file)


def _end_of(index: Index, choice: Choice, found: Sequence[Filed], *, latest: bool) -> list[Draft]:
    """That of the last or the first day, with who wrote it; the only one as in a list."""
    if len(found) == len(choice.fitting) == 1:
        return [_draft(index, choice, found[0])]
    if len({choice.day(one) for one in found}) < _LEAST:
        return []
    chosen = (max if latest else min)(found, key=lambda one: (choice.day(one), one.path))
    day = choice.day(chosen)
    if sum(choice.day(one) == day for one in found) > 1:  # which of a day came last is not known
        return []
    line = _line_of(index, chosen, day)
    fact: Fact = {"relation": "latest" if latest else "earliest", "subject": chosen.path, "object": day}
    drafts = [Draft({**fact, "condition": str(len(found))}, chosen.document, line, line)]
    author = chosen.about.author
    said = _properties(index, chosen)
    if line := next((line for line, value in said if author and value.startswith(author)), 0):
        drafts.append(Draft.of("written_by", chosen.path, author, chosen.document, line))
    return drafts


def _said_of(index: Index, choice: Choice, asks: Sequence[str]) -> list[Draft]:
    """Who wrote each of a few documents, when, or of one document both."""
    drafts: list[Draft] = []
    for one in choice.fitting:
        name, day = one.about.author.partition(",")[0], choice.day(one)
        head = _lines(index, one)
        if "who" in asks and (line := next((line for line, text in head if name and name in text), 0)):
            drafts.append(Draft.of("written_by", one.path, one.about.author, one.document, line))
        if "when" in asks and (line := _line_with(head, day)):
            relation = "changed_on" if choice.is_of_change else "dated"
            drafts.append(Draft.of(relation, one.path, day, one.document, line))
    return drafts if len({draft.document for draft in drafts}) <= (_MOST_SAID if len(asks) == 1 else 1) else []


def _none_of(index: Index, choice: Choice, said: str) -> list[Draft]:
    """That none is of the time that is asked for, with the first and the last day of those that fit but for it."""
    dated = sorted((day, one.path, one) for one in choice.others if (day := choice.day(one)))
    if not dated:
        return []
    (first, _, earliest), (last, _, latest) = dated[0], dated[-1]
    fact: Fact = {"relation": "none_filed", "subject": said, "object": first, "condition": last}
    lines = [_line_of(index, one, day) for one, day in ((earliest, first), (latest, last))]
    also = ((latest.document, lines[1], lines[1]),) if latest is not earliest else ()
    return [Draft(fact, earliest.document, lines[0], lines[0], elsewhere=also)]


def _draft(index: Index, choice: Choice, one: Filed) -> Draft:
    """A document with who wrote it and when, as far as its head has that."""
    head, author, day = _lines(index, one), one.about.author.partition(",")[0], choice.day(one)
    by = next((line for line, text in head if author and author in text), 0)
    on = _line_with(head, day)
    lines = [line for line in (by, on) if line] or [next((line for line, text in head if text.strip()), 1)]
    said = [one.about.author if by else "", day if on or day in one.path else ""]
    told = _BETWEEN.join(filter(None, said))[:_LONGEST]
    return Draft.of("filed_as", one.path, told, one.document, min(lines), max(lines))


def _line_of(index: Index, one: Filed, day: str) -> int:
    """The line of a document that has its day, or else its first one with text."""
    head = _lines(index, one)
    return _line_with(head, day) or next((line for line, text in head if text.strip()), 1)


def _line_with(head: Sequence[tuple[int, str]], day: str) -> int:
    """The first line that has a day; 0 for none."""
    return next((line for line, text in head if day and (day in text or date_in_text(text) == day)), 0)


def _properties(index: Index, one: Filed) -> list[tuple[int, str]]:
    """Line and value of each line at the head of a document that is labelled."""
    return [
        (first, value)
        for chunk in _head(index, one.document)
        for _, value, first, _ in labelled_in(chunk)
        if first <= _HEAD_LINES
    ]


def _lines(index: Index, one: Filed) -> list[tuple[int, str]]:
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
