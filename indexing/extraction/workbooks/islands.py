"""Islands of a sheet: areas of cells with nothing but empty rows and columns around them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_MOST_ISLANDS: Final = 2_000
"""Of a sheet; one that has more is a form or a picture, and the rest is read as one."""


@dataclass(frozen=True, slots=True)
class Area:
    """Positions of rows and columns from 0, all inclusive."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """In rows."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """In columns."""
        return self.right - self.left + 1


def find_islands(rows: Sequence[Sequence[str]]) -> list[Area]:
    """From top to bottom, those that begin in one row from left to right; `rows` are of one length."""
    found: list[Area] = []
    for top, bottom in _bands(rows):
        for left, right in _columns(rows, top, bottom):
            part = [row[left : right + 1] for row in rows[top : bottom + 1]]
            found += [Area(top + first, left, top + last, right) for first, last in _bands(part)]
        if len(found) > _MOST_ISLANDS:
            found.append(Area(bottom + 1, 0, len(rows) - 1, len(rows[0]) - 1))
            break
    return sorted(
        (_trimmed(rows, area) for area in found if area.top <= area.bottom), key=lambda area: (area.top, area.left)
    )


def _bands(rows: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """First and last row of each run of rows that are not empty."""
    empty = [""] * len(rows[0]) if rows else []
    start = -1
    for number, row in enumerate(rows):
        # Ends at the first full cell, in C.
        if row != empty:
            start = number if start < 0 else start
        elif start >= 0:
            yield start, number - 1
            start = -1
    if start >= 0:
        yield start, len(rows) - 1


def _columns(rows: Sequence[Sequence[str]], top: int, bottom: int) -> Iterator[tuple[int, int]]:
    """First and last column of each run of columns that are not empty in these rows."""
    start = -1
    width = len(rows[top])
    filled = [any(row[column] for row in rows[top : bottom + 1]) for column in range(width)]
    for column, is_filled in enumerate([*filled, False]):
        if is_filled:
            start = column if start < 0 else start
        elif start >= 0:
            yield start, column - 1
            start = -1


def _trimmed(rows: Sequence[Sequence[str]], area: Area) -> Area:
    """Without empty columns at its sides."""
    columns = [
        column
        for column in range(area.left, area.right + 1)
        if any(row[column] for row in rows[area.top : area.bottom + 1])
    ]
    return Area(area.top, columns[0], area.bottom, columns[-1]) if columns else area
