"""Asks the database for what a query wants of tables that the index has a sample of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from citeline.indexing.databases.asking import OpenSource, SourceDatabase, SourceQueryError
from citeline.indexing.databases.connecting import UnreadableDatabaseError
from citeline.indexing.databases.describing import ROWS
from citeline.indexing.secrets import mask_lines

from .catalog import TableCatalog, TypedTable
from .errors import ErrorKind, TableQueryError
from .guard import Limits
from .naming import column_names
from .source_sql import NotAskableError, Sampled, source_sql

_SHOWN_SQL: Final = 600


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """Rows as the database has computed them."""

    rows: list[tuple[object, ...]]
    note: str
    is_plain: bool
    """Each row of it is a row of the tables, or one of a join."""


def ask_source(
    sql: str, tables: Mapping[str, TypedTable], catalog: TableCatalog, source: OpenSource, limits: Limits, most: int
) -> SourceAnswer | None:
    """Up to `most` rows of all that the database has; None where the tables are not all those of one database.

    Raises NotAskableError where the sample is all that can be asked, TableQueryError for what the database refuses.
    """
    entries = [table.entry for table in tables.values()]
    names = {entry.source for entry in entries}
    if len(names) != 1 or any(entry.heading != ROWS for entry in entries):
        return None
    try:
        database = source(names.pop())
        if database is None:
            return None
        sampled = _sampled(tables, catalog, database)
        query = source_sql(sql, sampled, database.dialect, most)
        read = [table.at_source for table in sampled.values()]
        rows = database.rows(query.text, read, most, seconds=limits.seconds, size_bytes=limits.result_bytes)
    except UnreadableDatabaseError as error:
        raise NotAskableError(str(error)) from None
    except SourceQueryError as error:
        kind: ErrorKind = "limit" if error.is_late else "syntax"
        hint = (
            "ask for less: a WHERE, fewer tables" if error.is_late else "the database has a SQL of its own: change it"
        )
        raise TableQueryError(kind, f"the database says: {error}", hint=hint) from None
    url = database.database.shown_url.rpartition("@")[2]
    note = (
        f"computed by the database {database.database.name} ({url}) over all its rows, now: {query.text[:_SHOWN_SQL]}"
    )
    return SourceAnswer(rows, note, query.is_plain)


def _sampled(tables: Mapping[str, TypedTable], catalog: TableCatalog, database: SourceDatabase) -> dict[str, Sampled]:
    files = {name: PurePosixPath(table.entry.path).name for name, table in tables.items()}
    found = database.tables(set(files.values()))
    sampled: dict[str, Sampled] = {}
    for name, table in tables.items():
        at_source = found.get(files[name])
        names = (
            tuple(column_names([column for column, _ in at_source.columns], len(at_source.columns)))
            if at_source
            else ()
        )
        if at_source is None or names != tuple(column.name for column in table.columns):
            raise NotAskableError(f"`{table.entry.name}` has changed at the source: run `citeline index`")
        texts = {here for here, (_, kind) in zip(names, at_source.columns, strict=True) if kind == "text"}
        unlike = texts & set(reread_columns(table, catalog))
        sampled[name.lower()] = Sampled(names, at_source, frozenset(unlike), frozenset(texts & _secret(table, catalog)))
    return sampled


def _secret(table: TypedTable, catalog: TableCatalog) -> set[str]:
    """Columns with a secret in one of their cells."""
    cells = catalog.cells(table.entry)
    columns = ((column.name, [cell or "" for cell in cells.column(at)]) for at, column in enumerate(table.columns))
    return {name for name, held in columns if any("[secret:" in line for line in mask_lines(held))}


def reread_columns(table: TypedTable, catalog: TableCatalog) -> Sequence[str]:
    """Columns whose values are not the texts that the source has."""
    cells = catalog.cells(table.entry)
    return [
        column.name
        for at, (column, values) in enumerate(zip(table.columns, table.values, strict=True))
        if any(value is not None and value != cell for value, cell in zip(values, cells.column(at), strict=True))
    ]
