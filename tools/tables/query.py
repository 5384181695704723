"""Answers SQL over the tables of an index, and says from which lines each row of the answer comes."""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from .at_source import SourceAnswer, ask_source, over_all_rows
from .catalog import TableCatalog, TypedTable
from .columns import Column
from .errors import TableQueryError, check_formats, check_samples, dialect_hint, text_error, unchecked_error
from .guard import Guarded, Limits, quoted
from .naming import sql_name
from .origins import NotAllRowsError, Origins
from .plain_numbers import with_checks
from .result import TableResult
from .row_identity import plain_quotes, telling_rows
from .rows import Lines
from .whole_rows import whole_rows

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
_READING: Final = "SELECT … FROM table; `SELECT name FROM citeline_tables` lists the tables"
_SQLITE: Final = "SQLite's SQL is understood"
_TYPES: Final = {"integer": "INTEGER", "real": "REAL", "boolean": "INTEGER", "date": "TEXT", "text": "TEXT"}


def query_tables(
    catalog: TableCatalog, sql: str, *, limit: int = 1_000, limits: Limits | None = None, origins: Origins | None = None
) -> TableResult:
    """Up to `limit` rows of a SELECT. Tables are those of the catalog, and `citeline_tables`, which lists them.

    Only the tables that the query names are read, into a database in memory that is gone afterwards. Of tables that are
    samples of a database or of a Parquet or Feather file, all rows are read at their `origins`, or a database computes
    the answer; without origins what says something of all rows is refused.
    Raises TableQueryError for what is wrong, refused or too costly.
    """
    if len(sql) > MAX_SQL or "\0" in sql:
        raise TableQueryError("syntax", f"a query has at most {MAX_SQL:,} characters", hint="make it shorter")
    limits = limits or Limits()
    with closing(Guarded(limits)) as database:
        return _Query(catalog, plain_quotes(sql.strip().rstrip("; \n")), database, limit, limits, origins).run()


class _Query:
    def __init__(
        self,
        catalog: TableCatalog,
        sql: str,
        database: Guarded,
        limit: int,
        limits: Limits,
        origins: Origins | None,
    ) -> None:
        self._catalog = catalog
        self._sql = sql
        self._database = database
        self._limit = limit
        self._limits = limits
        self._origins = origins
        self._whole: dict[str, int] = {}
        """Sampled tables of which all rows were read, with how many these are."""
        self._odd: dict[tuple[str, str], int] = {}
        """Texts among the numbers of all these rows, by table and column."""
        self._unasked = ""
        """Why not all rows were asked; empty where they were, or there is no origin."""
        self._named: dict[str, TypedTable] = {}
        """By the names that the query uses."""
        self._computed = ""
        """What tells that the database has computed the answer; empty where it has not."""

    @property
    def _tables(self) -> list[TypedTable]:
        return list(self._named.values())

    def run(self) -> TableResult:
        """The rows, with where they come from if that can be told."""
        check_formats(self._sql)
        self._ask_totals()
        reached = self._opened()
        for number, (name, table) in enumerate(self._named.items(), start=1):
            self._fill(name, table, reached[name], number * _APART)
        sql = self._with_checks(reached)
        names, rows, told = self._told(sql) or (*self._checked(sql), 0)
        cited = [self._cited(names, row, told) for row in rows[: self._limit]]
        width = len(names) - told
        rows = [tuple(row[:width]) for row in rows]
        answer = self._asked_source(names[:width])
        if answer is not None:
            cited = self._cited_at_source(answer, dict(zip(rows, cited, strict=False)))
            rows, self._computed = [*answer.rows], answer.note
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

    def _asked_source(self, names: Sequence[str]) -> SourceAnswer | None:
        """What the database says of all its rows, where only some have been read."""
        if self._origins is None or not self._sampled() or len(self._database.tables) > len(self._named):
            return None
        reached, limits, most = self._database.reached, self._limits, self._limit + 1
        try:
            return ask_source(self._sql, names, self._named, reached, self._origins, limits, most)
        except NotAllRowsError as error:
            self._unasked = self._unasked or str(error)
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

    def _with_checks(self, reached: Mapping[str, Collection[str]]) -> str:
        """The query, which looks for texts among its numbers where it reads any and sums."""
        checked = with_checks(self._sql)
        if checked == self._sql or not any(self._database.holds_text(*columns) for columns in reached.items()):
            return self._sql
        try:
            self._database.reached(checked)
        except sqlite3.Error:
            raise unchecked_error() from None
        return checked

    def _told(self, sql: str) -> tuple[list[str], list[tuple[object, ...]], int] | None:
        """Names and rows with so many columns behind them that say where they come from; None when nothing can."""
        telling = telling_rows(sql)
        if telling is None:
            return None
        try:
            return *self._database.read(telling.sql, self._limit + 1), telling.count
        except sqlite3.Error:
            # What stands in the place of a table has no rowid, or a list of rows got too long.
            return None

    def _checked(self, sql: str) -> tuple[list[str], list[tuple[object, ...]]]:
        try:
            names, rows = self._database.read(sql, self._limit + 1)
        except (sqlite3.Error, sqlite3.Warning) as error:
            raise self._explained(str(error)) from None
        if not names:
            raise TableQueryError("syntax", "the query asks for nothing", hint=f"write one SELECT: {_READING}")
        return names, rows

    def _opened(self) -> Mapping[str, Collection[str]]:
        """Make the tables that the query names, and say which of their columns it reaches."""
        for _ in range(_MOST_TABLES + 1):
            try:
                return self._database.reached(self._sql)
            except sqlite3.Error as error:
                missing = _MISSING_TABLE.fullmatch(str(error))
                if missing is None:
                    raise self._explained(str(error)) from None
                self._open(missing[1])
        raise TableQueryError(
            "limit", f"a query reads at most {_MOST_TABLES} tables", hint="ask about fewer tables at a time"
        )

    def _open(self, name: str) -> None:
        if name.lower() == CATALOG:
            columns, rows = _listing(self._catalog)
            self._create(name, columns)
            self._insert(name, rows, self._database.tables[name])
            return
        entry = self._catalog.find(name)
        if entry is None:
            near = self._catalog.nearest(name)
            hint = f"did you mean {_either(near)}?" if near else "`citeline tables` lists the tables"
            raise TableQueryError("name", f"there is no table `{name}`", hint=hint)
        table = self._named[name] = self._catalog.load(entry)
        self._database.start()
        self._create(name, [(column.name, _TYPES[column.type]) for column in table.columns[:_MOST_COLUMNS]])

    def _create(self, name: str, columns: Sequence[tuple[str, str]]) -> None:
        typed = ", ".join(f"{quoted(column)} {kind}" for column, kind in columns)
        try:
            with self._database.filling() as connection:
                connection.execute(f"CREATE TABLE {quoted(name)} ({typed or 'nothing'})")
        except sqlite3.Error as error:
            raise self._explained(str(error)) from None
        self._database.tables[name] = [column for column, _ in columns]

    def _fill(self, name: str, table: TypedTable, reached: Collection[str], first: int) -> None:
        """All rows of a sampled table, where there is room and time for them, or those that the index has."""
        if self._origins is not None and table.sample:
            try:
                places = [at for at, column in enumerate(table.columns) if column.name in reached]
                rows = whole_rows(table, places, self._catalog, self._origins, self._limits)
                if rows is not None:
                    read = [table.columns[at] for at in places]
                    self._insert(name, self._counted(table, read, rows, first), [column.name for column in read])
                    return
            except (NotAllRowsError, TableQueryError) as error:
                too_large = isinstance(error, TableQueryError)
                self._unasked = "they are too many to be read: name fewer columns" if too_large else str(error)
        known = zip(*table.values[:_MOST_COLUMNS], strict=True)
        self._insert(name, ((first + at, *row) for at, row in enumerate(known)), self._database.tables[name])

    def _counted(
        self, table: TypedTable, columns: Sequence[Column], rows: Iterable[tuple[int, Sequence[object]]], first: int
    ) -> Iterator[tuple[object, ...]]:
        count = 0
        numbers = [at for at, column in enumerate(columns) if column.type not in ("text", "date")]
        texts: Counter[int] = Counter()
        for count, (number, row) in enumerate(rows, start=1):
            if count % _LOOKED == 0 and self._database.is_late(0.8):
                raise NotAllRowsError("they take too long to be read: name fewer columns")
            for at in numbers:
                if isinstance(row[at], str):
                    texts[at] += 1
            yield (first + number, *row)
        self._whole[table.entry.name] = count
        self._odd.update({(table.entry.name, columns[at].name): odd for at, odd in texts.items()})

    def _insert(self, name: str, rows: Iterable[Sequence[object]], columns: Sequence[str]) -> None:
        """All of the rows, each behind its rowid, or none. Raises TableQueryError, and what the rows raise."""
        named = ", ".join(["rowid", *map(quoted, columns)])
        marks = ", ".join("?" * (len(columns) + 1))
        with self._database.filling() as connection:
            try:
                connection.execute("BEGIN")
                connection.executemany(f"INSERT INTO {quoted(name)} ({named}) VALUES ({marks})", rows)
                connection.execute("COMMIT")
            except sqlite3.Error as error:
                raise self._explained(str(error)) from None
            finally:
                if connection.in_transaction:
                    connection.rollback()

    def _cited(self, names: Sequence[str], row: Sequence[object], told: int) -> tuple[Lines, ...]:
        """The lines that a row comes from: those of its rows, or of whole tables."""
        ids: list[int] = []
        for value in row[len(row) - told :] if told else _kept_ids(names, row):
            if isinstance(value, int):
                ids.append(value)
            elif isinstance(value, str):
                ids += [one for one in json.loads(value) if one is not None]
        places = list(dict.fromkeys(place for one in ids for place in self._places(one)))
        whole = tuple(part.place for table in self._tables for part in table.parts)
        return tuple(_joined(places)) if 0 < len(places) <= _MOST_LINES else whole

    def _places(self, identity: int) -> Iterator[Lines]:
        """The lines of a row, or, of one that is not in the index, of its table."""
        number, row = divmod(identity, _APART)
        if not 1 <= number <= len(self._named):
            return
        table = self._tables[number - 1]
        if row < table.row_count:
            yield table.place(*table.lines[row])
        elif table.entry.name in self._whole:
            yield from (part.place for part in table.parts)

    def _notes(self) -> Iterator[str]:
        """What sums and comparisons silently pass over."""
        if self._computed:
            yield self._computed
            return
        if self._unasked:
            yield f"not all rows were asked: {self._unasked}"
        for name, count in self._whole.items():
            yield f"{name}: all {count:,} rows were read, now"
        for name, rows in self._sampled().items():
            yield f"{name} is a sample ({rows} rows): a row that is not among these is not found"
        for table in self._tables:
            for column in table.columns:
                # Of a table that was read whole the sample says nothing of the other rows.
                is_counted = table.entry.name in self._whole and column.type != "date"
                odd = self._odd.get((table.entry.name, column.name), 0) if is_counted else column.odd
                if odd and re.search(rf"\b{re.escape(column.name)}\b", self._sql, re.IGNORECASE):
                    cells = "cell of it is" if odd == 1 else "cells of it are"
                    yield f"{table.entry.name}.{column.name} is {column.type}, but {odd} {cells} text"
                if column.header.isdigit() and re.search(rf"(?<![\w'\".]){column.header}(?![\w'\".])", self._sql):
                    yield f"{column.header} is a number: the column of {table.entry.name} is `{column.name}`"

    def _sampled(self) -> dict[str, str]:
        """By name of a table of which not all is in the index how many rows are: `20 of 5,000`."""
        return {
            table.entry.name: table.sample
            for table in self._tables
            if table.sample and table.entry.name not in self._whole
        }

    def _explained(self, message: str) -> TableQueryError:
        if self._database.is_late():
            return TableQueryError("limit", "the query takes too long", hint="ask for less: fewer tables, a WHERE")
        if self._database.refused:
            return TableQueryError("refused", f"{self._database.refused} is not allowed here", hint=_READING)
        if (text := self._database.text) is not None:
            return text_error(text, self._column_of(text))
        if self._database.wrong is not None:
            return TableQueryError("syntax", self._database.wrong.message, hint=self._database.wrong.hint)
        if "full" in message or "too big" in message or "too large" in message:
            return TableQueryError("limit", f"the query needs too much memory ({message})", hint="ask for less of it")
        if "one statement" in message:
            return TableQueryError("syntax", "there are several statements", hint="give one SELECT")
        if missing := _MISSING_COLUMN.fullmatch(message):
            return TableQueryError("name", f"there is no column `{missing[1]}`", hint=self._columns_like(missing[1]))
        return TableQueryError("syntax", message, hint=dialect_hint(self._sql, message) or f"{_SQLITE}: {_READING}")

    def _column_of(self, text: str) -> str:
        """The first that has such a cell, of those that the query reads; a text may also be made by the query."""
        reached = self._database.reached(self._sql)
        return next(
            (
                column.name
                for name, table in self._named.items()
                for column, values in zip(table.columns, table.values, strict=True)
                if column.name in reached[name] and text in values
            ),
            "",
        )

    def _columns_like(self, name: str) -> str:
        if not re.fullmatch(r"[\w ]+", name):
            return "texts stand in single quotes, names in double ones"
        tables = self._database.tables
        every = [column for columns in tables.values() for column in columns]
        near = get_close_matches(sql_name(name), every, 3, 0.5)
        if near:
            return f"did you mean {_either(near)}?"
        return "; ".join(f"`{table}` has {', '.join(columns[:20])}" for table, columns in tables.items())


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


def _either(names: Sequence[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)
