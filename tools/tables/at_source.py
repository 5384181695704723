"""Lets a database compute the answer of a query whose tables are too large to be read whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.databases.asking import SourceQueryError
from citeline.indexing.databases.connecting import UnreadableDatabaseError
from citeline.indexing.databases.describing import ROWS
from citeline.indexing.secrets import mask_lines
from citeline.indexing.secrets.names import names_in
from citeline.patterns import re

from .catalog import TableCatalog, TypedTable
from .columns import Value
from .errors import ErrorKind, TableQueryError
from .guard import Limits
from .origins import NotAllRowsError, Origins
from .source_sql import Reached, Sampled, source_sql
from .whole_rows import open_database, source_table

_SHOWN_SQL: Final = 600
_PLAIN: Final = re.compile(r"\s*SELECT\s+(.+?)\s+FROM\s+(\"?[\w.]+\"?)\s*;?\s*$", re.IGNORECASE | re.DOTALL)
_ASKED: Final = re.compile(
    r"\s*(COUNT|SUM|AVG|MIN|MAX)\s*\(\s*(\*|\"?\w+\"?)\s*\)(?:\s+AS\s+(\"?\w+\"?)|\s*)\s*$", re.IGNORECASE
)

_TOLD: Final = {**{name: (name,) for name in ("count", "sum", "avg")}, "min": ("min", "first"), "max": ("max", "last")}
_HELD: Final = {
    **{name: f'"{name}"' for name in ("count", "sum", "avg")},
    "min": 'coalesce("min", "first")',
    "max": 'coalesce("max", "last")',
}
"""Function to the columns of the totals that have what it gives."""


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """Rows as the database has computed them."""

    rows: list[tuple[Value, ...]]
    note: str
    is_plain: bool
    """Each row of it is a row of the tables, or one of a join."""


def ask_source(
    sql: str,
    names: Sequence[str],
    tables: Mapping[str, TypedTable],
    reached: Reached,
    origins: Origins,
    limits: Limits,
    most: int,
) -> SourceAnswer | None:
    """Up to `most` rows of all that the database has, with columns of these names; None where the tables are not all
    those of one database.

    Raises NotAllRowsError where the sample is all that can be asked, TableQueryError for what the database refuses.
    """
    entries = [table.entry for table in tables.values()]
    if len({entry.source for entry in entries}) != 1 or any(entry.heading != ROWS for entry in entries):
        return None
    database = open_database(next(iter(tables.values())), origins)
    if database is None:
        return None
    sampled: dict[str, Sampled] = {}
    for name, table in tables.items():
        at_source = source_table(table, database)
        columns = tuple(column.name for column in table.columns)
        texts = {name for name, (_, kind) in zip(columns, at_source.columns, strict=True) if kind in ("text", "other")}
        unlike = {column.name for column in table.columns if column.is_reread} & texts
        secret = set() if origins.secrets == "keep" else texts & _secret(table)
        sampled[name.lower()] = Sampled(columns, at_source, frozenset(texts), frozenset(unlike), frozenset(secret))
    query = source_sql(sql, sampled, database.dialect, most, reached, is_masked=origins.secrets != "keep")
    read = [table.at_source for table in sampled.values()]
    try:
        rows = database.rows(query.text, read, most, seconds=limits.seconds, size_bytes=limits.result_bytes)
    except UnreadableDatabaseError as error:
        raise NotAllRowsError(str(error)) from None
    except SourceQueryError as error:
        hint = (
            "ask for less: a WHERE, fewer tables"
            if error.is_late
            else "each kind of database has a SQL of its own: write it in another way"
        )
        kind: ErrorKind = "limit" if error.is_late else "syntax"
        raise TableQueryError(kind, f"the database says: {error}", hint=hint) from None
    note = f"computed by the database {database.place} over all its rows, now: {query.text[:_SHOWN_SQL]}"
    return SourceAnswer(list(origins.shown(rows, names)), note, query.is_plain)


def _secret(table: TypedTable) -> set[str]:
    """Columns whose header tells of secrets, whatever the sample has, and those with one in one of their cells."""
    told = {column.name for column in table.columns if any(names_in(column.header)) or any(names_in(column.name))}
    named = zip(table.columns, table.values, strict=True)
    columns = ((column.name, [value for value in values if isinstance(value, str)]) for column, values in named)
    return told | {name for name, held in columns if any("[secret:" in line for line in mask_lines(held))}


def over_all_rows(sql: str, catalog: TableCatalog) -> tuple[str, str] | None:
    """A query for the totals of the table, and what to say of it; None where rows are chosen, grouped or joined, or
    all of them are in the index.
    """
    query = _PLAIN.match(sql)
    asked = [_ASKED.match(part) for part in query[1].split(",")] if query else []
    entry = catalog.find(query[2].strip('"')) if query else None
    if entry is None or not asked or None in asked:
        return None
    totals = catalog.totals(entry) if catalog.load(entry).sample else None
    if totals is None:
        return None
    columns = catalog.load(entry).columns
    headers = {column.name.lower(): column.header for column in columns}
    picked: list[str] = []
    for one in filter(None, asked):
        wanted = one[2].strip('"').lower()
        header = "*" if wanted == "*" else headers.get(wanted, "")
        if not header or (wanted == "*" and one[1].upper() != "COUNT"):
            return None  # what is wrong with it is told of the table itself
        if not _is_told(header, one[1].lower(), catalog.load(totals)):
            return None  # of texts and truth values the database was not asked for it
        value = f"""max(CASE WHEN "column" = '{header.replace("'", "''")}' THEN {_HELD[one[1].lower()]} END)"""
        named = one[3] or f'"{one[0].strip().replace(chr(34), "")}"'
        picked.append(f"{value} AS {named}")
    computed = f"computed by the database over all rows of {entry.name.removesuffix('_rows')} when it was indexed"
    return f"SELECT {', '.join(picked)} FROM {totals.name}", computed


def _is_told(header: str, function: str, totals: TypedTable) -> bool:
    values = {column.name: cells for column, cells in zip(totals.columns, totals.values, strict=True)}
    rows = [at for at, name in enumerate(values["column"]) if name == header]
    return any(values[name][at] not in (None, "") for at in rows for name in _TOLD[function] if name in values)
