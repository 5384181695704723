"""Parquet and Feather (Arrow) into one table: columns with their types, and the first rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from io import BytesIO
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

from ..files.formats import FEATHER_1, PARQUET
from .errors import UnreadableError
from .line_writer import LineWriter
from .workbooks.sheets import text_of

if TYPE_CHECKING:
    from arro3.core import RecordBatch, RecordBatchReader

ROWS: Final = "Rows"
"""The section with the first rows."""
_BATCH: Final = 100
"""Rows that are in memory at a time, at most: a cell may hold a whole page."""
_MANY: Final = 5_000
"""The same where none is kept."""
_PLAIN: Final = ("Int", "UInt", "Float32", "Float64", "Utf8", "LargeUtf8", "Boolean")
"""Types whose values SQLite takes as they are."""
_FIRST_BATCH: Final = 4
_BATCH_BYTES: Final = 16_000_000
"""Of these rows, if they are like the first: a file of 22 kB may hold cells of 5 MB, which then take 500 MB."""
_MOST_ROWS: Final = 20_000
_MOST_CHARS: Final = 4_000_000
"""Of the rows that are shown, as text."""


def read_columns(data: bytes, writer: LineWriter) -> None:
    """The names and types of the columns, how many rows there are, and the first of them."""
    reader = _reader(data)
    names = reader.schema.names
    types = [_type(reader.schema.field(at).type) for at in range(len(names))]
    writer.heading(1, "Columns", made_up=True)
    writer.table(list(zip(names, types, strict=True)), headers=["Column", "Type"])
    shown, count = _rows(reader)
    writer.heading(1, ROWS, made_up=True)
    if shown:
        writer.paragraph(f"The first {len(shown):,} of {count:,}." if len(shown) < count else f"All {count:,}.")
        writer.table(shown, headers=names)
    else:
        writer.paragraph(f"{count:,}, too long to be shown." if count else "None.")


def all_rows(data: bytes, wanted: Sequence[int], width: int) -> Iterator[tuple[str | int | float | None, ...]]:
    """Every row, of the columns at the wanted places: numbers and truth values as numbers, the rest as it is shown.

    Raises UnreadableError, also while it is read, and where there are not `width` columns.
    """
    try:
        reader = _reader(data, _MANY)
        if len(reader.schema.names) != width:
            raise UnreadableError("unreadable", "has other columns than those that were read")
        types = [_type(reader.schema.field(at).type) for at in range(width)]
        for batch in reader:
            columns: list[list[Any]] = []
            for at in wanted:
                values = list(batch.column(at).to_pylist())
                columns.append(values if types[at].startswith(_PLAIN) else list(map(_valued, values)))
            yield from zip(*columns, strict=True) if columns else repeat((), batch.num_rows)
    except (UnreadableError, GeneratorExit, KeyboardInterrupt, SystemExit):
        raise
    # Foreign code that is fed foreign files, as in `read_here`. A panic of Rust is no Exception.
    except BaseException as error:  # noqa: BLE001
        why = f"cannot be read to its end: {type(error).__name__}: {error}"
        raise UnreadableError("unreadable", why[:200]) from None


def _reader(data: bytes, most: int = _BATCH) -> RecordBatchReader:
    try:
        from arro3.io import read_ipc, read_parquet
    except ImportError:
        raise UnreadableError("unreadable", 'needs a library to be read: pip install "citeline[parquet]"') from None
    if data.startswith(FEATHER_1):
        raise UnreadableError("unreadable", "is Feather of version 1: write it anew with version 2, or as Parquet")
    is_parquet = data.startswith(PARQUET)
    return read_parquet(BytesIO(data), batch_size=_batch_rows(data, most)) if is_parquet else read_ipc(BytesIO(data))


def _valued(value: Any) -> str | int | float | None:
    """As SQLite has it."""
    if value is None:
        return None
    return float(value) if isinstance(value, Decimal) else _shown(value)


def _batch_rows(data: bytes, most: int) -> int:
    """How many rows of a Parquet file are read at a time."""
    from arro3.io import read_parquet

    first = next(iter(read_parquet(BytesIO(data), batch_size=_FIRST_BATCH)), None)
    row_bytes = first.nbytes // max(1, first.num_rows) if first is not None else 0
    return max(1, min(most, _BATCH_BYTES // max(1, row_bytes)))


def _type(of: object) -> str:
    """`Int64` of `arro3.core.DataType<Int64>`."""
    return " ".join(str(of).split()).removeprefix("arro3.core.DataType<").removesuffix(">")


def _rows(reader: RecordBatchReader) -> tuple[list[list[str]], int]:
    """The first rows, as many as there is room for, and how many there are of all."""
    shown: list[list[str]] = []
    count, room = 0, _MOST_CHARS
    for batch in reader:
        for row in _cells(batch) if count == len(shown) else ():
            room -= sum(map(len, row))
            if len(shown) == _MOST_ROWS or room < 0:
                break
            shown.append(row)
        count += batch.num_rows
    return shown, count


def _cells(batch: RecordBatch) -> Iterator[list[str]]:
    columns = [batch.column(at).to_pylist() for at in range(batch.num_columns)]
    for row in zip(*columns, strict=True):
        yield [_shown(value) for value in row]


def _shown(value: Any) -> str:
    """Nothing as an empty cell, lists and records as JSON, bytes by their number."""
    if value is None:
        return ""
    if isinstance(value, bytes):
        return f"({len(value):,} bytes)"
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value if isinstance(value, str) else text_of(value)
