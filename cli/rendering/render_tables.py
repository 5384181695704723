"""Tables and rows of SQL as a person reads them in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from citeline.visible import one_line, visible

from .counts import counted

if TYPE_CHECKING:
    from citeline.tools.tables import Column, TableQueryError, TableResult, TypedTable

_CELL: Final = 200
_MOST_COLUMNS: Final = 40


def render_tables(tables: Sequence[TypedTable], console: Console) -> None:
    """Name and place of each, its columns below."""
    if not tables:
        console.print(Text("No tables.", style="bold yellow"))
        return
    for table in tables:
        entry = table.entry
        told = Text.assemble((entry.name, "bold green"), f"  {one_line(str(entry.place))}", f"  {_rows(table)}")
        if entry.caption:
            told.append(f"  {one_line(entry.caption)}", style="dim")
        console.print(told, soft_wrap=True)
        columns = ", ".join(map(_told, table.columns[:_MOST_COLUMNS]))
        more = f", {len(table.columns) - _MOST_COLUMNS} more" * (len(table.columns) > _MOST_COLUMNS)
        console.print(Text(f"    {columns}{more}", style="dim"), soft_wrap=True)
    console.print(Text(counted(len(tables), "table"), style="dim"))


def render_rows(result: TableResult, console: Console) -> None:
    """A row each, with its lines at the end."""
    if not result.rows:
        console.print(Text("No row is like that.", style="bold yellow"))
    else:
        shown = Table(box=None, pad_edge=False, header_style="bold")
        for place, name in enumerate(result.columns):
            numbers = all(isinstance(row[place], int | float | None) for row in result.rows)
            shown.add_column(Text(one_line(name)), justify="right" if numbers else "left", overflow="fold")
        shown.add_column(Text("source"), overflow="fold", style="cyan")
        for row, places in zip(result.rows, result.cites, strict=True):
            shown.add_row(*(Text(one_line(cell(value))[:_CELL]) for value in row), Text(_sources(places)))
        console.print(shown)
    told = counted(len(result.rows), "row")
    console.print(Text(f"{told}, there are more: --top-k shows them" if result.truncated else told, style="dim"))
    for note in result.notes:
        console.print(Text(f"note: {visible(note)}", style="yellow"), soft_wrap=True)


def render_table_error(error: TableQueryError, console: Console) -> None:
    """What is wrong, and what to write instead."""
    console.print(Text.assemble((f"{error.kind} error: ", "bold red"), visible(error.message)), soft_wrap=True)
    console.print(Text.assemble(("hint: ", "bold"), visible(error.hint)), soft_wrap=True)


def cell(value: object) -> str:
    """A value as text; empty for none."""
    if isinstance(value, float):
        return f"{value:.15g}"
    return "" if value is None else value.hex() if isinstance(value, bytes) else str(value)


def _rows(table: TypedTable) -> str:
    """`3 rows`, or `20 of 5,000 rows` of which the index has a sample."""
    return f"{table.sample} rows, a sample" if table.sample else counted(table.row_count, "row")


def _told(column: Column) -> str:
    unit = f" in {column.unit}" if column.unit else ""
    odd = f" ({column.odd} text)" if column.odd else ""
    return f"{one_line(column.name)} {column.type}{unit}{odd}"


def _sources(places: Sequence[object]) -> str:
    return one_line(", ".join(map(str, places)))
