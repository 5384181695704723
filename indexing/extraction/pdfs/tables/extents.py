"""How far down a table of a PDF goes: rows that stand below it in its columns, and text that ends it."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise
from statistics import median
from typing import Final

from citeline.text import has_digit

from ..pdf_words import Page, Word
from .grids import Grid
from .lines import TableLine
from .rows import Cell, lines_in, row_of

_AS_FAR: Final = 1.5
"""Times as far as its lines from each other does a further row stand from the last one, at most, and text that ends a
table at least. Of 161 lines below counted tables no other one stands so near in their columns, and of 2,088 lines of
these none is text.
"""
_ALIGNED: Final = 1.5
"""Points between the sides of cells of one column."""
_TEXT: Final = 0.7
"""Of the width, a line of text takes."""
_GAP: Final = 0.9
"""Of the size, between two words of text."""


def rest_below(page: Page, grid: Grid, end: float) -> float:
    """Where a table ends with the lines below it, not beyond `end`, that are set as it is, each in its columns."""
    region, body = grid.region, grid.lines[grid.heads :]
    pitch = _pitch(grid)
    sizes = {word.style.size for line in body for word in line.words}
    below = [
        word
        for word in page.words
        if region.bottom < word.base <= end and region.left < (word.left + word.right) / 2 < region.right
    ]
    cells = [cell for line in body for cell in line.row.cells]
    lefts, rights = {cell.left for cell in cells}, {cell.right for cell in cells}
    last, bottom = body[-1].row.base, region.bottom
    for line in lines_in(below):
        row = row_of(line)
        is_set = {word.style.size for word in line} <= sizes
        is_near = row.base - last <= _AS_FAR * pitch
        if not (is_set and is_near and _stands_in_columns(line, row.cells, grid, lefts, rights)):
            break
        lefts.update(cell.left for cell in row.cells)
        rights.update(cell.right for cell in row.cells)
        last, bottom = row.base, row.base + 0.35 * row.size
    return bottom


def text_within(grid: Grid) -> tuple[float, float] | None:
    """Where a table ends above a line of text over all of its columns, and where that stands; None without one."""
    pitch, width = _pitch(grid), grid.region.right - grid.region.left
    for above, line in pairwise(grid.lines[grid.heads :]):
        words, size = line.words, line.row.size
        is_wide = words[-1].right - words[0].left > _TEXT * width
        is_text = is_wide and all(other.left - one.right < _GAP * size for one, other in pairwise(words))
        if is_text and _is_across(words, grid) and line.row.base - above.row.base > _AS_FAR * pitch:
            return end_above(above, line), line.row.base + 0.35 * size
    return None


def end_above(last: TableLine, line: TableLine) -> float:
    """Where a table ends with its last line, always above the next one: a large letter reaches further down."""
    return min(last.row.base + 0.35 * last.row.size, (last.row.base + line.row.base) / 2)


def _pitch(grid: Grid) -> float:
    """From a line to the next, as a rule; that from the header to a single line, 0 where no other one is."""
    lines = grid.lines[grid.heads if len(grid.lines) > grid.heads + 1 else 0 :]
    return median([other.row.base - one.row.base for one, other in pairwise(lines)] or [0.0])


def _is_across(words: Sequence[Word], grid: Grid) -> bool:
    """Whether words stand in all that parts the columns that they reach over."""
    middles = [(low + high) / 2 for low, high in grid.gutters]
    return all(
        any(word.left - 1 < at < word.right + 1 for word in words)
        for at in middles
        if words[0].left < at < words[-1].right
    )


def _stands_in_columns(
    words: Sequence[Word], cells: Sequence[Cell], grid: Grid, lefts: Set[float], rights: Set[float]
) -> bool:
    """Whether each cell of a line begins or ends where those of a column do, the last column has one, and nothing
    stands between columns.
    """
    if any(word.left < (low + high) / 2 < word.right for low, high in grid.gutters for word in words):
        return False
    are_aligned = all(_is_near(cell.left, lefts) or _is_near(cell.right, rights) for cell in cells)
    return are_aligned and words[-1].left > grid.gutters[-1][0] and (len(cells) > 1 or has_digit(cells[0].text))


def _is_near(side: float, others: Set[float]) -> bool:
    return side in others or any(abs(side - other) <= _ALIGNED for other in others)
