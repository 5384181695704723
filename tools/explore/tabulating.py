"""Tables of the sources, asked in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..tables import Column, Lines, TableEntry, TableQueryError, TableResult
from ..tables import query_tables as ask_tables
from ..tables.guard import Limits
from .arguments import TablesArguments
from .desk import Desk, ToolError
from .showing import MAX_LINE, joined

_MOST_LISTED: Final = 20
_MOST_COLUMNS: Final = 12
_LIMITS: Final = Limits(seconds=3.0, memory_bytes=128 * 1024 * 1024)


def query_tables(desk: Desk, asked: TablesArguments) -> str:
    """Tables of the documents (Markdown, HTML, CSV, sheets, …) asked in SQL: counts, sums, comparisons, joins, and rows
    by their values. Call it without `sql` first: that lists the tables with their columns. Only SELECT.
    """
    if not asked.sql.strip():
        return _listed(desk, asked.about)
    try:
        result = ask_tables(desk.tables, asked.sql, limit=asked.max_rows, limits=_LIMITS)
    except TableQueryError as error:
        raise ToolError(f"{error.message}; {error.hint}") from None
    if not result.rows:
        names = ", ".join(table.entry.name for table in result.tables)
        raise ToolError(f"no row of {names or 'any table'} is like that: loosen the WHERE, or look at a few rows first")
    return joined(_shown(desk, result))


def _listed(desk: Desk, about: str) -> str:
    found = desk.tables.like(about)
    if not found:
        every = len(desk.tables.entries)
        raise ToolError(
            f"none of the {every} tables is about {about!r}: use fewer words" if every else "no tables here"
        )
    rows = [f"{len(found)} tables"]
    for entry in found[:_MOST_LISTED]:
        table = desk.tables.load(entry)
        columns = ", ".join(map(_told, table.columns[:_MOST_COLUMNS]))
        more = f", {len(table.columns) - _MOST_COLUMNS} more" if len(table.columns) > _MOST_COLUMNS else ""
        (number,) = _numbers(desk, entry)
        mark = f"[{number}] " if number else ""
        rows.append(f"{mark}{entry.name}  {entry.path}:{entry.line}-{entry.end_line}, {table.row_count} rows")
        rows.append(f"    {columns}{more}")
    if len(found) > _MOST_LISTED:
        rows.append(f"… {len(found) - _MOST_LISTED} more: choose some with `about`")
    return joined(rows)


def _shown(desk: Desk, result: TableResult) -> list[str]:
    rows = [" | ".join(result.columns)]
    for row, cited in zip(result.rows, result.cites, strict=True):
        marks = "".join(f"[{number}]" for number in _pieces(desk, cited))
        cells = " | ".join("" if value is None else " ".join(str(value).split())[:MAX_LINE] for value in row)
        rows.append(f"  {marks} {cells}  ({', '.join(map(str, cited))})" if cited else f"  {cells}")
    if result.truncated:
        rows.append(f"… more than {len(result.rows)} rows: narrow it, or count and sum them in SQL")
    return rows + [f"note: {note}" for note in result.notes]


def _pieces(desk: Desk, cited: Sequence[Lines]) -> list[int]:
    """Numbers of the pieces that hold the lines."""
    documents = {path: desk.index.structure.document(path) for path in {place.path for place in cited}}
    places = [(document.id, place.line) for place in cited if (document := documents[place.path]) is not None]
    found = desk.put_places(places, channel="query_tables")
    return list(dict.fromkeys(number for number in found if number is not None))


def _numbers(desk: Desk, entry: TableEntry) -> list[int | None]:
    return desk.put_places([(entry.document, entry.line)], channel="query_tables")


def _told(column: Column) -> str:
    return f"{column.name} {column.type}{f' in {column.unit}' if column.unit else ''}"
