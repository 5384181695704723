"""All rows of a table of which the index has a sample, read where they are: from a Parquet or Feather file, or from a
database. SQL over them is the same as over any table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from citeline.indexing.databases.asking import SourceDatabase, SourceQueryError, SourceTable
from citeline.indexing.databases.connecting import UnreadableDatabaseError
from citeline.indexing.databases.describing import ROWS

from .catalog import TableCatalog, TypedTable
from .columns import Column, Value, type_column
from .guard import Limits
from .naming import column_names
from .origins import NotAllRowsError, Origins, Row

NumberedRows: TypeAlias = Iterator[tuple[int, Sequence[Value]]]
"""Each row with its number in the sample from 0 on, or a number behind these."""
_COLUMNAR: Final = (".parquet", ".feather", ".arrow")
_MOST_READ: Final = 100_000
"""Rows of a database table, two columns of which take 0.5 s; of a larger one the database computes the answer."""
_LARGEST: Final = 2**63 - 1
"""Of an integer of SQLite."""
_NUMBERS: Final = frozenset(["integer", "real"])
_COMPARED: Final = 150
"""Characters of a text: the description of a database shortens it."""


def whole_rows(
    table: TypedTable, places: Sequence[int], catalog: TableCatalog, origins: Origins, limits: Limits
) -> NumberedRows | None:
    """Every row, of the columns at these places; None for a table that is not read whole.

    Raises NotAllRowsError, also while it is read.
    """
    if table.entry.heading != ROWS:
        return None
    if table.entry.path.lower().endswith(_COLUMNAR):
        return enumerate(_of_file(table, places, catalog, origins))
    database = open_database(table, origins)
    if database is None or not 0 < catalog.count(table.entry) <= _MOST_READ:
        return None
    return _numbered(_of_database(table, places, database, origins, limits), table, places)


def open_database(table: TypedTable, origins: Origins) -> SourceDatabase | None:
    """The database that a table describes a part of. Raises NotAllRowsError where it cannot be opened."""
    try:
        return origins.source(table.entry.source)
    except UnreadableDatabaseError as error:
        raise NotAllRowsError(str(error)) from None


def source_table(table: TypedTable, database: SourceDatabase) -> SourceTable:
    """The table at the source. Raises NotAllRowsError where it is not there, or not as the index knows it."""
    file = PurePosixPath(table.entry.path).name
    try:
        found = database.tables([file]).get(file)
    except UnreadableDatabaseError as error:
        raise NotAllRowsError(str(error)) from None
    headers = [name for name, _ in found.columns] if found else []
    if found is None or column_names(headers, len(headers)) != [column.name for column in table.columns]:
        raise NotAllRowsError(f"`{table.entry.name}` has changed at the source: run `citeline index`")
    return found


def _of_file(
    table: TypedTable, places: Sequence[int], catalog: TableCatalog, origins: Origins
) -> Iterator[Sequence[Value]]:
    from citeline.indexing.extraction.columns import all_rows  # only such a file needs the readers of pages and sheets
    from citeline.indexing.extraction.errors import UnreadableError

    file = origins.file_of(table.entry.path)
    try:
        # One that nobody has read yet may be damaged so that it ends the process.
        if not catalog.is_as_indexed(table.entry, file):
            raise NotAllRowsError(f"`{table.entry.path}` has changed: run `citeline index`")
        read = _read(table, places, origins)
        rows = all_rows(file.read_bytes(), read, len(table.columns))
        yield from _typed(_shown(rows, table, read, places, origins), [table.columns[at] for at in places])
    except (OSError, UnreadableError) as error:
        raise NotAllRowsError(f"`{table.entry.path}` {error}") from None


def _of_database(
    table: TypedTable, places: Sequence[int], database: SourceDatabase, origins: Origins, limits: Limits
) -> Iterator[Sequence[Value]]:
    try:
        source = source_table(table, database)
        read = _read(table, places, origins)
        rows = database.all_rows(source, read, seconds=limits.seconds, value_bytes=limits.cell_bytes)
        yield from _typed(_shown(rows, table, read, places, origins), [table.columns[at] for at in places])
    except (UnreadableDatabaseError, SourceQueryError) as error:
        raise NotAllRowsError(f"the database {database.place} says: {error}") from None


def _read(table: TypedTable, places: Sequence[int], origins: Origins) -> list[int]:
    """What is read for these columns: a text may be a secret because of any other text of its row."""
    texts = [at for at, column in enumerate(table.columns) if column.type == "text"]
    return sorted({*places, *texts}) if origins.secrets != "keep" and set(texts) & set(places) else [*places]


def _shown(
    rows: Iterable[Row], table: TypedTable, read: Sequence[int], places: Sequence[int], origins: Origins
) -> Iterator[Row]:
    """The columns at `places` of rows that have those at `read`, without secrets."""
    kept = [read.index(at) for at in places]
    for row in origins.shown(rows, [table.columns[at].header for at in read]):
        yield tuple(row[at] for at in kept)


def _typed(rows: Iterable[Sequence[Value]], columns: Sequence[Column]) -> Iterator[Sequence[Value]]:
    """With texts as the numbers, dates or truth values that the index reads in such a column, and integers that SQLite
    has no room for as text, as in the index.
    """
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return
    rows = chain([first], rows)
    reread = [at for at, column in enumerate(columns) if column.is_reread and not isinstance(first[at], int | float)]
    if reread:
        held = list(rows)
        typed = {at: _values([row[at] for row in held], columns[at]) for at in reread}
        rows = zip(*(typed.get(at) or [row[at] for row in held] for at in range(len(columns))), strict=True)
    for row in rows:
        yield [str(cell) if isinstance(cell, int) and abs(cell) > _LARGEST else cell for cell in row]


def _values(cells: Sequence[Value], column: Column) -> list[Value]:
    """The values of a column whose texts stand for something else. Raises NotAllRowsError where they do not fit."""
    found = type_column([cell if isinstance(cell, str) else "" for cell in cells])
    if found.type != column.type and not {found.type, column.type} <= _NUMBERS and any(found.values):
        raise NotAllRowsError(f"`{column.name}` is {column.type} in the sample, and {found.type} in all rows")
    return [value if isinstance(cell, str) else cell for value, cell in zip(found.values, cells, strict=True)]


def _numbered(rows: Iterable[Sequence[Value]], table: TypedTable, places: Sequence[int]) -> NumberedRows:
    """A row that the sample has, as far as it is read, is that row: a database has an order only where it is asked."""
    known: dict[tuple[Value, ...], list[int]] = defaultdict(list)
    for at in reversed(range(table.row_count)):
        known[tuple(_compared(table.values[place][at]) for place in places)].append(at)
    left = table.row_count
    for number, row in enumerate(rows, start=table.row_count):
        same = known.get(tuple(map(_compared, row))) if left else None
        left -= bool(same)
        yield (same.pop() if same else number, row)


def _compared(value: Value) -> Value:
    return " ".join(value.split())[:_COMPARED] if isinstance(value, str) else value
