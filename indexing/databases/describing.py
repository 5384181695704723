"""What a database holds, in Markdown: one document for each table, and one that lists them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, Final

from citeline.dataclass import dataclass

if TYPE_CHECKING:
    from sqlalchemy import ColumnClause, Engine, TableClause
    from sqlalchemy.engine import Inspector

    from .declared import Database

OVERVIEW: Final = "README.md"
ROWS: Final = "Rows"
"""The section with the first rows."""
TOTALS: Final = "Totals"
"""The section with what the database has computed over all rows, where not all are shown."""
_COMPUTED: Final = ("Count", "Sum", "Avg", "Min", "Max", "First", "Last")
"""Of each column; the last two of dates."""
_MOST_TABLES: Final = 1_000
_LONGEST_CELL: Final = 200
_NO_NAME: Final = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class _Table:
    name: str
    kind: str
    """`table` or `view`."""
    comment: str
    columns: Sequence[Mapping[str, Any]]
    key: Sequence[str]
    foreign: Sequence[Mapping[str, Any]]


def describe(engine: Engine, database: Database) -> dict[str, str]:
    """File name to Markdown. Raises what SQLAlchemy and its driver raise."""
    from sqlalchemy import inspect

    tables = list(_tables(inspect(engine), database))
    files = _file_names([table.name for table in tables])
    described: dict[str, str] = {}
    counts: dict[str, str] = {}
    for table in tables:
        counts[table.name], rows = _rows(engine, table, database)
        is_whole = counts[table.name] == f"{len(rows):,}"
        totals = [] if is_whole or not database.sample else _totals(engine, table, database)
        described[files[table.name]] = _document(engine, table, database, counts[table.name], rows, files, totals)
    listed = [[_link(table.name, files), table.kind, counts[table.name], table.comment] for table in tables]
    head = [f"# Database {database.name}", "", *([database.about, ""] if database.about else []), "## Tables", ""]
    described[OVERVIEW] = "\n".join([*head, *_grid(["Table", "Kind", "Rows", "Comment"], listed), ""])
    return described


def names_by_file(inspector: Inspector, database: Database) -> dict[str, str]:
    """The files that describe tables and views, to what these are called; raises as `describe` does."""
    return {file: name for name, file in _file_names(_names(inspector, database)).items()}


def _names(inspector: Inspector, database: Database) -> list[str]:
    schema = database.schema or None
    names = sorted({*inspector.get_table_names(schema=schema), *inspector.get_view_names(schema=schema)})
    return [name for name in names if _is_wanted(name, database)][:_MOST_TABLES]


def _tables(inspector: Inspector, database: Database) -> Iterator[_Table]:
    schema = database.schema or None
    views = set(inspector.get_view_names(schema=schema))
    for name in _names(inspector, database):
        try:
            comment = inspector.get_table_comment(name, schema=schema)["text"] or ""
        except NotImplementedError:  # SQLite knows none
            comment = ""
        yield _Table(
            name=name,
            kind="view" if name in views else "table",
            comment=comment,
            columns=inspector.get_columns(name, schema=schema),
            key=inspector.get_pk_constraint(name, schema=schema)["constrained_columns"] or [],
            foreign=inspector.get_foreign_keys(name, schema=schema),
        )


def _is_wanted(name: str, database: Database) -> bool:
    included = not database.include or any(fnmatchcase(name, pattern) for pattern in database.include)
    return included and not any(fnmatchcase(name, pattern) for pattern in database.exclude)


def _source(table: _Table, database: Database) -> tuple[TableClause, list[ColumnClause[Any]]]:
    from sqlalchemy import column
    from sqlalchemy import table as table_of

    columns: list[ColumnClause[Any]] = [column(each["name"]) for each in table.columns]
    return table_of(table.name, *columns, schema=database.schema or None), columns


def _totals(engine: Engine, table: _Table, database: Database) -> list[list[str]]:
    """One row for each column, of all rows: what is filled, sum, mean, least and greatest; none where that takes too
    long. The first is of `*`: the number of rows.
    """
    from sqlalchemy import func, null, select
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.sql.expression import ColumnElement
    from sqlalchemy.types import Date, DateTime, Float, Integer, Numeric

    source, columns = _source(table, database)
    asked: list[ColumnElement[Any]] = [func.count()]
    for column, about in zip(columns, table.columns, strict=True):
        is_number = isinstance(about["type"], Numeric | Float | Integer)  # from 2.1 on, Float is no Numeric
        is_date = isinstance(about["type"], Date | DateTime)
        asked.append(func.count(column))
        asked += [of(column) if is_number else null() for of in (func.sum, func.avg, func.min, func.max)]
        asked += [of(column) if is_date else null() for of in (func.min, func.max)]
    try:
        with engine.connect() as connection:
            found = list(connection.execute(select(*asked).select_from(source)).one())
    except SQLAlchemyError:  # the columns are known all the same
        return []
    width = len(_COMPUTED)
    rows = [[column.name, *map(_shown, found[width * at + 1 :][:width])] for at, column in enumerate(columns)]
    return [["*", _shown(found[0]), *[""] * (width - 1)], *rows]


def _rows(engine: Engine, table: _Table, database: Database) -> tuple[str, list[list[str]]]:
    """How many there are, and the first of them; neither where that takes too long."""
    from sqlalchemy import column, func, select
    from sqlalchemy.exc import SQLAlchemyError

    source, columns = _source(table, database)
    order: list[ColumnClause[Any]] = [column(name) for name in table.key]
    count, rows = "not counted", []
    try:
        with engine.connect() as connection:
            count = f"{connection.execute(select(func.count()).select_from(source)).scalar_one():,}"
        if database.sample and columns:
            with engine.connect() as connection:
                found = connection.execute(select(*columns).select_from(source).order_by(*order).limit(database.sample))
                rows = [[_shown(value) for value in row] for row in found]
    except SQLAlchemyError as error:
        # A view over what is gone, no right to read, ten seconds: the columns are known all the same.
        return (f"{count} ({database.hide(str(getattr(error, 'orig', error)))[:_LONGEST_CELL]})", rows)
    return count, rows


def _document(
    engine: Engine,
    table: _Table,
    database: Database,
    count: str,
    rows: list[list[str]],
    files: Mapping[str, str],
    totals: list[list[str]],
) -> str:
    lines = [f"# {table.name}", "", f"A {table.kind} of the database [{database.name}]({OVERVIEW}); rows: {count}.", ""]
    if table.comment:
        lines += [_cell(table.comment), ""]
    lines += ["## Columns", ""]
    listed = [_column(engine, table, column, files) for column in table.columns]
    lines += [*_grid(["Column", "Type", "Null", "Default", "Key", "Comment"], listed), ""]
    if rows:
        lines += [f"## {ROWS}", "", f"The first {len(rows)} of {count}.", ""]
        lines += [*_grid([column["name"] for column in table.columns], rows), ""]
    if totals:
        lines += [f"## {TOTALS}", "", f"Computed by the database over all {count} rows.", ""]
        lines += [*_grid(["Column", *_COMPUTED], totals), ""]
    return "\n".join(lines)


def _column(engine: Engine, table: _Table, column: Mapping[str, Any], files: Mapping[str, str]) -> list[str]:
    from sqlalchemy.exc import SQLAlchemyError

    name = column["name"]
    keys = ["primary"] if name in table.key else []
    for foreign in table.foreign:
        for here, there in zip(foreign["constrained_columns"], foreign["referred_columns"], strict=False):
            if here == name:
                keys.append(f"{_link(foreign['referred_table'], files)}.{there}")
    try:
        kind = column["type"].compile(dialect=engine.dialect)
    except SQLAlchemyError:  # a type of an extension, or none at all
        kind = ""
    null = "yes" if column.get("nullable", True) else "no"
    return [name, kind, null, str(column.get("default") or ""), ", ".join(keys), column.get("comment") or ""]


def _file_names(tables: Sequence[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    taken = {OVERVIEW.lower()}
    for table in tables:
        stem = _NO_NAME.sub("_", table).strip(".") or "table"
        number, name = 1, f"{stem}.md"
        while name.lower() in taken:
            number += 1
            name = f"{stem}_{number}.md"
        taken.add(name.lower())
        names[table] = name
    return names


def _link(table: str, files: Mapping[str, str]) -> str:
    return f"[{table}]({files[table]})" if table in files else table


def _grid(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [f"| {' | '.join(map(_cell, headers))} |", f"|{' --- |' * len(headers)}"]
    return [*lines, *(f"| {' | '.join(map(_cell, row))} |" for row in rows)]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bytes | memoryview):
        return f"({len(value):,} bytes)"
    text = str(value)
    return text if len(text) <= _LONGEST_CELL else f"{text[:_LONGEST_CELL]}…"
