"""Drafts from tables: the cell that is asked for, the rows that match, what is computed of them, or that none does."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.state import Fact
from citeline.text import has_digit, terms

from ...question.question import Question
from ...question.tables.asked import Asked, Unit, read_asked
from ...question.vocabulary.finance import derived_in, shorthand_in
from ...question.vocabulary.lexicon import Lexicon
from ...retrieval.paths import read_path
from ...tables.counted_rows import count_rows
from ..draft import Draft
from ..lookup.cell import cell_terms, clean
from ..lookup.conditions import tests_of
from ..lookup.grid import Grid
from ..lookup.matching import look_up, missing_from, row_lacking
from ..lookup.reading import Found
from ..lookup.tables_of import Shelf, shelf_of
from ..lookup.told import MOST_TABLES, drafts_of, head_draft, row_draft, subject_of, table_name

_LEAST: Final = {"cell": 0.6, "list": 0.7, "computed": 0.6, "row": 0.8, "missing": 0.7}
"""Score from which a table answers; set by hand on the labelled questions, where no wrong cell was told."""
_OF_AN_EXAMPLE: Final = 0.75
"""A table of an example tells how that is set up, and not what holds for everybody."""
_OF_A_STATEMENT: Final = 1.03
"""A fiscal year's figure is that of the whole company, not of a segment, where nothing else is said."""
_LEAST_MISSING: Final = 0.8
"""Coverage of all else, where one name or number stands in no row."""
_LEAST_TOLD: Final = 2
"""Other things that the table has then; one is enough where it is all that a row is called."""
_MOST_LEFT: Final = 2
"""Words that no column of a table has: `unemployment rate`."""
_LEAST_ROWS: Final = 5
"""Of a table whose rows are things, so that its heads are all that is known of them."""
_SISTER: Final = 0.2
"""Below the best, for the same cell of another table."""
_COMPUTED: Final = frozenset(["sum", "total", "mean", "count", "difference"])
"""What a list of rows is no answer to."""
_AT_SOURCE: Final = {"sum": "Sum", "mean": "Avg"}
"""Heads of what a database computed (`databases/describing.py`); of the highest it does not tell the row."""
_MOST_ROWS: Final = 25
"""More rows than that are a part of a table, and no answer."""


@dataclass(frozen=True, slots=True)
class Cells:
    """What the tables of an index say to a question."""

    drafts: tuple[Draft, ...] = ()
    """The answer first; empty where no table answers."""
    not_stated: Draft | None = None
    """That the table which has all else has no such row, column or value: then there are no drafts."""
    score: float = 0.0
    """How much of the question the table explains, 0 to 1."""
    words: frozenset[str] = frozenset()
    """Terms of the rows that answer, and of what stands above them."""
    computed: bool = False
    is_plain: bool = True
    """Whether no other row is called like the one that answers, its value is of the kind that is asked for, and all
    that is asked was done.
    """
    denies: bool = False
    """Whether what the question denies chose the rows."""

    @property
    def documents(self) -> set[int]:
        """Those that are cited."""
        return {draft.document for draft in filter(None, (*self.drafts, self.not_stated))}


def cell_drafts(
    index: Index, question: Question, sources: Collection[str] = (), lexicon: Lexicon | None = None
) -> Cells:
    """The cells that answer a question, each cited by its row; empty unless rows and columns meet its words.

    With `sources` only tables of these.
    """
    shelf = shelf_of(index)
    if not shelf.catalog.entries:
        return Cells()
    asked = read_asked(question, lexicon)
    if (counted := _all_of_file(index, shelf, asked, sources)) is not None:
        return Cells((counted,), score=1.0, words=frozenset(terms(asked.text)), computed=True)
    grids = shelf.candidates(asked, question.versions, sources)
    # What is asked of a column is asked of the rows.
    grids = [grid for grid in grids if not shelf.catalog.is_totals(grid.entry)]
    found = [one for grid in grids for one in look_up(asked, grid, partial(shelf.beside, grid.entry))]
    found = _of_titled_statements(found)
    found.sort(key=lambda one: (-_score(one, asked), not _is_done(asked, one), not one.operation, *_place(one)))
    if not found:
        return _without_row(index, shelf, asked, grids)
    found = [one for one in found if _is_of_year(asked, one) or not _asks_report(asked, one)]
    if not found:
        return Cells()
    best = found[0]
    score = _score(best, asked)
    if (missing := _missing(asked, found)) is not None:
        return Cells(not_stated=_sample(index, shelf, missing[0]) or missing[1], score=missing[0].coverage(asked))
    if (lacking := _no_column(asked, best)) is not None:
        return Cells(not_stated=lacking, score=score, words=_words(best))
    if score < _LEAST[best.kind] or not _is_met(best):
        return _without_row(index, shelf, asked, grids)
    if best.operation and shelf.sampled(best.grid):
        if (told := _computed_at_source(shelf, best, asked)) is not None:
            return Cells(tuple(drafts_of(told, apart=False)), score=score, words=_words(told))
        if (counted := _counted_in_file(index, shelf, best)) is not None:
            return Cells((counted,), score=score, words=_words(best), computed=True)
        return Cells(not_stated=_sample(index, shelf, best), score=score)
    if best.kind == "missing":
        return Cells(not_stated=_empty(best), score=score)
    chosen = _with_sisters(best, found, asked)
    apart = len(chosen) > 1
    drafts = [draft for one in chosen for draft in drafts_of(one, apart)]
    return Cells(
        tuple(drafts),
        score=score,
        words=_words(best),
        computed=bool(best.operation),
        is_plain=_is_called_alone(best) and _is_of_kind(question, best) and _is_done(asked, best),
        denies=best.chosen is not None and asked.denies,
    )


def _is_done(asked: Asked, found: Found) -> bool:
    """Whether nothing that the question says had no part in several rows, or in what was computed of them."""
    if found.operation:
        return not found.unused
    is_open = asked.span is not None and asked.span.since != asked.span.until
    if not found.is_sure or (found.chosen is None and (is_open or asked.compared)):
        return False  # what `before 1800` means is no row that has 1800
    is_list = found.kind == "list" or len(found.rows) >= _LEAST_TOLD
    return not (is_list and _COMPUTED & set(asked.operations))


def _place(found: Found) -> tuple[int, str, int]:
    return -len(found.filters), found.grid.entry.path, found.grid.entry.line


def _is_called_alone(found: Found) -> bool:
    """Whether a single row is named by cells that no other row has: `recipe` is the type of many an attribute."""
    if found.kind != "cell" or len(found.rows) != 1 or not found.named:
        return True
    grid, (row,) = found.grid, found.rows
    called = [grid.rows[row][at] for at in found.named]
    return sum([other[at] for at in found.named] == called for other in grid.rows) == 1


def _is_of_kind(question: Question, found: Found) -> bool:
    """Whether a cell has a number where one is asked for: `how large may a body be` is not answered by `false`."""
    if question.literal != "number" or found.kind != "cell" or not found.columns:
        return True
    return any(has_digit(found.grid.said(row, column)) for row in found.rows for column in found.columns)


def _of_titled_statements(found: Sequence[Found]) -> list[Found]:
    """Where a table has the statement that is asked for in its title, text beside others that names it says nothing."""
    titled = {unit for one in found for unit in one.explained - one.near if unit.is_place}
    return [replace(one, explained=one.explained - (one.near & titled)) for one in found]


def _without_row(index: Index, shelf: Shelf, asked: Asked, grids: Sequence[Grid]) -> Cells:
    """That no row is called so, from the first table that has all else in its heads."""
    for grid in grids:
        if lacking := row_lacking(asked, grid, partial(shelf.beside, grid.entry)):
            unit, found = lacking
            fact: Fact = {"relation": "no_row", "subject": unit.text, "object": table_name(grid)}
            told = _sample(index, shelf, found) or head_draft(grid, fact)
            return Cells(not_stated=told, score=found.coverage(asked), words=_words(found))
    return Cells()


def _asks_report(asked: Asked, found: Found) -> bool:
    """Whether a figure of a year is asked for: of a fiscal one, or of the company whose report has the table."""
    return asked.says_year or (bool(asked.years) and any(found.grid.is_of(unit) for unit in asked.units))


def _is_of_year(asked: Asked, found: Found) -> bool:
    """Whether a cell is the figure of the one fiscal year that is asked for, and not what something is computed of."""
    if len(asked.years) > 1 or found.kind not in ("cell", "list", "missing") or not found.columns:
        return False
    grid = found.grid
    said = " ".join(
        [*(grid.label(row) for row in found.rows[:_MOST_ROWS]), *(grid.headers[at] for at in found.columns)]
    )
    stands = all(unit.is_in(cell_terms(said)) for unit in asked.units if unit.number in asked.years)
    return stands and derived_in(asked.text) <= derived_in(said)


def _words(found: Found) -> frozenset[str]:
    """Terms of a table's place and heads, and of the rows that answer."""
    entry, grid = found.grid.entry, found.grid
    cells = [str(cell) for row in found.rows[:_MOST_ROWS] for cell in grid.rows[row]]
    return frozenset(terms(" ".join([entry.path, entry.heading or "", entry.caption or "", *grid.headers, *cells])))


def _score(found: Found, asked: Asked) -> float:
    """That of the table, with what speaks for its kind."""
    score = found.score(asked)
    if asked.page is not None and found.grid.entry.page is not None:
        score *= 1.0 if found.grid.entry.page == asked.page else 0.5
    computes = {"max", "min", "latest", "earliest", "sum", "total", "mean", "drop", "rise"} & set(asked.operations)
    if computes and not found.operation and found.kind != "missing":
        score *= 0.9
    if read_path(found.grid.entry.path).is_example:
        score *= _OF_AN_EXAMPLE
    dates = any(unit.text == "date" for unit in asked.wanted)
    if dates and found.kind == "cell" and not any(_tells_time(found, column) for column in found.columns):
        score *= 0.8
    if asked.says_year and shorthand_in(f"{found.grid.entry.heading} {found.grid.entry.caption}", "statements"):
        score *= _OF_A_STATEMENT
    return score * (1.0 if found.kind != "row" else 0.9)


def _tells_time(found: Found, column: int) -> bool:
    """Whether a cell has a date or a year, or its head is what is asked for."""
    units = (unit for unit in found.explained if unit.weight and unit.is_in(found.grid.head_terms[column]))
    return any(units) or bool(re.search(r"\b(?:19|20)\d\d\b|\d[/.-]\d", found.grid.rows[found.rows[0]][column]))


def _is_met(found: Found) -> bool:
    """Whether more than the title of a table is met: a row and a column, or the column of what is computed."""
    if found.operation:
        return bool(found.rows)
    hard = {unit for unit in found.explained if unit.weight and unit not in found.near}
    # One word of several that name a row is in many tables: `worker`, in a row of dirty workers.
    is_told = len(hard) >= _LEAST_TOLD or (bool(hard) and found.quality == 1)
    if found.chosen is not None and (len(found.filters) > 1 or any(not one.is_name for one in found.chosen.by)):
        return True
    if found.kind == "list":
        return is_told and len(found.rows) <= _MOST_ROWS
    if found.kind == "cell" and found.quality < 1 and _is_named_twice(found, hard):
        return False
    return len(found.rows) == 1 and (len(hard) >= _LEAST_TOLD if found.kind == "row" else is_told)


def _is_named_twice(found: Found, units: Collection[Unit]) -> bool:
    """Whether the head of the column says only what names the row: `Data`, above a cell of the row `data blob`."""
    grid, (row, *_) = found.grid, found.rows
    heads = {unit for column in found.columns for unit in units if unit.is_in(grid.head_terms[column])}
    return bool(heads) and all(any(unit.is_in(cell_terms(grid.rows[row][at])) for at in found.named) for unit in heads)


def _missing(asked: Asked, found: Sequence[Found]) -> tuple[Found, Draft] | None:
    """The table that has all that is asked but for one name or number."""
    best = found[0]
    unit = missing_from(asked, best)
    if unit is None or (len(best.rows) > 1 and best.kind == "row"):
        return None
    told = [one for one in best.explained if one.weight]
    rest = asked.weight - unit.weight
    if not rest or best.coverage(asked) * asked.weight < _LEAST_MISSING * rest:
        return None
    if len(told) < _LEAST_TOLD and not (best.kind == "row" and best.quality == 1):
        return None
    fact: Fact = {"relation": "no_row", "subject": unit.text, "object": table_name(best.grid)}
    return best, head_draft(best.grid, fact)


def _no_column(asked: Asked, found: Found) -> Draft | None:
    """The row that is named in full, of a table that has all else but the one word for what is asked of it."""
    grid = found.grid
    asks_for = (*asked.units, *asked.wanted)
    is_met = any(
        unit.is_in(grid.head_terms[column] | cell_terms(grid.rows[row][column]))
        for unit in asks_for
        for row in found.rows
        for column in found.columns
    )
    if (
        found.kind not in ("row", "cell")
        or is_met
        or len(found.rows) != 1
        or found.quality < 1
        or not any(grid.headers)
    ):
        return None
    if asked.operations:  # `how many votes` may be a number without such a head
        return None
    left = [unit for unit in asked.units if unit.weight and unit not in found.explained]
    told = [unit for unit in found.explained if unit.weight and unit not in found.near]
    if not 1 <= len(left) <= _MOST_LEFT or any(unit.weight != 1 for unit in left):
        return None
    if len(told) < _LEAST_TOLD or len(grid.rows) < _LEAST_ROWS:
        return None
    said = " ".join(unit.text for unit in left)
    if said not in asked.text:
        return None
    fact: Fact = {"relation": "no_column", "subject": said, "object": table_name(grid)}
    return row_draft(grid, found.rows[0], fact)


def _empty(found: Found) -> Draft:
    (row, *_), (column, *_) = found.rows, found.columns
    fact: Fact = {"relation": "empty_cell", "subject": subject_of(found, row, column), "object": table_name(found.grid)}
    return row_draft(found.grid, row, fact)


def _sample(index: Index, shelf: Shelf, found: Found) -> Draft | None:
    rows = shelf.sampled(found.grid)
    if not rows:
        return None
    if rows.replace(",", "").isdigit() and (every := count_rows(index, shelf.catalog, found.grid.entry)) is not None:
        rows = f"{rows} / {every:,}"
    return head_draft(found.grid, {"relation": "sampled", "subject": table_name(found.grid), "object": rows})


def _computed_at_source(shelf: Shelf, found: Found, asked: Asked) -> Found | None:
    """The cell with what a database computed over all rows, where the question names nothing that may choose some."""
    head = _AT_SOURCE.get(found.operation)
    totals = shelf.totals(found.grid) if head and not found.filters else None
    if totals is None or head not in totals.headers or not _is_of_one_column(found, asked):
        return None
    column, at = clean(found.grid.headers[found.columns[0]]), totals.headers.index(head)
    rows = [row for row in range(len(totals.rows)) if clean(totals.rows[row][0]) == column and totals.said(row, at)]
    return replace(found, grid=totals, kind="cell", operation="", rows=(rows[0],), columns=(at,)) if rows else None


def _counted_in_file(index: Index, shelf: Shelf, found: Found) -> Draft | None:
    """How many rows of all that a file has fulfil what chooses rows of the sample; None where more is asked for."""
    if found.operation != "count" or found.chosen is None:
        return None
    count = count_rows(index, shelf.catalog, found.grid.entry, tests_of(found.chosen.by))
    if count is None:
        return None
    (draft,) = drafts_of(replace(found, rows=(), value=f"{count:,}", total=count), apart=False)
    return draft


def _all_of_file(index: Index, shelf: Shelf, asked: Asked, sources: Collection[str]) -> Draft | None:
    """How many rows the file has that the question names and asks nothing else of: no size is too large for that."""
    if "count" not in asked.operations or asked.compared or asked.denies:
        return None
    lower = asked.text.lower()
    for entry in shelf.catalog.entries:
        if (
            not entry.note
            or entry.path.rpartition("/")[2].lower() not in lower
            or (sources and entry.source not in sources)
        ):
            continue
        path = frozenset(terms(entry.path))
        if any(unit.weight and not unit.is_in(path) and unit.text.lower() not in asked.rows for unit in asked.units):
            continue
        if (count := count_rows(index, shelf.catalog, entry)) is not None:
            fact: Fact = {"relation": "count", "subject": entry.path, "object": f"{count:,}", "condition": str(count)}
            return Draft(fact, entry.document, entry.line, entry.line)
    return None


def _is_of_one_column(found: Found, asked: Asked) -> bool:
    """Whether the words of a question are those of what is around a table and of the column that is computed."""
    own, *others = (
        found.grid.head_terms[at] for at in sorted(range(found.grid.width), key=lambda at: at not in found.columns)
    )
    named = [unit for unit in asked.units if unit.weight]
    return not asked.compared and all(
        unit in found.explained and (unit.is_in(own) or not any(unit.is_in(other) for other in others))
        for unit in named
    )


def _with_sisters(best: Found, found: Sequence[Found], asked: Asked) -> list[Found]:
    """The best, and the same row and column of other tables, where the question does not tell them apart."""
    score = _score(best, asked)
    heads = [best.grid.headers[column] for column in best.columns]
    # Of a question that sends to the balance sheet only balance sheets have the cell.
    places = {unit for unit in best.explained if unit.is_place}
    chosen = [best]
    said = {_value(best)}
    for one in found[1:]:
        same = one.kind == best.kind and one.operation == best.operation and one.grid.entry != best.grid.entry
        same = same and places <= one.explained
        close = _score(one, asked) >= max(_LEAST[one.kind], score - 0.02)
        sister = [one.grid.headers[column] for column in one.columns] == heads and _score(one, asked) >= score - _SISTER
        sister = sister and bool(set(one.explained) - set(best.explained) or one.explained == best.explained)
        sister = sister or (
            [one.grid.headers[column] for column in one.columns] == heads
            and one.grid.entry.path == best.grid.entry.path
            and _score(one, asked) >= score - _SISTER
        )
        if same and (close or sister) and _is_met(one) and _value(one) not in said and len(chosen) < MOST_TABLES:
            chosen.append(one)
            said.add(_value(one))
    return chosen


def _value(found: Found) -> tuple[str, ...]:
    if found.operation and found.value and not found.columns:
        return (found.value,)
    return tuple(found.grid.said(row, column) for row in found.rows[:3] for column in found.columns)
