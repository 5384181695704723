"""Which rows of a table a question means: by names that are its cells, by numbers and days that bound a column, and by
what is denied of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import isnan
from typing import Final, NamedTuple, TypeAlias

from citeline.dataclass import dataclass
from citeline.text import is_cjk

from ...question.cues import is_denied
from ...question.tables.asked import Asked, Unit
from ...question.tables.bounds import Compared, joints_of
from ...question.time_spans import TimeSpan
from ...tables.columns import Value
from .cell import clean, covered, day_of, number_in
from .grid import Grid

Met: TypeAlias = dict[Unit, Mapping[int, frozenset[int]]]
"""Rows that hold a thing, and the columns in which they do."""
Tests: TypeAlias = Mapping[int, Callable[[str], bool]]
"""By column; a cell of one of them has to fulfil its test."""
_LEAST_NAMED: Final = 0.5
"""Of a cell, for words to be its name."""
_LONGEST_NAME: Final = 80
_BESIDE: Final = 12
"""Characters between a name and the head of its column: `the city is Lima`."""
_COMMAS: Final = ",，、"
_WORDS_BETWEEN: Final = 2
"""Behind an `or` between two names: `or in the`."""
_NUMBERS: Final = ("integer", "real")
_FIRST, _LAST = 1500, 2100
"""Years."""
Heads: TypeAlias = Mapping[Unit, frozenset[int]]
"""Columns whose head has a thing."""


@dataclass(frozen=True, slots=True)
class Name:
    """Words of the question that are a cell, or half of one."""

    text: str
    units: tuple[Unit, ...]
    columns: frozenset[int]
    start: int
    is_whole: bool

    def holds(self, cell: str) -> bool:
        """Whether a cell is called so."""
        if folded(cell) == self.text.lower():
            return True
        return is_named(cell, self.units) and (not self.is_whole or covered(cell, self.units) == 1)


class Condition(NamedTuple):
    """One thing that a row has to fulfil."""

    said: str
    units: frozenset[Unit]
    tests: Tests
    place: tuple[int, int]
    """Where it stands in the question, and where it ends."""
    is_name: bool = False
    """Whether it is what a cell is called, and nothing that bounds it."""
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """The rows that a question means."""

    rows: list[int]
    used: frozenset[Unit]
    """What of the question chose them."""
    by: tuple[Condition, ...] = ()
    is_sure: bool = True
    """Whether all that bounds or denies in the question chose rows, and each name in one column."""
    has_other: bool = False
    """Whether one thing is said in place of another of other columns: then not all that was met has to be."""

    @property
    def columns(self) -> frozenset[int]:
        """Those that chose rows."""
        return frozenset(column for one in self.by for column in one.tests)

    @property
    def said(self) -> tuple[str, ...]:
        """What chose the rows."""
        return tuple(sorted(f"≠ {one.said}" if one.denied else one.said for one in self.by))


def folded(cell: str) -> str:
    """A cell as names are compared."""
    return clean(cell).lower()


def names_in(asked: Asked, grid: Grid, met: Met, heads: Heads) -> list[Name]:
    """The names in a question that are whole cells, letter by letter: the longest, and none within another."""
    lower, found, taken = asked.text.lower(), list[Name](), list[tuple[int, int]]()
    for text, columns in sorted(_whole_cells(asked, grid, met).items(), key=lambda one: -len(one[0])):
        for start, end in (match.span() for match in _as_words(text).finditer(lower)):
            units = tuple(unit for unit in met if unit.text.lower() in text and not unit.is_place)
            is_told = any(unit.weight for unit in units) or asked.text[start].isupper()
            if is_told and not any(start < last and first < end for first, last in taken):
                taken.append((start, end))
                meant = _column_of(columns, start, end, heads, lower)
                found.append(Name(asked.text[start:end], units, meant, start, True))
    return found


def _whole_cells(asked: Asked, grid: Grid, met: Met) -> Mapping[str, frozenset[int]]:
    """Cells that stand in the question letter by letter, and their columns."""
    lower = asked.text.lower()
    known: dict[str, str] = {}
    found: dict[str, set[int]] = {}
    for rows in met.values():
        for row, columns in rows.items():
            for column in columns:
                cell = grid.rows[row][column]
                if cell not in known:
                    text = folded(cell) if len(cell) <= _LONGEST_NAME else ""
                    known[cell] = text if text in lower and any(map(str.isalpha, text)) else ""
                if known[cell]:
                    found.setdefault(known[cell], set()).add(column)
    spoken = [text for text in found if len(text) > 1 and _as_words(text).search(lower)]
    return {text: frozenset(at for at in found[text] if grid.typed(at).type != "boolean") for text in spoken}


def _as_words(text: str) -> re.Pattern[str]:
    return re.compile(
        re.escape(text) if is_cjk(text) else rf"(?<![a-z0-9_]){re.escape(text)}(?![a-z0-9_]|[-./][a-z0-9])"
    )


def _column_of(columns: frozenset[int], start: int, end: int, heads: Heads, lower: str) -> frozenset[int]:
    """Of several columns that have a name that one whose head stands beside it in the question: `the city Lima`."""
    gaps = _gaps(columns, start, end, heads, lower) if len(columns) > 1 else {}
    beside = {at: gap for at, gap in gaps.items() if gap <= _BESIDE}
    return frozenset(at for at, gap in beside.items() if gap == min(beside.values())) or columns


def _gaps(columns: Collection[int], start: int, end: int, heads: Heads, lower: str) -> dict[int, int]:
    """How far the head of each column stands from a place of the question; those that it does not name are left out."""
    gaps: dict[int, int] = {}
    for unit, named in heads.items():
        place = lower.find(unit.text.lower())
        gap = start - place - len(unit.text) if place < start else place - end
        if place >= 0 and gap >= 0:
            gaps.update({at: min(gap, gaps.get(at, gap)) for at in named.intersection(columns)})
    return gaps


def _partial(asked: Asked, grid: Grid, met: Met, heads: Heads) -> Iterator[Name]:
    """Words that are half of a cell; those side by side in the question, and in the same columns, are one name."""
    lower = asked.text.lower()
    exact = {unit: held for unit, rows in met.items() if unit.weight and (held := _rows_of(grid, (unit,), rows))}
    columns = {unit: frozenset().union(*held.values()) for unit, held in exact.items()}
    joined: list[tuple[Unit, ...]] = []
    for unit in exact:
        before = joined[-1] if joined else ()
        if before and f"{before[-1].text} {unit.text}" in asked.text and columns[before[-1]] & columns[unit]:
            joined[-1] = (*before, unit)
        else:
            joined.append((unit,))
    for units in joined:
        held = _rows_of(grid, units, exact[units[0]])
        whole = {at for row, here in held.items() for at in here if covered(grid.rows[row][at], units) == 1}
        text = " ".join(unit.text for unit in units)
        start = max(0, lower.find(text.lower()))
        named = frozenset(whole) or frozenset().union(*held.values())
        yield Name(text, units, _column_of(named, start, start + len(text), heads, lower), start, bool(whole))


def _rows_of(grid: Grid, name: tuple[Unit, ...], met: Mapping[int, frozenset[int]]) -> Mapping[int, frozenset[int]]:
    """Of rows with a word of a name those that have all of it in one cell, and the columns of such cells."""
    cells = {grid.rows[row][at] for row, held in met.items() for at in held}
    named = {cell for cell in cells if is_named(cell, name)}
    told = {row: {at for at in held if grid.rows[row][at] in named} for row, held in met.items()}
    return {row: frozenset(columns) for row, columns in told.items() if columns}


def is_named(cell: str, name: Sequence[Unit]) -> bool:
    """Whether a name is at least half of a cell, its words one behind the other."""
    if len(name) == 1:
        return covered(cell, name) >= _LEAST_NAMED
    said = " ".join(unit.text for unit in name).lower()
    return said in " ".join(cell.lower().split()) and covered(cell, name) >= _LEAST_NAMED


def met_by_names(grid: Grid, met: Met, names: Collection[Name]) -> Met:
    """Where the words of the names of whole cells are met: in these cells, and in none that has them beside others."""
    found = dict(met)
    for unit in met:
        whole = [name for name in names if name.is_whole and unit in name.units]
        if whole:

            def is_whole(row: int, column: int, whole: Collection[Name] = whole) -> bool:
                return any(column in name.columns and name.holds(grid.rows[row][column]) for name in whole)

            told = {row: frozenset(at for at in columns if is_whole(row, at)) for row, columns in met[unit].items()}
            found[unit] = {row: columns for row, columns in told.items() if columns} or met[unit]
    return found


def chosen_rows(
    asked: Asked, grid: Grid, names: Collection[Name], met: Met, heads: Heads, elsewhere: Collection[Unit]
) -> Chosen:
    """The rows that fulfil all that a question says of them.

    `names`: whole cells, beside which other words of `met` may name rows; `elsewhere`: what stands in heads or around
    the table, and alone chooses no row.
    """
    bounds = [*_number_bounds(asked, grid, heads), *_day_bounds(asked, grid, heads)]
    chosen = [one for one in bounds if one is not None]
    is_sure = None not in bounds
    told = {unit for one in chosen for unit in one.units}
    known = told.union(elsewhere, *(name.units for name in names))
    rest = {unit: met[unit] for unit in met if unit not in known and not unit.is_place}
    for name in (*names, *_partial(asked, grid, rest, heads)):
        units = frozenset(name.units) - told
        if not units or (len(name.units) == 1 and units <= {*elsewhere} and not name.text[0].isupper()):
            continue
        is_sure = is_sure and len(name.columns) == 1
        place = name.start, name.start + len(name.text)
        chosen.append(Condition(name.text, units, dict.fromkeys(sorted(name.columns), name.holds), place, True))
    chosen += _marks(asked, grid, heads, chosen)
    by_place = sorted(chosen, key=lambda one: one.place)
    denied = _denied(asked, by_place) if asked.denies else set[tuple[int, int]]()
    # A bound that is denied is not turned round.
    chosen = [one._replace(denied=one.place in denied) for one in chosen]
    is_sure = is_sure and not any(one.denied and not one.units for one in chosen)
    has_other = _has_other(asked, by_place, denied)
    is_sure = is_sure and not has_other and bool(denied) >= asked.denies
    rows = sorted(set(range(len(grid.rows))) - grid.total_rows)
    for tests in tests_of(chosen):
        rows = [row for row in rows if any(test(grid.rows[row][at]) for at, test in tests.items())]
    return Chosen(rows, frozenset(unit for one in chosen for unit in one.units), tuple(chosen), is_sure, has_other)


def _denied(asked: Asked, by_place: Sequence[Condition]) -> set[tuple[int, int]]:
    """Where what is denied stands: what words of denial stand next to, before it in its clause or right behind it as in
    `Oslo以外`, and what is joined to that in the same column.
    """
    text, denied = asked.text, set[tuple[int, int]]()
    for last, one in zip([None, *by_place], by_place, strict=False):
        begin, (start, end) = last.place[1] if last else 0, one.place
        is_joined = last is not None and last.place in denied and _are_joined(asked, last, one)
        if is_joined or is_denied(" " * begin + text[begin:end], start, end):
            denied.add(one.place)
    for following, one in zip([None, *reversed(by_place)], reversed(by_place), strict=False):
        start, end = one.place
        stop = min(end + _BESIDE, following.place[0] if following else len(text))
        is_joined = following is not None and following.place in denied and _are_joined(asked, one, following)
        if is_joined or is_denied(" " * start + text[start:stop], start, end):
            denied.add(one.place)
    return denied


def _are_joined(asked: Asked, one: Condition, other: Condition) -> bool:
    """Whether two of the same columns are told as one list: `Lima, Rome or in Oslo`."""
    between = asked.text[one.place[1] : other.place[0]].strip()
    joint = joints_of(asked.language)[1].match(between.lstrip(_COMMAS).strip())
    is_list = between in _COMMAS or (joint is not None and len(between[joint.end() :].split()) <= _WORDS_BETWEEN)
    return is_list and bool(between) and one.is_name and other.is_name and one.tests.keys() == other.tests.keys()


def _has_other(asked: Asked, by_place: Sequence[Condition], denied: Collection[tuple[int, int]]) -> bool:
    """Whether one thing is said in place of another that is not of the same columns, so that not both have to be."""
    for one, other in pairwise(by_place):
        is_same = one.is_name and other.is_name and one.tests.keys() == other.tests.keys()
        is_same = is_same and (one.place in denied) == (other.place in denied)
        if not is_same and joints_of(asked.language)[0].search(asked.text, one.place[1], other.place[0]):
            return True
    return False


def tests_of(chosen: Collection[Condition]) -> tuple[Tests, ...]:
    """What a row has to fulfil, all of it; of names in the same column it has one: `pears and apples`."""
    named: dict[tuple[int, ...], list[Condition]] = {}
    alone: list[Tests] = []
    for one in chosen:
        if one.denied:
            alone += [{at: partial(_is_not, test)} for at, test in one.tests.items()]
        elif one.is_name:
            named.setdefault(tuple(one.tests), []).append(one)
        else:
            alone.append(one.tests)
    for columns, group in named.items():
        alone.append({at: partial(_is_any, [one.tests[at] for one in group]) for at in columns})
    return tuple(alone)


def _is_not(test: Callable[[str], bool], cell: str) -> bool:
    return not test(cell)


def _is_any(tests: Collection[Callable[[str], bool]], cell: str) -> bool:
    return any(test(cell) for test in tests)


def _number_bounds(asked: Asked, grid: Grid, heads: Heads) -> Iterator[Condition | None]:
    """Each bound with the column of numbers whose head stands next to it, or the only one; None for a bound of none."""
    numbers = [at for at in range(grid.width) if grid.typed(at).type in _NUMBERS] if asked.compared else []
    for one in asked.compared:
        gaps = _gaps(numbers, one.start, one.end, heads, asked.text.lower())
        column = min(gaps, key=lambda at: gaps[at]) if gaps else numbers[0] if len(numbers) == 1 else -1
        is_read = column >= 0 and not isnan(one.number)
        said = f"{clean(grid.headers[column])} {one.said}"
        tests = {column: partial(_is_within, one)}
        yield Condition(said, frozenset(), tests, (one.start, one.end)) if is_read else None


def _is_within(bound: Compared, cell: str) -> bool:
    number = number_in(cell)
    return number is not None and bound.holds(number)


def _day_bounds(asked: Asked, grid: Grid, heads: Heads) -> Iterator[Condition | None]:
    """The time that rows are of, in the only column of days or that whose head stands next to it."""
    span = asked.span
    if span is None:
        return
    is_open = span.since != span.until
    days = [at for at in range(grid.width) if grid.typed(at).type == "date" or (is_open and has_years(grid, at))]
    start = max(0, asked.text.find(span.said))
    gaps = _gaps(days, start, start + len(span.said), heads, asked.text.lower())
    column = min(gaps, key=lambda at: gaps[at]) if gaps else days[0] if len(days) == 1 else -1
    if column >= 0:
        known = dict(zip((row[column] for row in grid.rows), grid.typed(column).values, strict=True))
        units = frozenset(unit for unit in asked.units if unit.text in span.said)
        said, place = f"{clean(grid.headers[column])} {span.said}", (start, start + len(span.said))
        yield Condition(said, units, {column: partial(_is_of, span, known)}, place)
    elif is_open or days:
        yield None


def _is_of(span: TimeSpan, known: Mapping[str, Value], cell: str) -> bool:
    value = known.get(cell, cell)
    day = f"{value:.0f}" if isinstance(value, int | float) else day_of(value or "") or value or ""
    return bool(day) and span.holds(day)


def has_years(grid: Grid, column: int) -> bool:
    """Whether a column is one of years."""
    typed = grid.typed(column)
    numbers = [value for value in typed.values if isinstance(value, int | float)] if typed.type in _NUMBERS else []
    return bool(numbers) and all(_FIRST <= value <= _LAST and value == int(value) for value in numbers)


def _marks(asked: Asked, grid: Grid, heads: Heads, chosen: Collection[Condition]) -> Iterator[Condition]:
    """Those with a yes below a head that the question names: `how many are remote`, `which are not remote`."""
    bound = {at for one in chosen for at in one.tests}
    for unit, columns in heads.items():
        for at in sorted(columns - bound):
            if unit.weight and grid.typed(at).type == "boolean":
                marked = {row[at] for row, value in zip(grid.rows, grid.typed(at).values, strict=True) if value}
                start = max(0, asked.text.find(unit.text))
                place = start, start + len(unit.text)
                yield Condition(clean(grid.headers[at]), frozenset([unit]), {at: marked.__contains__}, place)
