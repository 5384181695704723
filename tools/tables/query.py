"""Answers SQL over the tables of an index, and says from which lines each row of the answer comes."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, TypeVar

from citeline.indexing.databases.asking import OpenSource

from .at_source import SourceAnswer, ask_source
from .catalog import TableCatalog, TypedTable
from .dialects import check_formats, check_samples, check_sums, dialect_hint
from .errors import TableQueryError
from .guard import Guarded, Limits
from .naming import sql_name
from .place import Lines
from .result import TableResult
from .row_identity import plain_quotes, telling_rows
from .source_sql import NotAskableError
from .source_totals import over_all_rows

if TYPE_CHECKING:
    from .whole_file import FileOf

T = TypeVar("T")

CATALOG: Final = "citeline_tables"
"""A table that lists the others."""
MAX_SQL: Final = 20_000
_MOST_TABLES: Final = 32
_MOST_COLUMNS: Final = 1_000
_APART: Final = 100_000_000
"""Rowids of the first table begin here, those of the second at twice as much: a rowid tells the table, and no number
that a query computes is taken for one.
"""
_MOST_LINES: Final = 8
"""Places cited for one row; a row made from more cites the whole tables."""
_LOOKED: Final = 1_000
"""Rows of a file between two looks at the clock."""
_MISSING_TABLE: Final = re.compile(r"no such table: (?:main\.)?(.*)", re.DOTALL)
_MISSING_COLUMN: Final = re.compile(r"no such column: (?:.*\.)?(.*)", re.DOTALL)
_READING: Final = "SELECT … FROM table, `citeline_tables` lists the tables"
_SQLITE: Final = "SQLite's SQL is understood"
_TYPES: Final = {"integer": "INTEGER", "real": "REAL", "boolean": "INTEGER", "date": "TEXT", "text": "TEXT"}


def query_tables(
    catalog: TableCatalog,
    sql: str,
    *,
    limit: int = 1_000,
    limits: Limits | None = None,
    source: OpenSource | None = None,
    file_of: FileOf | None = None,
) -> TableResult:
    """Up to `limit` rows of a SELECT. Tables are those of the catalog, and `citeline_tables`, which lists them.

    Only the tables that the query names are read, into a database in memory that is gone afterwards. Of tables that are
    samples of a database, `source` is asked, and of a Parquet or Feather file that `file_of` finds all rows are read;
    without them what says something of all rows is refused.
    Raises TableQueryError for what is wrong, refused or too costly.
    """
    if len(sql) > MAX_SQL or "\0" in sql:
        raise TableQueryError("syntax", f"a query has at most {MAX_SQL:,} characters", hint="make it shorter")
    limits = limits or Limits()
    with closing(Guarded(limits)) as database:
        return _Query(catalog, plain_quotes(sql.strip().rstrip("; \n")), database, limit, limits, source, file_of).run()


class _TooLateError(Exception):
    """Most of the time is over while a file is read; the rest is for the query."""


class _Query:
    def __init__(
        self,
        catalog: TableCatalog,
        sql: str,
        database: Guarded,
        limit: int,
        limits: Limits,
        source: OpenSource | None,
        file_of: FileOf | None,
    ) -> None:
        self._catalog = catalog
        self._sql = sql
        self._database = database
        self._limit = limit
        self._limits = limits
        self._source = source
        self._file_of = file_of
        self._whole: dict[str, int] = {}
        """Tables of which the whole file was read, with how many rows it has."""
        self._unasked = ""
        """Why the database was not asked; empty where it was, or there is none."""
        self._named: dict[str, TypedTable] = {}
        """By the names that the query uses."""
        self._tables: list[TypedTable] = []
        self._columns: dict[str, list[str]] = {}
        self._computed = ""
        """What tells that the database has computed the answer; empty where it has not."""

    def run(self) -> TableResult:
        """The rows, with where they come from if that can be told."""
        check_formats(self._sql)
        self._ask_totals()
        names, rows, told = self._told() or (*self._checked(self._sql), 0)
        cited = [self._cited(names, row, told) for row in rows[: self._limit]]
        width = len(names) - told
        rows = [tuple(row[:width]) for row in rows]
        check_sums(self._sql, self._tables)
        answer = self._asked_source()
        if answer is not None:
            cited = self._cited_at_source(answer, dict(zip(rows, cited, strict=False)))
            rows, self._computed = answer.rows, answer.note
        else:
            check_samples(self._sql, self._sampled(), self._unasked)
        return TableResult(
            sql=self._sql,
            columns=tuple(names[:width]),
            rows=tuple(rows[: self._limit]),
            cites=tuple(cited),
            tables=tuple(self._tables),
            truncated=len(rows) > self._limit,
            notes=tuple(self._notes()),
        )

    def _asked_source(self) -> SourceAnswer | None:
        """What the database says of all its rows, where only some are in the index."""
        if self._source is None or not self._sampled() or CATALOG in map(str.lower, self._columns):
            return None
        try:
            return ask_source(self._sql, self._named, self._catalog, self._source, self._limits, self._limit + 1)
        except NotAskableError as error:
            self._unasked = str(error)
            return None

    def _cited_at_source(
        self, answer: SourceAnswer, known: Mapping[tuple[object, ...], tuple[Lines, ...]]
    ) -> list[tuple[Lines, ...]]:
        """Rows that the index has by their lines, others by the description of their tables."""
        whole = tuple(part.place for table in self._tables for part in table.parts)
        return [known.get(row, whole) if answer.is_plain else whole for row in answer.rows[: self._limit]]

    def _ask_totals(self) -> None:
        """Read what the database computed over all rows, where only a sample of them is in the index."""
        found = over_all_rows(self._sql, self._catalog)
        if found is not None:
            self._sql, self._computed = found

    def _told(self) -> tuple[list[str], list[tuple[object, ...]], int] | None:
        """Names and rows with so many columns behind them that say where they come from; None when nothing can."""
        telling = telling_rows(self._sql)
        if telling is None:
            return None
        try:
            return *self._read(telling.sql), telling.count
        except (sqlite3.Error, TableQueryError):
            # What stands in the place of a table has no rowid, or a list of rows got too long.
            return None

    def _read(self, sql: str) -> tuple[list[str], list[tuple[object, ...]]]:
        """As SQLite gives it; a table that it misses is loaded, and it is asked again."""
        for _ in range(_MOST_TABLES + 1):
            try:
                return self._database.read(sql, self._limit + 1)
            except sqlite3.OperationalError as error:
                missing = _MISSING_TABLE.fullmatch(str(error))
                if missing is None:
                    raise
                self._load(missing[1])
        raise TableQueryError(
            "limit", f"a query reads at most {_MOST_TABLES} tables", hint="ask about fewer tables at a time"
        )

    def _checked(self, sql: str) -> tuple[list[str], list[tuple[object, ...]]]:
        try:
            names, rows = self._read(sql)
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise self._explained(str(error)) from None
        if not names:
            raise TableQueryError("syntax", "the query asks for nothing", hint=f"write one SELECT: {_READING}")
        return names, rows

    def _load(self, name: str) -> None:
        if name.lower() == CATALOG:
            self._fill(name, *_listing(self._catalog))
            return
        entry = self._catalog.find(name)
        if entry is None:
            near = self._catalog.nearest(name)
            hint = f"did you mean {_either(near)}?" if near else "`citeline tables` lists the tables"
            raise TableQueryError("name", f"there is no table `{name}`", hint=hint)
        table = self._catalog.load(entry)
        columns = [(column.name, _TYPES[column.type]) for column in table.columns[:_MOST_COLUMNS]]
        self._tables.append(table)
        self._named[name.lower()] = table
        first = len(self._tables) * _APART
        if not self._fill_whole(name, columns, table, first):
            rows = zip(*table.values[:_MOST_COLUMNS], strict=True)
            self._fill(name, columns, ((first + at, *row) for at, row in enumerate(rows)))

    def _fill_whole(self, name: str, columns: Sequence[tuple[str, str]], table: TypedTable, first: int) -> bool:
        """Read all rows of the file of a sampled table; whether there was room and time for them."""
        if self._file_of is None or not self._catalog.sampled(table.entry, table.row_count):
            return False
        from .whole_file import whole_rows  # only a query of such a file needs the readers of Parquet and sheets

        rows = whole_rows(table, self._sql, self._catalog, self._file_of)
        if rows is None:
            return False
        try:
            self._fill(name, columns, self._counted(table, rows, first))
        except (TableQueryError, _TooLateError):
            self._whole.pop(table.entry.name, None)
            self._unasked = "all of its file is too much to be read: name fewer columns"
            with self._database.filling() as connection:
                connection.rollback()
                connection.execute(f"DROP TABLE IF EXISTS {_quoted(name)}")
            return False
        return True

    def _counted(self, table: TypedTable, rows: Iterable[Sequence[object]], first: int) -> Iterator[tuple[object, ...]]:
        for count, row in enumerate(rows, start=1):
            self._whole[table.entry.name] = count
            if count % _LOOKED == 0 and self._database.is_late(0.8):
                raise _TooLateError
            yield (first + count - 1, *row[:_MOST_COLUMNS])

    def _fill(self, name: str, columns: Sequence[tuple[str, str]], rows: Iterable[Sequence[object]]) -> None:
        quoted = _quoted(name)
        try:
            with self._database.filling() as connection:
                typed = ", ".join(f"{_quoted(column)} {kind}" for column, kind in columns)
                connection.execute(f"CREATE TABLE {quoted} ({typed or 'nothing'})")
                named = ", ".join(["rowid", *(_quoted(column) for column, _ in columns)])
                marks = ", ".join("?" * (len(columns) + 1))
                connection.execute("BEGIN")
                connection.executemany(f"INSERT INTO {quoted} ({named}) VALUES ({marks})", rows)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._explained(str(error)) from None
        self._database.tables.add(name)
        self._columns[name] = [column for column, _ in columns]

    def _cited(self, names: Sequence[str], row: Sequence[object], told: int) -> tuple[Lines, ...]:
        """The lines that a row comes from: those of its rows, or of whole tables."""
        ids: list[int] = []
        for value in row[len(row) - told :] if told else _kept_ids(names, row):
            if isinstance(value, int):
                ids.append(value)
            elif isinstance(value, str):
                ids += [one for one in json.loads(value) if one is not None]
        places = list(dict.fromkeys(place for place in map(self._place, ids) if place is not None))
        whole = tuple(part.place for table in self._tables for part in table.parts)
        return tuple(_joined(places)) if 0 < len(places) <= _MOST_LINES else whole

    def _place(self, identity: int) -> Lines | None:
        table, row = divmod(identity, _APART)
        if not 1 <= table <= len(self._tables) or row >= self._tables[table - 1].row_count:
            return None
        found = self._tables[table - 1]
        return found.place(*found.lines[row])

    def _notes(self) -> Iterator[str]:
        """What sums and comparisons silently pass over."""
        if self._computed:
            yield self._computed
            return
        if self._unasked:
            yield f"not all rows were asked: {self._unasked}"
        for name, count in self._whole.items():
            yield f"{name}: all {count:,} rows of its file"
        for name, rows in self._sampled().items():
            yield f"{name} is a sample ({rows} rows): a row that is not among these is not found"
        for table in self._tables:
            for column in table.columns:
                if column.odd and re.search(rf"\b{re.escape(column.name)}\b", self._sql, re.IGNORECASE):
                    cells = "cell of it is" if column.odd == 1 else "cells of it are"
                    yield f"{table.entry.name}.{column.name} is {column.type}, but {column.odd} {cells} text"

    def _sampled(self) -> dict[str, str]:
        """By name of a table of which not all is in the index how many rows are: `20 of 5,000`."""
        tables = [table for table in self._tables if table.entry.name not in self._whole]
        rows = {table.entry.name: self._catalog.sampled(table.entry, table.row_count) for table in tables}
        return {name: sample for name, sample in rows.items() if sample}

    def _explained(self, message: str) -> TableQueryError:
        if self._database.is_late():
            return TableQueryError("limit", "the query takes too long", hint="ask for less: fewer tables, a WHERE")
        if self._database.refused:
            return TableQueryError("refused", f"{self._database.refused} is not allowed here", hint=_READING)
        if self._database.wrong is not None:
            return TableQueryError("syntax", self._database.wrong.message, hint=self._database.wrong.hint)
        if "full" in message or "too big" in message or "too large" in message:
            return TableQueryError("limit", f"the query needs too much memory ({message})", hint="ask for less of it")
        if "one statement" in message:
            return TableQueryError("syntax", "there are several statements", hint="give one SELECT")
        if missing := _MISSING_COLUMN.fullmatch(message):
            return TableQueryError("name", f"there is no column `{missing[1]}`", hint=self._columns_like(missing[1]))
        return TableQueryError("syntax", message, hint=dialect_hint(self._sql, message) or f"{_SQLITE}: {_READING}")

    def _columns_like(self, name: str) -> str:
        if not re.fullmatch(r"[\w ]+", name):
            return "texts stand in single quotes, names in double ones"
        every = [column for columns in self._columns.values() for column in columns]
        near = get_close_matches(sql_name(name), every, 3, 0.5)
        if near:
            return f"did you mean {_either(near)}?"
        return "; ".join(f"`{table}` has {', '.join(columns[:20])}" for table, columns in self._columns.items())


def _listing(catalog: TableCatalog) -> tuple[list[tuple[str, str]], Iterator[Sequence[object]]]:
    columns = [
        *(("name", "TEXT"), ("path", "TEXT"), ("line", "INTEGER"), ("end_line", "INTEGER")),
        *(("caption", "TEXT"), ("heading", "TEXT"), ("headers", "TEXT"), ("source", "TEXT")),
    ]
    rows = (
        (
            *(-number, entry.name, entry.path, entry.line, entry.end_line),
            *(entry.caption, entry.heading, " | ".join(entry.headers), entry.source),
        )
        for number, entry in enumerate(catalog.entries, start=1)
    )
    return columns, rows


def _kept_ids(names: Sequence[str], row: Sequence[object]) -> Iterator[object]:
    """Rowids that the query chose itself, through however many subqueries."""
    return (value for name, value in zip(names, row, strict=True) if name.lower() == "rowid")


def _joined(places: Sequence[Lines]) -> Iterator[Lines]:
    """In order, with neighbours as one."""
    last: Lines | None = None
    for place in sorted(places):
        if last is not None and last.path == place.path and place.line <= last.end_line + 1:
            last = replace(last, end_line=max(last.end_line, place.end_line))
            continue
        if last is not None:
            yield last
        last = place
    if last is not None:
        yield last


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _either(names: Sequence[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)
