"""Cells of a workbook of Excel 97 that are shown as percentages, as money, or as days without their time.

Reads the records of the workbook for their formats only, and trusts none of their numbers: what makes no sense ends the
reading, and the cells behind it are shown as they are stored.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final

from ...files.formats import OLE
from .containers import stream_of
from .number_formats import ShownAs, built_in, read_format
from .sheet_cells import Cell, show_cells

_NAME: Final = "Workbook"
_FORMAT, _XF, _SHEET, _BEGIN, _END = 0x041E, 0x00E0, 0x0085, 0x0809, 0x000A
_ONE_CELL: Final = frozenset([0x0203, 0x027E, 0x0006])
"""A number, a short one, and a formula: row, column and format, and then the value."""
_SHORT_ROW: Final = 0x00BD
"""Short numbers side by side: row, first column, and for each its format and four bytes."""
_EXCEL_97: Final = 0x0600


class BookCells:
    """The cells of one workbook; of another format than Excel 97's, or damaged, it has none."""

    def __init__(self, data: bytes) -> None:
        self._book = stream_of(data, _NAME) if data.startswith(OLE) else b""
        self._styles: list[ShownAs | None] = []
        self._starts: dict[str, int] = {}
        try:
            self._read_book()
        except (struct.error, IndexError, UnicodeDecodeError):
            self._styles = []

    def show(
        self, rows: Sequence[list[str]], values: Sequence[Sequence[object]], sheet: str, origin: tuple[int, int]
    ) -> None:
        """As `ShownCells` says."""
        show_cells(rows, values, self._of(sheet), origin)

    def _of(self, sheet: str) -> Iterator[Cell]:
        if not any(self._styles):
            return
        for kind, record in _records(self._book, self._starts.get(sheet, len(self._book))):
            if kind in _ONE_CELL and len(record) >= 6:
                row, column, style = struct.unpack_from("<3H", record)
                yield from self._shown(row, column, style)
            elif kind == _SHORT_ROW and len(record) >= 6:
                row, column = struct.unpack_from("<2H", record)
                for at in range(4, len(record) - 7, 6):
                    yield from self._shown(row, column + (at - 4) // 6, int.from_bytes(record[at : at + 2], "little"))
            elif kind == _END:
                return

    def _shown(self, row: int, column: int, style: int) -> Iterator[Cell]:
        shown = self._styles[style] if style < len(self._styles) else None
        if shown is not None:
            yield row, column, shown

    def _read_book(self) -> None:
        formats: dict[int, ShownAs | None] = {}
        for kind, record in _records(self._book, 0):
            if kind == _BEGIN and int.from_bytes(record[:2], "little") != _EXCEL_97:
                return
            if kind == _FORMAT:
                formats[int.from_bytes(record[:2], "little")] = read_format(_text(record[2:], 2))
            elif kind == _XF:
                number = int.from_bytes(record[2:4], "little")
                self._styles.append(formats[number] if number in formats else built_in(number))
            elif kind == _SHEET:
                self._starts[_text(record[6:], 1)] = int.from_bytes(record[:4], "little")
            elif kind == _END:
                return


def _text(record: bytes, size: int) -> str:
    """A text whose length stands in its first `size` bytes; then comes how its letters are written."""
    length, wide = int.from_bytes(record[:size], "little"), record[size] & 1
    letters = record[size + 1 : size + 1 + length * (1 + wide)]
    return letters.decode("utf-16-le" if wide else "latin-1")


def _records(book: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """Kind and content of each record from a position on."""
    while at + 4 <= len(book):
        kind, size = struct.unpack_from("<2H", book, at)
        yield kind, book[at + 4 : at + 4 + size]
        at += 4 + size
