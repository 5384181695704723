"""Tables of a PDF that go on over pages: whether the first table of a page is the rest of the last one before it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from citeline.dataclass import dataclass

from ..pdf_patterns import CAPTION, PAGE_NUMBER, UNITS
from ..pdf_words import Page, Word
from .grids import Grid, grid_along
from .lines import TableLine
from .model import MOST_HEADS
from .rows import HEAD_GAP, NUMBER, YEAR, lines_in
from .rules import Rules

_SAME_PLACE: Final = 12.0
"""Points: as far apart may the sides of a table stand on two pages."""
_SAME_RULES: Final = 4.0
"""The same, between the outer rules of one whose columns are ruled."""
_MARGIN: Final = 0.1
"""Of the height of a page, above and below."""
_SAME_LINE: Final = 3.0
"""Points between the heights at which pages repeat a line."""
_SMALLER: Final = 0.95
"""Of the size of a table: what is smaller below it is a note."""
_FULL: Final = 0.8
"""Of the height of a page: down to there a table goes that the next page goes on with, without its header."""
_ALIKE: Final = 0.9
"""Share of the letters of a header that is printed again."""
_BOLD: Final = 0.8
"""Share of the words of a header that are, where those of the rows are not."""
_FEWER: Final = 3
"""Times as many columns that are the same may one be that is not: white between the words of short cells."""
_LEAST_WHITE: Final = 2.0
"""Points between two columns."""
_FEWEST: Final = 3
"""Rows that say something of all."""
_DIGITS: Final = re.compile(r"\d+")
_BESIDE: Final = re.compile(r"\s*[(（][^()（）]{1,20}[)）]$")
"""What a caption that is printed again has behind it: `Table 5: Pins (continued)`."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The last table of a page, as far as the next page may go on with it."""

    page: Page
    left: float
    right: float
    bottom: float
    size: float
    """Of its text."""
    is_grid: bool
    """Rules part its columns."""
    gutters: Sequence[tuple[float, float]]
    head_words: Sequence[Word]
    """Of its header, wherever that was printed."""
    headers: Sequence[str]
    labels: Sequence[str]
    """The first cells of its rows, from its first page on."""
    rows: Sequence[Sequence[str]]
    """Of this page."""


def ending_of(page: Page, grid: Grid, before: Ending | None) -> Ending:
    """What is known of a table; `before` is the one that it goes on with."""
    region = grid.region
    sizes = sorted(line.row.size for line in grid.lines)
    words = before.head_words if before else [word for line in grid.lines[: grid.heads] for word in line.words]
    return Ending(
        page,
        region.left,
        region.right,
        region.bottom,
        sizes[len(sizes) // 2],
        region.is_grid,
        grid.gutters,
        words,
        before.headers if before else grid.headers,
        before.labels if before else [row[0] for row in grid.rows],
        grid.rows,
    )


def rest_of(page: Page, grid: Grid, rules: Rules, before: Ending) -> tuple[Grid, bool] | None:
    """The first table of a page as the rest of the one before it, and whether the header is printed again.

    None for a table of its own: other columns, a header or a caption of its own, or text between the two.
    """
    gutters = _shared_gutters(grid, before)
    if gutters is None:
        return None
    region = replace(grid.region, top=_top(page, grid, gutters, before.size))
    count = _repeated(grid.lines, before.head_words)
    if not count and (_has_own_header(grid) or before.bottom < _FULL * before.page.height):
        return None
    above = lines_in([word for word in page.words if word.base < min(region.top, grid.lines[0].top)])
    is_named = count and any(_is_caption_again(line, before.page) for line in above)
    if not is_named and any(_parts(page, line, before.page, before.size) for line in above):
        return None
    below = [word for word in before.page.words if before.bottom < word.base < (1 - _MARGIN) * before.page.height]
    notes = [line for line in lines_in(below) if not _is_note(line, before.size) and not _stands_on(line, page)]
    if notes:
        return None
    words = [word for word in page.words if region.holds(word)]
    found = grid_along(words, region, rules, gutters, count)
    if found is None or _begins_again(found.rows, before) or (not count and _is_header(found.rows, before)):
        return None
    return found, count > 0


def _top(page: Page, grid: Grid, gutters: Sequence[tuple[float, float]], size: float) -> float:
    """With the lines above that stand in its columns, as far as one with a label: the first row, or the rest of one,
    has no rule above it.
    """
    top, below = grid.region.top, grid.lines[0].row.base
    above = replace(grid.region, top=0.0, bottom=grid.lines[0].top)
    for line in reversed(lines_in([word for word in page.words if above.holds(word)])):
        base, columns = line[0].base, {sum(low < word.left for low, _ in gutters) for word in line}
        is_crossed = any(_white_in(gutter, line) is None for gutter in gutters)
        if below - base > HEAD_GAP * size or is_crossed or columns == {0}:
            break
        if 0 in columns:
            top = base - size
        below = base
    return top


def _shared_gutters(grid: Grid, before: Ending) -> list[tuple[float, float]] | None:
    """What is white between the columns on both pages; None where these are other columns."""
    region = grid.region
    apart = max(abs(region.left - before.left), abs(region.right - before.right))
    is_ruled = region.is_grid and before.is_grid and apart <= _SAME_RULES
    if apart > _SAME_PLACE or region.is_grid != before.is_grid:
        return None
    found: list[tuple[float, float]] = []
    matched = 0
    for low, high in before.gutters:
        near = [(max(low, a), min(high, b)) for a, b in grid.gutters if min(high, b) >= max(low, a)]
        matched += bool(near)
        white, crossed = (low, high), 0
        for line in () if near else grid.lines:
            own = _white_in(white, line.words)
            white, crossed = own or white, crossed + (own is None)
        if crossed > len(grid.lines) // 10:
            return None
        found.append(max(near, key=lambda one: one[1] - one[0]) if near else white)
    most = len(before.gutters) // _FEWER if matched == len(before.gutters) else 0
    return found if is_ruled or len(grid.gutters) - matched <= most else None


def _white_in(gutter: tuple[float, float], words: Sequence[Word]) -> tuple[float, float] | None:
    """What a line leaves white of a gutter; None where its words reach over that."""
    low, high = gutter
    for word in words:
        if word.left < high and low < word.right:
            low, high = (word.right, high) if word.left <= low else (low, word.left)
    return (low, high) if high - low >= min(_LEAST_WHITE, gutter[1] - gutter[0]) else None


def _repeated(lines: Sequence[TableLine], head: Sequence[Word]) -> int:
    """How many of the first lines are the header again."""
    wanted = Counter("".join(word.text for word in head))
    own: Counter[str] = Counter()
    for at, line in enumerate(lines[:MOST_HEADS], 1):
        own += Counter("".join(word.text for word in line.words))
        if wanted and (own & wanted).total() >= _ALIKE * max(own.total(), wanted.total()):
            return at
    return 0


def _has_own_header(grid: Grid) -> bool:
    """Set in bold or in another colour than what stands below it."""
    heads, body = grid.lines[: grid.heads], grid.lines[grid.heads :]
    if _bold(heads) >= _BOLD > _bold(body):
        return True
    colours = {word.style.colour for line in heads for word in line.words}
    return bool(colours) and not any(word.style.colour in colours for line in body for word in line.words)


def _bold(lines: Sequence[TableLine]) -> float:
    flags = [word.style.is_bold for line in lines for word in line.words]
    return sum(flags) / len(flags) if flags else 0.0


def _begins_again(rows: Sequence[Sequence[str]], before: Ending) -> bool:
    """Whether the first labels of a table come again, perhaps below another header, and no label comes twice in it."""
    first = before.labels[:_FEWEST]
    is_one_each = len(set(before.labels)) == len(before.labels) >= _FEWEST and all(first)
    return is_one_each and any([row[0] for row in rows[at : at + _FEWEST]] == first for at in (0, 1))


def _is_header(rows: Sequence[Sequence[str]], before: Ending) -> bool:
    """Whether the first row has cells of the header before, or words or years where the columns have figures."""
    first, below = rows[0], [*before.rows, *rows[1:]]
    columns = list(zip(first, before.headers, zip(*below, strict=True), strict=True)) if before.headers else []
    # One alone may be a row of a list of names: `name`, `string`.
    if sum(1 for cell, head, column in columns if cell and cell == head and cell not in column) > 1:
        return True
    figures = [
        cell
        for cell, _, column in columns
        if cell and sum(map(bool, column)) >= _FEWEST and all(map(_is_figure, filter(None, column)))
    ]
    return bool(figures) and not any(map(_is_figure, figures))


def _is_figure(cell: str) -> bool:
    return NUMBER.match(cell) is not None and not YEAR.match(cell)


def _is_caption_again(line: Sequence[Word], before: Page) -> bool:
    """Whether a line begins the caption of the table on the page before."""
    text = " ".join(word.text for word in line)
    return bool(CAPTION.match(text)) and _is_again(text, before)


def _is_again(text: str, before: Page) -> bool:
    lines = [" ".join(word.text for word in own) for own in lines_in(before.words)]
    bare = _BESIDE.sub("", text)
    return text in lines or (bare != text and any(CAPTION.match(bare) and line.startswith(bare) for line in lines))


def _parts(page: Page, line: Sequence[Word], before: Page, size: float) -> bool:
    """Whether a line above a table is a part of the text: no running header, and no number of a page."""
    if _stands_on(line, before) or PAGE_NUMBER.match(" ".join(word.text for word in line)):
        return False
    is_margin = line[0].base < _MARGIN * page.height
    text = " ".join(word.text for word in line)
    if CAPTION.match(text) or UNITS.match(text):
        return not _is_again(text, before)
    return not (is_margin and max(word.style.size for word in line) <= size / _SMALLER)


def _is_note(line: Sequence[Word], size: float) -> bool:
    return max(word.style.size for word in line) < _SMALLER * size


def _stands_on(line: Sequence[Word], page: Page) -> bool:
    """Whether a page has the same line at the same height, but for its numbers."""
    base = line[0].base
    near = [word for word in page.words if abs(word.base - base) <= _SAME_LINE]
    return bool(near) and _told(line) == _told(sorted(near, key=lambda word: word.left))


def _told(line: Sequence[Word]) -> str:
    return _DIGITS.sub("#", " ".join(word.text for word in line))
