"""What a question asks to be computed of the rows of a table: the highest, a sum, a count, a difference, a change."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Final

from ...question.tables.asked import Unit
from ...question.tables.words import other_words, total_words
from .cell import clean, covered, plain_terms
from .conditions import Chosen, has_years
from .grid import Grid
from .reading import Found, Reading, all_explained, worth

_LEAST_ROWS: Final = 2
"""Of which something is computed."""
_LEAST_STEPS: Final = 3
_MOST_DATES: Final = 30
"""Columns that are looked through for the only one of dates."""
_DOMAINS: Final = frozenset(["max", "min", "latest", "earliest"])


def computed(reading: Reading) -> list[Found]:
    """What is to be computed of a column, over the rows that are named or over all of them."""
    found: list[Found] = []
    for operation in reading.asked.operations if reading.chosen.is_sure else ():
        one = None
        if operation in _DOMAINS:
            one = _extreme(reading, operation)
        elif operation in ("sum", "total", "mean"):
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


def _number_column(reading: Reading, chosen: Chosen | None = None, dates: bool = False) -> int:
    """The column of numbers, or of dates, that is asked for, and last one that bounds the rows; -1 without one."""
    grid = reading.grid
    used, bound = (chosen.used, chosen.columns) if chosen else (frozenset[Unit](), frozenset[int]())
    kinds = ("date",) if dates else ("integer", "real")
    worths = {
        column: worth(reading, column, reading.asked.units, reading.asked.wanted, used) for column in range(grid.width)
    }
    for column in sorted(worths, key=lambda column: (column in bound, has_years(grid, column), -worths[column])):
        if worths[column] > 0 and grid.typed(column).type in kinds:
            return column
    fitting = [column for column in range(min(grid.width, _MOST_DATES)) if dates and grid.typed(column).type == "date"]
    return fitting[0] if len(fitting) == 1 else -1


def _extreme(reading: Reading, operation: str) -> Found | None:
    """The rows with the most, or the least, of a column: one, those that are equal, or as many as are wanted."""
    grid, chosen = reading.grid, reading.chosen
    dates = operation in ("latest", "earliest")
    column = _number_column(reading, chosen, dates)
    values: Mapping[int, float | str] = (_days if dates else _numbers)(grid, chosen.rows, column)
    if len(values) < _LEAST_ROWS:
        return None
    ordered = sorted(set(values.values()), reverse=operation in ("max", "latest"))
    few = reading.asked.few if reading.asked.few < len(values) else 1
    rows = [row for value in ordered[:few] for row in values if values[row] == value]
    kept = tuple(row for row in rows if few == 1 or row in rows[:few] or values[row] == values[rows[few - 1]])
    found = _told(reading, operation, kept, column, clean(grid.rows[kept[0]][column]), len(values))
    # `which year had the highest inflation`: the cells below what else is named tell which row it is.
    named = {at: unit for unit in found.unused for at in reading.heads.get(unit, ())}
    return replace(found, columns=(column, *sorted(named)), unused=found.unused - set(named.values()))


def _summed(reading: Reading, operation: str) -> Found | None:
    grid = reading.grid
    if operation == "total" and ("count" in reading.asked.operations or _has_totals(reading)):
        return None
    column = _number_column(reading, reading.chosen)
    values = _numbers(grid, reading.chosen.rows, column)
    if len(values) < _LEAST_ROWS:
        return None
    total = sum(values.values())
    said = _with_unit(total / len(values) if operation == "mean" else total, grid, column)
    return _told(reading, "mean" if operation == "mean" else "sum", tuple(values), column, said, len(values))


def _has_totals(reading: Reading) -> bool:
    """Whether a head or a row has a total already."""
    grid, told = reading.grid, {*reading.heads, *reading.met}
    return bool(grid.total_rows) or any(unit.text.lower() in total_words() for unit in told)


def _counted(reading: Reading) -> Found | None:
    """How many rows fulfil what is said of them: only where the question counts what the rows are."""
    grid, chosen = reading.grid, reading.chosen
    if not chosen.by:
        return _all_counted(reading, chosen.rows)
    label = {unit for unit, columns in reading.heads.items() if grid.label_column in columns}
    others = reading.heads.keys() - reading.row_names - chosen.used
    is_called = bool(label - chosen.used) or (_names_rows(reading) and not any(unit.weight for unit in others))
    bounds = [min(one.tests) for one in chosen.by if not one.is_name]
    is_bounded = bool(bounds) or any(one.denied for one in chosen.by)
    # Of a single row, or of one that is called so, a cell may be asked for.
    least = 1 if is_called and chosen.columns != {grid.label_column} else _LEAST_ROWS
    if not is_bounded and (not (is_called or _names_rows(reading)) or len(chosen.rows) < least):
        return None
    column = bounds[0] if bounds else -1
    found = _told(reading, "count", tuple(chosen.rows), column, str(len(chosen.rows)), len(chosen.rows))
    return None if found.unused & reading.heads.keys() else found  # the column that is named has the number


def _told(reading: Reading, operation: str, rows: tuple[int, ...], column: int, value: str, total: int) -> Found:
    """What was computed, and which words of the question had no part in it."""
    grid, chosen = reading.grid, reading.chosen
    explained = all_explained(reading, chosen.used) | _row_units(reading)
    columns = (column,) if column >= 0 else ()
    has_part = {*columns, *chosen.columns, grid.label_column}
    idle = {unit for unit, named in reading.heads.items() if unit not in reading.around and not has_part & named}
    heads = frozenset().union(*grid.head_terms)
    # `at how many metres`, of a column `elevation_m`
    units = {one for one in reading.asked.units if one.weight and heads.isdisjoint(other_words(one.text))}
    # What a README says of all files beside it does not say what the rows of one of them are.
    own = frozenset(plain_terms(grid.entry.words))
    idle |= {unit for unit in reading.around - reading.heads.keys() if operation == "count" and not unit.is_in(own)}
    unused = (units - explained) | (idle & units - chosen.used)
    found = Found(grid, "computed", rows, columns, explained, 1.0, operation, value, total)
    return replace(found, chosen=chosen, unused=frozenset(unused))


def _all_counted(reading: Reading, rows: Collection[int]) -> Found | None:
    """How many rows a table has, where they are called rows, or as their file is, and nothing else is asked for; where
    the file is named, whatever they are called.
    """
    grid, units = reading.grid, [unit for unit in reading.asked.units if unit.weight]
    names_file = grid.entry.path.rpartition("/")[2].lower() in reading.asked.text.lower()
    explained = all_explained(reading, frozenset()) | _row_units(reading)
    is_told = names_file or (_names_rows(reading) and all(unit in explained for unit in units))
    others = [unit for unit in units if unit not in reading.row_names]
    is_of_column = any(grid.label_column not in reading.heads.get(unit, {grid.label_column}) for unit in others)
    if not rows or not is_told or is_of_column:
        return None
    return Found(grid, "computed", tuple(rows), (), explained, 1.0, "count", str(len(rows)), len(rows))


def _names_rows(reading: Reading) -> bool:
    """Whether rows are called so, or all that their file is."""
    return bool(reading.asked.rows or reading.row_names)


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
    column = _number_column(reading)
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
    column = _number_column(reading)
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
