"""Connections that can only read, and end by themselves."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from .declared import Database

STATEMENT_S: Final = 10.0
_CONNECT_S: Final = 5
_STEPS: Final = 10_000
_POSTGRES_DRIVERS: Final = frozenset(["psycopg", "psycopg2"])
_MYSQL: Final = frozenset(["mysql", "mariadb"])


class UnreadableDatabaseError(Exception):
    """Why a database cannot be read, with what to do."""


def connect(database: Database, seconds: float | None = None) -> Engine:
    """An engine whose every connection is read-only and stops a statement after so many seconds, by default ten.

    Raises UnreadableDatabaseError for a kind of database for which neither can be promised, or without its libraries.
    """
    try:
        from sqlalchemy import create_engine, event
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError, NoSuchModuleError
        from sqlalchemy.pool import NullPool
    except ImportError:
        raise UnreadableDatabaseError('SQLAlchemy is missing: pip install "citeline[databases]"') from None
    limit = seconds or STATEMENT_S
    try:
        url = make_url(database.url)
        kind, driver = url.get_backend_name(), url.get_driver_name()
        if kind == "sqlite":
            return create_engine("sqlite://", creator=_sqlite(unquote(url.database or ""), limit), poolclass=NullPool)
        if kind == "postgresql" and driver in _POSTGRES_DRIVERS:
            return create_engine(url, connect_args=_postgres(limit), poolclass=NullPool)
        if kind in _MYSQL and driver == "pymysql":
            engine = create_engine(url, connect_args=_mysql(limit), poolclass=NullPool)
            event.listen(engine, "connect", partial(_end_statements, seconds=limit))
            return engine
    except (ArgumentError, NoSuchModuleError) as error:
        raise UnreadableDatabaseError(f"its url is not understood: {database.hide(str(error))}") from None
    except ImportError as error:
        raise UnreadableDatabaseError(f'its driver is missing ({error}): pip install "citeline[databases]"') from None
    raise UnreadableDatabaseError(
        f"{kind}+{driver} is not among what is read: sqlite, postgresql+psycopg, postgresql+psycopg2, "
        "mysql+pymysql, mariadb+pymysql"
    )


def _postgres(seconds: float) -> dict[str, Any]:
    milliseconds = int(seconds * 1000)
    return {
        "connect_timeout": _CONNECT_S,
        "options": f"-c default_transaction_read_only=on -c statement_timeout={milliseconds}"
        # A backslash in a text would end it elsewhere than where the text was read.
        " -c standard_conforming_strings=on",
        "application_name": "citeline",
    }


def _mysql(seconds: float) -> dict[str, Any]:
    return {
        "connect_timeout": _CONNECT_S,
        # Behind the server's own limit, which ends the statement there, too.
        "read_timeout": int(seconds) + _CONNECT_S,
        "init_command": "SET SESSION TRANSACTION READ ONLY",
        "local_infile": False,
    }


def _end_statements(connection: Any, record: object, *, seconds: float) -> None:
    """Set the limit of a statement under the name that the server knows it by."""
    del record
    is_mariadb = "mariadb" in connection.get_server_info().lower()
    limit = f"max_statement_time = {seconds}" if is_mariadb else f"max_execution_time = {int(seconds * 1000)}"
    with connection.cursor() as cursor:
        cursor.execute(f"SET SESSION {limit}")


def _sqlite(path: str, seconds: float) -> Callable[[], sqlite3.Connection]:
    def open_read_only() -> sqlite3.Connection:
        from pathlib import Path

        connection = sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True, timeout=_CONNECT_S)
        connection.execute("PRAGMA query_only = ON")
        # A view or a trigger may call functions; whoever made the file may be a stranger.
        connection.execute("PRAGMA trusted_schema = OFF")
        until = time.monotonic() + seconds
        connection.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
        return connection

    return open_read_only
