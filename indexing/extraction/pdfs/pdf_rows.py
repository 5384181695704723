"""Lines of a page of a PDF, parted into cells where words stand apart; which of these are figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass

from .pdf_patterns import BULLET, CONTENTS_LEADER, PAGE_NUMBER, SIGNS_BEHIND
from .pdf_words import Word

NUMBER: Final = re.compile(
    r"[*†‡]{0,3}(?:(?:US|C|A)?[$€£¥]\s?|[(<>~+−–-]\s?)*\d[\d,.]*(?:e[+-]?\d+)?\s?[)%x×]*"
    r"(?:\s?[–±-]\s?\d[\d,.]*[)%]*)?(?:\s?[(\[]?[a-z\d*†‡][)\]])?[*†‡]{0,3}$"
    r"|[$€£¥]?\s?[—–-]{1,2}\s?%?$|\(?n/?[am]\.?\)?$|[*†‡#…:.(–)-]{1,5}$|\([A-Z:]\)$",
    re.IGNORECASE,
)
"""A cell with a figure, or what stands in its place: a dash, a mark that leads to a note."""
_LONGEST_FIGURE: Final = 40
"""Characters."""
YEAR: Final = re.compile(r"(?:FY\s?)?(?:19|20)\d\d[AE]?(?:[–/-]\d\d(?:\d\d)?)?$")
_CURRENCY: Final = re.compile(r"(?:US|C|A)?[$€£¥]$")
_SIGNS: Final = "$€£¥"
_CELL_GAP: Final = 1.4
"""Of the size, between two cells."""
_NUMBER_GAP: Final = 0.6
"""Between two figures."""
_NARROW: Final = 0.5
"""Of the size, the least between two cells where columns are known to part."""
_CLEARLY: Final = 1.5
"""Times the space between the words of the line."""
_MARGIN: Final = 0.15
"""Of the height of a page."""
_APART: Final = 1.3
"""Times as far as from there to the next one does a running header stand from the line below it."""


@dataclass(slots=True)
class Cell:
    """Words that stand close to each other."""

    text: str
    left: float
    right: float

    @property
    def is_number(self) -> bool:
        """Whether it is one figure, or stands in the place of one."""
        return len(self.text) <= _LONGEST_FIGURE and NUMBER.match(self.text) is not None


class Row:
    """A line of a page, in cells from left to right."""

    __slots__ = ("base", "cells", "figures", "has_value", "size")

    def __init__(self, cells: list[Cell], base: float, size: float) -> None:
        self.cells, self.base, self.size = cells, base, size
        self.figures = _figures(cells)
        """The cells with figures, if this can be a row of a table."""
        self.has_value = any(not YEAR.match(cell.text) for cell in self.figures if cell is not cells[0])
        """A figure that is no year, behind its first cell."""


def _figures(cells: list[Cell]) -> list[Cell]:
    found = [cell for cell in cells if cell.is_number]
    if not found or (len(found) == 1 and found[0] is cells[0]):
        return []
    if not cells[0].is_number and BULLET.match(cells[0].text):
        return []
    if len(found) < 2 and any(CONTENTS_LEADER.search(cell.text) for cell in cells):
        return []  # contents
    return found


def row_of(words: Iterable[Word]) -> Row:
    """The cells of a line."""
    cells: list[Cell] = []
    size, base = 1.0, 0.0
    glue = False
    for word in sorted(words, key=lambda word: word.left):
        size, base = max(size, word.style.size), max(base, word.base)
        last = cells[-1] if cells else None
        gap = word.left - last.right if last is not None else 0.0
        text = word.text
        is_sign = text[-1] in _SIGNS and _CURRENCY.match(text) is not None
        is_behind = text[0] in ")%" and SIGNS_BEHIND.match(text) is not None
        joins = last is not None and (
            glue
            or (is_behind and gap < _CELL_GAP * size)
            # Whether it is a figure comes last: most words stand too near to ask.
            or (not is_sign and gap <= _CELL_GAP * size and not (gap > _NUMBER_GAP * size and last.is_number))
        )
        if joins and last is not None:
            last.text += text if is_behind else f" {text}"
            last.right = max(last.right, word.right)
        else:
            cells.append(Cell(text, word.left, word.right))
        glue = is_sign
    return Row(cells, base, size)


def rows_in(words: Sequence[Word]) -> list[Row]:
    """The lines of words, from top to bottom."""
    return [row_of(line) for line in lines_in(words)]


def lines_in(words: Sequence[Word]) -> list[list[Word]]:
    """Words that stand on one line, from top to bottom; what is raised or lowered belongs to its line."""
    lines: list[list[Word]] = []
    bases: list[tuple[float, float]] = []
    for word in sorted(words, key=lambda word: (-word.style.size, word.base)):
        size = word.style.size
        near = [
            (abs(word.base - base), at)
            for at, (base, other) in enumerate(bases)
            if abs(word.base - base) <= 0.35 * max(size, other)
        ]
        if near:
            lines[min(near)[1]].append(word)
        else:
            lines.append([word])
            bases.append((word.base, size))
    order = sorted(range(len(lines)), key=lambda at: bases[at][0])
    return [sorted(lines[at], key=lambda word: word.left) for at in order]


def begins_running(rows: Sequence[Row], height: float) -> bool:
    """Whether the first line of a page is a running header: apart from what follows, with the number of the page."""
    if len(rows) < 3 or rows[0].base > _MARGIN * height or len(rows[0].cells) < 2:
        return False
    gap, next_gap = (other.base - one.base for one, other in pairwise(rows[:3]))
    return gap > _APART * next_gap and any(PAGE_NUMBER.match(rows[0].cells[at].text) for at in (0, -1))


def wide_gaps(line: Sequence[Word], size: float) -> list[tuple[float, float]]:
    """What is white between words of a line that stand clearly further apart than its others do."""
    gaps = [(one.right, other.left) for one, other in pairwise(line)]
    usual = sorted(right - left for left, right in gaps)[: len(gaps) - 1]
    least = max(_NARROW * size, _CLEARLY * usual[len(usual) // 2] if usual else 0.0)
    return [gap for gap in gaps if gap[1] - gap[0] >= least]
