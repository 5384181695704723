"""The tables on a page of a PDF, as lines of cells with their headers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ..pdf_lines import Block, Line
from ..pdf_patterns import CAPTION, ITEM, PART
from ..pdf_words import NO_STYLE, Page, Word
from .continued import Ending, ending_of, rest_of
from .extents import end_above, rest_below, text_within
from .grids import Grid, grid_of
from .heads import with_heads
from .lines import TableLine, text_of
from .listings import is_listing
from .model import LONG, TableModel, table_model
from .regions import Region, regions_of
from .rows import HEAD_GAP, NUMBER, lines_in
from .rules import Rules

_MOST_STROKES: Final = 0.7
"""Places with slanted lines and curves for each word. Of some 550 tables those with ticks and dots in their cells have
up to .61, the others less than .4; most charts and drawings that look like tables have more
(`evals/research/tables.json`).
"""
_FEWEST_MARKS: Final = 3
_MARKS: Final = 0.8
"""Of the rows."""
_TEXT: Final = 0.2
"""Share of the lines that reach over what parts the columns, and of the cells that are long: both together have none
of 690 tables, but 8 of 35 places that looked like one, boxes of forms with sentences in them.
"""
_NEAR: Final = 30.0
"""Points above a table, the line that may name it."""
_SAME_LEFT: Final = 4.0
"""Points between the words of a header that is printed again."""


def table_blocks(
    page: Page, start: float | None, rules: Rules, before: Ending | None = None
) -> tuple[list[Block], Ending | None]:
    """From top to bottom, and what the next page may go on with; `before` is that of the page before.

    `start` is where a second column of text begins. What goes on with a table is one, however little there is of it.
    """
    model = table_model()
    grids = grids_on(page, start, rules, model, fewest=1 if before else 2)
    rest = rest_of(page, grids[0], rules, before) if grids and before else None
    if rest and before:
        grids[0] = rest[0]
        grids[0].headers = list(before.headers) if rest[1] else []
    kept = [grid for at, grid in enumerate(grids) if (rest and not at) or is_table(grid, model)]
    blocks = [_block(grid, number, goes_on=bool(rest) and number == 1) for number, grid in enumerate(kept, 1)]
    last = kept[-1] if kept else None
    goes_on = before if rest and len(kept) == 1 else None
    return blocks, ending_of(page, last, goes_on) if last is not None else None


def grids_on(page: Page, start: float | None, rules: Rules, model: TableModel, *, fewest: int = 2) -> list[Grid]:
    """What may be a table of so many lines, or between rules the rest of one."""
    found: list[Grid] = []
    tried: set[tuple[float, float]] = set()
    regions = with_heads(page, regions_of(page, start, rules), rules)
    while regions:
        region = regions.pop(0)
        words = [word for word in page.words if region.holds(word)]
        is_named = any(CAPTION.match(text_of(line)) for line in _right_above(page, region))
        grid = grid_of(words, region, rules, model, fewest=fewest if region.is_grid else 2, is_named=is_named)
        if grid is None or not grid.rows:
            continue
        again = _header_again(grid) or (None if region.is_closed else text_within(grid))
        if again:
            upper = replace(region, bottom=again[0], is_closed=False)
            lower = replace(region, top=again[1], is_closed=False)
            if all(sum(map(part.holds, words)) < len(words) for part in (upper, lower)):  # or there were no end of it
                regions[:0] = [upper, lower]
                continue
        if not region.is_closed:
            below = [other.top for other in regions if other.bottom > region.bottom and other.is_over(region)]
            bottom = rest_below(page, grid, min(below, default=page.height))
            if bottom > region.bottom and (region.left, bottom) not in tried:
                tried.add((region.left, bottom))  # a line of dashes is no line of the table that takes it in
                regions.insert(0, replace(region, bottom=bottom))
                continue
        found.append(grid)
    return found


def _right_above(page: Page, region: Region) -> list[list[Word]]:
    """The line above a region, if it is near."""
    above = replace(region, top=region.top - _NEAR, bottom=region.top)
    return lines_in([word for word in page.words if above.holds(word)])[-1:]


def _header_again(grid: Grid) -> tuple[float, float] | None:
    """Where the rows end above lines that say most of the header in the same places, and where these begin: of another
    table, whose title is between.
    """
    heads, lines = grid.lines[: grid.heads], grid.lines
    for at in range(grid.heads + 2, len(lines) - 1) if heads else ():
        if len(lines[at].row.cells) < 2 or not _is_same(lines[at], heads[-1]):
            continue
        first = at
        while first > grid.heads and _goes_up(lines[first - 1], lines[first], heads):
            first -= 1
        same = sum(any(_is_same(line, head) for head in heads) for line in lines[first : at + 1])
        ends = [line for line in lines[grid.heads : first] if len(line.row.cells) > 1 or line.row.has_value]
        if 2 * same >= len(heads) and ends:
            return end_above(ends[-1], lines[first]), lines[first].top
    return None


def _goes_up(line: TableLine, below: TableLine, heads: Sequence[TableLine]) -> bool:
    """Whether a line belongs to the header that the line below it belongs to: it says the same, or has no label."""
    is_near = below.row.base - line.row.base <= HEAD_GAP * line.row.size
    return any(_is_same(line, head) for head in heads) or (is_near and not (line.cells[0] or line.row.has_value))


def _is_same(one: TableLine, other: TableLine) -> bool:
    return [word.text for word in one.words] == [word.text for word in other.words] and all(
        abs(a.left - b.left) < _SAME_LEFT for a, b in zip(one.words, other.words, strict=True)
    )


def is_table(grid: Grid, model: TableModel) -> bool:
    """No headings of an annual report, contents, equations, lists, charts, drawings, programs, text in boxes."""
    if (
        len(grid.lines) < 2
        or _is_text(grid)
        or _is_axis(grid)
        or _is_contents(grid)
        or grid.strokes > _MOST_STROKES * sum(len(line.words) for line in grid.lines)
    ):
        return False
    if any(PART.match(row[0]) or ITEM.match(row[0]) for row in grid.rows):
        return False
    return model.is_table(grid.lines, grid.heads, grid.rows, is_closed=grid.region.is_closed) and not is_listing(
        grid.lines, is_ruled=grid.region.is_grid
    )


def _is_axis(grid: Grid) -> bool:
    """Whether the rows are marks of an axis: one figure each, which go up or down, and do not count 1, 2, 3 as rows
    of a form do.
    """
    cells = [[cell for cell in row if cell] for row in grid.rows]
    alone = [own[0] for own in cells if len(own) == 1 and NUMBER.match(own[0])]
    marks = [int("".join(filter(str.isdecimal, cell)) or 0) for cell in alone]
    is_scale = marks in (sorted(marks), sorted(marks, reverse=True))
    is_counted = all(cell.isdigit() for cell in alone) and marks == sorted(marks)
    return len(alone) >= max(_FEWEST_MARKS, _MARKS * len(cells)) and is_scale and not is_counted


def _is_contents(grid: Grid) -> bool:
    """Whether dots lead to numbers that go up."""
    body = grid.lines[grid.heads :]
    pages = [int(line.cells[-1]) for line in body if line.cells[-1].isdecimal()]
    return 2 * sum(line.is_led for line in body) > len(body) and len(pages) == len(body) and pages == sorted(pages)


def _is_text(grid: Grid) -> bool:
    body = grid.lines[grid.heads :]
    cells = [cell for row in grid.rows for cell in row if cell]
    across, long = sum(line.is_across for line in body), sum(len(cell) > LONG for cell in cells)
    return across >= _TEXT * len(body) and long >= _TEXT * len(cells)


def _block(grid: Grid, number: int, *, goes_on: bool) -> Block:
    region = grid.region
    heads = [grid.headers] if grid.headers else []
    lines = tuple(
        Line(
            "\t".join(" ".join(cell.split()) for cell in row),
            NO_STYLE,
            True,
            region.left,
            region.right,
            region.top,
            not at,
            table=number,
            is_head=at < len(heads),
            goes_on=goes_on and not at,
        )
        for at, row in enumerate([*heads, *grid.rows])
    )
    return Block(lines, region.left, region.right, region.top, region.bottom)
