"""From cells that span rows and columns to a grid in which every place has its text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

_MOST_COLUMNS: Final = 1_000
_MOST_PLACES: Final = 200_000
"""A span of a thousand by a thousand is written in thirty characters."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as it is written."""

    text: str
    columns: int = 1
    """At least 1."""
    rows: int = 1


def to_grid(rows: Iterable[Sequence[Cell]]) -> list[list[str]]:
    """Rows of equal length; a cell that spans several places stands in each of them."""
    grid: list[list[str]] = []
    below: dict[int, tuple[int, str]] = {}
    """Column to the rows that a cell from above still fills, and its text."""
    places = 0
    for cells in rows:
        row: list[str] = []
        waiting = list(reversed(cells))
        next_below: dict[int, tuple[int, str]] = {}
        while (waiting or any(column >= len(row) for column in below)) and len(row) < _MOST_COLUMNS:
            if len(row) in below:
                left, text = below[len(row)]
                if left > 1:
                    next_below[len(row)] = left - 1, text
                row.append(text)
            elif waiting:
                cell = waiting.pop()
                for _ in range(min(cell.columns, _MOST_COLUMNS - len(row))):
                    if cell.rows > 1:
                        next_below[len(row)] = cell.rows - 1, cell.text
                    row.append(cell.text)
            else:
                row.append("")
        places += len(row)
        if places > _MOST_PLACES:
            break
        below = next_below
        grid.append(row)
    width = max(map(len, grid), default=0)
    return [row + [""] * (width - len(row)) for row in grid] if width * len(grid) <= 2 * _MOST_PLACES else grid
