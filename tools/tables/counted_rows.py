"""How many rows a file of records has of which a sample is in the index: counted in the file, in a stream."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from io import SEEK_END, TextIOWrapper
from itertools import islice
from pathlib import Path
from time import thread_time
from typing import Final, TypeAlias

from citeline.indexing.files.source_tree import real_path
from citeline.indexing.files.walk import open_unfollowed
from citeline.indexing.parsers.languages import DELIMITERS
from citeline.indexing.reader import Index

from .catalog import TableCatalog, TableEntry

Conditions: TypeAlias = tuple[Mapping[int, Callable[[str], bool]], ...]
"""Each of columns of which one has to have a cell that fulfils what stands there."""
_MOST_BYTES: Final = 100 << 20
_MOST_S: Final = 4.0
"""Of this thread's processor time: the cells of 2,300,000 rows take 3 s."""
_BLANK: Final = (b"\n", b"\r\n", b"\r")
_LOOK_AT_CLOCK: Final = 20_000
"""Rows, which take some .02 s."""
_KNOWN: Final = 10_000
"""Cells of which it is remembered whether they fulfil a condition."""


def count_rows(index: Index, catalog: TableCatalog, entry: TableEntry, conditions: Conditions = ()) -> int | None:
    """How many rows below the header fulfil all conditions; None where the file is no file of records, is not as it
    was indexed, or is too large to be read within a question.
    """
    sql = "SELECT d.language, d.encoding, n.data FROM nodes n JOIN documents d ON d.id = n.doc_id WHERE n.id = ?"
    ((language, encoding, stored),) = index.structure.rows(sql, [entry.node])
    data = json.loads(stored)
    if language not in DELIMITERS or "rows" in data:
        return None
    delimiter, quote = data.get("delimiter") or DELIMITERS[language], data.get("quote") or '"'
    tests = [{column: _remembered(holds) for column, holds in one.items()} for one in conditions]
    try:
        path = real_path(index.tree, entry.path)
        with open_unfollowed(path) as file:
            if file.seek(0, SEEK_END) > _MOST_BYTES or not catalog.is_as_indexed(entry, Path(path)):
                return None
            file.seek(0)
            above = 0 if data.get("headless") else 1
            is_plain = not conditions and not encoding.lower().startswith("utf-16")
            if is_plain and (plain := _plain_lines(islice(file, entry.line - 1, None), quote.encode())) is not None:
                return plain - above
            file.seek(0)
            lines = islice(TextIOWrapper(file, encoding, errors="replace", newline=""), entry.line - 1, None)
            rows = filter(None, csv.reader(lines, delimiter=delimiter, quotechar=quote))
            return _count(islice(rows, above, None), tests)
    except (OSError, LookupError, csv.Error):
        return None


def _plain_lines(lines: Iterator[bytes], quote: bytes) -> int | None:
    """How many lines have a record each; None where one may go on over lines. Half the time of reading cells."""
    count = 0
    for line in lines:
        if quote in line or b"\r" in line[:-2]:
            return None
        count += line not in _BLANK
    return count


def _count(rows: Iterator[list[str]], tests: list[dict[int, Callable[[str], bool]]]) -> int | None:
    """None where it takes too long."""
    until, count = thread_time() + _MOST_S, 0
    while block := list(islice(rows, _LOOK_AT_CLOCK)):
        if thread_time() > until:
            return None
        count += sum(all(_holds(row, test) for test in tests) for row in block) if tests else len(block)
    return count


def _holds(row: list[str], test: Mapping[int, Callable[[str], bool]]) -> bool:
    return any(column < len(row) and holds(row[column]) for column, holds in test.items())


def _remembered(holds: Callable[[str], bool]) -> Callable[[str], bool]:
    return lru_cache(maxsize=_KNOWN)(holds)
