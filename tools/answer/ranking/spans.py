"""Candidate spans: the many small runs of lines of a passage that could be the answer.

Dull windows around every line beat anything cut along definitions (docs/answers_log.md has the figures).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.model import StoredChunk

from ..reading.lines import Line, lines_of_text
from ..reading.sentences import Sentence, front_matter_end, sentences_of

MAX_LINES: Final = 10
_WINDOWS: Final = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 2), (0, 2), (0, 3), (0, 5))
"""Lines before and behind each line of code."""
_LONG_BLOCK_STEP: Final = 4
_HEADED: Final = (2, 4, 8)
"""Lines behind a heading that are taken with it."""

Shape: TypeAlias = Literal["window", "block", "sentence", "paragraph", "item", "list", "row", "fence", "section"]


@dataclass(frozen=True, slots=True)
class Span:
    """A run of lines of one passage; both ends are counted from 0 within it, and included."""

    first: int
    last: int
    shape: Shape


def spans_of(chunk: StoredChunk, *, prose: bool) -> tuple[Span, ...]:
    """The candidate spans of a passage, none longer than `MAX_LINES`, each run of lines once; kept for the next
    question.
    """
    return _spans(chunk.text, chunk.start_line, chunk.language, chunk.path, prose)


@lru_cache(maxsize=2048)
def _spans(text: str, start_line: int, language: str, path: str, prose: bool) -> tuple[Span, ...]:
    # What a page says of itself is no sentence of it: `title: "Backups"`.
    about = front_matter_end(text.split("\n")) if prose and start_line == 1 else 0
    lines = [
        replace(line, blank=True) if at < about else line for at, line in enumerate(lines_of_text(text, language, path))
    ]
    found = _of_prose(sentences_of(text, start_line, language, path), start_line, lines) if prose else _of_code(lines)
    said = [0, *accumulate(not (line.mute or line.blank) for line in lines)]
    once: dict[tuple[int, int], Span] = {}
    for span in found:
        trimmed = _trim(span, lines, said)
        if trimmed is not None and trimmed.last - trimmed.first < MAX_LINES:
            once.setdefault((trimmed.first, trimmed.last), trimmed)
    return tuple(once.values())


def _trim(span: Span, lines: Sequence[Line], said: Sequence[int]) -> Span | None:
    """Without blank lines at its ends and beyond the passage; None when nothing is left but imports.

    `said`: how many lines above each one say something.
    """
    first, last = max(span.first, 0), min(span.last, len(lines) - 1)
    while first <= last and lines[first].blank:
        first += 1
    while first <= last and lines[last].blank:
        last -= 1
    if first > last or said[first] == said[last + 1]:
        return None
    if (first, last) == (span.first, span.last):
        return span
    return Span(first, last, span.shape)


def _of_code(lines: Sequence[Line]) -> Iterator[Span]:
    for first, last in _blocks(lines):
        if last - first < MAX_LINES:
            yield Span(first, last, "block")
        else:
            for start in range(first, last, _LONG_BLOCK_STEP):
                yield Span(start, min(start + MAX_LINES - 4, last), "block")
    for place, line in enumerate(lines):
        if line.blank:
            continue
        for before, behind in _WINDOWS:
            yield Span(place - before, place + behind, "window")
        if line.raises and (guard := _guard(lines, place)) is not None:
            yield Span(guard, place, "window")


def _guard(lines: Sequence[Line], place: int) -> int | None:
    """The nearest line above of lesser indentation."""
    for above in range(place - 1, max(place - MAX_LINES, -1), -1):
        if not lines[above].blank and lines[above].indent < lines[place].indent:
            return above
    return None


def _blocks(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Runs of lines between blank ones."""
    first = None
    for place, line in enumerate(lines):
        if line.blank:
            if first is not None:
                yield first, place - 1
            first = None
        elif first is None:
            first = place
    if first is not None:
        yield first, len(lines) - 1


def _of_prose(sentences: Sequence[Sentence], start_line: int, lines: Sequence[Line]) -> Iterator[Span]:
    spoken = [(one.start_line - start_line, one.end_line - start_line) for one in sentences]
    for first, last in spoken:
        yield Span(first, last, "sentence")
    for (first, last), (following, end) in pairwise(spoken):
        if following <= last + 1:
            yield Span(first, end, "sentence")
    in_sentence = {place for first, last in spoken for place in range(first, last + 1)}
    yield from _fences(lines)
    for first, last in _blocks(lines):
        items = [place for place in range(first, last + 1) if lines[place].item]
        if items:
            yield from _items(items, first, last)
        elif last - first < MAX_LINES:
            yield Span(first, last, "paragraph")
        for place in range(first, last + 1):
            if place in in_sentence:
                continue  # half a sentence says nothing
            if lines[place].row:
                yield Span(place, place, "row")
            yield Span(place, place, "window")
            yield Span(place, place + 1, "window")
            yield Span(place, place + 3, "window")
            if lines[place].heading:
                for behind in _HEADED:
                    yield Span(place, place + behind, "section")


def _items(items: Sequence[int], first: int, last: int) -> Iterator[Span]:
    """Each item of a list, runs of four, and all of it with the line that leads in."""
    ends = [*(place - 1 for place in items[1:]), last]
    for start, end in zip(items, ends, strict=True):
        yield Span(start, end, "item")
    for number, start in enumerate(items):
        yield Span(start, ends[min(number + 3, len(items) - 1)], "list")
    yield Span(first, last, "list")
    yield Span(first - 2, last, "list")


def _fences(lines: Sequence[Line]) -> Iterator[Span]:
    """Each fenced block, alone and with the paragraph that leads in; windows in it as of code."""
    opened = None
    for place, line in enumerate(lines):
        if not line.fence:
            continue
        if opened is None:
            opened = place
            continue
        yield Span(opened, place, "fence")
        yield Span(opened - 2, place, "fence")
        for inner in range(opened + 1, place):
            yield Span(inner - 1, inner + 1, "window")
        opened = None
