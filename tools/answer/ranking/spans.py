"""Candidate spans: the many small runs of lines of a passage that could be the answer.

Dull windows around every line beat anything cut along definitions (docs/answers_log.md has the figures).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

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


_Found: TypeAlias = tuple[int, int, Shape]
"""First and last line, which may be blank or beyond the passage."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of lines of one passage; both ends are counted from 0 within it, and included."""

    first: int
    last: int
    shape: Shape


@dataclass(frozen=True, slots=True)
class Spans:
    """The spans of a passage, without the objects: some hundred of each are kept, and looked through for garbage."""

    ends: npt.NDArray[np.int64]
    """First and last line of each, shape (spans, 2)."""
    shapes: tuple[Shape, ...]

    def at(self, place: int) -> Span:
        """One of them."""
        first, last = self.ends[place].tolist()
        return Span(first, last, self.shapes[place])


def spans_of(chunk: StoredChunk, *, prose: bool, helps: bool = False) -> Spans:
    """The candidate spans of a passage, none longer than `MAX_LINES`, each run of lines once; kept for the next
    question. `helps`: also those that only say which option prints the help.
    """
    return _spans(chunk.text, chunk.start_line, chunk.language, chunk.path, prose, helps)


@lru_cache(maxsize=2048)
def _spans(text: str, start_line: int, language: str, path: str, prose: bool, helps: bool) -> Spans:
    lines = lines_of_text(text, language, path)
    # What a page says of itself is no sentence of it: `title: "Backups"`.
    about = front_matter_end(text.split("\n")) if prose and start_line == 1 else 0
    lines = (*(replace(line, blank=True) for line in lines[:about]), *lines[about:])
    found = _of_prose(sentences_of(text, start_line, language, path), start_line, lines) if prose else _of_code(lines)
    blank, final = [line.blank for line in lines], len(lines) - 1
    says = (not (line.mute or line.blank or line.names or (line.helps and not helps)) for line in lines)
    said = [0, *accumulate(says)]
    """How many lines above each one say something."""
    once: dict[tuple[int, int], Shape] = {}
    for first, last, shape in found:
        first, last = max(first, 0), min(last, final)
        while first <= last and blank[first]:
            first += 1
        while first <= last and blank[last]:
            last -= 1
        if last - first < MAX_LINES and first <= last and said[first] < said[last + 1]:
            once.setdefault((first, last), shape)
    return Spans(np.asarray([*once], np.int64).reshape(-1, 2), tuple(once.values()))


def _of_code(lines: Sequence[Line]) -> Iterator[_Found]:
    for first, last in _blocks(lines):
        if last - first < MAX_LINES:
            yield first, last, "block"
        else:
            for start in range(first, last, _LONG_BLOCK_STEP):
                yield start, min(start + MAX_LINES - 4, last), "block"
    for place, line in enumerate(lines):
        if line.blank:
            continue
        for before, behind in _WINDOWS:
            yield place - before, place + behind, "window"
        if line.raises and (guard := _guard(lines, place)) is not None:
            yield guard, place, "window"


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


def _of_prose(sentences: Sequence[Sentence], start_line: int, lines: Sequence[Line]) -> Iterator[_Found]:
    spoken = [(one.start_line - start_line, one.end_line - start_line) for one in sentences]
    for first, last in spoken:
        yield first, last, "sentence"
    for (first, last), (following, end) in pairwise(spoken):
        if following <= last + 1:
            yield first, end, "sentence"
    in_sentence = {place for first, last in spoken for place in range(first, last + 1)}
    yield from _fences(lines)
    for first, last in _blocks(lines):
        items = [place for place in range(first, last + 1) if lines[place].item]
        if items:
            yield from _items(items, first, last)
        elif last - first < MAX_LINES:
            yield first, last, "paragraph"
        for place in range(first, last + 1):
            if place in in_sentence:
                continue  # half a sentence says nothing
            if lines[place].row:
                yield place, place, "row"
            yield place, place, "window"
            yield place, place + 1, "window"
            yield place, place + 3, "window"
            if lines[place].heading:
                for behind in _HEADED:
                    yield place, place + behind, "section"


def _items(items: Sequence[int], first: int, last: int) -> Iterator[_Found]:
    """Each item of a list, runs of four, and all of it with the line that leads in."""
    ends = [*(place - 1 for place in items[1:]), last]
    for start, end in zip(items, ends, strict=True):
        yield start, end, "item"
    for number, start in enumerate(items):
        yield start, ends[min(number + 3, len(items) - 1)], "list"
    yield first, last, "list"
    yield first - 2, last, "list"


def _fences(lines: Sequence[Line]) -> Iterator[_Found]:
    """Each fenced block, alone and with the paragraph that leads in; windows in it as of code."""
    opened = None
    for place, line in enumerate(lines):
        if not line.fence:
            continue
        if opened is None:
            opened = place
            continue
        yield opened, place, "fence"
        yield opened - 2, place, "fence"
        for inner in range(opened + 1, place):
            yield inner - 1, inner + 1, "window"
        opened = None
