"""Finds the rows and columns of one table that a question names, and computes what it asks of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from citeline.text import is_cjk, terms

from ...question.tables.asked import Asked, Unit
from ...question.vocabulary.ordinary import is_common
from .cell import clean, covered, number_in
from .grid import Grid

Kind: TypeAlias = Literal["cell", "row", "list", "computed", "missing"]

_LEAST_KNOWN: Final = 0.3
"""Of the question's weight that a table has anywhere: with less it is not worth reading on."""
_MOST_BESIDE: Final = 0.7
"""Of the weight that is in no cell: the text beside the table is read for the rest."""
_MOST_ROWS: Final = 300
"""Rows whose cells are compared with the question, those with most of its words."""
_SOFT: Final = 0.2
"""Weight of a word that only asks, where a row has it."""
_TITLE_TOO: Final = 0.3
"""Share of its weight that a row gains by what the title of its table says already."""
_LEAST_COVERED: Final = 0.34
"""Of a cell's terms, for a word in it to name its row at its full weight."""
_LEAST_NAMED: Final = 0.8
"""Of the cell that names a row, for the one beside it to be the answer, though nothing asks for its head."""
_RUNS: Final = (0.0, 0.0, 0.5, 0.8, 0.9)
"""What so many words of a longer cell, one after the other, are worth as its name."""
_MOST_COLUMNS: Final = 3
_NEXT_COLUMN: Final = 0.25
"""Worth of a second column, so that it is asked for too."""
_ASKING_HEAD: Final = 0.3
"""Weight of a word that only asks, where a head has it: `total`, `value`."""
_ELSEWHERE: Final = 0.1
"""Share that a head gains by what the row or the title says already."""
_NAME: Final = 2.0
"""Weight of a name or a number."""
_WANTED: Final = 0.4
"""What a head gains that an asking word speaks of: `where` of an address."""
_LONG_HEAD: Final = 0.1
"""Lost for each word of a head."""
_IN_TEXT: Final = 0.3
_LIKE_ROWS: Final = 200
_LEAST_STEPS: Final = 3
_OF_ALL: Final = 0.7
"""Quality of all rows of a table, so that a row that is named comes before them."""
_LEAST_OF_ALL: Final = 2
_MOST_OF_ALL: Final = 8
"""Rows of a table of which all are told."""
_LEAST_LABELS: Final = 2
"""Rows of a table that tell what its rows are called."""
_MOST_DATES: Final = 30
"""Columns that are looked through for the only one of dates."""
_SIGNS: Final = {"above": ">", "at_least": "≥", "below": "<", "at_most": "≤"}
_DOMAINS: Final = frozenset(["max", "min", "latest", "earliest"])


@dataclass(frozen=True, slots=True)
class Found:
    """What a table says to a question."""

    grid: Grid
    kind: Kind
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    explained: frozenset[Unit]
    """What the question names and the table has: in these rows, in its heads, or around it."""
    quality: float
    """How much of the cell that names the row the question says, 0 to 1; 1 where no row is named."""
    operation: str = ""
    value: str = ""
    """What was computed."""
    total: int = 0
    """Rows that it was computed of, or that match."""
    named: tuple[int, ...] = field(default=())
    """Columns in which the row was met."""
    filters: tuple[str, ...] = ()
    """Names that choose the rows of what was computed."""
    near: frozenset[Unit] = frozenset()
    """Of what is explained that which stands only beside the table."""

    def coverage(self, asked: Asked) -> float:
        """Share of the question's weight that the table explains, 0 to 1; half of it for what stands beside it.

        Whose report it is speaks for none of its tables.
        """
        units = [unit for unit in asked.units if not self.grid.is_of(unit)]
        extra = self.explained.difference(asked.units)
        known = (unit for unit in (*units, *extra) if unit in self.explained)
        told = sum(unit.weight * (0.5 if unit in self.near else 1.0) for unit in known)
        named = sum(unit.weight for unit in (*units, *extra))
        return told / named if named else 0.0

    def score(self, asked: Asked) -> float:
        """How sure it is that this answers the question, 0 to 1."""
        return self.coverage(asked) * (0.5 + 0.5 * self.quality)


@dataclass(slots=True)
class _Reading:
    """A question beside one table."""

    asked: Asked
    grid: Grid
    met: dict[Unit, Mapping[int, frozenset[int]]]
    heads: dict[Unit, frozenset[int]]
    around: frozenset[Unit]
    near: frozenset[Unit]
    """Met only in the text beside the table."""

    @property
    def known(self) -> frozenset[Unit]:
        """What the table has anywhere."""
        return frozenset(self.met) | frozenset(self.heads) | self.around | self.near

    def row_weight(self, row: int, qualities: Mapping[int, float]) -> float:
        """How much of the question stands in a row."""
        told = 1.0 if qualities.get(row, 0.0) >= _LEAST_COVERED else 0.5
        return told * sum(
            (unit.weight or _SOFT) * (_TITLE_TOO if unit in self.around else 1.0)
            for unit, rows in self.met.items()
            if row in rows
        )


def look_up(asked: Asked, grid: Grid, beside: Callable[[], Collection[str]] = tuple) -> list[Found]:
    """What the table says to the question, most to the point first; empty where it says next to nothing.

    `beside`: gives the terms of the text around the table, which may name it too.
    """
    if not grid.rows or not asked.units:
        return []
    reading = _read(asked, grid, beside)
    if sum(unit.weight for unit in reading.known) < _LEAST_KNOWN * asked.weight:
        return []
    found = [*_computed(reading), *_cells(reading)]
    return sorted(found, key=lambda one: -one.score(asked))


def _read(asked: Asked, grid: Grid, beside: Callable[[], Collection[str]]) -> _Reading:
    met: dict[Unit, Mapping[int, frozenset[int]]] = {}
    heads: dict[Unit, frozenset[int]] = {}
    around: set[Unit] = set()
    for unit in asked.units:
        columns = frozenset(column for column, held in enumerate(grid.head_terms) if unit.is_in(held))
        if columns and not unit.is_place:
            heads[unit] = columns
        rows = {} if unit.is_place else grid.met(unit)
        if rows:
            met[unit] = rows
        # The year of a report is no column of it: its tables have those before as well.
        if unit.is_in(grid.context) and not (unit.is_year and grid.has_years):
            around.add(unit)
        if unit.weight >= _NAME and unit.number is None and grid.is_of(unit):
            around.add(unit)
    around |= _of_dates(asked, around)
    for unit in asked.units:
        strange = unit.weight and unit not in met and unit not in heads and unit not in around
        if strange and (rows := grid.nearly_met(unit)):
            met[unit] = rows
    _meet_whole_cells(asked, grid, met)
    for unit in [one for one in met if one.length is not None]:
        met[unit] = _of_one_column(unit, met[unit], heads, asked.text.lower())
    unknown = [unit for unit in asked.units if unit.weight and not (unit in met or unit in heads or unit in around)]
    left = sum(unit.weight for unit in unknown)
    near: frozenset[Unit] = frozenset()
    if unknown and left <= _MOST_BESIDE * asked.weight:
        held = beside()
        near = frozenset(unit for unit in unknown if unit.is_in(held) and not (unit.is_year and grid.has_years))
    return _Reading(asked, grid, met, heads, frozenset(around), near)


def _of_one_column(
    length: Unit, met: Mapping[int, frozenset[int]], heads: Mapping[Unit, frozenset[int]], text: str
) -> Mapping[int, frozenset[int]]:
    """Where several columns have lengths of time, the rows of that one whose head stands next to it in the question:
    `two weeks of holiday`, where both holiday and notice are so long; of the first column, where none is named but one,
    which is asked for.
    """
    columns = sorted(set().union(*met.values()))
    at = text.find(length.text)
    if len(columns) < 2 or at < 0:
        return met
    gaps: dict[int, int] = {}
    for unit, named in heads.items():
        place = text.find(unit.text.lower()) if unit.weight else -1
        if place >= 0 and len(named) == 1:
            gap = at - place - len(unit.text) if place < at else place - at - len(length.text)
            gaps[min(named)] = min(gap, gaps.get(min(named), gap))
    beside = [column for column in columns if column in gaps]
    rest = [column for column in columns if column not in gaps]
    chosen = min(beside, key=lambda column: gaps[column]) if len(gaps) > 1 and beside else (rest or columns)[0]
    return {row: frozenset([chosen]) for row, held in met.items() if chosen in held}


def _meet_whole_cells(asked: Asked, grid: Grid, met: dict[Unit, Mapping[int, frozenset[int]]]) -> None:
    """Rows with a cell of Chinese or Japanese that the question has letter by letter: words are not apart there."""
    if not is_cjk(asked.text) or len(grid.rows) > 5_000:
        return
    for number, row in enumerate(grid.rows):
        for column, cell in enumerate(row):
            name = cell.strip()
            if 2 <= len(name) <= 40 and is_cjk(name) and name in asked.text:
                whole = Unit(name, (frozenset(terms(name)),), _NAME)
                for unit in (whole, *(unit for unit in asked.units if unit.text in name)):
                    known = dict(met.get(unit, {}))
                    known[number] = known.get(number, frozenset()) | {column}
                    met[unit] = known


def _qualities(reading: _Reading, rows: Iterable[int]) -> dict[int, float]:
    """Of each row how much of the cell that names it the question says."""
    grid, found = reading.grid, {}
    for row in rows:
        columns = {column for units in reading.met.values() for column in units.get(row, ())}
        units = [unit for unit, met in reading.met.items() if row in met]
        found[row] = max((_quality(grid.rows[row][column], units, reading.asked) for column in columns), default=0.0)
    return found


def _quality(cell: str, units: Collection[Unit], asked: Asked) -> float:
    if is_cjk(cell) and clean(cell) in asked.text:
        return 1.0
    # A name of several words in a row counts in a longer text as well: `New Year Mystery (Runtime: 116 min)`.
    words = [word for word in clean(cell).lower().split() if word]
    share = covered(cell, units)
    if share < 1 and len(words) > 2:
        share = max(share, _RUNS[_longest_run(words, asked.text.lower())])
    return share


def _longest_run(words: Sequence[str], text: str) -> int:
    """How many words of a cell, up to four, stand in a text one after the other; 0 for less than two."""
    for size in (4, 3, 2):
        if any(" ".join(words[at : at + size]) in text for at in range(len(words) - size + 1)):
            return size
    return 0


def _cells(reading: _Reading) -> list[Found]:
    """The rows that hold most of what is named, with the columns that are asked for."""
    asked, grid = reading.asked, reading.grid
    told = {unit: met for unit, met in reading.met.items() if unit.weight}
    # Who the figures are of names no row where another word does: `Due to MGM Resorts`, in the report of MGM Resorts.
    own = {row for unit, met in told.items() if not grid.is_of(unit) for row in met}
    rows = own or {row for met in told.values() for row in met}
    rows = rows - grid.title_rows or rows
    if not rows:
        return _all_rows(reading)
    rough = {row: reading.row_weight(row, {row: 1.0}) for row in rows}
    most = max(rough.values())
    close = [row for row in rows if rough[row] >= 0.5 * most]
    qualities = _qualities(reading, sorted(close, key=lambda row: -rough[row])[:_MOST_ROWS])
    weights = {row: reading.row_weight(row, qualities) * (0.5 + 0.5 * qualities[row]) for row in qualities}
    best = max(weights.values())
    chosen = sorted(row for row, weight in weights.items() if weight >= best - 1e-6)
    quality = min(qualities[row] for row in chosen)
    named = sorted({column for row in chosen for met in reading.met.values() for column in met.get(row, ())})
    # `dirty_workers` and `dirty_timeout` say nothing of a worker's timeout; pears and apples are rows of their own.
    of_one = any if quality == 1 else all
    in_rows = frozenset(unit for unit, met in reading.met.items() if of_one(row in met for row in chosen))
    explained = in_rows | frozenset(reading.heads) | reading.around | _of_dates(asked, in_rows) | reading.near
    near = reading.near - in_rows
    labels = _labels(reading, chosen, named)
    columns = _columns(reading, chosen, labels, in_rows)
    kind: Kind = "cell" if columns else "row"
    if columns and not any(clean(grid.rows[row][column]) for row in chosen for column in columns):
        kind = "missing"
    elif not columns:
        columns = _only_other(reading, chosen, labels) if quality >= _LEAST_NAMED else ()
        kind = "cell" if columns else "row"
    if len(chosen) > 1 and kind == "cell":
        kind = "list"
    return [Found(grid, kind, tuple(chosen), columns, explained, quality, total=len(chosen), named=labels, near=near)]


def _all_rows(reading: _Reading) -> list[Found]:
    """All rows of a small table that is named as a whole, `the referral bonus`: by its title, and by the head of the
    column that is asked for. Where several are called so, nothing says which one is meant, and rows are told whole.
    """
    asked, grid = reading.asked, reading.grid
    rows = [row for row in range(len(grid.rows)) if row not in grid.title_rows | grid.total_rows]
    label = grid.label_column
    heads = {unit: columns - {label} for unit, columns in reading.heads.items() if unit.weight and columns - {label}}
    is_titled = any(unit.weight and unit not in reading.heads for unit in reading.around)
    is_told = is_titled and bool(heads) and len({grid.label(row) for row in rows}) == len(rows) <= _MOST_OF_ALL
    if not is_told or len(rows) < _LEAST_OF_ALL or asked.compared or set(asked.operations) - {"count"}:
        return []
    one = frozenset.intersection(*heads.values())
    columns, named = (tuple(one), ()) if len(one) == 1 else ((), (label,))
    return [Found(grid, "list", tuple(rows), columns, _explained(reading, ()), _OF_ALL, total=len(rows), named=named)]


def _labels(reading: _Reading, rows: Collection[int], named: Collection[int]) -> tuple[int, ...]:
    """The columns whose cells name the rows; what a long text says beside other things does not."""
    units = [unit for unit, met in reading.met.items() if any(row in met for row in rows)]
    share = {
        column: max(_quality(reading.grid.rows[row][column], units, reading.asked) for row in list(rows)[:20])
        for column in named
    }
    best = max(share.values(), default=0.0)
    labels = tuple(column for column in named if share[column] >= min(0.5, best))
    # `128-bit` names the row of `i128` as well; asked for the length, it is the answer.
    asked = {
        column
        for unit, columns in reading.heads.items()
        if unit.weight and unit not in units and unit not in reading.around
        for column in columns
    }
    return tuple(column for column in labels if column not in asked) or labels


def _only_other(reading: _Reading, rows: Collection[int], labels: Collection[int]) -> tuple[int, ...]:
    """The one filled cell beside the label; of a table without heads, where an amount is asked for, the next number."""
    grid = reading.grid
    others = {column for row in rows for column, cell in enumerate(grid.rows[row]) if clean(cell)} - set(labels)
    # What is `From` in one row and `To` in the next is asked for neither here nor there.
    named_alike = len({tuple(_named_in(reading, row, labels)) for row in rows}) == 1
    if len(others) == 1 and named_alike:
        return tuple(others)
    if any(grid.headers) or len(rows) > 1 or "count" not in reading.asked.operations or not labels:
        return ()
    (row,) = rows
    after = (
        column for column in sorted(others) if column > max(labels) and number_in(grid.rows[row][column]) is not None
    )
    return tuple(column for column in [next(after, -1)] if column >= 0)


def _named_in(reading: _Reading, row: int, labels: Collection[int]) -> list[int]:
    """The columns in which a row is named."""
    return [column for column in labels if any(column in met.get(row, ()) for met in reading.met.values())]


def _of_dates(asked: Asked, explained: Collection[Unit]) -> frozenset[Unit]:
    """Month and year of a date that was met as a whole."""
    days = [unit for unit in explained if unit.day]
    return frozenset(unit for unit in asked.units if any(unit.is_in(day.forms[0]) for day in days))


def _columns(
    reading: _Reading, rows: Collection[int], labels: Collection[int], in_rows: Collection[Unit]
) -> tuple[int, ...]:
    """The columns that are asked for, best first: each for something that no other one has told."""
    grid = reading.grid
    left = set(reading.asked.units)
    wanted = set(reading.asked.wanted)
    chosen: list[int] = []
    while len(chosen) < _MOST_COLUMNS:
        worths = {
            column: _worth(reading, column, left, wanted, in_rows) + _within(reading, rows, column, left)
            for column in range(grid.width)
            if column not in chosen and column not in labels
        }
        best = max(worths, key=lambda column: worths[column], default=-1)
        if best < 0 or worths[best] <= (_NEXT_COLUMN if chosen else 0.0):
            break
        chosen.append(best)
        left = {unit for unit in left if best not in reading.heads.get(unit, ())}
        wanted = {unit for unit in wanted if not unit.is_in(grid.head_terms[best])}
    return tuple(chosen)


def _worth(
    reading: _Reading, column: int, units: Collection[Unit], wanted: Collection[Unit], used: Collection[Unit]
) -> float:
    """How well the head of a column is what is asked for."""
    worth = 0.0
    for unit in units:
        if column in reading.heads.get(unit, ()):
            elsewhere = unit in used or (unit in reading.around and unit.weight >= _NAME)
            # `Change 2014 vs. 2013` has more than that year.
            elsewhere = elsewhere or (unit.is_year and reading.grid.years_in(column) > 1)
            worth += (unit.weight or _ASKING_HEAD) * (_ELSEWHERE if elsewhere else 1.0)
    worth += _WANTED * any(unit.is_in(reading.grid.head_terms[column]) for unit in wanted)
    if not worth:
        return 0.0
    # `Permit` is what is asked for, rather than `NICS Firearm Background Checks, Permit of November 2015, Redemption`.
    told = _share_told(reading.grid.head_terms[column], [*reading.asked.units, *wanted])
    return worth * (0.5 + 0.5 * told) / (1 + _LONG_HEAD * reading.grid.head_words[column])


def _share_told(held: Collection[str], units: Collection[Unit]) -> float:
    """Share of the terms of a head that some unit has in one of its wordings."""
    told = sum(any(term in form for unit in units for form in unit.forms) for term in held)
    return told / len(held) if held else 0.0


def _within(reading: _Reading, rows: Collection[int], column: int, units: Collection[Unit]) -> float:
    """What a cell that names no row has of the question: `Space-separated values`, asked for a separator."""
    if len(rows) > 1:
        return 0.0
    return sum(
        _IN_TEXT * unit.weight
        for unit in units
        if any(column in reading.met.get(unit, {}).get(row, ()) for row in rows)
    )


def _computed(reading: _Reading) -> list[Found]:
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


def _filter(reading: _Reading) -> tuple[list[int], frozenset[Unit]]:
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
        exact = {row for row in met if any(covered(grid.rows[row][column], [unit]) >= 0.5 for column in met[row])}
        if exact & rows:
            rows &= exact
            used.add(unit)
    return sorted(rows), frozenset(used)


def _number_column(reading: _Reading, used: Collection[Unit], dates: bool = False) -> int:
    """The column of numbers, or of dates, that is asked for; -1 without one."""
    grid = reading.grid
    kinds = ("date",) if dates else ("integer", "real")
    worths = {
        column: _worth(reading, column, reading.asked.units, reading.asked.wanted, used) for column in range(grid.width)
    }
    for column in sorted(worths, key=lambda column: -worths[column]):
        if worths[column] > 0 and grid.typed(column).type in kinds:
            return column
    fitting = [column for column in range(min(grid.width, _MOST_DATES)) if dates and grid.typed(column).type == "date"]
    return fitting[0] if len(fitting) == 1 else -1


def _explained(reading: _Reading, used: Collection[Unit]) -> frozenset[Unit]:
    return frozenset(used) | frozenset(reading.heads) | reading.around | reading.near


def _texts(units: Collection[Unit]) -> tuple[str, ...]:
    return tuple(sorted(unit.text for unit in units))


def _extreme(reading: _Reading, operation: str) -> Found | None:
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
    return Found(grid, "computed", chosen, (column,), _explained(reading, used), 1.0, operation, told, total)


def _summed(reading: _Reading, operation: str) -> Found | None:
    grid = reading.grid
    rows, used = _filter(reading)
    column = _number_column(reading, used)
    values = _numbers(grid, rows, column)
    if len(values) < 2:
        return None
    total = sum(values.values())
    value = total if operation == "sum" else total / len(values)
    said = _with_unit(value, grid, column)
    explained = _explained(reading, used)
    found = Found(grid, "computed", tuple(values), (column,), explained, 1.0, operation, said, len(values))
    return replace(found, filters=_texts(used))


def _counted(reading: _Reading) -> Found | None:
    """How many rows fulfil a condition, or have a value: only where the question counts what the rows are."""
    asked, grid = reading.asked, reading.grid
    rows, used = _filter(reading)
    explained = _explained(reading, used)
    if asked.compared is not None:
        column = _number_column(reading, used)
        values = _numbers(grid, rows, column)
        chosen = tuple(row for row, value in values.items() if asked.compared.holds(value))
        if not values:
            return None
        found = Found(grid, "computed", chosen, (column,), explained, 1.0, "count", str(len(chosen)), len(chosen))
        condition = f"{_SIGNS[asked.compared.how]} {asked.compared.number:,.10g}"
        return replace(found, filters=(*_texts(used), f"{clean(grid.headers[column])} {condition}"))
    label = {unit for unit, columns in reading.heads.items() if grid.label_column in columns}
    if not used or not (label - used) or any(unit in reading.heads for unit in used) or len(rows) < 2:
        return None
    found = Found(grid, "computed", tuple(rows), (), explained, 1.0, "count", str(len(rows)), len(rows))
    return replace(found, filters=_texts(used))


def _difference(reading: _Reading) -> Found | None:
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
    explained = _explained(reading, used)
    said = _with_unit(abs(first - second), grid, column)
    return Found(grid, "computed", tuple(rows), (column,), explained, 1.0, "difference", said, 2)


def _changed(reading: _Reading, operation: str) -> Found | None:
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
    explained = _explained(reading, frozenset(reading.met))
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


def missing_from(asked: Asked, found: Found) -> Unit | None:
    """The one name or number of the question that the table does not have, where it has all else; None otherwise.

    It must be of the kind that the table has in a column, or, where no column is met, in its heads: `2021` of years.
    """
    left = [unit for unit in asked.units if unit.weight >= 1 and unit not in found.explained and not unit.day]
    if len(left) != 1 or left[0].weight < _NAME or found.operation:
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
    reading = _read(asked, grid, beside)
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
    if unit.weight < _NAME and is_common(unit.text):
        return None
    return unit, Found(grid, "row", (), (), _explained(reading, ()), 1.0)


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
