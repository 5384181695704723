"""Spreadsheets (Excel old and new, OpenDocument) into tables, one for each island of cells. Formulas and macros are
never run: what is read of a formula is the value that was saved with it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import Final, TypeAlias

from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from ...files.formats import ZIP
from ..errors import UnreadableError
from ..line_writer import LineWriter
from ..office.packages import Package
from ..office.properties import write_properties
from .islands import Area, find_islands
from .sheet_cells import ShownCells
from .sheet_checks import check_sheets
from .sheet_formats import FormattedCells
from .sheet_mending import mend_sheets
from .sheet_ods import OpenDocumentCells
from .sheet_tables import write_islands
from .sheet_xls import BookCells

_MOST_MERGED: Final = 20_000
"""Places that are filled with the text of the merged cell that they belong to."""

Value: TypeAlias = "int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta"


def read_sheets(data: bytes, writer: LineWriter) -> None:
    """All sheets with cells in them, in their order; sheets that only a program can show are left out."""
    book = _Book(data, writer.lost)
    if book.package is not None:
        write_properties(book.package, writer)
    for number, name in book.sheets:
        book.write(name, number, writer)
    book.check_read()


class _Book:
    """A spreadsheet, mended where its library stops at a damaged part."""

    def __init__(self, data: bytes, lost: Callable[[str], None]) -> None:
        """Raise UnreadableError for one whose sheets nobody can list; `lost` is told names of parts and of sheets."""
        self.package: Package | None = None
        self._tell_lost = lost
        self._is_mended = False
        self._is_read = False
        self._lost = ""
        """The last sheet that could not be read, and why."""
        self._shown: list[ShownCells] = [BookCells(data)]
        if data.startswith(ZIP):
            self.package = Package(data, lost)
            self.package.check_all()
            damaged = check_sheets(self.package)
            if damaged:
                data = self.package.mended(dict.fromkeys(damaged))
                self.package = Package(data, lost)
                self._lose(damaged)
            self._shown = [FormattedCells(self.package), OpenDocumentCells(self.package)]
        try:
            self._book = _opened(data)
        except CalamineError as error:
            if not self._mend():
                raise UnreadableError("unreadable", _unlisted(error)) from None
        if not self._book.sheets_metadata:
            raise UnreadableError("unreadable", "has no list of sheets: open it and save it anew")

    @property
    def sheets(self) -> list[tuple[int, str]]:
        """Those that a person is shown, by their numbers."""
        return [
            (number, about.name)
            for number, about in enumerate(self._book.sheets_metadata, start=1)
            if about.typ == SheetTypeEnum.WorkSheet and about.visible != SheetVisibleEnum.VeryHidden
        ]

    def write(self, name: str, number: int, writer: LineWriter) -> None:
        """A sheet; a damaged one is left out."""
        try:
            _read_sheet(self._book, name, number, self._shown, writer)
            self._is_read = True
        except (CalamineError, KeyError) as error:
            if self._mend():
                self.write(name, number, writer)
                return
            self._lose([name])
            self._lost = f"{name}: {error}"

    def check_read(self) -> None:
        """Raise UnreadableError when all sheets are lost."""
        if self._lost and not self._is_read:
            raise UnreadableError("unreadable", f"its sheets are damaged ({self._lost}): open it and save it anew")

    def _lose(self, names: Iterable[str]) -> None:
        for name in names:
            self._tell_lost(name)

    def _mend(self) -> bool:
        """Open it anew without the damage; False when there is none that could be mended."""
        if self.package is None or self._is_mended:
            return False
        self._is_mended = True
        package, data, mended = mend_sheets(self.package)
        if not mended:
            return False
        self.package = package
        self._lose(mended)
        self._shown = [FormattedCells(package), OpenDocumentCells(package)]
        try:
            self._book = _opened(data)
        except CalamineError as error:
            raise UnreadableError("unreadable", _unlisted(error)) from None
        return True


def _opened(data: bytes) -> CalamineWorkbook:
    try:
        return CalamineWorkbook.from_filelike(BytesIO(data))
    except CalamineError as error:
        if "password" in str(error).lower():
            raise UnreadableError("unreadable", "needs a password: save it without one") from None
        raise


def _unlisted(error: Exception) -> str:
    why = f"its list of sheets or its texts are damaged ({error})"
    return f"cannot be read as a spreadsheet: {why}: open it and save it anew"


def _read_sheet(
    book: CalamineWorkbook, name: str, number: int, shown: Sequence[ShownCells], writer: LineWriter
) -> None:
    sheet = book.get_sheet_by_name(name)
    if sheet.start is None:
        return
    top, left = sheet.start
    values = sheet.to_python(skip_empty_area=True)
    rows = [[value if type(value) is str else text_of(value) for value in row] for row in values]
    for cells in shown:
        cells.show(rows, values, name, (top, left))
    merged = _fill_merged(rows, sheet.merged_cell_ranges or [], top, left)
    islands = find_islands(rows)
    if not islands:
        return
    writer.heading(1, name)
    writer.place("sheet", number)
    write_islands(rows, islands, merged, (top, left), writer)


def text_of(value: Value) -> str:
    """A value as the sheet would show it without a format of its own."""
    if isinstance(value, float):
        # Fifteen digits are what Excel keeps; more are the computer's.
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime.timedelta):
        hours, seconds = divmod(round(value.total_seconds()), 3600)
        return f"{hours}:{seconds // 60:02}:{seconds % 60:02}"
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "minutes" if not value.second and not value.microsecond else "seconds")
    return str(value)


def _fill_merged(
    rows: Sequence[list[str]], ranges: Sequence[tuple[tuple[int, int], tuple[int, int]]], top: int, left: int
) -> list[Area]:
    """Write the text of each merged cell in all places that it covers; the areas, as positions in `rows`."""
    areas: list[Area] = []
    places = 0
    for (first_row, first_column), (last_row, last_column) in ranges:
        area = Area(first_row - top, first_column - left, last_row - top, last_column - left)
        places += (area.bottom - area.top + 1) * (area.right - area.left + 1)
        if places > _MOST_MERGED:
            break
        if not (0 <= area.top < len(rows) and 0 <= area.left < len(rows[0])):
            continue
        text = rows[area.top][area.left]
        for row in rows[area.top : area.bottom + 1]:
            for column in range(area.left, min(area.right + 1, len(row))):
                row[column] = text
        areas.append(area)
    return areas
