"""Finds the rows and columns of one table that a question names, or what it names and the table does not have."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from math import fsum
from typing import Final

from citeline.text import is_cjk

from ...question.tables.asked import Asked, Unit
from ...question.vocabulary.words import is_common
from .cell import clean, covered, number_in
from .computing import computed
from .conditions import Chosen
from .grid import Grid
from .reading import NAME, Found, Kind, Reading, all_explained, of_dates, read_table, worth

_LEAST_KNOWN: Final = 0.3
"""Of the question's weight that a table has anywhere: with less it is not worth reading on."""
_MOST_ROWS: Final = 300
"""Rows whose cells are compared with the question, those with most of its words."""
_LEAST_NAMED: Final = 0.8
"""Of the cell that names a row, for the one beside it to be the answer, though nothing asks for its head."""
_RUNS: Final = (0.0, 0.0, 0.5, 0.8, 0.9)
"""What so many words of a longer cell, one after the other, are worth as its name."""
_MOST_COLUMNS: Final = 3
_NEXT_COLUMN: Final = 0.25
"""Worth of a second column, so that it is asked for too."""
_IN_TEXT: Final = 0.3
_OF_ALL: Final = 0.7
"""Quality of all rows of a table, so that a row that is named comes before them."""
_LEAST_OF_ALL: Final = 2
_MOST_OF_ALL: Final = 8
"""Rows of a table of which all are told."""
_LIKE_ROWS: Final = 200
_LEAST_LABELS: Final = 2
"""Rows of a table that tell what its rows are called."""


def look_up(asked: Asked, grid: Grid, beside: Callable[[], Collection[str]] = tuple) -> list[Found]:
    """What the table says to the question, most to the point first; empty where it says next to nothing.

    `beside`: gives the terms of the text around the table, which may name it too.
    """
    if not grid.rows or not asked.units:
        return []
    reading = read_table(asked, grid, beside)
    if fsum(unit.weight for unit in reading.known) < _LEAST_KNOWN * asked.weight:
        return []
    found = [*computed(reading), *_cells(reading)]
    found = [replace(one, is_sure=False) for one in found] if reading.chosen.has_other else found
    return sorted(found, key=lambda one: -one.score(asked))


def _qualities(reading: Reading, rows: Iterable[int]) -> dict[int, float]:
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


def _cells(reading: Reading) -> list[Found]:
    """The rows that hold most of what is named, with the columns that are asked for."""
    asked, grid = reading.asked, reading.grid
    told = {unit: met for unit, met in reading.met.items() if unit.weight}
    # Who the figures are of names no row where another word does: `Due to MGM Resorts`, in the report of MGM Resorts.
    own = {row for unit, met in told.items() if not grid.is_of(unit) for row in met}
    rows = own or {row for met in told.values() for row in met}
    rows = rows - grid.title_rows or rows
    chosen_by = _listed_by(reading)
    if chosen_by is not None:
        return [_list(reading, chosen_by)]
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
    explained = in_rows | frozenset(reading.heads) | reading.around | of_dates(asked, in_rows) | reading.near
    near = reading.near - in_rows
    labels = _labels(reading, chosen, named)
    # `orders` names the rows of `orders.csv`, and no column `ordered_on` of theirs.
    columns = _columns(reading, chosen, labels, in_rows, least=_NEXT_COLUMN if len(chosen) > 1 else 0.0)
    kind: Kind = "cell" if columns else "row"
    if columns and not any(clean(grid.rows[row][column]) for row in chosen for column in columns):
        # That a cell is empty says something of a row that is named, and nothing of one with some of the words.
        kind, columns = ("missing", columns) if quality >= _LEAST_NAMED else ("row", ())
    elif not columns:
        columns = _only_other(reading, chosen, labels) if quality >= _LEAST_NAMED else ()
        kind = "cell" if columns else "row"
    if len(chosen) > 1 and kind == "cell":
        kind = "list"
    return [Found(grid, kind, tuple(chosen), columns, explained, quality, total=len(chosen), named=labels, near=near)]


def _listed_by(reading: Reading) -> Chosen | None:
    """What chooses rows that are not called by their label: names that several have, or one has together, a bound, or
    what is denied.
    """
    chosen = reading.chosen
    is_bounded = any(one.denied or not one.is_name for one in chosen.by)
    whole = {unit for name in reading.names for unit in name.units}
    is_whole = bool(whole) and chosen.used <= whole and (len(chosen.rows) > 1 or len(chosen.columns) > 1)
    is_called = reading.grid.label_column in chosen.columns
    return chosen if chosen.is_sure and chosen.rows and not is_called and (is_bounded or is_whole) else None


def _list(reading: Reading, chosen: Chosen) -> Found:
    """The rows by their label, or by the column that is asked for beside those that chose them."""
    grid, rows = reading.grid, tuple(chosen.rows)
    bound = sorted(chosen.columns)
    named = tuple(bound) if all(one.is_name and not one.denied for one in chosen.by) else ()
    # What else a row has of the question is no column that is asked for; a head that is named whole is, though the file
    # is called so: `population in Peru`, of `population.csv`.
    columns = _columns(reading, (), bound, chosen.used, least=_NEXT_COLUMN)[:1] or _named_whole(reading, bound, chosen)
    explained = all_explained(reading, chosen.used)
    kind: Kind = "cell" if len(rows) == 1 and named else "list"
    near = reading.near - chosen.used
    return Found(grid, kind, rows, columns, explained, 1.0, total=len(rows), named=named, near=near, chosen=chosen)


def _named_whole(reading: Reading, bound: Collection[int], chosen: Chosen) -> tuple[int]:
    """The column whose head is all that a word of the question says, or that of the label."""
    grid = reading.grid
    for unit, columns in reading.heads.items():
        for at in sorted(columns.difference(bound)) if unit.weight and unit not in chosen.used else ():
            if grid.headers[at].isalnum() and any(form == frozenset(grid.head_terms[at]) for form in unit.forms):
                return (at,)
    return (grid.label_column,)


def _all_rows(reading: Reading) -> list[Found]:
    """All rows of a small table that is named as a whole, `the referral bonus`: by its title, and by the head of the
    column that is asked for, which a fiscal year alone is not. Where several are called so, nothing says which one is
    meant, and rows are told whole.
    """
    asked, grid = reading.asked, reading.grid
    rows = [row for row in range(len(grid.rows)) if row not in grid.title_rows | grid.total_rows]
    label = grid.label_column
    heads = {unit: columns - {label} for unit, columns in reading.heads.items() if unit.weight and columns - {label}}
    is_headed = any(not unit.is_year for unit in heads)
    # Neither whom the document is about, nor the statement that is asked for, nor a folder is the title of each table.
    titles = (unit for unit in reading.around if not unit.is_place and not grid.is_of(unit) and unit.is_in(grid.title))
    is_titled = any(unit.weight and unit not in reading.heads for unit in titles)
    is_told = is_titled and is_headed and len({grid.label(row) for row in rows}) == len(rows) <= _MOST_OF_ALL
    if not is_told or len(rows) < _LEAST_OF_ALL or asked.compared or set(asked.operations) - {"count"}:
        return []
    one = frozenset.intersection(*heads.values())
    columns, named = (tuple(one), ()) if len(one) == 1 else ((), (label,))
    return [
        Found(grid, "list", tuple(rows), columns, all_explained(reading, ()), _OF_ALL, total=len(rows), named=named)
    ]


def _labels(reading: Reading, rows: Collection[int], named: Collection[int]) -> tuple[int, ...]:
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


def _only_other(reading: Reading, rows: Collection[int], labels: Collection[int]) -> tuple[int, ...]:
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


def _named_in(reading: Reading, row: int, labels: Collection[int]) -> list[int]:
    """The columns in which a row is named."""
    return [column for column in labels if any(column in met.get(row, ()) for met in reading.met.values())]


def _columns(
    reading: Reading, rows: Collection[int], labels: Collection[int], in_rows: Collection[Unit], *, least: float
) -> tuple[int, ...]:
    """The columns that are asked for, best first: each for something that no other one has told; the first is worth
    more than `least`.
    """
    grid = reading.grid
    left = set(reading.asked.units)
    wanted = set(reading.asked.wanted)
    chosen: list[int] = []
    while len(chosen) < _MOST_COLUMNS:
        worths = {
            column: worth(reading, column, left, wanted, in_rows) + _within(reading, rows, column, left)
            for column in range(grid.width)
            if column not in chosen and column not in labels
        }
        best = max(worths, key=lambda column: worths[column], default=-1)
        if best < 0 or worths[best] <= (_NEXT_COLUMN if chosen else least):
            break
        chosen.append(best)
        left = {unit for unit in left if best not in reading.heads.get(unit, ())}
        wanted = {unit for unit in wanted if not unit.is_in(grid.head_terms[best])}
    return tuple(chosen)


def _within(reading: Reading, rows: Collection[int], column: int, units: Collection[Unit]) -> float:
    """What a cell that names no row has of the question: `Space-separated values`, asked for a separator."""
    if len(rows) > 1:
        return 0.0
    return sum(
        _IN_TEXT * unit.weight
        for unit in units
        if any(column in reading.met.get(unit, {}).get(row, ()) for row in rows)
    )


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
    if asked.operations or len(grid.rows) < _LEAST_LABELS:
        return None
    reading = read_table(asked, grid, beside)
    left = [unit for unit in asked.units if unit.weight and unit not in reading.known]
    if len(left) != 1 or left[0].weight < 1 or any(unit.weight for unit in reading.met):
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
