"""What is told of the rows and cells that a look-up found: facts, each with the lines of its row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from citeline.state import Fact

from ...citations.stated import BETWEEN
from ..draft import Draft
from ..reading.lines import shortened
from .cell import clean
from .grid import Grid
from .reading import Found

MOST_TABLES: Final = 3
_MOST_LISTED: Final = 8
_MOST_ROW_CELLS: Final = 8
_LONGEST: Final = 300
_RELATIONS: Final = {
    "max": "highest",
    "min": "lowest",
    "latest": "latest",
    "earliest": "earliest",
    "sum": "sum",
    "mean": "average",
    "count": "count",
    "difference": "difference",
    "drop": "change",
    "rise": "change",
}
_LONGEST_NAME: Final = 120
"""Characters of a cell by which a row is called; a longer one is a text of its own."""


def drafts_of(found: Found, apart: bool) -> Iterator[Draft]:
    """One of each cell or row; with `apart` several tables have such a cell, so each is named."""
    table = table_name(found.grid) if apart else ""
    if found.operation:
        yield from _computed(found)
    elif found.kind == "list" and found.columns:
        yield from _listed(found)
    elif found.columns:
        row = found.rows[0]
        for column in found.columns:
            value = found.grid.said(row, column)
            if value:
                fact: Fact = {
                    "relation": "cell",
                    "subject": subject_of(found, row, column),
                    "object": shortened(value, _LONGEST),
                }
                told = ", ".join(filter(None, [found.grid.scale_of(row, column), table]))
                yield row_draft(found.grid, row, _in_table(fact, told))
    else:
        for row in found.rows if found.kind == "list" else found.rows[:1]:
            said = _row_said(found, row)
            # Where every cell is one that the question names, the row is called by its label.
            one = found if said else replace(found, named=(found.grid.label_column,))
            fact = {"relation": "row", "subject": _named(one, row), "object": said or _row_said(one, row)}
            yield row_draft(found.grid, row, _in_table(fact, table))


def _computed(found: Found) -> Iterator[Draft]:
    grid, operation = found.grid, found.operation
    column = found.columns[0] if found.columns else -1
    head = grid.headers[column] if column >= 0 else ""
    relation = _RELATIONS[operation]
    if operation in ("max", "min", "latest", "earliest"):
        for row in found.rows[:_MOST_LISTED]:
            beside = [grid.said(row, at) for at in found.columns[1:]]
            called = ", ".join(dict.fromkeys(filter(None, [_identity(grid, row, column), *beside])))
            subject = BETWEEN.join(filter(None, [called, head]))
            fact: Fact = {"relation": relation, "subject": subject, "object": grid.said(row, column)}
            yield row_draft(grid, row, {**fact, "condition": str(found.total)})
        return
    if operation == "difference":
        subject = f"{' − '.join(grid.label(row) for row in found.rows)}{BETWEEN}{head}"
    elif relation == "change":
        subject = BETWEEN.join(filter(None, [table_name(grid), head]))
    else:
        named = [*found.filters, "" if relation == "count" else head]
        subject = BETWEEN.join(filter(None, [table_name(grid), *named]))
    fact = {"relation": relation, "subject": subject, "object": found.value, "condition": str(found.total)}
    # All rows of a table stand below its head.
    if found.rows and (relation != "count" or found.filters):
        draft = row_draft(grid, found.rows[0], fact)
        yield replace(draft, also=tuple(grid.lines[row] for row in found.rows[1 : _MOST_LISTED + 1]))
        if column >= 0 and relation != "change":
            for row in found.rows[:_MOST_LISTED]:
                cell: Fact = {
                    "relation": "cell",
                    "subject": BETWEEN.join(filter(None, [_identity(grid, row, column), head])),
                    "object": grid.said(row, column),
                }
                yield row_draft(grid, row, cell)
    else:
        yield head_draft(grid, fact)


def _listed(found: Found) -> Iterator[Draft]:
    """All rows that match, in one sentence; of more than a few, how many there are."""
    grid, column = found.grid, found.columns[0]
    rows = [row for row in found.rows if grid.said(row, column)]
    if not rows:
        return
    shown = rows[:_MOST_LISTED]
    labels = [_named(found, row) if found.named else grid.label(row) for row in shown]
    by_row = column != grid.label_column and len(set(labels)) == len(shown) > 1
    said = [grid.said(row, column) for row in shown]
    values = [f"{label}: {value}" for label, value in zip(labels, said, strict=True)] if by_row else said
    named = labels[:1] if found.named and not by_row else [table_name(grid), *found.filters]
    subject = BETWEEN.join(filter(None, [*named, grid.headers[column]]))
    fact: Fact = {"relation": "listed", "subject": subject, "object": shortened("; ".join(values), 2 * _LONGEST)}
    draft = row_draft(grid, shown[0], {**fact, "condition": f"{len(shown)}/{len(rows)}"})
    yield replace(draft, also=tuple(grid.lines[row] for row in shown[1:]))


def subject_of(found: Found, row: int, column: int) -> str:
    """`Ana · Owner`: what the row is called by, and the head of the column."""
    return BETWEEN.join(filter(None, [_named(found, row), clean(found.grid.headers[column])]))


def _named(found: Found, row: int) -> str:
    """The cells of a row that the question names; its label, where these do not tell."""
    cells = [clean(found.grid.rows[row][column]) for column in found.named]
    named = ", ".join(dict.fromkeys(cell for cell in cells if cell and len(cell) <= _LONGEST_NAME))
    return named or shortened(found.grid.label(row), _LONGEST_NAME)


def _identity(grid: Grid, row: int, column: int) -> str:
    """What tells a row from the others: its label, or its first texts where that is a number of its own."""
    label = grid.label(row)
    texts = [
        clean(grid.rows[row][at])
        for at in range(grid.width)
        if at != column and grid.typed(at).type == "text" and clean(grid.rows[row][at])
    ]
    if label and (label.isalpha() or " " in label or not texts):
        return label
    return ", ".join(dict.fromkeys([label, *texts[:3]]))[:_LONGEST] if label else ", ".join(texts[:3])


def _row_said(found: Found, row: int) -> str:
    grid = found.grid
    cells = [
        f"{clean(grid.headers[column])}: {said}" if clean(grid.headers[column]) else said
        for column in range(grid.width)
        if column not in found.named and (said := grid.said(row, column))
    ]
    return BETWEEN.join(cells[:_MOST_ROW_CELLS])[: 2 * _LONGEST]


def _in_table(fact: Fact, table: str) -> Fact:
    """The fact of a cell or a row with the table that it stands in, where several have one, or what that counts in."""
    in_one = fact["relation"] in ("cell", "row")
    return {**fact, "relation": f"{fact['relation']}_in", "condition": table} if table and in_one else fact


def table_name(grid: Grid) -> str:
    """What a person calls the table: its caption, or its section, or its file."""
    entry = grid.entry
    place = clean(entry.caption) or clean(entry.heading)
    return f"{entry.path}, {place}"[:_LONGEST] if place else entry.path


def row_draft(grid: Grid, row: int, fact: Fact) -> Draft:
    """A fact with the lines of a row."""
    first, last = grid.lines[row]
    return Draft(fact, grid.entry.document, first, last)


def head_draft(grid: Grid, fact: Fact) -> Draft:
    """A fact with the heads of a table."""
    first, last = grid.head_lines
    return Draft(fact, grid.entry.document, first, min(last, first + 3))
