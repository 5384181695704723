"""Lines of a page of a PDF, parted into cells where words stand apart; those with figures, and how far these go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass

from ..pdf_patterns import BULLET, CONTENTS_LEADER, PAGE_NUMBER, SIGNS_BEHIND
from ..pdf_words import Word

NUMBER: Final = re.compile(
    r"(?!\D*(?:[$€£¥]\s?000|000s)\W*$)(?:"
    r"[*†‡]{0,3}(?:(?:US|C|A)?[$€£¥]\s?|[(<>~+−–-]\s?)*(?:\d{1,4}(?:\.\d+)?(?-i:[KMB])|\d[\d,.]*(?:e[+-]?\d+)?)\s?"
    r"[)%x×]*(?:\s?[–±-]\s?\d[\d,.]*[)%]*)?(?:\s?[(\[]?[a-z\d*†‡][)\]])?[*†‡]{0,3}$"
    r"|[$€£¥]?\s?[—–-]{1,2}\s?%?$|\(?n/?[am]\.?\)?$|[*†‡#…:.(–)-]{1,5}$|\([A-Z:]\)$)",
    re.IGNORECASE,
)
"""A cell with a figure, or what stands in its place: a dash, the mark of a note; `1.2M` is one, `€000` a unit."""
_LONGEST_FIGURE: Final = 40
"""Characters."""
YEAR: Final = re.compile(r"(?:FY\s?)?(?:19|20)\d\d[AE]?(?:[–/-]\d\d(?:\d\d)?)?[*†‡]{0,3}$")
_CURRENCY: Final = re.compile(r"(?:US|C|A)?[$€£¥]$")
_SIGNS: Final = "$€£¥"
_CELL_GAP: Final = 1.4
"""Of the size, between two cells."""
_NUMBER_GAP: Final = 0.6
"""Between two figures."""
NARROW: Final = 0.5
"""Of the size, the least between two cells where columns are known to part."""
_CLEARLY: Final = 1.5
"""Times the space between the words of the line."""
_RAISED: Final = 0.55
"""Of the size of a line, a mark of a note may stand above it, of so much of its size and so near to a word."""
_RAISED_SIZE: Final = 0.75
_RAISED_GAP: Final = 0.3
_MARGIN: Final = 0.15
"""Of the height of a page."""
_APART: Final = 1.3
"""Times as far as from there to the next one does a running header stand from the line below it."""
_ROW_GAP: Final = 4.0
"""Of the size: a table may leave two lines free."""
HEAD_GAP: Final = 2.2
"""The same, between its headers."""
FEWEST_ROWS: Final = 2
_MOST_LABELS: Final = 3
"""Lines without figures, one after the other, inside of a table."""
_OVERHANG: Final = 6
"""Times the size: as far to the left of a column of figures its header may begin."""
MOST_HEADS: Final = 5
_MOST_HEAD_LABELS: Final = 2
"""Lines without figures between the headers and the first row."""


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
        near = near or [(0.0, at) for at, line in enumerate(lines) if _is_raised(word, line)]
        if near:
            lines[min(near)[1]].append(word)
        else:
            lines.append([word])
            bases.append((word.base, size))
    order = sorted(range(len(lines)), key=lambda at: bases[at][0])
    return [sorted(lines[at], key=lambda word: word.left) for at in order]


def _is_raised(word: Word, line: Sequence[Word]) -> bool:
    """Whether a small word stands right behind one of a line and half as high as its letters: the mark of a note."""
    size = line[0].style.size
    return (
        word.style.size <= _RAISED_SIZE * size
        and 0 < line[0].base - word.base <= _RAISED * size
        and any(abs(word.left - one.right) <= _RAISED_GAP * size for one in line)
    )


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
    least = max(NARROW * size, _CLEARLY * usual[len(usual) // 2] if usual else 0.0)
    return [gap for gap in gaps if gap[1] - gap[0] >= least]


def figures_end(rows: Sequence[Row], at: int) -> int:
    """Behind the last row of a table that begins at `at`; 0 when none does."""
    if not rows[at].figures:
        return 0
    end, values = at + 1, int(rows[at].has_value)
    left = min(cell.left for cell in rows[at].figures)
    waiting = 0
    for place in range(at + 1, len(rows)):
        row = rows[place]
        if row.base - rows[place - 1].base > _ROW_GAP * min(row.size, rows[place - 1].size):
            break
        if row.figures:
            values += row.has_value
            left = min([left, *(cell.left for cell in row.figures if cell is not row.cells[0])])
            end, waiting = place + 1, 0
        else:
            waiting += 1
            only = row.cells[0]
            # A label, `LIABILITIES AND EQUITY`, or above the first figure what the columns hold: `(in millions)`.
            is_label = len(row.cells) == 1 and (
                only.right < left + row.size
                or only.text.isupper()
                or (not values and only.left >= left - _OVERHANG * row.size)
            )
            if waiting > _MOST_LABELS or not (is_label or _fits(row, rows[at:end])):
                break
    return end if values >= FEWEST_ROWS else 0


def figures_begin(rows: Sequence[Row], at: int) -> int:
    """The first row of headers above a row with figures."""
    columns = rows[at].figures
    left = min((cell.left for cell in columns if cell is not rows[at].cells[0]), default=columns[0].left)
    first = place = at
    labels = 0
    while place and at - place < MOST_HEADS:
        above, below = rows[place - 1], rows[place]
        if below.base - above.base > HEAD_GAP * min(above.size, below.size) or above.figures:
            break
        place -= 1
        over = [cell for cell in above.cells if cell.right > left]
        if not over and len(above.cells) == 1 and labels < _MOST_HEAD_LABELS:
            labels += 1  # `Assets`, which counts if there are headers above it
            continue
        alone = labels > 0 and len(over) < 2 and not _stands_over(over, columns, above.size)
        if not over or alone or any(cell.left < left - _OVERHANG * above.size for cell in over):
            break
        first = place
    return first


def _stands_over(over: Sequence[Cell], columns: Sequence[Cell], size: float) -> bool:
    """Whether words stand above several columns of figures, and above nothing else: dates with little between them."""
    begin, end = min((cell.left for cell in columns), default=0.0), max((cell.right for cell in columns), default=0.0)
    return any(
        cell.left >= begin - _OVERHANG * size
        and cell.right <= end + size
        and sum(cell.left < one.right and one.left < cell.right for one in columns) > 1
        for cell in over
    )


def _fits(row: Row, above: Sequence[Row]) -> bool:
    """Words in several cells, below those of the rows above: a further row of headers, or of text."""
    if len(row.cells) < 2:
        return False
    taken = [(cell.left - 3, cell.right + 3) for other in above for cell in other.cells]
    return all(any(cell.left < right and cell.right > left for left, right in taken) for cell in row.cells)
