"""Where on a page of a PDF tables may stand: where figures share columns, and where rules part rows or columns."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Final

from citeline.dataclass import dataclass

from ..pdf_columns import columns_of, rows_of
from ..pdf_patterns import CAPTION
from ..pdf_words import Page, Word
from .rows import (
    FEWEST_ROWS,
    NARROW,
    begins_running,
    figures_begin,
    figures_end,
    lines_in,
    row_of,
    rows_in,
)
from .rules import Rule, Rules, levels_of

_DRAWN_BY: Final = "-_=—–─━"
DRAWN: Final = re.compile(rf"[{_DRAWN_BY}]{{4,}}$")
"""A rule made of letters."""
_SAME: Final = 6.0
"""Points between the ends of rules that belong to one table."""
_SAME_WIDTH: Final = 0.02
"""The same, of the length of a long one: the rules of a statement begin where their rows are indented."""
_TOUCHES: Final = 3.0
_MEETS: Final = 4.0
"""Points between two rules that are drawn: corners may be round, and cells may have a box each."""
_HEAD_BOX: Final = 40.0
"""Points: a lower box may hold no more than headers."""
_PROSE: Final = 0.7
"""Of the width, a line that is not parted: two of them are text."""
_LOWEST: Final = 16.0
"""Points, of a table between rules."""
_APART: Final = 1.5
"""Of the size: the header of another table stands that far below the last row."""
_MOST_RULES: Final = 200
"""Of one width: more of them are a drawing."""
_SAME_START: Final = 1.5
"""Points between the left sides of cells of one column."""
_FREE: Final = 14.0
"""Points that a table may begin with nothing in them."""
_FREE_WITHIN: Final = 30.0
"""The same, further down."""
_SECTION: Final = 20.0
"""Points, less than that is the title of a section between its rules; that of another table has more."""
_SHORTEST: Final = 8.0
"""Points, of a rule of a table."""
_MOST_PAIRS: Final = 1_000_000
"""Of rules across and down: more of them are a drawing."""
_PART: Final = 0.1
"""Of the area of a grid, what is drawn in one of its cells."""
_SLIDE: Final = 0.95
"""Of the area of a page: what parts as much without lines are the bars of a slide."""
_WITHIN: Final = 0.9
"""Share of a region that lies in another."""
_NARROWEST: Final = 60.0
"""Points, of a table."""


@dataclass(slots=True)
class Region:
    """A place on a page."""

    left: float
    right: float
    top: float
    bottom: float
    is_closed: bool = False
    """Rules stand around it: nothing above or below belongs to it."""
    is_grid: bool = False
    """Rules or shades part its columns."""
    figures: float = 0.0
    """Where its last figure ends."""

    def holds(self, word: Word) -> bool:
        """Whether the middle of a word stands in it."""
        return self.top <= word.base <= self.bottom and self.left <= (word.left + word.right) / 2 <= self.right

    def cuts(self, line: Sequence[Word]) -> bool:
        """Whether one of its sides stands between words of a line that stand close to each other."""
        return any(
            self.holds(one) != self.holds(other) and other.left - one.right < NARROW * max(one.style.size, 1.0)
            for one, other in pairwise(line)
        )

    def is_over(self, other: Region) -> bool:
        """Whether some of its width is that of another one."""
        return self.left < other.right and other.left < self.right

    def shared(self, other: Region) -> float:
        """The share of the smaller one that both have."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        if across <= 0 or down <= 0:
            return 0.0
        return across * down / max(1.0, min(self.area, other.area))

    @property
    def area(self) -> float:
        """In square points."""
        return (self.right - self.left) * (self.bottom - self.top)


def regions_of(page: Page, start: float | None, rules: Rules) -> list[Region]:
    """None reaching into another; `start` is where the second column of text begins."""
    page = replace(
        page, words=tuple(word for word in page.words if word.text[0] not in _DRAWN_BY or not DRAWN.match(word.text))
    )
    grids, stacks = (
        sorted((one for one in drawn if not _is_layout(one, page)), key=lambda region: region.area)
        for drawn in (_grids(rules), _without_spans(list(_stacks(page, rules))))
    )
    grids = _with_sections(_without_parts(grids), stacks, rules)
    ruled = _without_overlap([*grids, *stacks])
    for one in _figure_regions(page, start):
        over = sorted((other for other in ruled if other.shared(one) > 0.3), key=lambda region: region.top)
        if any(_are_beside(one, other) for one, other in combinations(over, 2)):
            continue
        if len(over) > 1:
            sums = [other for other in over if not other.is_grid and _has_labels_beside(page, other, one)]
            ruled, over = ([other for other in own if other not in sums] for own in (ruled, over))
        if not over:
            ruled.append(one)
            continue
        if len(over) > 1 and all(_is_whole(page, other, one) for other in over):
            continue  # tables below each other
        boxes = [other for other in over if other.is_grid and other.bottom - other.top > _HEAD_BOX]
        if any(other.is_closed or one.right - one.left > 1.3 * (other.right - other.left) for other in boxes):
            continue  # all of it, or with text beside it
        for other in over:
            other.is_closed = False
            end = one.right if one.right < other.right + _FREE else one.figures + 1
            other.left, other.right = min(one.left, other.left), max(end, other.right)
        over[0].top, over[-1].bottom = min(one.top, over[0].top), max(one.bottom, over[-1].bottom)
    found = _without_overlap(ruled)
    for one, other in combinations(sorted(found, key=lambda region: region.top), 2):
        if one.figures and not other.is_grid and one.shared(other) > 0 and one.bottom < other.bottom:
            other.top = one.bottom  # a row of figures belongs to one table
    return found


def _is_layout(drawn: Region, page: Page) -> bool:
    """Whether rules part a page and no table: bars of a slide, or columns from edge to edge."""
    is_wide = drawn.left <= 0 and drawn.right >= page.width and drawn.bottom - drawn.top > page.height / 2
    return is_wide or not (drawn.is_closed or drawn.area < _SLIDE * page.width * page.height)


def _without_parts(grids: Sequence[Region]) -> list[Region]:
    """All but shades in cells of a ruled one: a picture, or what stands behind the text of a cell."""
    return [
        one
        for one in grids
        if one.is_closed
        or not any(other.is_closed and one.area < _PART * other.area and one.shared(other) > _WITHIN for other in grids)
    ]


def _with_sections(grids: Sequence[Region], stacks: Sequence[Region], rules: Rules) -> list[Region]:
    """Grids of the same columns below each other in one stack of rules as one: between them are titles of sections."""
    found = list(grids)

    def columns(one: Region) -> set[int]:
        level = [rule.at for rule in rules.down if rule.start < one.bottom - _SAME and rule.end > one.top + _SAME]
        return {round(at / _SAME) for at in level if one.left + _SAME < at < one.right - _SAME}

    for stack in stacks:
        own = [one for one in found if one.is_closed and one.shared(stack) > _WITHIN and one.area < stack.area]
        own.sort(key=lambda region: region.top)
        gaps = [other.top - one.bottom for one, other in pairwise(own)]
        is_near = bool(gaps) and min(gaps) > _SAME and max(gaps) < _SECTION
        if is_near and all(columns(one) == columns(own[0]) for one in own):
            own[0].top, own[0].bottom = min(own[0].top, stack.top), own[-1].bottom
            found = [one for one in found if one not in own[1:]]
    return found


def _has_labels_beside(page: Page, stack: Region, figures: Region) -> bool:
    """Whether rules stand above and below sums and no more: words of the figures' lines stand before them."""
    return any(
        figures.left <= word.left < word.right < stack.left and stack.top < word.base <= stack.bottom
        for word in page.words
    )


def _is_whole(page: Page, stack: Region, figures: Region) -> bool:
    """Whether rules stand around several rows of figures, with nothing beside them."""
    level = [word for word in page.words if stack.top < word.base <= stack.bottom and figures.left <= word.left]
    own = rows_in([word for word in level if stack.holds(word)])
    beside = any(word.left < figures.right and not stack.holds(word) for word in level)
    return not (beside or stack.is_grid) and sum(row.has_value for row in own) >= FEWEST_ROWS


def _without_spans(stacks: Sequence[Region]) -> list[Region]:
    """All but those between rules that part rows beside one that spans them: a day beside what happened on it."""

    def is_beside(one: Region, other: Region) -> bool:
        ends = other.left + _SAME < one.left and abs(one.right - other.right) <= _SAME
        return ends and one.area < other.area and one.top < other.bottom and other.top < one.bottom

    return [one for one in stacks if not any(is_beside(one, other) for other in stacks)]


def _are_beside(one: Region, other: Region) -> bool:
    is_level = one.top < other.bottom and other.top < one.bottom
    return is_level and (one.right <= other.left or other.right <= one.left)


def _without_overlap(regions: list[Region]) -> list[Region]:
    """Those that share much become one."""
    found: list[Region] = []
    for one in regions:
        over = [other for other in found if other.shared(one) > 0.2]
        if not over:
            found.append(one)
            continue
        other = over[0]
        if one.is_grid or len(over) > 1 or (other.is_grid and other.bottom - other.top > _HEAD_BOX):
            continue
        other.is_closed = False
        other.left, other.right = min(one.left, other.left), max(one.right, other.right)
        other.top, other.bottom = min(one.top, other.top), max(one.bottom, other.bottom)
    return found


def _grids(rules: Rules) -> Iterator[Region]:
    """Rules across and down that touch each other, with some down between the outer ones."""
    across = [rule for rule in rules.across if rule.length >= _SHORTEST]
    down = [rule for rule in rules.down if rule.length >= _SHORTEST]
    if not down or len(across) * len(down) > _MOST_PAIRS:
        return
    root = list(range(len(across) + len(down)))

    def find(at: int) -> int:
        while root[at] != at:
            root[at] = root[root[at]]
            at = root[at]
        return at

    for at, one in enumerate(across):
        for place, other in enumerate(down, len(across)):
            near = _TOUCHES if one.is_edge or other.is_edge else _MEETS
            if one.start - near <= other.at <= one.end + near and other.start - near <= one.at <= other.end + near:
                root[find(at)] = find(place)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for at, rule in enumerate([*across, *down]):
        groups[find(at)][at >= len(across)].append(rule)
    for flat, tall in groups.values():
        if not flat or not tall:
            continue
        left, right = min(rule.start for rule in flat), max(rule.end for rule in flat)
        top, bottom = min(rule.start for rule in tall), max(rule.end for rule in tall)
        top, bottom = min(top, flat[0].at), max(bottom, flat[-1].at)
        inner = [rule for rule in tall if left + _SAME < rule.at < right - _SAME]
        length = sum(rule.length for rule in inner)
        is_axis = len(flat) == 1 and flat[0].at > (top + bottom) / 2
        if not is_axis and right - left >= _NARROWEST and length >= 0.5 * (bottom - top) > 8:
            drawn = sum(rule.length for rule in inner if not rule.is_edge)
            yield Region(left - 2, right + 2, top, bottom + 1, drawn > 0.5 * length, is_grid=True)


def _stacks(page: Page, rules: Rules) -> Iterator[Region]:
    """Rules of one width below each other, with words in cells between them."""
    stacks: dict[tuple[int, int], list[Rule]] = {}
    for rule in levels_of(rules.across):
        if rule.length < _NARROWEST:
            continue
        off = max(_SAME, _SAME_WIDTH * rule.length)
        near = [key for key in stacks if abs(key[0] - rule.start) <= off and abs(key[1] - rule.end) <= off]
        stacks.setdefault(near[0] if near else (round(rule.start), round(rule.end)), []).append(rule)
    words = sorted(page.words, key=lambda word: word.base)
    bases = [word.base for word in words]
    for (left, right), stack in stacks.items():
        stack.sort(key=lambda rule: rule.at)
        if not 2 <= len(stack) <= _MOST_RULES:
            continue
        begin: float | None = None
        bands = [
            _Band(
                words[bisect_left(bases, above.at) : bisect_right(bases, below.at)], left - 2, right + 2, above, below
            )
            for above, below in pairwise(stack)
        ]
        starts = sorted({cell.left for band in bands for row in band.rows for cell in row.cells[1:]})
        for above, band in zip(stack, [*bands, None], strict=True):
            if band is not None and band.is_tabular(starts, goes_on=begin is not None):
                begin = above.at if begin is None else begin
                if band.next_head:
                    yield Region(left - 2, right + 2, begin, band.next_head)
                    begin = band.next_head
                continue
            if begin is not None and above.at - begin > _LOWEST:
                yield Region(left - 2, right + 2, begin, above.at + 1)
            begin = None


class _Band:
    """The lines between two rules of a stack."""

    def __init__(self, words: Sequence[Word], left: float, right: float, above: Rule, below: Rule) -> None:
        """`words` are those of its height."""
        place = Region(left, right, above.at, below.at)
        self.width, self.height = right - left, below.at - above.at
        own = [word for word in words if place.holds(word)]
        self.lines = lines_in(own)
        self.rows = list(map(row_of, self.lines))
        self._place, self._words = place, words if len(own) < len(words) else ()

    @property
    def next_head(self) -> float:
        """Where another table begins, with the last line of all alone in bold and without figures; 0 for none."""
        bold = [any(word.style.is_bold for word in line) for line in self.lines]
        if len(bold) < 2 or sum(bold) != 1 or not bold[-1]:
            return 0.0
        before, row = self.rows[-2:]
        is_head = len(row.cells) > 1 and not row.figures and row.base - before.base > _APART * row.size
        return row.base - row.size if is_head else 0.0

    def is_tabular(self, starts: Sequence[float], *, goes_on: bool) -> bool:
        """Most lines are parted into cells; `starts` are the left sides of the columns of the stack but the first."""
        if not self.rows:
            return self.height < (_FREE_WITHIN if goes_on else _FREE)
        if any(CAPTION.match(row.cells[0].text) for row in self.rows):
            return False
        parted = [
            len(row.cells) > 1
            or _is_near(row.cells[0].left, starts)
            or any(
                other.left - one.right >= NARROW * row.size and _is_near(other.left, starts)
                for one, other in pairwise(line)
            )
            for line, row in zip(self.lines, self.rows, strict=True)
        ]
        wide = [
            not is_parted and row.cells[0].right - row.cells[0].left > _PROSE * self.width
            for is_parted, row in zip(parted, self.rows, strict=True)
        ]
        if any(one and other for one, other in pairwise(wide)):
            return False
        is_most = 2 * sum(parted) >= len(self.rows) or (goes_on and len(self.rows) <= 2 and self.height < _HEAD_BOX)
        return is_most and not any(map(self._place.cuts, lines_in(self._words)))


def _is_near(left: float, starts: Sequence[float]) -> bool:
    at = bisect_left(starts, left - _SAME_START)
    return at < len(starts) and starts[at] <= left + _SAME_START


def _figure_regions(page: Page, start: float | None) -> Iterator[Region]:
    for column in columns_of(page.words, start=start):
        rows = [row_of(word for piece in row for word in piece.words) for row in rows_of(column)]
        at = int(begins_running(rows, page.height))
        while at < len(rows):
            end = figures_end(rows, at)
            if end:
                own = rows[figures_begin(rows, at) : end]
                left, right = min(row.cells[0].left for row in own), max(row.cells[-1].right for row in own)
                last = max(cell.right for row in own for cell in row.figures)
                top, bottom = own[0].base - own[0].size, own[-1].base + 0.35 * own[-1].size
                yield Region(left - 1, right + 1, top, bottom, figures=last)
            at = max(end, at + 1)
