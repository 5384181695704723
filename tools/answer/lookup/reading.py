"""A question beside one table: which of its words stand in cells, in heads and around, and what was found of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import field
from functools import cached_property
from math import fsum
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.text import STOPWORDS, is_cjk, split_identifier, terms, words

from ...question.tables.asked import Asked, Unit
from .cell import clean, number_in
from .conditions import Chosen, Name, chosen_rows, met_by_names, names_in
from .grid import Grid

Kind: TypeAlias = Literal["cell", "row", "list", "computed", "missing"]
_MOST_BESIDE: Final = 0.7
"""Of the weight that is in no cell: the text beside the table is read for the rest."""
_SOFT: Final = 0.2
"""Weight of a word that only asks, where a row has it."""
_TITLE_TOO: Final = 0.3
"""Share of its weight that a row gains by what the title of its table says already."""
_LEAST_COVERED: Final = 0.34
"""Of a cell's terms, for a word in it to name its row at its full weight."""
_ASKING_HEAD: Final = 0.3
"""Weight of a word that only asks, where a head has it: `total`, `value`."""
_ELSEWHERE: Final = 0.1
"""Share that a head gains by what the row or the title says already."""
NAME: Final = 2.0
"""Weight of a name or a number."""
_WANTED: Final = 0.4
"""What a head gains that an asking word speaks of: `where` of an address."""
_VERSION: Final = re.compile(r"\d+(?:\.\d+){2,}")
_LONG_HEAD: Final = 0.1
"""Lost for each word of a head."""


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
    near: frozenset[Unit] = frozenset()
    """Of what is explained that which stands only beside the table."""
    chosen: Chosen | None = None
    """What chose the rows of what was computed or listed."""
    unused: frozenset[Unit] = frozenset()
    """What the question names and neither chooses rows nor says what is computed."""
    is_sure: bool = True
    """Whether no row may be meant that has only one of two things."""

    @property
    def filters(self) -> tuple[str, ...]:
        """What chose the rows."""
        return self.chosen.said if self.chosen else ()

    def coverage(self, asked: Asked) -> float:
        """Share of the question's weight that the table explains, 0 to 1; half of it for what stands beside it.

        Whose report it is speaks for none of its tables.
        """
        units = [unit for unit in asked.units if not self.grid.is_of(unit)]
        extra = self.explained.difference(asked.units)
        known = (unit for unit in (*units, *extra) if unit in self.explained)
        told = fsum(unit.weight * (0.5 if unit in self.near else 1.0) for unit in known)
        named = fsum(unit.weight for unit in (*units, *extra))
        return told / named if named else float(bool(self.filters))

    def score(self, asked: Asked) -> float:
        """How sure it is that this answers the question, 0 to 1."""
        return self.coverage(asked) * (0.5 + 0.5 * self.quality)


@dataclass
class Reading:
    """A question beside one table."""

    asked: Asked
    grid: Grid
    met: dict[Unit, Mapping[int, frozenset[int]]]
    heads: dict[Unit, frozenset[int]]
    around: frozenset[Unit]
    near: frozenset[Unit]
    """Met only in the text beside the table."""
    names: list[Name]

    @cached_property
    def chosen(self) -> Chosen:
        """The rows that the question means."""
        elsewhere = {*self.heads, *self.around, *self.near}
        return chosen_rows(self.asked, self.grid, self.names, self.met, self.heads, elsewhere)

    @cached_property
    def row_names(self) -> frozenset[Unit]:
        """What all rows are called, as their file is: those of `user_roles.csv` are no users."""
        stem = frozenset(terms(self.grid.entry.path.rpartition("/")[2].partition(".")[0]))
        found = [unit for unit in self.asked.units if unit.weight and any(map(stem.issuperset, unit.forms))]
        named = {term for unit in found for form in unit.forms for term in form}
        return frozenset(found) if stem and stem <= named else frozenset()

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


def read_table(asked: Asked, grid: Grid, beside: Callable[[], Collection[str]]) -> Reading:
    """Where a table has the words of a question; `beside` gives the terms of the text around it."""
    met: dict[Unit, Mapping[int, frozenset[int]]] = {}
    heads: dict[Unit, frozenset[int]] = {}
    around: set[Unit] = set()
    for unit in asked.units:
        columns = frozenset(column for column, held in enumerate(grid.head_terms) if unit.is_in(held))
        if columns and not unit.is_place:
            heads[unit] = columns
        rows = {} if unit.is_place else _called_so(unit, grid, grid.met(unit))
        if rows:
            met[unit] = rows
        # The year of a report is no column of it: its tables have those before as well.
        if unit.is_in(grid.context) and not (unit.is_year and grid.has_years):
            around.add(unit)
        if unit.weight >= NAME and unit.number is None and grid.is_of(unit):
            around.add(unit)
    around |= of_dates(asked, around)
    _meet_whole_cells(asked, grid, met)
    for unit in [one for one in met if one.length is not None and not one.length.is_money]:
        met[unit] = _of_one_column(unit, met[unit], heads, asked.text.lower())
    names = names_in(asked, grid, met, heads)
    met = met_by_names(grid, met, names)
    unknown = [unit for unit in asked.units if unit.weight and not (unit in met or unit in heads or unit in around)]
    left = sum(unit.weight for unit in unknown)
    near: frozenset[Unit] = frozenset()
    if unknown and left <= _MOST_BESIDE * asked.weight:
        held = beside()
        near = frozenset(unit for unit in unknown if unit.is_in(held) and not (unit.is_year and grid.has_years))
    return Reading(asked, grid, met, heads, frozenset(around), near, names)


def _called_so(unit: Unit, grid: Grid, met: Mapping[int, frozenset[int]]) -> Mapping[int, frozenset[int]]:
    """Where a row is called as a code is, not the rows of longer codes: `BAD_OPTION` is no `BAD_OPTION_VALUE`,
    `us-east` no `us-east-1`, `v1.2` no `v1.2.1`; nor those of other versions or of a part of the name: `2.0.0` is no
    `2.3.0`, `on_reload` no `reload`.
    """
    if unit.text.isalnum() or not unit.text.isascii() or " " in unit.text:
        return met
    cells = {row: [clean(grid.rows[row][column]) for column in columns] for row, columns in met.items()}
    if not any(unit.text in cell for told in cells.values() for cell in told):
        return {row: met[row] for row, told in cells.items() if any(_has_parts(cell, unit) for cell in told)}
    marked = "v?" if unit.text[0].isdigit() else ""
    alone = re.compile(rf"(?<!\w)(?<!\w[-./:]){marked}{re.escape(unit.text)}(?![-./:]?\w)")
    return {row: met[row] for row, told in cells.items() if any(map(alone.search, told))}


def _has_parts(cell: str, unit: Unit) -> bool:
    """Whether a cell that spells a code in another way has its small words too: `The admin` of `the_admin`."""
    if _VERSION.fullmatch(unit.text):
        return number_in(cell) is not None
    parts, held = _parts_of(unit.text), {part for word in words(cell) for part in _parts_of(word)}
    return parts & STOPWORDS <= held


def _parts_of(name: str) -> frozenset[str]:
    return frozenset(part.lower() for part in split_identifier(name))


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
                whole = Unit(name, (frozenset(terms(name)),), NAME)
                for unit in (whole, *(unit for unit in asked.units if unit.text in name)):
                    known = dict(met.get(unit, {}))
                    known[number] = known.get(number, frozenset()) | {column}
                    met[unit] = known


def of_dates(asked: Asked, explained: Collection[Unit]) -> frozenset[Unit]:
    """Month and year of a date that was met as a whole."""
    days = [unit for unit in explained if unit.day]
    return frozenset(unit for unit in asked.units if any(unit.is_in(day.forms[0]) for day in days))


def worth(
    reading: Reading, column: int, units: Collection[Unit], wanted: Collection[Unit], used: Collection[Unit]
) -> float:
    """How well the head of a column is what is asked for."""
    worth = 0.0
    for unit in units:
        if column in reading.heads.get(unit, ()):
            elsewhere = unit in used or (unit in reading.around and (unit.weight >= NAME or unit in reading.row_names))
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


def all_explained(reading: Reading, used: Collection[Unit]) -> frozenset[Unit]:
    """What the rows that are used, the heads and what stands around have of the question."""
    return frozenset(used) | frozenset(reading.heads) | reading.around | reading.near
