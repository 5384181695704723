"""Tables of numbers in a PDF: rows that share columns, whether or not anything is drawn between them.

Each line of the page stays one row, so that a figure is cited where it is printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from .pdf_columns import columns_of, rows_of
from .pdf_layout import chars_inside, chars_of
from .pdf_lines import Block, Line
from .pdf_patterns import BULLET, CONTENTS_LEADER, CONTENTS_TITLE, ITEM
from .pdf_words import NO_STYLE, Page, Word

NUMBER: Final = re.compile(
    r"(?:(?:US|C|A)?[$€£¥]\s?|[(+−–-]\s?)*\d[\d,.]*\s?[)%x]*(?:\s?[(\[]?[a-z\d*†][)\]])?$|[$€£¥]?\s?[—–-]{1,2}\s?%?$|\(?n/?[am]\)?$",
    re.IGNORECASE,
)
"""A cell with a figure, a dash in its place, or a note behind it."""
YEAR: Final = re.compile(r"(?:FY\s?)?(?:19|20)\d\d[AE]?$")
_COUNT: Final = re.compile(r"\d{1,4}$")
_CURRENCY: Final = re.compile(r"(?:US|C|A)?[$€£¥]$")
_BEHIND: Final = re.compile(r"[)%]{1,2}$")
_CELL_GAP: Final = 1.4
"""Of the size, between two cells."""
_NUMBER_GAP: Final = 0.6
"""Between two figures."""
_ROW_GAP: Final = 4.0
"""Of the size: a table may leave two lines free."""
_HEAD_GAP: Final = 2.2
"""The same, between its headers."""
_FEWEST_ROWS: Final = 2
_MOST_LABELS: Final = 3
"""Lines without figures, one after the other, inside of a table."""
_OVERHANG: Final = 6
"""Times the size: as far to the left of a column of figures its header may begin."""
_MOST_HEADS: Final = 5
_MOST_HEAD_LABELS: Final = 2
"""Lines without figures between the headers and the first row."""
_MOST_COLUMNS: Final = 60


@dataclass(slots=True)
class _Cell:
    text: str
    left: float
    right: float

    @property
    def is_number(self) -> bool:
        return NUMBER.match(self.text) is not None


@dataclass(frozen=True, slots=True)
class _Row:
    cells: list[_Cell]
    base: float
    size: float

    @property
    def figures(self) -> list[_Cell]:
        """The cells with figures, if this can be a row of a table."""
        found = [cell for cell in self.cells if cell.is_number]
        first = self.cells[0]
        if (
            found == [first]
            or (not first.is_number and BULLET.match(first.text))
            or any(CONTENTS_LEADER.search(cell.text) for cell in self.cells)
        ):
            return []
        return found

    @property
    def has_value(self) -> bool:
        return any(not YEAR.match(cell.text) for cell in self.figures if cell is not self.cells[0])


def number_blocks(page: Page, start: float | None = None) -> list[Block]:
    """The tables on a page that have figures in their columns; `start` is where its second column of text begins."""
    blocks: list[Block] = []
    for column in columns_of(page.words, start=start):
        rows = [_row([word for piece in row for word in piece.words]) for row in rows_of(column)]
        at = 0
        while at < len(rows):
            end = _end(rows, at)
            first = _first(rows, at) if end else at
            if end and not _is_contents(rows, first, end):
                block = _block(rows[first:end], len(blocks) + 1)
                # Text of another column may reach into its place.
                if not chars_inside(page, block) - chars_of(block):
                    blocks.append(block)
            at = max(end, at + 1)
    return blocks


def _row(words: Iterable[Word]) -> _Row:
    cells: list[_Cell] = []
    size, base = 1.0, 0.0
    glue = False
    for word in sorted(words, key=lambda word: word.left):
        size, base = max(size, word.style.size), max(base, word.base)
        last = cells[-1] if cells else None
        gap = word.left - last.right if last is not None else 0.0
        is_sign = _CURRENCY.match(word.text) is not None
        joins = last is not None and (
            glue
            or (_BEHIND.match(word.text) and gap < _CELL_GAP * size)
            or (not is_sign and gap <= _CELL_GAP * size and not (last.is_number and gap > _NUMBER_GAP * size))
        )
        if joins and last is not None:
            last.text += word.text if _BEHIND.match(word.text) else f" {word.text}"
            last.right = max(last.right, word.right)
        else:
            cells.append(_Cell(word.text, word.left, word.right))
        glue = is_sign
    return _Row(cells, base, size)


def _end(rows: Sequence[_Row], at: int) -> int:
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
    return end if values >= _FEWEST_ROWS else 0


def _first(rows: Sequence[_Row], at: int) -> int:
    """The first row of headers above a row with figures."""
    columns = rows[at].figures
    left = min((cell.left for cell in columns if cell is not rows[at].cells[0]), default=columns[0].left)
    first = place = at
    labels = 0
    while place and at - place < _MOST_HEADS:
        above, below = rows[place - 1], rows[place]
        if below.base - above.base > _HEAD_GAP * min(above.size, below.size) or above.figures:
            break
        place -= 1
        over = [cell for cell in above.cells if cell.right > left]
        if not over and len(above.cells) == 1 and labels < _MOST_HEAD_LABELS:
            labels += 1  # `Assets`, which counts if there are headers above it
            continue
        alone = labels > 0 and len(over) < 2
        if not over or alone or any(cell.left < left - _OVERHANG * above.size for cell in over):
            break
        first = place
    return first


def _fits(row: _Row, above: Sequence[_Row]) -> bool:
    """Words in several cells, below those of the rows above: a further row of headers, or of text."""
    if len(row.cells) < 2:
        return False
    taken = [(cell.left - 3, cell.right + 3) for other in above for cell in other.cells]
    return all(any(cell.left < right and cell.right > left for left, right in taken) for cell in row.cells)


def _is_contents(rows: Sequence[_Row], first: int, end: int) -> bool:
    """Titles with the numbers of their pages, which rise."""
    numbers = [int(row.cells[-1].text) for row in rows[first:end] if _COUNT.match(row.cells[-1].text)]
    rising = all(one <= other for one, other in pairwise(numbers))
    plain = len(numbers) >= 0.8 * sum(1 for row in rows[first:end] if row.figures)
    titled = any(CONTENTS_TITLE.match(row.cells[0].text) for row in rows[max(0, first - 6) : first + 1])
    listed = any(ITEM.match(" ".join(cell.text for cell in row.cells)) for row in rows[first:end])
    return rising and plain and (titled or listed)


def _block(rows: Sequence[_Row], number: int) -> Block:
    columns = _columns(rows)
    heads = _head_count(rows, columns)
    left, right = min(row.cells[0].left for row in rows), max(cell.right for row in rows for cell in row.cells)
    lines: list[Line] = []
    for at, row in enumerate(rows):
        texts = [""] * len(columns)
        for cell in row.cells:
            for column in _columns_under(cell, columns, spread=at < heads):
                texts[column] = f"{texts[column]} {cell.text}".strip()
        lines.append(
            Line("\t".join(texts), NO_STYLE, True, left, right, row.base, not at, table=number, is_head=at < heads)
        )
    return Block(tuple(lines), left - 1, right + 1, rows[0].base - rows[0].size, rows[-1].base + 1)


def _head_count(rows: Sequence[_Row], columns: Sequence[tuple[float, float]]) -> int:
    """Rows above the first figure, down to the last that says something above a column of figures."""
    above = next((at for at, row in enumerate(rows) if row.has_value), 0)
    return max(
        (at + 1 for at in range(above) if rows[at].cells[-1].right > columns[min(1, len(columns) - 1)][0]), default=0
    )


def _columns(rows: Sequence[_Row]) -> list[tuple[float, float]]:
    """Left and right of each: where figures stand, and where the words beside them do."""
    full = sorted((row for row in rows if row.has_value), key=lambda row: -len(row.cells))
    figures: list[tuple[float, float]] = []
    for row in full:
        figures = _with_spans(figures, row.figures)
    columns = figures
    for row in full:
        columns = _with_spans(columns, [cell for cell in row.cells if not cell.is_number and not _over(cell, figures)])
    # A line of labels alone may stand further to the left than any row with figures.
    first = min(row.cells[0].left for row in rows)
    if columns[0][0] - first > 3 and columns[0] in figures:
        columns = [(first, first + 1), *columns]
    return columns[:_MOST_COLUMNS]


def _with_spans(columns: list[tuple[float, float]], cells: Sequence[_Cell]) -> list[tuple[float, float]]:
    """The columns, made wider for cells that stand in one of them, and new ones for cells that stand in none.

    A cell over several columns is a wide figure, such as a sum, and tells nothing about them.
    """
    for cell in cells:
        under = _over(cell, columns)
        if len(under) > 1:
            continue
        others = [column for at, column in enumerate(columns) if at not in under]
        left, right = columns[under[0]] if under else (cell.left, cell.right)
        columns = sorted([*others, (min(left, cell.left), max(right, cell.right))])
    return columns


def _over(cell: _Cell, columns: Sequence[tuple[float, float]]) -> list[int]:
    """Positions of the columns that a cell shares some width with."""
    return [at for at, (left, right) in enumerate(columns) if cell.left < right and cell.right > left]


def _columns_under(cell: _Cell, columns: Sequence[tuple[float, float]], *, spread: bool) -> list[int]:
    """Positions of the columns that a cell stands in: one, or for a header all that it spans."""
    under = _over(cell, columns)
    if not under:
        middle = (cell.left + cell.right) / 2
        return [min(range(len(columns)), key=lambda at: abs((columns[at][0] + columns[at][1]) / 2 - middle))]
    if spread:
        return under
    return [max(under, key=lambda at: min(cell.right, columns[at][1]) - max(cell.left, columns[at][0]))]
