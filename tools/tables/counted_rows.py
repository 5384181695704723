"""How many rows a file of records has of which a sample is in the index: counted in the file, in a stream."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from io import SEEK_END, TextIOWrapper
from itertools import islice
from pathlib import Path
from time import thread_time
from typing import Any, BinaryIO, Final, TypeAlias, TypeVar

from citeline.indexing.files.source_tree import real_path
from citeline.indexing.files.walk import open_unfollowed
from citeline.indexing.parsers.languages import DELIMITERS
from citeline.indexing.parsers.records import object_cells
from citeline.indexing.reader import Index

from .catalog import TableCatalog, TableEntry
from .rows import OBJECTS

_Row = TypeVar("_Row")
Conditions: TypeAlias = tuple[Mapping[int, Callable[[str], bool]], ...]
"""Each of columns of which one has to have a cell that fulfils what stands there."""
_MOST_BYTES: Final = 100 << 20
_MOST_S: Final = 4.0
"""Of this thread's processor time: of 2,300,000 rows with quotes the cells take 3 s."""
_BLANK: Final = (b"\n", b"\r\n")
_WIDE: Final = "utf-16"
_BLOCK_BYTES: Final = 1 << 20
_LINES_BYTES: Final = 1 << 16
_ROWS_AT_ONCE: Final = 500
"""Few enough to stay in the processor's cache: of 20,000 reading takes twice the time."""
_KNOWN: Final = 10_000
"""Cells of which it is remembered whether they fulfil a condition."""


def count_rows(index: Index, catalog: TableCatalog, entry: TableEntry, conditions: Conditions = ()) -> int | None:
    """How many rows below the header fulfil all conditions; None where the file is no file of records, is not as it
    was indexed, or is too large to be read within a question.
    """
    sql = "SELECT d.language, d.encoding, n.data FROM nodes n JOIN documents d ON d.id = n.doc_id WHERE n.id = ?"
    ((language, encoding, stored),) = index.structure.rows(sql, [entry.node])
    data = json.loads(stored)
    if language not in (*DELIMITERS, OBJECTS) or "rows" in data:
        return None
    delimiter, quote = data.get("delimiter") or DELIMITERS.get(language, ","), data.get("quote") or '"'
    try:
        path = real_path(index.tree, entry.path)
        with open_unfollowed(path) as file:
            if file.seek(0, SEEK_END) > _MOST_BYTES or not catalog.is_as_indexed(entry, Path(path)):
                return None
            above = 0 if data.get("headless") else 1
            file.seek(0)
            if language == OBJECTS:
                objects = (
                    object_cells(line, entry.headers) for line in TextIOWrapper(file, encoding, errors="replace")
                )
                return _counted((row for row in objects if row is not None), conditions)
            for _ in range(entry.line - 1):
                file.readline()
            if delimiter.isascii() and not encoding.lower().startswith(_WIDE) and _is_plain(file, quote.encode()):
                for _ in range(above):
                    file.readline()
                lines = iter(lambda: file.readlines(_LINES_BYTES), [])
                if not conditions:
                    return _sum(lines, lambda block: len(block) - sum(map(block.count, _BLANK)))

                def said(cell: bytes) -> str:
                    return cell.decode(encoding, "replace").rstrip("\r\n")

                return _sum(lines, _Tests(conditions, partial(_of_lines, delimiter=delimiter.encode()), said).count)
            file.seek(0)
            text = islice(TextIOWrapper(file, encoding, errors="replace", newline=""), entry.line - 1, None)
            rows = islice(filter(None, csv.reader(text, delimiter=delimiter, quotechar=quote)), above, None)
            return _counted(rows, conditions)
    except (OSError, LookupError, csv.Error):
        return None


def _counted(rows: Iterator[list[str]], conditions: Conditions) -> int | None:
    blocks = iter(lambda: list(islice(rows, _ROWS_AT_ONCE)), [])
    return _sum(blocks, _Tests(conditions, _of_rows, str).count if conditions else len)


def _is_plain(file: BinaryIO, quote: bytes) -> bool:
    """Whether every record from here on has a line of its own, as no cell is quoted. The file stands where it stood."""
    here = file.tell()
    blocks = iter(lambda: file.read(_BLOCK_BYTES), b"")
    found = (quote in block or block.count(b"\r") > block.count(b"\r\n") + block.endswith(b"\r") for block in blocks)
    plain = not any(found)
    file.seek(here)
    return plain


def _sum(blocks: Iterable[list[_Row]], counted: Callable[[list[_Row]], int]) -> int | None:
    """None where it takes too long."""
    until, count = thread_time() + _MOST_S, 0
    for block in blocks:
        count += counted(block)
        if thread_time() > until:
            return None
    return count


def _of_rows(rows: Sequence[list[str]], column: int) -> list[str | None]:
    return [row[column] if column < len(row) else None for row in rows]


def _of_lines(lines: Sequence[bytes], column: int, delimiter: bytes) -> list[bytes | None]:
    """The cells of lines with a row each: only those that are asked for, in a third of the time of reading all."""
    try:
        return [line.split(delimiter, column + 1)[column] for line in lines]
    except IndexError:  # a row is too short
        return [[*line.split(delimiter, column + 1), *[None] * (column + 1)][column] for line in lines]


class _Tests:
    """Conditions, and what is known of the cells of each column: each different one is looked at once."""

    def __init__(
        self, conditions: Conditions, cells: Callable[[Any, int], list[Any]], said: Callable[[Any], str]
    ) -> None:
        """`cells`: those of a column, None where a row is too short; `said`: the text of one."""
        self._conditions = [[(*test, dict[Any, bool]()) for test in one.items()] for one in conditions]
        self._cells = cells
        self._said = said

    def count(self, rows: Sequence[Any]) -> int:
        """How many rows fulfil all; by columns, for a loop over rows takes twice the time."""
        fulfilled: list[Iterable[bool]] = []
        for one in self._conditions:
            found: list[Iterable[bool]] = []
            for column, holds, known in one:
                cells = self._cells(rows, column)
                if len(known) > _KNOWN:
                    known.clear()
                new = {*cells} - known.keys()
                known.update((cell, cell is not None and holds(self._said(cell))) for cell in new)
                found.append(list(map(known.__getitem__, cells)))
            fulfilled.append(found[0] if len(found) == 1 else map(any, zip(*found, strict=True)))
        return sum(fulfilled[0] if len(fulfilled) == 1 else map(all, zip(*fulfilled, strict=True)))
