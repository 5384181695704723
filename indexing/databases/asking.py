"""SELECTs at the source: a database that the project file names is read live, beyond the sample that the index has.

Nothing is asked of a database that nobody has allowed, nor of a table that the project file leaves out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from citeline.dataclass import dataclass

from .connecting import UnreadableDatabaseError, connect
from .declared import Database

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, CursorResult

Kind: TypeAlias = Literal["number", "boolean", "text", "date", "other"]
Row: TypeAlias = tuple[str | int | float | None, ...]
_FETCHED: Final = 500
"""Rows that a server sends at a time, at most."""
_FETCHED_BYTES: Final = 4_000_000
"""Of these rows, if they are like those before."""


class SourceQueryError(Exception):
    """The database does not answer this query; the text says why, without what is secret."""

    def __init__(self, why: str, *, is_late: bool = False) -> None:
        super().__init__(why)
        self.is_late = is_late
        """It took too long, or its answer was too large."""


@dataclass(frozen=True, slots=True)
class SourceTable:
    """A table or view as it is called at the source."""

    schema: str
    name: str
    columns: tuple[tuple[str, Kind], ...]


@dataclass(frozen=True, slots=True)
class SourceDatabase:
    """A database that may be asked; each question has a connection of its own."""

    database: Database
    dialect: str
    """`sqlite`, `postgres` or `mysql`."""

    @property
    def place(self) -> str:
        """What a person knows it by: its name and its URL without user and password."""
        return f"{self.database.name} ({self.database.shown_url.rpartition('@')[2]})"

    def tables(self, files: Collection[str]) -> dict[str, SourceTable]:
        """By the names of the files that describe them. Raises UnreadableDatabaseError."""
        from sqlalchemy import inspect

        from .describing import names_by_file

        schema = self.database.schema or None
        found: dict[str, SourceTable] = {}
        with _connected(self.database) as connection:
            inspector = inspect(connection)
            for file, name in names_by_file(inspector, self.database).items():
                if file in files:
                    columns: list[tuple[str, Kind]] = [
                        (one["name"], _kind(one["type"])) for one in inspector.get_columns(name, schema=schema)
                    ]
                    found[file] = SourceTable(self.database.schema, name, tuple(columns))
        return found

    def all_rows(self, table: SourceTable, wanted: Sequence[int], *, seconds: float, value_bytes: int) -> Iterator[Row]:
        """Every row of a table, of the columns at the wanted places.

        Raises SourceQueryError, UnreadableDatabaseError, also while it is read.
        """
        from sqlalchemy import column, literal_column, select
        from sqlalchemy import table as table_of

        named: list[ColumnElement[Any]] = [column(table.columns[at][0]) for at in wanted]
        source = table_of(table.name, schema=table.schema or None)
        chosen = select(*named or [literal_column("1")]).select_from(source)
        with self._asked([table], seconds, value_bytes) as connection:
            rows = _streamed(connection.execute(chosen), self.dialect)
            yield from rows if wanted else (() for _ in rows)

    def rows(self, sql: str, tables: Sequence[SourceTable], most: int, *, seconds: float, size_bytes: int) -> list[Row]:
        """Up to `most` rows of a SELECT that reads these tables and no others, with values as SQLite has them.

        Raises SourceQueryError, UnreadableDatabaseError.
        """
        rows: list[Row] = []
        room = size_bytes
        with self._asked(tables, seconds, size_bytes) as connection:
            answer = connection.execution_options(no_parameters=True).exec_driver_sql(sql)
            with closing(_streamed(answer, self.dialect)) as found:
                while len(rows) < most and (row := next(found, None)) is not None:
                    rows.append(row)
                    room -= _size(row)
                    if room < 0:
                        raise SourceQueryError("its answer is too large", is_late=True)
        return rows

    @contextmanager
    def _asked(self, tables: Sequence[SourceTable], seconds: float, value_bytes: int) -> Iterator[Connection]:
        """A connection that reads these tables; what the database says against a query is a SourceQueryError."""
        from sqlalchemy.exc import SQLAlchemyError

        with _connected(self.database, seconds) as connection:
            if self.dialect == "sqlite":
                _guard(connection, {table.name for table in tables}, value_bytes)
            else:
                connection.execution_options(stream_results=True)
            try:
                yield connection
            except (SQLAlchemyError, sqlite3.Error) as error:
                why = _why(self.database, error)
                raise SourceQueryError(why, is_late=_is_late(why)) from None


OpenSource: TypeAlias = Callable[[str], SourceDatabase | None]
"""A database by its name; None where the project file names none so. Raises UnreadableDatabaseError."""


@contextmanager
def _connected(database: Database, seconds: float | None = None) -> Iterator[Connection]:
    """A connection whose failures say what is wrong, without the password."""
    from sqlalchemy.exc import SQLAlchemyError

    engine = connect(database, seconds)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise UnreadableDatabaseError(_why(database, error)) from None
    finally:
        engine.dispose()


def _why(database: Database, error: Exception) -> str:
    return database.hide(str(getattr(error, "orig", None) or error))[:300]


def _streamed(answer: CursorResult[Any], dialect: str) -> Generator[Row]:
    """The rows as SQLite has them, few at a time where they are long."""
    if dialect == "sqlite":  # reads a row when it is asked for
        cursor: Any = answer.cursor
        yield from (tuple(map(_value, row)) for row in cursor)
        return
    some = 1
    while batch := answer.fetchmany(some):
        rows = [tuple(map(_value, row)) for row in batch]
        yield from rows
        some = max(1, min(_FETCHED, 4 * some, _FETCHED_BYTES // max(map(_size, rows))))


def _size(row: Row) -> int:
    return 8 + sum(len(value) if isinstance(value, str) else 8 for value in row)


def _guard(connection: Connection, tables: Collection[str], value_bytes: int) -> None:
    """SQLite asks before it does anything: these tables alone are read, and what stands in a view among them."""
    names = {name.lower() for name in tables}

    def allow(action: int, first: str | None, second: str | None, _: str | None, view: str | None) -> int:
        if action in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_FUNCTION):
            return sqlite3.SQLITE_OK
        table = str(first).lower()
        # Without a column only rows are counted, of a subquery with a name too.
        is_ours = table in names or str(view).lower() in names or not (second or table.startswith("sqlite_"))
        return sqlite3.SQLITE_OK if action == sqlite3.SQLITE_READ and is_ours else sqlite3.SQLITE_DENY

    driver: Any = connection.connection.dbapi_connection
    driver.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, value_bytes)
    driver.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    driver.set_authorizer(allow)


def _kind(of: object) -> Kind:
    from sqlalchemy.types import Boolean, Date, DateTime, Float, Integer, Numeric, String

    if isinstance(of, Boolean):
        return "boolean"
    if isinstance(of, Integer | Numeric | Float):
        return "number"
    if isinstance(of, Date | DateTime):
        return "date"
    return "text" if isinstance(of, String) else "other"


def _value(value: object) -> str | int | float | None:
    """As the index would have it."""
    if value is None or isinstance(value, str | float):
        return value
    if isinstance(value, bool | int):
        return int(value)
    from decimal import Decimal  # a search in a folder without databases starts without it

    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() and value.is_finite() else float(value)
    if isinstance(value, bytes | memoryview):
        return f"({len(value):,} bytes)"
    return str(value)


def _is_late(why: str) -> bool:
    """Whether a server or SQLite ended the statement for its time, or a value for its length."""
    signs = ("timeout", "interrupted", "max_statement_time", "maximum statement", "too big")
    return any(sign in why.lower() for sign in signs)
