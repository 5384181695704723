"""The bookmarks of a PDF, found again on the pages that they lead to."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pypdfium2 import PdfiumError

from citeline.dataclass import dataclass

from .pdf_lines import Line

_MOST_ENTRIES: Final = 20_000
_MOST_DEPTH: Final = 10
_MOST_LINES: Final = 4
"""That a title may take on its page."""
_MOST_EXTRA: Final = 14
"""Letters that stand on the page besides the title: `Chapter 3`."""
_MOST_BEHIND: Final = 4
"""The same, behind the title: its page, or a printer's mark."""
_MOST_LOST: Final = 2
"""Of a page: more are marks of something else."""
_LEAST_SHARE: Final = 0.6
"""Of the title's letters that stand on the page, when a number in front of it does not."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bookmark."""

    level: int
    """Counted from 1."""
    title: str
    page: int
    """Position, counted from 0."""


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of a page that hold a title; none, and -1 for the first, where the title is only a bookmark."""

    page: int
    line: int
    count: int
    level: int
    title: str


def read_outline(document: Any) -> list[Entry]:
    """The entries in order, without those that lead out of the file; `document` is a pypdfium2 PdfDocument."""
    entries: list[Entry] = []
    try:
        for number, mark in enumerate(document.get_toc(max_depth=_MOST_DEPTH)):
            if number >= _MOST_ENTRIES:
                break
            target = mark.get_dest()
            page = target.get_index() if target is not None else None
            title = " ".join(mark.get_title().split())
            if page is not None and page >= 0 and title:
                entries.append(Entry(mark.level + 1, title, page))
    except (PdfiumError, ValueError):
        return entries
    return entries


def find_entries(entries: Sequence[Entry], pages: Sequence[Sequence[Line]]) -> list[Place]:
    """Where the titles stand, in the order of the pages.

    A title that is not found, because it is drawn or worded otherwise, stands above its page, unless there are many.
    """
    folded: dict[int, list[str]] = {}
    taken: set[tuple[int, int]] = set()
    found: list[Place] = []
    lost = Counter[int]()
    for entry in entries:
        wanted = _fold(entry.title)
        for page in (entry.page, entry.page + 1):
            if not wanted or page >= len(pages):
                continue
            if page not in folded:
                folded[page] = ["" if line.table else _fold(line.text) for line in pages[page]]
            places = [
                (rank, count, -pages[page][line].style.size, line)
                for rank, line, count in _matches(wanted, folded[page])
                if (page, line) not in taken
            ]
            if places:
                _, count, _, line = min(places)
                taken.update((page, line + at) for at in range(count))
                found.append(Place(page, line, count, entry.level, entry.title))
                break
        else:
            if entry.page < len(pages) and lost[entry.page] < _MOST_LOST:
                lost[entry.page] += 1
                found.append(Place(entry.page, -1, 0, entry.level, entry.title))
    return sorted(found, key=lambda place: (place.page, place.line))


def _matches(wanted: str, lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """How well, the first line, and how many lines."""
    for first in range(len(lines)):
        text = ""
        for count in range(1, _MOST_LINES + 1):
            if first + count > len(lines) or not lines[first + count - 1]:
                break
            text += lines[first + count - 1]
            if text == wanted:
                yield 0, first, count
            elif _has_more(text, wanted):
                yield 1, first, count
            elif wanted.endswith(text) and len(text) >= max(4, _LEAST_SHARE * len(wanted)):
                yield 2, first, count
            if len(text) > len(wanted) + _MOST_EXTRA:
                break


def _has_more(text: str, wanted: str) -> bool:
    """The title and little else."""
    more = len(text) - len(wanted)
    return (text.endswith(wanted) and more <= _MOST_EXTRA) or (text.startswith(wanted) and more <= _MOST_BEHIND)


def _fold(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())
