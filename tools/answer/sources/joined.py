"""A cell that two tables tell together: the approvals of `PR-4827`, by its risk in one table, the rule in the other."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from citeline.indexing.reader import Index
from citeline.state import Fact
from citeline.text import fold

from ...citations.stated import BETWEEN
from ...question.question import Question
from ...question.tables.asked import Asked, Unit, read_asked
from ...question.vocabulary.lexicon import Lexicon
from ..draft import Draft
from ..lookup.cell import clean, covered
from ..lookup.grid import Grid
from ..lookup.tables_of import shelf_of
from ..lookup.told import row_draft
from ..reading.lines import shortened

_LONGEST: Final = 300


def joined_drafts(
    index: Index, question: Question, sources: Collection[str] = (), lexicon: Lexicon | None = None
) -> tuple[Draft, ...]:
    """The row of the record that is asked about, and the one row of another table that has the same under equal heads.

    Empty unless the record has one row, that table a column that the question names, and one row alone fits.
    """
    shelf = shelf_of(index)
    if len(question.records) != 1 or not shelf.catalog.entries:
        return ()
    asked, record = read_asked(question, lexicon), question.records[0]
    grids = [grid for grid in shelf.candidates(asked, question.versions, sources) if any(grid.headers)]
    rows = [(grid, row) for grid in grids for row in _rows_of(grid, asked, record)]
    if len({grid.entry for grid, _ in rows}) != 1 or len(rows) != 1:
        return ()
    others = {other.entry: other for other in grids if other.entry != rows[0][0].entry}.values()
    found = [drafts for other in others for drafts in _through(*rows[0], other, asked, record)]
    return found[0] if len(found) == 1 else ()


def _rows_of(grid: Grid, asked: Asked, record: str) -> Iterator[int]:
    units = [unit for unit in asked.units if fold(unit.text) == fold(record)]
    for unit in units:
        for row, columns in grid.met(unit).items():
            if any(covered(grid.rows[row][column], [unit]) == 1 for column in columns):
                yield row


def _through(grid: Grid, row: int, other: Grid, asked: Asked, record: str) -> Iterator[tuple[Draft, ...]]:
    """The two claims, where exactly one row of the other table has what the record has under all heads of both."""
    heads = {fold(clean(head)): column for column, head in enumerate(other.headers) if clean(head)}
    shared = [(column, heads[key]) for column, head in enumerate(grid.headers) if (key := fold(clean(head))) in heads]
    asking = [unit for unit in asked.units if unit.weight and fold(unit.text) != fold(record)]
    columns = [column for column in range(other.width) if _is_asked(other, column, asking)]
    wanted = [column for column in columns if column not in {own for _, own in shared}]
    if any(_is_asked(grid, column, asking) for column in range(grid.width)):
        return  # its own table has such a cell
    if not shared or len(wanted) != 1 or any(not clean(grid.rows[row][column]) for column, _ in shared):
        return
    fitting = [
        number
        for number in range(len(other.rows))
        if all(fold(clean(other.rows[number][own])) == fold(clean(grid.rows[row][column])) for column, own in shared)
    ]
    if len(fitting) != 1 or not (said := other.said(fitting[0], wanted[0])):
        return
    told = BETWEEN.join(f"{clean(grid.headers[column])}: {grid.said(row, column)}" for column, _ in shared)
    named = ", ".join(grid.said(row, column) for column, _ in shared)
    head = clean(other.headers[wanted[0]])
    rule: Fact = {"relation": "cell", "subject": f"{named}{BETWEEN}{head}", "object": shortened(said, _LONGEST)}
    own: Fact = {"relation": "row", "subject": grid.label(row), "object": shortened(told, _LONGEST)}
    yield (row_draft(other, fitting[0], rule), row_draft(grid, row, own))


def _is_asked(grid: Grid, column: int, units: Collection[Unit]) -> bool:
    return any(unit.is_in(grid.head_terms[column]) for unit in units)
