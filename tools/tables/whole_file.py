"""Reads all of a Parquet or Feather file where a query asks for more than the sample that the index has of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from citeline.indexing.extraction.columns import ROWS, all_rows
from citeline.indexing.extraction.errors import UnreadableError

from .catalog import TableCatalog, TypedTable
from .columns import Value

FileOf: TypeAlias = Callable[[str], Path]
"""The file on disk behind a path of the index."""
_SUFFIXES: Final = (".parquet", ".feather", ".arrow")
_EVERY: Final = re.compile(r"(?<!\()\*(?!\s*\))|\.\*")
"""`*`, but for `count(*)`; of a product all columns are read too."""


def whole_rows(table: TypedTable, sql: str, catalog: TableCatalog, file_of: FileOf) -> Iterator[Sequence[Value]] | None:
    """Every row of its file, with the columns that the query names; None for a table of another kind, and for a file
    that has changed: one that nobody has read yet may be damaged so that it ends the process.
    """
    entry = table.entry
    if entry.heading != ROWS or not entry.path.lower().endswith(_SUFFIXES):
        return None
    file = file_of(entry.path)
    wanted = [
        column.header
        for column in table.columns
        if _EVERY.search(sql) or re.search(rf"\b{re.escape(column.name)}\b", sql, re.IGNORECASE)
    ]
    try:
        return all_rows(file.read_bytes(), wanted) if catalog.is_as_indexed(entry, file) else None
    except (OSError, UnreadableError):
        return None
