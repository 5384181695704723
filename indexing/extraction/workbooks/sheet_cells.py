"""Cells of a sheet as a person sees them, where their format says more than their value."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol, TypeAlias, TypeGuard, TypeVar

from .number_formats import ShownAs

Cell: TypeAlias = tuple[int, int, ShownAs]
"""Row and column, from 0, and how it is shown."""
T = TypeVar("T")
_LARGEST: Final = 1e15
"""What is larger is shown as it is stored: it has more digits than any sheet shows."""


class ShownCells(Protocol):
    """What knows the formats of one workbook."""

    def show(
        self, rows: Sequence[list[str]], values: Sequence[Sequence[object]], sheet: str, origin: tuple[int, int]
    ) -> None:
        """Write the cells of a sheet into `rows` as they are shown, `12.5%` for 0.125 and `$1,200.00` for 1200.

        `values` are those of `rows`, and `origin` is the row and column where both begin, from 0.
        """
        ...


def show_cells(
    rows: Sequence[list[str]], values: Sequence[Sequence[object]], cells: Iterable[Cell], origin: tuple[int, int]
) -> None:
    """Write these cells, those that hold a number or a day."""
    for at, place, shown in inside(rows, cells, origin):
        value = values[at][place]
        if shown == "day":
            if isinstance(value, datetime.datetime):
                rows[at][place] = value.date().isoformat()
        elif is_number(value) and abs(value) < _LARGEST:
            rows[at][place] = shown.shown(value)


def inside(
    rows: Sequence[Sequence[str]], cells: Iterable[tuple[int, int, T]], origin: tuple[int, int]
) -> Iterator[tuple[int, int, T]]:
    """Those of the cells that lie in `rows`, with their place there."""
    for row, column, shown in cells:
        at, place = row - origin[0], column - origin[1]
        if 0 <= at < len(rows) and 0 <= place < len(rows[at]):
            yield at, place, shown


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether a cell holds a number; true and false are none."""
    return isinstance(value, (int, float)) and type(value) is not bool


def has_times(values: Sequence[Sequence[object]]) -> bool:
    """Whether there is a day with its time: without one, no format hides that."""
    return any(type(value) is datetime.datetime for row in values for value in row)
