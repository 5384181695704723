"""Spreadsheets (Excel old and new, OpenDocument) into tables, one for each island of cells. Formulas and macros are
never run: what is read of a formula is the value that was saved with it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from typing import Final, TypeAlias

from lxml import etree
from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from ...files.formats import OLE, ZIP
from ..errors import DamagedPartError, UnreadableError
from ..line_writer import LineWriter
from ..office.packages import Package, write_properties
from ..xml_trees import parse_as_far
from .containers import write_book_properties
from .sheet_cells import ShownCells
from .sheet_checks import check_sheets
from .sheet_formats import FormattedCells
from .sheet_ods import OpenDocumentCells
from .sheet_tables import Area, find_islands, write_islands
from .sheet_xls import BookCells

_MOST_MERGED: Final = 20_000
"""Places that are filled with the text of the merged cell that they belong to."""

Value: TypeAlias = "int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta"
_NAMESPACE: Final = "http://schemas.openxmlformats.org"
_OPEN_DOCUMENT: Final = "application/vnd.oasis.opendocument.spreadsheet"
_USUAL: Final[Mapping[str, Mapping[str, bytes]]] = {
    "content.xml": {
        "mimetype": _OPEN_DOCUMENT.encode(),
        "META-INF/manifest.xml": (
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_OPEN_DOCUMENT}"/></manifest:manifest>'
        ).encode(),
    },
    "xl/workbook.xml": {
        "_rels/.rels": (
            f'<Relationships xmlns="{_NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" '
            f'Type="{_NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/>'
            "</Relationships>"
        ).encode(),
    },
}
"""What a library wants to see, by the part that only such a file has."""
_TEXTS: Final = "sharedstrings.xml"


def read_sheets(data: bytes, writer: LineWriter) -> None:
    """All sheets with cells in them, in their order; sheets that only a program can show are left out."""
    book = _Book(data, writer.lost)
    if book.package is not None:
        write_properties(book.package, writer)
    elif data.startswith(OLE):
        write_book_properties(data, writer)
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


def mend_sheets(package: Package) -> tuple[Package, bytes, list[str]]:
    """A container whose parts are sound, its bytes, and the names of the parts that were not; none for a sound one.

    Raises DamagedPartError for one whose texts are damaged: its cells would be read as others.
    """
    usual = {name: text for part, parts in _USUAL.items() if part in package for name, text in parts.items()}
    parts: dict[str, bytes | None] = {name: text for name, text in usual.items() if name not in package}
    for name in package.names:
        if name.endswith((".xml", ".rels")) or name in usual:
            data = package.read(name)
            found = _as_far(name, data, usual)
            if found != data:
                parts[name] = found
    data = package.mended(parts) if parts else b""
    return (Package(data) if parts else package), data, sorted(parts)


def _as_far(name: str, data: bytes, usual: Mapping[str, bytes]) -> bytes | None:
    """The part, or what stands in its place when it is damaged; None for nothing."""
    if name == "mimetype":
        return data if data.startswith(usual[name]) else usual[name]
    if name.startswith("Configurations2/"):
        return data  # settings of a program, some of them empty
    try:
        root, why = parse_as_far(data, name)
    except DamagedPartError:
        if name.lower().endswith(_TEXTS):
            raise
        return usual.get(name)
    except UnreadableError:
        return data  # too large for a tree, or with a document type: the library's to judge
    if why and name.lower().endswith(_TEXTS):
        raise DamagedPartError(name, ValueError("it ends before its last text"))
    return (usual.get(name) or etree.tostring(root)) if why else data
