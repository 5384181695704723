"""What a question asks to be computed of the rows of a table: the highest, a sum, a count, a difference, a change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise
from typing import Final

from citeline.text import terms

from ...question.tables.asked import Unit
from .cell import clean, covered
from .grid import Grid
from .reading import Found, Reading, all_explained, worth

_LEAST_NAMED: Final = 0.5
_LEAST_STEPS: Final = 3
_MOST_DATES: Final = 30
"""Columns that are looked through for the only one of dates."""
_SIGNS: Final = {"above": ">", "at_least": "≥", "below": "<", "at_most": "≤"}
_DOMAINS: Final = frozenset(["max", "min", "latest", "earliest"])


def computed(reading: Reading) -> list[Found]:
    """What is to be computed of a column, over the rows that are named or over all of them."""
    found: list[Found] = []
    for operation in reading.asked.operations:
        one = None
        if operation in _DOMAINS:
            one = _extreme(reading, operation)
        elif operation in ("sum", "mean"):
            one = _summed(reading, operation)
        elif operation == "count":
            one = _counted(reading)
        elif operation == "difference":
            one = _difference(reading)
        elif operation in ("drop", "rise"):
            one = _changed(reading, operation)
        if one is not None:
            found.append(one)
    return found


def _filter(reading: Reading) -> tuple[list[int], frozenset[Unit]]:
    """The rows that hold everything that is named and stands neither in a head nor around; and these names."""
    grid = reading.grid
    names = {
        unit: met
        for unit, met in reading.met.items()
        if unit.weight and unit not in reading.heads and unit not in reading.around and unit not in reading.near
    }
    rows = set(range(len(grid.rows))) - grid.total_rows
    used: set[Unit] = set()
    for unit, met in names.items():
        exact = {row for row in met if any(is_named_in(grid.rows[row][column], unit) for column in met[row])}
        if exact & rows:
            rows &= exact
            used.add(unit)
    return sorted(rows), frozenset(used)


def is_named_in(cell: str, unit: Unit) -> bool:
    """Whether a name of the question is at least half of a cell."""
    return covered(cell, [unit]) >= _LEAST_NAMED


def _number_column(reading: Reading, used: Collection[Unit], dates: bool = False) -> int:
    """The column of numbers, or of dates, that is asked for; -1 without one."""
    grid = reading.grid
    kinds = ("date",) if dates else ("integer", "real")
    worths = {
        column: worth(reading, column, reading.asked.units, reading.asked.wanted, used) for column in range(grid.width)
    }
    for column in sorted(worths, key=lambda column: -worths[column]):
        if worths[column] > 0 and grid.typed(column).type in kinds:
            return column
    fitting = [column for column in range(min(grid.width, _MOST_DATES)) if dates and grid.typed(column).type == "date"]
    return fitting[0] if len(fitting) == 1 else -1


def _texts(units: Collection[Unit]) -> tuple[str, ...]:
    return tuple(sorted(unit.text for unit in units))


def _extreme(reading: Reading, operation: str) -> Found | None:
    """The rows with the most, or the least, of a column."""
    grid = reading.grid
    rows, used = _filter(reading)
    dates = operation in ("latest", "earliest")
    column = _number_column(reading, used, dates)
    most = operation in ("max", "latest")
    if dates:
        days = _days(grid, rows, column)
        best = (max if most else min)(days.values(), default="")
        chosen, total = tuple(row for row, day in days.items() if day == best), len(days)
    else:
        values = _numbers(grid, rows, column)
        top = (max if most else min)(values.values(), default=0.0)
        chosen, total = tuple(row for row, value in values.items() if value == top), len(values)
    if total < 2:
        return None
    told = clean(grid.rows[chosen[0]][column])
    return Found(grid, "computed", chosen, (column,), all_explained(reading, used), 1.0, operation, told, total)


def _summed(reading: Reading, operation: str) -> Found | None:
    grid = reading.grid
    rows, used = _filter(reading)
    column = _number_column(reading, used)
    values = _numbers(grid, rows, column)
    if len(values) < 2:
        return None
    total = sum(values.values())
    value = total if operation == "sum" else total / len(values)
    said = _with_unit(value, grid, column)
    explained = all_explained(reading, used)
    found = Found(grid, "computed", tuple(values), (column,), explained, 1.0, operation, said, len(values))
    return replace(found, filters=_texts(used))


def _counted(reading: Reading) -> Found | None:
    """How many rows fulfil a condition, or have a value: only where the question counts what the rows are."""
    asked, grid = reading.asked, reading.grid
    rows, used = _filter(reading)
    explained = all_explained(reading, used)
    if asked.compared is not None:
        column = _number_column(reading, used)
        values = _numbers(grid, rows, column)
        chosen = tuple(row for row, value in values.items() if asked.compared.holds(value))
        if not values:
            return None
        found = Found(grid, "computed", chosen, (column,), explained, 1.0, "count", str(len(chosen)), len(chosen))
        condition = f"{_SIGNS[asked.compared.how]} {asked.compared.number:,.10g}"
        return replace(found, filters=(*_texts(used), f"{clean(grid.headers[column])} {condition}"))
    if not used:
        return _all_counted(reading, rows)
    label = {unit for unit, columns in reading.heads.items() if grid.label_column in columns}
    if not (label - used or _names_rows(reading)) or any(unit in reading.heads for unit in used) or len(rows) < 2:
        return None
    found = Found(grid, "computed", tuple(rows), (), explained, 1.0, "count", str(len(rows)), len(rows))
    chosen_by = tuple((unit, frozenset(_columns_with(reading, unit, rows))) for unit in used)
    return replace(found, filters=_texts(used), chosen_by=chosen_by)


def _columns_with(reading: Reading, unit: Unit, rows: Collection[int]) -> set[int]:
    return {at for row in rows for at in reading.met[unit][row] if is_named_in(reading.grid.rows[row][at], unit)}


def _all_counted(reading: Reading, rows: Collection[int]) -> Found | None:
    """How many rows a table has, where they are called rows, or as their file is, and nothing else is asked for; where
    the file is named, whatever they are called.
    """
    grid, units = reading.grid, [unit for unit in reading.asked.units if unit.weight]
    names_file = grid.entry.path.rpartition("/")[2].lower() in reading.asked.text.lower()
    explained = all_explained(reading, frozenset()) | _row_units(reading)
    is_told = names_file or (_names_rows(reading) and all(unit in explained for unit in units))
    is_of_column = any(grid.label_column not in reading.heads.get(unit, {grid.label_column}) for unit in units)
    if not rows or not is_told or is_of_column:
        return None
    return Found(grid, "computed", tuple(rows), (), explained, 1.0, "count", str(len(rows)), len(rows))


def _names_rows(reading: Reading) -> bool:
    """Whether rows are called so, or all that their file is: those of `user_roles.csv` are no users."""
    stem = frozenset(terms(reading.grid.entry.path.rpartition("/")[2].partition(".")[0]))
    named = {term for unit in reading.asked.units if unit.weight for form in unit.forms for term in form}
    return bool(reading.asked.rows) or bool(stem and stem <= named)


def _row_units(reading: Reading) -> frozenset[Unit]:
    return frozenset(unit for unit in reading.asked.units if unit.text.lower() in reading.asked.rows)


def _difference(reading: Reading) -> Found | None:
    """Of two rows that the question names, by how much they differ in a column."""
    grid = reading.grid
    rows: list[int] = []
    used: set[Unit] = set()
    for unit, met in reading.met.items():
        if not unit.weight or unit in reading.heads:
            continue
        exact = [row for row in met if any(covered(grid.rows[row][column], [unit]) == 1 for column in met[row])]
        if len(exact) == 1:
            used.add(unit)
            rows += [row for row in exact if row not in rows]
    column = _number_column(reading, used)
    values = _numbers(grid, rows, column)
    if len(values) != 2:
        return None
    first, second = values.values()
    explained = all_explained(reading, used)
    said = _with_unit(abs(first - second), grid, column)
    return Found(grid, "computed", tuple(rows), (column,), explained, 1.0, "difference", said, 2)


def _changed(reading: Reading, operation: str) -> Found | None:
    """The rows that have less, or more, than the one before them; of rows in order of a year or a date."""
    grid = reading.grid
    order = next((column for column in range(grid.width) if _is_ascending(grid, column)), -1)
    column = _number_column(reading, frozenset())
    if column < 0 or order < 0 or column == order:
        columns = [at for at in range(grid.width) if at != order and grid.typed(at).type in ("integer", "real")]
        if order < 0 or len(columns) != 1:
            return None
        column = columns[0]
    values = _numbers(grid, [row for row in range(len(grid.rows)) if row not in grid.total_rows], column)
    pairs = list(pairwise(values.items()))
    sign = 1 if operation == "rise" else -1
    chosen = [(row, before, new - old) for (before, old), (row, new) in pairs if sign * (new - old) > 0]
    if len(chosen) != 1:
        return None
    row, before, by = chosen[0]
    explained = all_explained(reading, frozenset(reading.met))
    steps = " → ".join(clean(grid.rows[one][column]) for one in (before, row))
    said = f"{grid.label(row)}: {steps} ({_with_unit(by, grid, column)})"
    return Found(grid, "computed", (row, before), (column,), explained, 1.0, operation, said, len(values))


def _is_ascending(grid: Grid, column: int) -> bool:
    """Whether a column is one of years or dates in order."""
    typed = grid.typed(column)
    rows = range(len(grid.rows))
    if typed.type == "date":
        days = list(_days(grid, rows, column).values())
        return len(days) >= _LEAST_STEPS and all(first < second for first, second in pairwise(days))
    years = list(_numbers(grid, rows, column).values()) if typed.type == "integer" else []
    in_order = all(first < second for first, second in pairwise(years))
    return len(years) >= _LEAST_STEPS and in_order and all(1000 <= year <= 3000 for year in years)


def _numbers(grid: Grid, rows: Collection[int], column: int) -> dict[int, float]:
    """The numbers of a column, by row; what is no number is left out."""
    values = {row: grid.typed(column).values[row] for row in rows} if column >= 0 else {}
    return {row: float(value) for row, value in values.items() if isinstance(value, int | float)}


def _days(grid: Grid, rows: Collection[int], column: int) -> dict[int, str]:
    """The dates of a column, by row, as texts that compare."""
    values = {row: grid.typed(column).values[row] for row in rows} if column >= 0 else {}
    return {row: value for row, value in values.items() if isinstance(value, str)}


def _with_unit(value: float, grid: Grid, column: int) -> str:
    is_whole = value == int(value) and abs(value) < 1e15
    said = f"{int(value):,}" if is_whole else f"{round(value, 6):,}"
    unit = grid.typed(column).unit or grid.units[column]
    if not unit:
        return said
    return f"{unit}{said}" if unit in "$€£¥" else f"{said}{unit}" if unit == "%" else f"{said} {unit}"
