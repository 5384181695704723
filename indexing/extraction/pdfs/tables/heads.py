"""The headers of a table on a page of a PDF: where they begin, and which columns each stands above."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from citeline.text import has_digit

from ..pdf_words import Page, Word
from .lines import TableLine, TableRules, text_of
from .regions import DRAWN, Region
from .rows import HEAD_GAP, MOST_HEADS, Row, rows_in
from .rules import Rule, Rules

_PHRASE_GAP: Final = 0.9
"""Of the size, between two headers."""
_WORD_GAP: Final = 0.15
"""The same, where a column ends."""
_MOST_ALIKE: Final = 5
"""Words of a header that each column has of its own: `Year Ended December 31, 2022`."""
_DIGITS: Final = re.compile(r"\d+")
_ALIGNED: Final = 0.25
"""Of the size: as far from the sides or the middle of its column stands a header that comes close to the next."""
_OFF_CENTRE: Final = 1.2
"""Of the size: a header may stand this far from the middle of its columns."""

_AS_FAR: Final = 1.1
"""Times as far as the first rows from each other may a header stand that is set in their columns."""
_MOST_LABELS: Final = 6
"""Lines of a table, the first of which may be labels: `Assets`."""
_FEWEST_OVER: Final = 3
"""Headers above a box."""
_LINE: Final = 1.35
"""Of the size, from a line of a header to the next."""
_SAME_START: Final = 1.5
"""Points between the left sides of cells of one column."""
_TOUCHES: Final = 3.0
_SHORT: Final = 0.7
"""Of the width of a table, a rule that spans some of its columns."""

_Ink = tuple[float, float]
"""Left and right of a column as it is filled."""


def place_heads(heads: Sequence[TableLine], inks: Sequence[_Ink], rules: TableRules, full: float) -> None:
    """Fill the cells of the headers: the text of each in all columns that it stands above.

    A rule across of `full` points and more parts rows, a shorter one tells what the header above it spans.
    """
    if not heads:
        return
    # Where each column has its own words in one line, the others part where they are further apart.
    is_told = any(_alike(line.words, inks, line.row.size) for line in heads)
    dense = [
        line
        for line in ([] if is_told else heads)
        if 2 * len(line.row.cells) >= len(inks) and len(rules.beside(line)) + 1 < len(line.row.cells)
    ]
    limits = _limits(dense, inks)
    top, bottom, least = heads[0].top, heads[-1].row.base, heads[0].row.size
    partial = [rule for rule in rules.across if top < rule.at < bottom and least < rule.length < full]
    whole = [rule for rule in rules.across if rule.length >= full]
    sides = min([inks[0][0], *(rule.start for rule in whole)]), max([inks[-1][1], *(rule.end for rule in whole)])
    inks, below = list(inks), list[TableLine]()
    for line in reversed(heads):
        ends = [
            (one.end + other.start) / 2
            for one, other in pairwise(sorted(partial, key=lambda rule: (rule.at, rule.start)))
            if abs(one.at - other.at) < 1 and line.middle < one.at <= line.row.base + line.row.size
        ]
        spans = [rule for rule in partial if line.middle < rule.at <= line.row.base + line.row.size]
        _cut(line, heads, inks, [*rules.beside(line), *ends], limits if line in dense else (), spans)
        beside = rules.beside(line)
        # In the last of several lines what stands in the middle of half of a table goes on with the line above.
        beside = [] if len(beside) == 1 and len(heads) > 1 and not below else beside
        _widen(line, below, partial, beside, inks, sides)
        for (first, last), extent in zip(line.spans, line.extents, strict=True):
            if first == last:  # what stands above it may be in the middle of it and not of its figures
                inks[first] = min(inks[first][0], extent[0]), max(inks[first][1], extent[1])
        below.insert(0, line)
    for line, other in pairwise(heads):
        _go_on(other, line, partial)


def _go_on(line: TableLine, above: TableLine, partial: Sequence[Rule]) -> None:
    """What stands right below a header, in its middle and with no rule between, is its next line: above the same
    columns.
    """
    size = line.row.size
    if line.row.base - above.row.base > _LINE * size or any(above.middle < rule.at < line.middle for rule in partial):
        return
    for at, (extent, span) in enumerate(zip(line.extents, line.spans, strict=True)):
        others = {n for i, (first, last) in enumerate(line.spans) if i != at for n in range(first, last + 1)}
        for over, (first, last) in zip(above.extents, above.spans, strict=True):
            is_inside = first <= span[0] and span[1] <= last
            if is_inside and _is_centred(extent, over, size) and others.isdisjoint(range(first, last + 1)):
                line.spans[at] = first, last
    _fill(line, len(line.cells))


def _limits(lines: Sequence[TableLine], inks: Sequence[_Ink]) -> list[float]:
    """Where one column of headers ends and the next begins: in the middle of what stays white in all of these lines.

    What is white between the columns as well comes first: beside the short header of a wide column there is more.
    """
    found: list[float] = []
    for one, other in pairwise(inks):
        low, high = (one[0] + one[1]) / 2, (other[0] + other[1]) / 2
        taken = sorted(
            (word.left, word.right) for line in lines for word in line.words if word.right > low and word.left < high
        )
        best, at = (0.0, 0.0), (one[1] + other[0]) / 2
        edge = low
        for left, right in [*taken, (high, high)]:
            if left > edge:
                between = max(0.0, min(left, other[0]) - max(edge, one[1]))
                if (between, left - edge) > best:
                    best, at = (between, left - edge), (edge + left) / 2
            edge = max(edge, right)
        found.append(at)
    return found


def _cut(
    line: TableLine,
    heads: Sequence[TableLine],
    inks: Sequence[_Ink],
    near: Sequence[float],
    limits: Sequence[float],
    spans: Sequence[Rule],
) -> None:
    """The pieces of a line of headers, and the columns right below each; words above a rule of `spans` are one."""
    size = line.row.size
    alike = _alike(line.words, inks, size)
    pieces: list[list[Word]] = []
    for word in line.words[: len(line.words) - sum(map(len, alike))]:
        if pieces:
            last = max(one.right for one in pieces[-1])
            gap = word.left - last
            is_one = gap <= _PHRASE_GAP * size and any(
                rule.start - 1 <= pieces[-1][0].left and word.right <= rule.end + 1 for rule in spans
            )
            parted = (
                any(last - 0.5 <= at <= word.left + 0.5 for at in limits) and gap > _WORD_GAP * size
                if limits and not is_one
                else gap > _PHRASE_GAP * size
            )
            if not (parted or any(last - 1 <= at <= word.left + 1 for at in near)):
                pieces[-1].append(word)
                continue
        pieces.append([word])
    line.spans, line.pieces, line.extents = [], [], []
    if not limits:
        below = [word for other in heads if other.row.base > line.row.base for word in other.words]
        pieces = [run for piece in pieces for run in _runs(piece, below, inks, size)]
    for at, piece in enumerate([*pieces, *alike], 1 - len(pieces)):
        left, right = _sides(piece)
        if at > 0:
            own = [at]
        elif limits:
            first = sum(1 for at in limits if at <= left + 1)
            own = [first, max(first, sum(1 for at in limits if at < right - 1))]
        else:
            own = _below(left, right, inks)
            own = own or [min(range(len(inks)), key=lambda n: abs(sum(inks[n]) - left - right))]
        line.spans.append((own[0], own[-1]))
        line.pieces.append(text_of(piece))
        line.extents.append((left, right))


def _sides(piece: Sequence[Word]) -> _Ink:
    return piece[0].left, max(word.right for word in piece)


def _below(left: float, right: float, inks: Sequence[_Ink]) -> list[int]:
    """The columns that reach below a header."""
    return [n for n, (low, high) in enumerate(inks) if min(right, high) - max(left, low) > min(2.0, 0.5 * (high - low))]


def _runs(piece: list[Word], below: Sequence[Word], inks: Sequence[_Ink], size: float) -> list[list[Word]]:
    """The words above each column that a header reaches over, where all of them stand as their columns do.

    Above the headers of two columns that may be chance: `Mexican American` above men and women.
    """
    left, right = _sides(piece)
    own = _below(left, right, inks)
    is_last = not any(word.left < right and left < word.right for word in below)
    if not (1 if is_last else 2) < len(own) <= len(piece):
        return [piece]
    ends = [(inks[one][1] + inks[other][0]) / 2 for one, other in pairwise(own)]
    runs: list[list[Word]] = [[] for _ in own]
    for word in piece:
        runs[bisect_left(ends, (word.left + word.right) / 2)].append(word)
    if not all(runs):
        return [piece]
    off = [(a - low, b - high, (a + b - low - high) / 2) for (a, b), (low, high) in _pairs(runs, own, inks)]
    return runs if any(all(abs(by) <= _ALIGNED * size for by in side) for side in zip(*off, strict=True)) else [piece]


def _pairs(runs: Sequence[list[Word]], own: Sequence[int], inks: Sequence[_Ink]) -> list[tuple[_Ink, _Ink]]:
    return [(_sides(run), inks[at]) for run, at in zip(runs, own, strict=True)]


def _alike(words: Sequence[Word], inks: Sequence[_Ink], size: float) -> list[list[Word]]:
    """The last words, if they say the same kind of thing of each column but the first: dates, however close they stand.

    Empty for other words.
    """
    count = len(inks) - 1
    for length in range(2, _MOST_ALIKE + 1) if count > 1 else ():
        first = len(words) - count * length
        if first < 0 or (first and words[first].left - words[first - 1].right <= _PHRASE_GAP * size):
            continue
        pieces = [list(words[at : at + length]) for at in range(first, len(words), length)]
        kinds = {
            tuple(_DIGITS.sub("0", word.text) if has_digit(word.text) else "" for word in piece) for piece in pieces
        }
        stand = all(
            piece[0].left < ink[1] and ink[0] < piece[-1].right for piece, ink in zip(pieces, inks[1:], strict=True)
        )
        if len(kinds) == 1 and any(map(any, kinds)) and stand:
            return pieces
    return []


def _widen(
    line: TableLine,
    lower: Sequence[TableLine],
    partial: Sequence[Rule],
    beside: Sequence[float],
    inks: Sequence[_Ink],
    sides: _Ink,
) -> None:
    """A header in the middle of several columns stands above all that a rule below it or beside it says."""
    below = lower[0] if lower else None
    spans: list[tuple[int, int]] = []
    for at, (first, last) in enumerate(line.spans):
        left, right = line.extents[at]
        others = [extent for n, extent in enumerate(line.extents) if n != at]
        goes_on = any(_is_next(one, line, (left, right)) for one in lower)
        holds = [
            (rule.start, rule.end)
            for rule in partial
            if _is_below(rule, line, lower) and rule.start - 3 <= left and right <= rule.end + 3
        ]
        if beside:
            edges = (
                max([x for x in beside if x <= left + 2], default=sides[0]),
                min([x for x in beside if x >= right - 2], default=sides[1]),
            )
            if len(beside) > 1 or (not goes_on and abs(left + right - sum(edges)) <= 2 * _OFF_CENTRE * line.row.size):
                holds.append(edges)
        alone = [hold for hold in holds if not any(low < hold[1] and high > hold[0] for low, high in others)]
        if alone:
            begin, end = min(alone, key=lambda hold: hold[1] - hold[0])
            own = [n for n, (low, high) in enumerate(inks) if begin - 2 <= (low + high) / 2 <= end + 2]
            first, last = (own[0], own[-1]) if own else (first, last)
        elif line.pieces[at].endswith("-") or below is None or goes_on:
            pass  # what a divided word goes on with stands right below it
        elif (holds or not partial) and len(beside) < 2 and _is_above(line, below):
            wide = _centred((left + right) / 2, first, last, at, line, inks)
            filled = {n for one, other in below.spans for n in range(one, other + 1)}
            if all(n in filled for n in range(wide[0], wide[1] + 1)):
                first, last = wide
        spans.append((first, last))
    for at, (first, last) in enumerate(spans):
        low = line.spans[at - 1][1] + 1 if at else 0
        high = line.spans[at + 1][0] - 1 if at + 1 < len(spans) else len(inks) - 1
        spans[at] = max(first, min(low, line.spans[at][0])), min(last, max(high, line.spans[at][1]))
    line.spans = spans
    _fill(line, len(inks))


def _is_next(below: TableLine, line: TableLine, extent: _Ink) -> bool:
    """Whether words right below a header, in its middle or at its right side, are its next line."""
    size = line.row.size
    is_near = below.row.base - line.row.base <= _LINE * size
    return is_near and any(
        _is_centred(one, extent, size) or abs(one[1] - extent[1]) <= _ALIGNED * size for one in below.extents
    )


def _is_centred(extent: _Ink, other: _Ink, size: float) -> bool:
    """Whether the middle of one is that of the other."""
    return abs(sum(extent) - sum(other)) <= 2 * _ALIGNED * size


def _fill(line: TableLine, columns: int) -> None:
    line.cells = [""] * columns
    for (first, last), text in zip(line.spans, line.pieces, strict=True):
        for column in range(first, last + 1):
            line.cells[column] = f"{line.cells[column]} {text}".strip()


def _is_below(rule: Rule, line: TableLine, lower: Sequence[TableLine]) -> bool:
    """Whether it stands below a line with no header between: one in the middle of several lines is beside it."""
    between = [extent for one in lower if one.middle < rule.at for extent in one.extents]
    is_near = rule.at <= line.row.base + 0.5 * line.row.size
    return line.middle < rule.at and (is_near or not any(a < rule.end and rule.start < b for a, b in between))


def _is_above(line: TableLine, below: TableLine) -> bool:
    """Whether a line may have headers of several columns: it has half as many as the next."""
    return 2 * len(line.spans) <= len(below.spans)


def _centred(centre: float, first: int, last: int, at: int, line: TableLine, inks: Sequence[_Ink]) -> tuple[int, int]:
    """The widest run of columns that has a header in its middle, up to the next headers."""
    low = line.spans[at - 1][1] + 1 if at else min(1, first)
    high = line.spans[at + 1][0] - 1 if at + 1 < len(line.spans) else len(inks) - 1
    best, tolerance = (first, last), _OFF_CENTRE * line.row.size
    for begin in range(low, first + 1):
        for end in range(last, high + 1):
            middle = (inks[begin][0] + inks[end][1]) / 2
            if abs(middle - centre) <= tolerance and end - begin > best[1] - best[0]:
                best = begin, end
    return best


def with_heads(page: Page, regions: Sequence[Region], rules: Rules) -> list[Region]:
    """Places of tables from top to bottom, each with the headers right above it."""
    page = replace(page, words=tuple(word for word in page.words if not DRAWN.match(word.text)))
    for region in regions:
        _add_heads(page, region, regions, rules)
    return sorted(regions, key=lambda region: (region.top, region.left))


def _add_heads(page: Page, region: Region, others: Sequence[Region], rules: Rules) -> None:
    """Take in the headers right above a table: those above its first figures, in the columns of its first line, above
    rules that tell what they span, or a line above other headers. A label may stand between, or be the first line.
    """
    own = rows_in([word for word in page.words if region.holds(word)])
    if not own:
        return
    size = own[0].size
    pitch = max(HEAD_GAP * size, *(_AS_FAR * (other.base - one.base) for one, other in pairwise(own[:2])), 0.0)
    above = Region(region.left - 1, region.right + 1, region.top - MOST_HEADS * 2 * size, region.top)
    words = [word for word in page.words if above.holds(word) and not any(other.holds(word) for other in others)]
    starts = [row for row in own[:_MOST_LABELS] if row.has_value or len(row.cells) > 1]
    first = next((row for row in starts if row.has_value), starts[0] if starts else own[0])
    labels = first.cells[0].right
    below, has_label = own[0], False
    for row in reversed(rows_in(words)):
        over = [cell for cell in row.cells if cell.right > labels]
        is_over = first.has_value and len(over) > (first is not own[0]) and not over[0].left < region.left + size
        is_set = _in_columns(row, own[0])
        is_head = is_over or _goes_on_below(row, below) or _are_underlined(row, region, rules)
        if region.is_closed and (len(row.cells) < _FEWEST_OVER or not is_head):
            return
        if below.base - row.base > (pitch if is_set else HEAD_GAP * size) or row.has_value:
            return
        if is_set or is_head:
            region.top, region.is_closed = row.base - row.size, False
        elif has_label or len(row.cells) > 1 or row.cells[0].left > region.left + _TOUCHES or not first.has_value:
            return
        else:
            has_label = True
        below = row


def _goes_on_below(row: Row, below: Row) -> bool:
    """Whether each cell of a line is the line above one other cell of headers."""
    if below.base - row.base > _LINE * row.size or below.has_value or (len(row.cells) < 2 > len(below.cells)):
        return False
    over = [
        [other for other in below.cells if cell.left < other.right and other.left < cell.right] for cell in row.cells
    ]
    is_title = len(row.cells) == 1 and over[0] == below.cells[:1]
    return not is_title and all(len(own) == 1 for own in over)


def _in_columns(row: Row, below: Row) -> bool:
    """Whether each cell begins where one of the line below begins."""
    lefts = [other.left for other in below.cells]
    return len(row.cells) == len(lefts) > 2 and all(
        abs(cell.left - left) < _SAME_START for cell, left in zip(row.cells, lefts, strict=True)
    )


def _are_underlined(row: Row, region: Region, rules: Rules) -> bool:
    """Whether below each cell a rule begins and ends within a table, or several that come close to each other do."""
    near = [
        rule
        for rule in rules.across
        if row.base - _TOUCHES < rule.at < row.base + row.size and rule.length < _SHORT * (region.right - region.left)
    ]
    joined: list[list[float]] = []
    for rule in sorted(near, key=lambda rule: rule.start):
        if joined and rule.start - joined[-1][1] < row.size:
            joined[-1][1] = max(joined[-1][1], rule.end)
        else:
            joined.append([rule.start, rule.end])
    return all(any(low - 1 <= cell.left and cell.right <= high + 1 for low, high in joined) for cell in row.cells)
