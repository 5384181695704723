"""What a question names and a table does not have, where it has all else."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Final

from citeline.text import is_cjk

from ...question.tables.asked import Asked, Unit
from ...question.vocabulary.ordinary import is_common
from .cell import number_in
from .grid import Grid
from .reading import NAME, Found, all_explained, read_table

_LIKE_ROWS: Final = 200
_LEAST_LABELS: Final = 2
"""Rows of a table that tell what its rows are called."""


def missing_from(asked: Asked, found: Found) -> Unit | None:
    """The one name or number of the question that the table does not have, where it has all else; None otherwise.

    It must be of the kind that the table has in a column, or, where no column is met, in its heads: `2021` of years.
    """
    left = [unit for unit in asked.units if unit.weight >= 1 and unit not in found.explained and not unit.day]
    if len(left) != 1 or left[0].weight < NAME or found.operation:
        return None
    (unit,) = left
    is_like = _is_like_a_cell(unit, found.grid) if found.columns else _is_like_a_head(unit, found.grid)
    return unit if is_like and _is_name(unit) else None


def _is_name(unit: Unit) -> bool:
    """Whether a row may be called so: not the `K` of `100K`."""
    return is_cjk(unit.text) or unit.text[:1].isdigit() or len(unit.text) > 1


def row_lacking(asked: Asked, grid: Grid, beside: Callable[[], Collection[str]] = tuple) -> tuple[Unit, Found] | None:
    """What the question calls a row that the table does not have: `payroll`, of its `payroll service`.

    The table has all else in its heads, what its rows are and what is asked of them, and the word stands beside the
    former. `beside`: as for `look_up`.
    """
    reading = read_table(asked, grid, beside)
    left = [unit for unit in asked.units if unit.weight and unit not in reading.known]
    is_of_rows = not asked.operations and len(grid.rows) >= _LEAST_LABELS
    if len(left) != 1 or left[0].weight < 1 or not is_of_rows or any(unit.weight for unit in reading.met):
        return None
    (unit,) = left
    if not _is_name(unit):
        return None
    label = grid.label_column
    kinds = [kind for kind, columns in reading.heads.items() if label in columns]
    if not any(columns - {label} for kind, columns in reading.heads.items() if kind not in kinds):
        return None
    if not any(_stand_together(unit.text, kind.text, asked.text) for kind in kinds):
        return None
    # `the next service` is one of those that are there.
    if unit.weight < NAME and is_common(unit.text):
        return None
    return unit, Found(grid, "row", (), (), all_explained(reading, ()), 1.0)


def _stand_together(one: str, other: str, text: str) -> bool:
    first, second = re.escape(one.lower()), re.escape(other.lower())
    return bool(re.search(rf"{first}[\s-]*{second}|{second}[\s-]*{first}", text.lower()))


def _is_like_a_head(unit: Unit, grid: Grid) -> bool:
    return sum(_is_alike(unit, header) for header in grid.headers) > 1


def _is_like_a_cell(unit: Unit, grid: Grid) -> bool:
    if unit.number is None:
        return any(grid.typed(column).type == "text" for column in range(grid.width))
    return any(
        _is_alike(unit, row[column])
        for column in range(grid.width)
        if grid.typed(column).type == "integer"
        for row in grid.rows[:_LIKE_ROWS]
    )


def _is_alike(unit: Unit, cell: str) -> bool:
    """Whether both are whole numbers of as many digits."""
    number = number_in(cell)
    if number is None or unit.number is None:
        return False
    return number == int(number) and len(f"{number:.0f}") == len(f"{unit.number:.0f}")
