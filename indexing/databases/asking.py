"""One SELECT at the source: a database that the project file names answers over all of its rows, not of a sample.

Nothing is asked of a database that nobody has allowed, nor of a table that the project file leaves out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from citeline.model import Secrets

from .connecting import UnreadableDatabaseError, connect
from .declared import Database

if TYPE_CHECKING:
    from sqlalchemy import Connection

Kind: TypeAlias = Literal["number", "boolean", "text", "date", "other"]
_FETCHED: Final = 200
"""Rows at a time, between two looks at their size."""


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
    secrets: Secrets = "mask"

    def tables(self, files: Collection[str]) -> dict[str, SourceTable]:
        """By the names of the files that describe them. Raises UnreadableDatabaseError."""
        from sqlalchemy import inspect

        from .describing import names_by_file

        schema = self.database.schema or None
        found: dict[str, SourceTable] = {}
        with _Connected(self.database) as connection:
            inspector = inspect(connection)
            for file, name in names_by_file(inspector, self.database).items():
                if file in files:
                    columns = [(one["name"], one["type"]) for one in inspector.get_columns(name, schema=schema)]
                    kinds: list[tuple[str, Kind]] = [(named, _kind(of)) for named, of in columns]
                    found[file] = SourceTable(self.database.schema, name, tuple(kinds))
        return found

    def rows(
        self, sql: str, tables: Sequence[SourceTable], most: int, *, seconds: float, size_bytes: int
    ) -> list[tuple[object, ...]]:
        """Up to `most` rows of a SELECT that reads these tables and no others, with values as SQLite has them.

        Raises SourceQueryError, UnreadableDatabaseError.
        """
        from sqlalchemy.exc import SQLAlchemyError

        rows: list[tuple[object, ...]] = []
        size = 0
        with _Connected(self.database, seconds) as connection:
            if self.dialect == "sqlite":
                _guard(connection, {table.name for table in tables}, size_bytes)
            try:
                answer = connection.execution_options(stream_results=True, no_parameters=True).exec_driver_sql(sql)
                while len(rows) < most and (some := answer.fetchmany(min(_FETCHED, most - len(rows)))):
                    rows += [tuple(map(_value, row)) for row in some]
                    size += sum(
                        len(value) if isinstance(value, str) else 8 for row in some for value in map(_value, row)
                    )
                    if size > size_bytes:
                        raise SourceQueryError("its answer is too large", is_late=True)
            except SQLAlchemyError as error:
                why = self.database.hide(str(getattr(error, "orig", None) or error))[:300]
                raise SourceQueryError(why, is_late=_is_late(why)) from None
        return rows if self.secrets == "keep" else _masked(rows)


OpenSource: TypeAlias = Callable[[str], SourceDatabase | None]
"""A database by its name; None where the project file names none so. Raises UnreadableDatabaseError."""


class _Connected:
    """A connection whose failure says what is wrong, without the password."""

    def __init__(self, database: Database, seconds: float | None = None) -> None:
        self._database = database
        self._engine = connect(database, seconds)
        self._connection: Connection | None = None

    def __enter__(self) -> Connection:
        from sqlalchemy.exc import SQLAlchemyError

        try:
            self._connection = self._engine.connect()
        except SQLAlchemyError as error:
            raise UnreadableDatabaseError(
                self._database.hide(str(getattr(error, "orig", None) or error))[:300]
            ) from None
        return self._connection

    def __exit__(self, *exc: object) -> None:
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()


def _guard(connection: Connection, tables: Collection[str], size_bytes: int) -> None:
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
    driver.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, size_bytes)
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


def _value(value: object) -> object:
    """As the index would have it."""
    if value is None or isinstance(value, str | float):
        return value
    if isinstance(value, bool | int):
        return int(value)
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() and value.is_finite() else float(value)
    if isinstance(value, bytes | memoryview):
        return f"({len(value):,} bytes)"
    return str(value)


def _masked(rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Without secrets, as the index has the sample."""
    from ..secrets import mask_lines

    texts = {value: value.count("\n") + 1 for row in rows for value in row if isinstance(value, str)}
    lines = iter(mask_lines([line for text in texts for line in text.split("\n")]))
    shown: dict[object, str] = {text: "\n".join(islice(lines, count)) for text, count in texts.items()}
    return [tuple(shown[value] if isinstance(value, str) else value for value in row) for row in rows]


def _is_late(why: str) -> bool:
    """Whether a server or SQLite ended the statement for its time."""
    return any(sign in why.lower() for sign in ("timeout", "interrupted", "max_statement_time", "maximum statement"))
