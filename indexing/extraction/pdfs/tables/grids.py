"""The cells of a table on a page of a PDF.

Columns are parted by what stays white and by rules; a row has one line or more.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass

from ..pdf_patterns import CAPTION, SIGNS_BEHIND
from ..pdf_words import Word
from .heads import place_heads
from .lines import TableLine, TableRules, join_cells, joined_rows, rules_in, table_lines, text_of
from .model import TableModel
from .regions import Region
from .rows import NUMBER, Cell, Row, row_of, wide_gaps
from .rules import Rules

_MOST_COLUMNS: Final = 60
_MOST_ABOVE: Final = 20
"""Lines above the first figure that may be headers: behind more, figures are only some of the cells."""
_CELL_GAP: Final = 1.4
"""Of the size: words further apart are two cells, whatever stands above and below."""
_NARROW: Final = 0.5
"""Of the size, the least between two cells where the lines around are parted: words of a table stand closer."""
_PARTED: Final = 0.65
"""The same, of cells of a line that is parted for that: a space of a typewriter is less."""
_SIGNS: Final = re.compile(r"(?:(?:US|C|A)?[$€£¥(]{1,2}|[•▪●◦*-])$")
"""Cells of a column of its own that belong to the next one."""
_CROSSED: Final = 4
"""One of so many lines may reach over what the headers part, and a table needs as many lines for that."""
_LEVEL: Final = 0.5
"""Of the size: a line so much higher is the same one, and a rule of so much of the width parts them."""
_SIGN_SIZE: Final = 12.0
"""Points: what is drawn in a square of this size is one sign."""
_CORNER: Final = 3.0
"""Points from the end of a rule to the middle of a round corner."""
_NOTED: Final = 0.8
"""Of the cells of a column are in brackets."""


@dataclass(slots=True)
class Grid:
    """Rows of equal length."""

    region: Region
    lines: list[TableLine]
    columns: int
    heads: int = 0
    """Lines that are headers."""
    headers: list[str] = field(default_factory=list)
    """One for each column; empty without headers."""
    rows: list[list[str]] = field(default_factory=list)
    gutters: list[tuple[float, float]] = field(default_factory=list)
    """Left and right of what parts one column from the next."""
    strokes: int = 0
    """Places with slanted lines and curves: a tick or a dot in a cell is one, however many it has."""


def grid_of(
    words: Sequence[Word],
    region: Region,
    page_rules: Rules,
    model: TableModel,
    *,
    fewest: int = 2,
    is_named: bool = False,
) -> Grid | None:
    """The table in a region, which becomes as high as its lines; None where nothing is parted into columns. `is_named`:
    it has a caption, as no form has.
    """
    rules = rules_in(page_rules, region)
    lines = table_lines(words, rules, region)
    if len(lines) < fewest:
        return None
    gutters = _gutters(lines, region, rules)
    if not gutters or len(gutters) >= _MOST_COLUMNS:
        return None
    region.top, region.bottom = lines[0].top, lines[-1].row.base + 0.35 * lines[-1].row.size
    for line in lines:
        _place(line, gutters, rules)
    if not region.is_closed:
        lines = lines[_titles(lines, region, gutters[0][0]) :]
        region.top = lines[0].top
    lines = _levelled(lines)
    grid = Grid(region, lines, len(gutters) + 1, model.head_count(lines, is_named=is_named), gutters=gutters)
    heads, body = lines[: grid.heads], lines[grid.heads :]
    _place_heads(grid, _inks(body, gutters, region), rules)
    _merge_notes(grid, rules)
    _merge_signs(grid)
    _merge_apart(grid, rules)
    alone = {first for line in heads for first, last in line.spans if first == last}
    kept = [at for at in range(grid.columns) if at in alone or any(line.cells[at] for line in body)]
    if len(kept) < 2:
        return None
    grid.columns = len(kept)
    grid.gutters = [(grid.gutters[one][0], grid.gutters[other - 1][1]) for one, other in pairwise(kept)]
    for line in lines:
        line.cells = [line.cells[at] for at in kept]
    grid.rows = joined_rows(body, grid.gutters, is_closed=region.is_closed)
    grid.strokes = _strokes_in(region, page_rules) if page_rules.strokes else 0
    if heads:
        grid.headers = [_without_repeats(column) for column in zip(*(line.cells for line in heads), strict=True)]
    return grid


def _titles(lines: Sequence[TableLine], region: Region, first: float) -> int:
    """Lines above what is parted: in the middle of a table, or across the end of its first column, which is `first`."""
    for at, line in enumerate(lines[: len(lines) - 2]):
        left, right = line.words[0].left, line.words[-1].right
        is_centred = abs(left + right - region.left - region.right) < line.row.size
        is_parted = any(other.left - one.right > _PARTED * line.row.size for one, other in pairwise(line.words))
        is_title = not is_parted and (left < first < right or is_centred)
        if not is_title and not CAPTION.match(line.row.cells[0].text):
            return at
    return 0


def _levelled(lines: Sequence[TableLine]) -> list[TableLine]:
    """Lines with those that stand less than half a line higher, in other columns, as one: cells of another middle."""
    found: list[TableLine] = []
    for line in lines:
        last = found[-1] if found else None
        is_near = last and line.row.base - last.row.base < _LEVEL * min(line.row.size, last.row.size)
        if (
            last
            and is_near
            and line.ruled <= _LEVEL
            and line.cut is None
            and not any(map(all, zip(last.cells, line.cells, strict=True)))
        ):
            words = sorted([*last.words, *line.words], key=lambda word: word.left)
            cells = [one or other for one, other in zip(last.cells, line.cells, strict=True)]
            across, led = last.is_across or line.is_across, last.is_led or line.is_led
            found[-1] = TableLine(words, row_of(words), last.ruled, last.drawn, last.cut, cells, across, led)
        else:
            found.append(line)
    return found


def grid_along(
    words: Sequence[Word], region: Region, page_rules: Rules, gutters: Sequence[tuple[float, float]], heads: int
) -> Grid | None:
    """The rows in a region below its first `heads` lines, parted as the table is that they go on with."""
    rules = rules_in(page_rules, region)
    lines = table_lines(words, rules, region, goes_on=True)[heads:]
    if not lines:
        return None
    for line in lines:
        _place(line, gutters, rules, is_known=True)
    grid = Grid(region, lines, len(gutters) + 1, gutters=list(gutters))
    grid.rows = joined_rows(lines, gutters, is_closed=region.is_closed)
    return grid


def _strokes_in(region: Region, rules: Rules) -> int:
    """Places with slanted lines and curves, but for round corners: those at the end of a rule down."""
    corners = {
        ((rule.at + across) // _SIGN_SIZE, (end + down) // _SIGN_SIZE)
        for rule in rules.down
        for end in (rule.start, rule.end)
        for across in (-_CORNER, _CORNER)
        for down in (-_CORNER, _CORNER)
    }
    places = {
        (x // _SIGN_SIZE, y // _SIGN_SIZE)
        for x, y in rules.strokes
        if region.left <= x <= region.right and region.top <= y <= region.bottom
    }
    return len(places - corners)


def _without_repeats(cells: Sequence[str]) -> str:
    return join_cells([cell for at, cell in enumerate(cells) if not at or cell != cells[at - 1]])


def _gutters(lines: Sequence[TableLine], region: Region, rules: TableRules) -> list[tuple[float, float]]:
    """Left and right of what stays white between columns, from left to right."""
    first = next((at for at, line in enumerate(lines[:_MOST_ABOVE]) if line.row.has_value), None)
    body = [line for line in lines[first or 0 :] if len(line.row.cells) > 1]
    if first is None and len(body) > 2:
        ruled = next((at for at in range(1, min(6, len(lines))) if lines[at].ruled > 0.5), 1)
        body = [line for line in lines[ruled:] if len(line.row.cells) > 1] or body
    parted = sorted({round(rule.at, 1) for rule in rules.down})
    lefts = [one for one, other in pairwise([*parted, 1e9]) if other - one > 4]
    found = [(at - 0.1, at + 0.1) for at in lefts]
    if not body:
        return found
    size = sorted(line.row.size for line in body)[len(body) // 2]
    left, right = int(region.left) - 1, int(region.right) + 2
    covered = [0] * (right - left + 2)
    for line in body:
        for word in line.words:
            low, high = max(0, round(word.left - left)), min(len(covered) - 1, round(word.right - left))
            covered[low] += 1
            covered[high] -= 1
    total, most = 0, (len(body) // 12 if len(body) > 8 else 0)
    wide = 0.35 * size if len(body) >= 8 else 0.6 * size if len(body) >= _CROSSED else 1.0 * size
    wide = max(2.0, wide)
    if lefts:
        wide = max(wide, 0.8 * size)
    begin: int | None = None
    seen = False
    for at, change in enumerate(covered):
        covered[at] = total = total + change
        if total > most:
            if begin is not None and seen and at - begin >= wide:
                low, high = begin + left, at + left
                if not any(low - 2 <= x <= high + 2 for x in lefts):
                    found.append(_narrowed((low + 0.5, high - 0.5), lines))
            begin, seen = None, True
        elif begin is None:
            begin = at
    heads = lines[: next(at for at, line in enumerate(lines) if line is body[0])]
    # Headers that stand apart tell of columns that a long cell or two reach over.
    for one, other in pairwise(heads[-1].words) if heads else ():
        if any(one.left < (low + high) / 2 < other.right for low, high in found):
            continue
        taken = [
            at for at in range(round(one.right) - left, round(other.left) - left) if covered[at] > len(body) // _CROSSED
        ]
        ends = [one.right - left, *taken, other.left - left]
        begins, ends_at = max(pairwise(ends), key=lambda free: free[1] - free[0])
        if ends_at - begins > _PARTED * size:
            found.append((begins + left + 0.5, ends_at + left - 0.5))
    return sorted(found)


def _narrowed(gutter: tuple[float, float], lines: Sequence[TableLine]) -> tuple[float, float]:
    """What stays white of a gutter beside the longest cells, which come so near to the next that they look like one."""
    low, high = gutter
    for line in lines:
        if len(line.row.cells) > 1:
            continue
        for left, right in wide_gaps(line.words, line.row.size):
            if left < high and right > low and min(high, right) - max(low, left) >= _NARROW * line.row.size:
                low, high = max(low, left), min(high, right)
    return low, high


def _place(
    line: TableLine, gutters: Sequence[tuple[float, float]], rules: TableRules, *, is_known: bool = False
) -> None:
    """Fill the cells of a line of the body: each piece stands where it begins. `is_known`: nothing else parts it."""
    pieces: list[list[Word]] = []
    for word in line.words:
        if pieces:
            last = max(one.right for one in pieces[-1])
            is_wide = word.left - last > _PARTED * line.row.size
            parted = any(
                low < word.left and last < high if is_wide else last - 1.5 <= low and high <= word.left + 1.5
                for low, high in gutters
            )
            ruled = not is_known and any(last - 1 <= rule.at <= word.left + 1 for rule in rules.down)
            if not (parted or ruled or word.left - last > _CELL_GAP * line.row.size):
                pieces[-1].append(word)
                continue
        pieces.append([word])
    line.cells = [""] * (len(gutters) + 1)
    gaps = [other[0].left - max(word.right for word in one) for one, other in pairwise(pieces)]
    if len(pieces) > len(line.row.cells) and min(gaps) > _PARTED * line.row.size:
        cells = [Cell(text_of(piece), piece[0].left, max(word.right for word in piece)) for piece in pieces]
        line.row = Row(cells, line.row.base, line.row.size)
    for piece in pieces:
        left, right = piece[0].left, max(word.right for word in piece)
        line.is_across |= any(left < (low + high) / 2 < right for low, high in gutters)
        text = text_of(piece)
        at = (left + right) / 2 if NUMBER.match(text) else left + 0.5
        column = sum(1 for low, high in gutters if (low + high) / 2 <= at)
        line.cells[column] = f"{line.cells[column]} {text}".strip()


def _inks(
    lines: Sequence[TableLine], gutters: Sequence[tuple[float, float]], region: Region
) -> list[tuple[float, float]]:
    """Left and right of each column as it is filled."""
    edges = [region.left, *((low + high) / 2 for low, high in gutters), region.right]
    found = list(pairwise(edges))
    parted = [line for line in lines if len(line.row.cells) > 1] or lines
    for column, (low, high) in enumerate(found):
        own = [word for line in parted for word in line.words if low <= word.left and word.right <= high]
        if own:
            found[column] = min(word.left for word in own), max(word.right for word in own)
    return found


def _merge_notes(grid: Grid, rules: TableRules) -> None:
    """Columns whose headers are the same pieces are one, if the second says more of the first: `63 (18.5%)`; or if
    rules part the other columns.
    """
    heads, body = grid.lines[: grid.heads], grid.lines[grid.heads :]
    for at in range(grid.columns - 1, 0, -1):
        over = [{n for n, (first, last) in enumerate(line.spans) if first <= at <= last} for line in heads]
        before = [{n for n, (first, last) in enumerate(line.spans) if first < at <= last + 1} for line in heads]
        cells = [line.cells[at] for line in body if line.cells[at]]
        noted = sum(1 for cell in cells if cell[0] in "([" or cell == "%")
        low, high = grid.gutters[at - 1]
        is_one = grid.region.is_closed and not any(low - 1 <= rule.at <= high + 1 for rule in rules.pieces)
        if any(over) and over == before and (is_one or noted >= _NOTED * len(cells)):
            _merge(grid, at, " ")


def _merge_apart(grid: Grid, rules: TableRules) -> None:
    """Columns of which one has but a header and the one beside it none, where rules part others and nothing these two:
    a header in the middle above long cells, or cells in the middle below a long header.
    """
    if not rules.down:
        return
    for at in range(grid.columns - 1, 0, -1):
        low, high = grid.gutters[at - 1]
        if any(low - 1 <= rule.at <= high + 1 for rule in rules.pieces):
            continue
        heads, body = (
            [any(line.cells[column] for line in lines) for column in (at - 1, at)]
            for lines in (grid.lines[: grid.heads], grid.lines[grid.heads :])
        )
        if heads in ([True, False], [False, True]) and body == heads[::-1]:
            _merge(grid, at, "")


def _place_heads(grid: Grid, inks: Sequence[tuple[float, float]], rules: TableRules) -> None:
    """Fill the cells of the headers: a column of signs and the one behind it have one header."""
    groups: list[list[int]] = []
    for at in range(grid.columns):
        if groups and _signs_at(grid, at - 1):
            groups[-1].append(at)
        else:
            groups.append([at])
    heads = grid.lines[: grid.heads]
    wide = [(inks[group[0]][0], inks[group[-1]][1]) for group in groups]
    place_heads(heads, wide, rules, 0.96 * (grid.region.right - grid.region.left))
    for line in heads:
        line.spans = [(groups[first][0], groups[last][-1]) for first, last in line.spans]
        line.cells = [text for text, group in zip(line.cells, groups, strict=True) for _ in group]


def _merge_signs(grid: Grid) -> None:
    """Signs that stand in a column of their own belong to the figures beside them."""
    for at in range(grid.columns - 1, -1, -1):
        if sign := _signs_at(grid, at):
            _merge(grid, at + 1, "" if sign[-1] in "$€£¥(" else " ")
            continue
        cells = [line.cells[at] for line in grid.lines[grid.heads :] if line.cells[at]]
        if cells and at and all(map(SIGNS_BEHIND.match, cells)):
            _merge(grid, at, "")


def _signs_at(grid: Grid, at: int) -> str:
    """The first sign of a column that has little else and belongs to the next one; empty for another column."""
    cells = [line.cells[at] for line in grid.lines[grid.heads :] if line.cells[at]]
    signs = [cell for cell in cells if _SIGNS.match(cell)]
    is_most = 2 * len(signs) > len(cells) and signs != ["-"]  # one alone is nothing, a list would have more of them
    is_before = is_most and at + 1 < grid.columns and not _has_words_before(grid, at + 1)
    return signs[0] if is_before else ""


def _has_words_before(grid: Grid, at: int) -> bool:
    """Whether a cell of a column has more than a sign before it; words of a note stand before none."""
    pairs = (line.cells[at - 1 : at + 1] for line in grid.lines[grid.heads :])
    return any(before and cell and not _SIGNS.match(before) for before, cell in pairs)


def _merge(grid: Grid, at: int, between: str) -> None:
    """Make a column one with the column before it."""
    for number, line in enumerate(grid.lines):
        one, other = line.cells[at - 1 : at + 1]
        if number < grid.heads:
            line.spans = [(first - (first >= at), last - (last >= at)) for first, last in line.spans]
            line.cells[at - 1 : at + 1] = [one if one == other else f"{one} {other}".strip()]
        else:
            line.cells[at - 1 : at + 1] = [between.join(filter(None, (one, other)))]
    del grid.gutters[at - 1]
    grid.columns -= 1
