"""Two files of rows seen as one: those of a base, which never change, and beside them what has changed since.

Every table of the schema has two in the delta: `added_…` holds rows that are new or stand in place of the base's, and
`gone_…` the keys of base rows that count no longer. Temporary views with the tables' own names join them, so that every
query and every statement of the writer reads as if there were one file; triggers on the views send what is written
into the delta. A row that comes back as it was leaves no trace: a delta holds differences, whoever made them.

Source of the idea: log-structured merge trees (O'Neil et al. 1996), with one level.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from citeline.data_files import shipped_text

from .delta_file import open_delta, read_only

DELTA_NAME: Final = "structure-delta.db"
"""Beside the base; a generation that is a base of its own has none."""
DELTA_PAGE_BYTES: Final = 1024
"""Of a delta, with its fifty tables and indexes."""
BASE_PAGES: Final = "PRAGMA page_size=2048"
"""Each of the thirty tables and indexes, and each long row, ends in a page that is half empty: with 4,096 bytes a store
of 100 files is 7 % larger, one of 5,000 as large."""
COUNTED: Final = ("documents", "nodes", "edges", "chunks")
"""Tables whose rows a base has counted, under the key `counted`: there are millions, and they never change."""
COUNTED_KEY: Final = "counted"
_NAMED: Final = re.compile(r"(CREATE TABLE|CREATE INDEX(?: IF NOT EXISTS)?|\bON)\s+(\w+)")


class _Table(NamedTuple):
    name: str
    key: tuple[str, ...]
    """What a row is known by; where documents own rows, the document: they come and go together."""
    gone: str
    hidden: tuple[str, ...] = ()
    """Columns of the view that no statement writes."""


_TABLES: Final = (
    _Table("documents", ("id",), "gone_documents"),
    *(_Table(name, ("doc_id",), "gone_contents") for name in ("nodes", "chunks", "texts", "uses")),
    # A view has no `rowid` of its own (since SQLite 3.36, unless it is built otherwise), and links are ordered by it.
    # It tells rows of one document apart, which all come from one of the two files.
    _Table("refs", ("doc_id",), "gone_contents", ("rowid",)),
    _Table("edges", ("src", "type", "dst"), "gone_edges"),
    _Table("file_edges", ("src", "is_import", "dst"), "gone_file_edges"),
    _Table("path_words", ("word", "role", "doc_id"), "gone_path_words"),
    _Table("terms", ("id",), "gone_terms"),
    _Table("skipped", ("path",), "gone_skipped"),
    _Table("meta", ("key",), "gone_meta"),
)


def script(name: str) -> str:
    """The statements in a file of this package."""
    return shipped_text("citeline.indexing.stores", name)


def _create(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty delta, with all their indexes: their rows stay few."""
    connection.executescript(_NAMED.sub(r"\1 added_\2", script("schema.sql") + script("indexes.sql")))
    for table in {table.gone: table for table in _TABLES}.values():
        types = {row[1]: row[2] for row in connection.execute(f"PRAGMA table_info(added_{table.name})")}
        # With the types of the base's columns: of another affinity, its values would not be looked up but compared.
        columns = ", ".join(f"{column} {types[column]}" for column in table.key)
        connection.execute(f"CREATE TABLE {table.gone} ({columns}, PRIMARY KEY ({', '.join(table.key)})) WITHOUT ROWID")


def connect(path: Path) -> tuple[sqlite3.Connection, bool]:
    """A published store, for reading from any thread, and whether it has changes beside it, which are seen with it."""
    delta = path.with_name(DELTA_NAME)
    if not delta.is_file():
        return sqlite3.connect(read_only(path), uri=True, check_same_thread=False), False
    connection = open_delta(delta)
    lay_over(connection, path)
    return connection, True


def lay_over(connection: sqlite3.Connection, base: Path, *, writable: bool = False) -> None:
    """Show the rows of `base` beneath those of the delta that the connection has open; an empty file becomes one."""
    if writable and connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
        _create(connection)
    connection.execute("ATTACH ? AS base", (read_only(base),))
    for table in _TABLES:
        info = connection.execute(f"PRAGMA base.table_info({table.name})").fetchall()
        columns = [row[1] for row in info]
        connection.execute(_view(table, columns))
        # What the statement leaves out is null here, for a view knows no defaults.
        new = [
            f"NEW.{name}" if default is None else f"coalesce(NEW.{name}, {default})"
            for _, name, _, _, default, _ in info
        ]
        for statement in _triggers(table, columns, ", ".join(new)) if writable else ():
            connection.execute(statement)


def count_rows(connection: sqlite3.Connection, name: str) -> int:
    """Rows of a table, without looking at each where there is a delta."""
    (table,) = (table for table in _TABLES if table.name == name)
    if connection.execute("SELECT 1 FROM temp.sqlite_master WHERE name = ?", (name,)).fetchone() is None:
        sql = f"SELECT count(*) FROM {name}"
    else:
        # Of keys only such are gone as the base has; of documents, whatever they own.
        gone = (
            f"(SELECT count(*) FROM base.{name} WHERE doc_id IN (SELECT doc_id FROM gone_contents))"
            if table.gone == "gone_contents"
            else f"(SELECT count(*) FROM {table.gone})"
        )
        counted = connection.execute("SELECT value FROM base.meta WHERE key = ?", (COUNTED_KEY,)).fetchone()
        # Older bases have counted nothing.
        of_base = json.loads(counted[0])[name] if counted else f"(SELECT count(*) FROM base.{name})"
        sql = f"SELECT {of_base} - {gone} + (SELECT count(*) FROM added_{name})"
    return int(connection.execute(sql).fetchone()[0])


def _view(table: _Table, columns: Iterable[str]) -> str:
    listed = ", ".join((*columns, *table.hidden))
    return (
        f"CREATE TEMP VIEW {table.name} AS SELECT {listed} FROM base.{table.name} b WHERE NOT EXISTS"
        f" (SELECT 1 FROM main.{table.gone} g WHERE {_equal(table.key, 'g', 'b')})"
        f" UNION ALL SELECT {listed} FROM main.added_{table.name}"
    )


def _triggers(table: _Table, columns: Sequence[str], new: str) -> Iterator[str]:
    """`new` lists the values of a row that is written."""
    name, gone, key = table.name, table.gone, table.key
    in_base = f"EXISTS (SELECT 1 FROM base.{name} b WHERE {_equal(key, 'b', '{row}')})"
    hide = f"INSERT OR IGNORE INTO {gone} SELECT {{values}} WHERE {in_base}"
    drop = f"DELETE FROM added_{name} WHERE {_equal(key, f'added_{name}', '{row}')}"
    add = f"INSERT OR REPLACE INTO added_{name} VALUES ({new})"

    def of(sql: str, row: str) -> str:
        return sql.format(row=row, values=", ".join(f"{row}.{column}" for column in key))

    if gone == "gone_contents":
        yield f"CREATE TEMP TRIGGER insert_{name} INSTEAD OF INSERT ON {name} BEGIN {add}; END"
    else:
        alike = f"{_equal(key, 'b', 'NEW')} AND {_equal(columns, 'b', 'NEW', 'IS')}"
        same = f"EXISTS (SELECT 1 FROM base.{name} b WHERE {alike})"
        revive = f"DELETE FROM {gone} WHERE {_equal(key, gone, 'NEW')} AND {same}"
        add = f"INSERT INTO added_{name} SELECT {new} WHERE NOT {same}"
        steps = [of(hide, "NEW"), of(drop, "NEW"), revive, add]
        yield f"CREATE TEMP TRIGGER insert_{name} INSTEAD OF INSERT ON {name} BEGIN {'; '.join(steps)}; END"
        steps = [of(hide, "OLD"), of(drop, "OLD"), *steps]
        yield f"CREATE TEMP TRIGGER update_{name} INSTEAD OF UPDATE ON {name} BEGIN {'; '.join(steps)}; END"
    steps = [of(drop, "OLD"), of(hide, "OLD")]
    yield f"CREATE TEMP TRIGGER delete_{name} INSTEAD OF DELETE ON {name} BEGIN {'; '.join(steps)}; END"


def _equal(columns: Iterable[str], one: str, other: str, sign: str = "=") -> str:
    return " AND ".join(f"{one}.{column} {sign} {other}.{column}" for column in columns)
