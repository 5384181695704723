"""Reads all of a Parquet or Feather file where a query asks for more than the sample that the index has of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from citeline.indexing.extraction.columns import ROWS, all_rows
from citeline.indexing.extraction.errors import UnreadableError
from citeline.indexing.secrets import mask_lines

from .at_source import reread_columns
from .catalog import TableCatalog, TypedTable
from .columns import Value

FileOf: TypeAlias = Callable[[str], Path]
"""The file on disk behind a path of the index."""
_SUFFIXES: Final = (".parquet", ".feather", ".arrow")
_EVERY: Final = re.compile(r"(?<!\()\*(?!\s*\))|\.\*")
"""`*`, but for `count(*)`; of a product all columns are read too."""

_NATURAL: Final = re.compile(r"\bnatural\b", re.IGNORECASE)
"""A join by columns that it does not name."""
_AT_ONCE: Final = 500
"""Rows that are masked together."""
_LARGEST: Final = 2**63 - 1
"""Of an integer of SQLite."""


def whole_rows(table: TypedTable, sql: str, catalog: TableCatalog, file_of: FileOf) -> Iterator[Sequence[Value]] | None:
    """Every row of its file, with the columns that the query names; None for a table of another kind, and for a file
    that has changed: one that nobody has read yet may be damaged so that it ends the process.
    """
    entry = table.entry
    if entry.heading != ROWS or not entry.path.lower().endswith(_SUFFIXES) or _NATURAL.search(sql):
        return None
    file = file_of(entry.path)
    wanted = [
        column.header
        for column in table.columns
        if _EVERY.search(sql) or re.search(rf"\b{re.escape(column.name)}\b", sql, re.IGNORECASE)
    ]
    reread = {column.header for column in table.columns if column.name in reread_columns(table, catalog)}
    try:
        return _shown(all_rows(file.read_bytes(), wanted, reread)) if catalog.is_as_indexed(entry, file) else None
    except (OSError, UnreadableError):
        return None


def _shown(rows: Iterator[Sequence[Value]]) -> Iterator[Sequence[Value]]:
    """The rows with their secrets masked, and integers that SQLite has no room for as floating-point numbers."""
    while batch := [*islice(rows, _AT_ONCE)]:
        lines = [line for row in batch for cell in row if isinstance(cell, str) for line in cell.split("\n")]
        masked = iter(mask_lines(lines))
        for row in batch:
            yield tuple(_masked(cell, masked) if isinstance(cell, str) else _fitting(cell) for cell in row)


def _masked(cell: str, lines: Iterator[str]) -> str:
    """A cell from as many of the masked lines as it has."""
    return "\n".join(islice(lines, cell.count("\n") + 1))


def _fitting(cell: Value) -> Value:
    return float(cell) if isinstance(cell, int) and abs(cell) > _LARGEST else cell
