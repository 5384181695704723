"""What a question asks to be computed of the rows of a table: the highest, a sum, a count, a difference, a change."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple

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


class _Chosen(NamedTuple):
    """The rows that hold everything that is named and stands neither in a head nor around."""

    rows: list[int]
    used: frozenset[Unit]
    """These names."""
    by: tuple[tuple[tuple[Unit, ...], frozenset[int]], ...] = ()
    """Each name, of one word or several, with the columns of these rows that have it."""


def _filter(reading: Reading) -> _Chosen:
    """No row where two names are in none together: the sum of one alone is not what is asked for."""
    grid = reading.grid
    every = set(range(len(grid.rows))) - grid.total_rows
    exact: dict[Unit, Mapping[int, frozenset[int]]] = {}
    elsewhere = {*reading.heads, *reading.around, *reading.near}
    for unit, met in reading.met.items():
        here = {row: met[row] for row in met if row in every} if unit.weight and unit not in elsewhere else {}
        if held := _rows_of(grid, (unit,), here):
            exact[unit] = held
    named = [(name, _rows_of(grid, name, exact[name[0]])) for name in _names(reading.asked.text, exact)]
    rows = every.intersection(*(held for _, held in named))
    by = tuple((name, frozenset(at for row in rows for at in held[row])) for name, held in named)
    return _Chosen(sorted(rows), frozenset(exact), by)


def _names(text: str, exact: Mapping[Unit, Mapping[int, frozenset[int]]]) -> list[tuple[Unit, ...]]:
    """Words that stand side by side in the question, and in the same columns, are one name: `Ember Slate`."""
    found: list[tuple[Unit, ...]] = []
    columns = {unit: frozenset().union(*held.values()) for unit, held in exact.items()}
    for unit in exact:
        before = found[-1] if found else ()
        if before and f"{before[-1].text} {unit.text}" in text and columns[before[-1]] & columns[unit]:
            found[-1] = (*before, unit)
        else:
            found.append((unit,))
    return found


def _rows_of(grid: Grid, name: tuple[Unit, ...], met: Mapping[int, frozenset[int]]) -> Mapping[int, frozenset[int]]:
    """Of rows with a word of a name those that have all of it in one cell, and the columns of such cells."""
    told = {row: {at for at in held if is_named(grid.rows[row][at], name)} for row, held in met.items()}
    return {row: frozenset(columns) for row, columns in told.items() if columns}


def is_named(cell: str, name: Sequence[Unit]) -> bool:
    """Whether a name is at least half of a cell, its words one behind the other."""
    if len(name) == 1:
        return covered(cell, name) >= _LEAST_NAMED
    said = " ".join(unit.text for unit in name).lower()
    return said in " ".join(cell.lower().split()) and covered(cell, name) >= _LEAST_NAMED


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
    rows, used, _ = _filter(reading)
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
    rows, used, _ = _filter(reading)
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
    rows, used, by = _filter(reading)
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
    chosen_by = tuple((name, _meant(grid, name, columns, rows)) for name, columns in by)
    if any(len(columns) != 1 for _, columns in chosen_by):
        return None  # nothing says in which column the name has to be
    rows = [row for row in rows if all(is_named(grid.rows[row][at], name) for name, (at,) in chosen_by)]
    found = Found(grid, "computed", tuple(rows), (), explained, 1.0, "count", str(len(rows)), len(rows))
    filters = sorted(" ".join(unit.text for unit in name) for name, _ in by)
    return replace(found, filters=tuple(filters), chosen_by=chosen_by)


def _meant(grid: Grid, name: tuple[Unit, ...], columns: frozenset[int], rows: Collection[int]) -> frozenset[int]:
    """Of columns with a name those in which it is a whole cell: a city, where customers are called after it."""
    whole = {at for at in columns if any(covered(grid.rows[row][at], name) == 1 for row in rows)}
    return frozenset(whole) or columns


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
