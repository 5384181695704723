"""Pages, slides, sheets, cells and anchors that a citation names: which lines these are, how they are called now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.marks import PLACE_MARK
from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile
from citeline.pages import Pages, SheetArea, page_word, pages_of

from .baseline import Baseline
from .checked import Checked
from .html_anchors import Headings, HtmlAnchors
from .markdown import WrittenPlace

_NEAREST: Final = 3
_YEARS: Final = range(1900, 2101)
_HEAD: Final = 2
"""Lines above the mark of a slide or sheet: its heading, and a blank one."""
_ROWS: Final = re.compile(r"(\$?[A-Za-z]{1,3}\$?)(\d+)(?:(\s?[:–-]\s?\$?[A-Za-z]{1,3}\$?)(\d+))?(?!.*\d)")
"""The cells that a written place ends with."""
_NUMBERS: Final = re.compile(r"\d+(?:\s?\D\s?\d+)?")


@dataclass(frozen=True, slots=True)
class Located:
    """What a written place leads to."""

    lines: tuple[int, int] | None
    why: str = ""
    """Why there are none, or what is odd about them."""
    nearest: tuple[str, ...] = ()
    """Sheets that may have been meant."""
    unclear: bool = False
    """Nobody can tell which of several is meant."""


class Paging:
    """The pages of the documents of one tree, as they are now and as they were indexed."""

    def __init__(self, baseline: Baseline, headings: Headings) -> None:
        self._baseline = baseline
        self._headings = headings
        self._anchors = HtmlAnchors(baseline)
        self._now: dict[str, Pages | None] = {}

    def now(self, source: SourceFile) -> Pages | None:
        """None for a file that has no pages. Of one that has changed, the tree is made anew."""
        if source.path not in self._now:
            as_indexed = self._baseline.sha256(source.path) == source.sha256
            found = self._baseline.pages(source.path) if as_indexed else _read(source)
            is_html = page_word(source.path) == "anchor"
            self._now[source.path] = found or (Pages("anchor", ()) if is_html else None)
        return self._now[source.path]

    def anchored(self, place: WrittenPlace | None, source: SourceFile, *, beside: bool) -> WrittenPlace | None:
        """A place with the lines that its anchor names now, where it is one, and the page has it.

        `beside` lines, an anchor that the page neither has nor had is none: an issue or a colour, as all numbers are.
        """
        if place is not None and place.word == "cell" and beside and not place.sure:
            pages = self.now(source)  # any word may follow `cell`
            return place if pages and place.name in pages.names else None
        if place is None or place.word != "anchor":
            return place
        if beside and place.name.isdecimal():
            return None
        lines = self._anchors.now(source, place.name)
        if lines is None and beside and self._anchors.before(source.path, place.name) is None:
            return None
        return replace(place, spans=(lines,)) if lines else place

    def where(self, place: WrittenPlace, source: SourceFile) -> Located | None:
        """What a place leads to now; None where nobody knows, because the document has no pages or anchors."""
        if place.word != "anchor":
            pages = self.now(source)
            return locate(place, pages, len(source.lines), source.path) if pages else None
        if place.spans:
            return Located(place.spans[0])
        nearest = self._headings.missing(source, place.name)
        # What a page without any anchor is made of, its scripts decide.
        return None if nearest is None else Located(None, f"{source.path} has no anchor #{place.name}", nearest)

    def before(self, place: WrittenPlace, path: str) -> Located | None:
        """What a place led to when its document was indexed; None for one that was not, or had no pages."""
        if place.word == "anchor":
            span = self._anchors.before(path, place.name)
            return Located(span) if span else None
        pages, lines = self._baseline.pages(path), self._baseline.lines(path)
        return locate(place, pages, len(lines), path) if pages and lines else None


def locate(place: WrittenPlace, pages: Pages, line_count: int, path: str) -> Located:
    """The lines of a place in a document with these pages."""
    if place.word == "sheet":
        return _locate_cells(place, pages, line_count, path)
    if place.word == "cell" and (named := pages.named_lines(_cell_id(place), line_count)):
        return Located(named)
    if place.name:
        return Located(None, f"{path} has no cell {place.name}")
    found: list[tuple[int, int]] = []
    for number, (first, last) in enumerate(place.spans):
        # `pages 1, 2024` and `pages 3 and 4, 2019` go on with a year.
        if number and first == last and first in _YEARS and first > pages.numbers[-1]:
            continue
        span = pages.lines_of(first, last, line_count)
        if span is None:
            return Located(None, _why_not(first, last, pages, path))
        found.append(span)
    return Located((min(span[0] for span in found), max(span[1] for span in found)))


def _why_not(first: int, last: int, pages: Pages, path: str) -> str:
    if first > last:
        return f"the {pages.word}s are reversed: {first} comes after {last}"
    if last > pages.numbers[-1]:
        return f"the last {pages.word} of {path} with text is {pages.numbers[-1]}"
    return f"no text was read from {pages.word} {first} of {path}"


def _locate_cells(place: WrittenPlace, pages: Pages, line_count: int, path: str) -> Located:
    name = place.name
    if not name and len(pages.names) > 1:
        return Located(None, f"{path} has {len(pages.names)} sheets: which one is meant?", pages.names[:_NEAREST], True)
    if place.more:  # the name may have blanks
        text = f"{name}{place.more}".casefold()
        name = max((title for title in pages.names if text.startswith(title.casefold())), key=len, default=name)
    sheet = pages.sheet_lines(name or next(iter(pages.names), ""), line_count)
    if sheet is None:
        close = get_close_matches(name, pages.names, _NEAREST, 0.6) or pages.names[:_NEAREST]
        return Located(None, f"{path} has no sheet {name}", tuple(close))
    if place.cells is None:
        return Located(sheet)
    cells = pages.cell_lines(place.cells, sheet)
    return Located(cells) if cells else Located(sheet, "no table of the sheet has these cells")


def is_at(place: WrittenPlace, pages: Pages, lines: tuple[int, int], *, exactly: bool) -> bool:
    """Whether lines of the document stand at the place: on one of its pages, in some of its cells.

    With `exactly`, in the same rows.
    """
    if place.word == "anchor":
        return any(begin <= lines[1] and lines[0] <= end for begin, end in place.spans)
    lines = max(lines[0], pages.lines[0]), lines[1]  # what the file says about itself stands above the first page
    if place.word == "cell" and (place.name or _cell_id(place) in pages.names):
        return _cell_id(place) in {pages.title_at(line) for line in lines}
    if place.word != "sheet":
        first, last = pages.number_at(lines[0]) or 0, pages.number_at(lines[1]) or 0
        return any(begin <= last and first <= end for begin, end in place.spans)
    if place.name and not _is_called(place, pages.title_at(lines[0]), pages.number_at(lines[0])):
        return False
    cells = pages.cells_at(*lines)
    if place.cells is None or cells is None:
        return place.cells is None or not exactly
    if exactly:
        return (cells[1], cells[3]) == (place.cells[1], place.cells[3])
    return cells[1] <= place.cells[3] and place.cells[1] <= cells[3]


def below_mark(lines: tuple[int, int], texts: Sequence[str]) -> tuple[int, int]:
    """The lines without the one that counts pages, slides or sheets, and what stands above it, their heading."""
    start, end = lines
    marks = [
        at for at in range(start, min(start + _HEAD, end) + 1) if at <= len(texts) and PLACE_MARK.match(texts[at - 1])
    ]
    begin = marks[0] + 1 if marks else start
    while begin < end and begin <= len(texts) and not texts[begin - 1]:
        begin += 1
    return (begin, end) if begin <= end else lines


def rewritten(place: WrittenPlace, pages: Pages, lines: tuple[int, int]) -> str:
    """The place as it would be written for other lines; empty where that cannot be told for sure."""
    if place.word == "anchor":
        told = pages.told(*lines)
        return told if place.written.startswith("#") else told[1:]
    if place.name and place.word == "cell":
        title = pages.title_at(lines[0])
        return place.written.replace(place.name, title) if title == pages.title_at(lines[1]) else ""
    if place.word != "sheet":
        first, last = pages.number_at(lines[0]), pages.number_at(lines[1])
        if first is None or last is None or len(place.spans) != 1:
            return ""
        in_link = "=" in place.written
        numbers = str(first) if first == last or in_link else f"{first}-{last}"
        return _NUMBERS.sub(numbers, place.written, count=1)
    found, cells = _ROWS.search(place.written), pages.cells_at(*lines)
    if found is None or cells is None or place.cells is None or not is_at(_sheet(place), pages, lines, exactly=False):
        return ""
    if cells[3] - cells[1] != place.cells[3] - place.cells[1]:
        return ""
    behind = f"{found[3]}{cells[3]}" if found[3] else ""
    return f"{place.written[: found.start()]}{found[1]}{cells[1]}{behind}{place.written[found.end() :]}"


def _is_called(place: WrittenPlace, title: str, number: int | None) -> bool:
    written, title = f"{place.name}{place.more}".casefold(), title.casefold()
    return written == title or bool(place.more and written.startswith(title)) or place.name == str(number)


def with_place(
    checked: Checked,
    place: WrittenPlace,
    pages: Pages,
    lines: tuple[int, int],
    line_count: int,
    *,
    are_right: bool = False,
) -> Checked:
    """The verdict with what the place of its lines is called now, and what to write where another one is written.

    Where a cell is named by its id and other lines are written, the cell counts: its lines have moved, unless the
    lines are known to hold what is quoted (`are_right`).
    """
    told = pages.told(*lines)
    placed = replace(checked, place=told)
    moved = checked.rule == "moved" and checked.moved_to is not None and checked.moved_to[0] == checked.path
    if moved and checked.citation.lines is None:
        return replace(placed, place_after=rewritten(place, pages, lines), why=f"the same text is now at {told}")
    if is_at(place, pages, lines, exactly=False) or not (moved or checked.level != "error"):
        return placed
    after = rewritten(place, pages, lines)
    if moved:
        return replace(placed, place_after=after)
    if place.word == "cell" and not are_right and (cell := pages.named_lines(place.name, line_count)):
        why = f"cell {place.name} is now at lines {cell[0]}–{cell[1]}"
        return replace(placed, rule="moved", level="error", unchanged="moved", moved_to=(checked.path, *cell), why=why)
    why = f"these lines are at {told}" if told else f"these lines are above the first {pages.word}"
    return replace(placed, rule="misplaced", level="error", place_after=after, why=why)


def _cell_id(place: WrittenPlace) -> str:
    """Of a cell; one of digits alone reads like a number."""
    return place.name or place.written.rpartition(" ")[2].rpartition("=")[2]


def _sheet(place: WrittenPlace) -> WrittenPlace:
    return replace(place, cells=None)


def _read(source: SourceFile) -> Pages | None:
    parsed = parse(source)
    tables: Sequence[SheetArea] = [
        SheetArea(node.start_line, node.end_line, node.anchor)
        for node in parsed.nodes
        if node.kind == "table" and node.anchor
    ]
    return pages_of(parsed.language, parsed.nodes[0].data, tables if parsed.language == "spreadsheet" else ())
