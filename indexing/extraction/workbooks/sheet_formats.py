"""Cells of an Excel sheet that are shown as percentages, as money, or as days without their time: the library that
reads the values does not tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from lxml import etree

from citeline.pages import column_number

from ..office.packages import Package, main_part, related, relations_of
from ..xml_trees import attribute, local
from .number_formats import ShownAs, built_in, read_format
from .sheet_cells import Cell, has_times, inside, show_cells

_FIRST_CELL: Final = re.compile(rb"<(?:\w+:)?c\s(?:r=\")?")
_USUAL_CELL: Final = rb"""<c r="([A-Z]{1,3})(\d{1,7})"(?: t="\w+")? s="(%b)\""""
"""As most programs write a cell with a format, a few with its type in between: in a quarter of the time."""
_ANY_CELL: Final = (
    rb"""<(?:\w+:)?c\s(?=[^<>]{0,200}?\br\s*=\s*["']([A-Z]{1,3})(\d{1,7})["'])[^<>]{0,200}?\bs\s*=\s*["'](%b)["']"""
)


_ERROR_CELL: Final = re.compile(
    rb"""<(?:\w+:)?c\s(?=[^<>]{0,200}?\bt="e")([^<>]{0,300})>(?:<(?:\w+:)?f[\s/>][^<]{0,8000}(?:</(?:\w+:)?f>)?)?"""
    rb"""<(?:\w+:)?v>(#[^<]{1,20})<"""
)
_PLACE: Final = re.compile(rb"""\br\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']""")


class FormattedCells:
    """The cells of one workbook; of another format than Excel's, or damaged, it has none."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._styles: Mapping[str, ShownAs] = {}
        self._parts: dict[str, str] = {}
        book = main_part(package, "xl/workbook.xml")
        relations = relations_of(package, book)
        part = related(relations, "styles")
        styles = package.root_if_sound(part) if part else None
        self._styles = _styles(styles) if styles is not None else {}
        root = package.root_if_sound(book) if book in package else None
        for element in root.iter() if root is not None else ():
            found = relations.get(attribute(element, "id")) if local(element) == "sheet" else None
            if found is not None:
                self._parts[attribute(element, "name")] = found.target

    def show(
        self, rows: Sequence[list[str]], values: Sequence[Sequence[object]], sheet: str, origin: tuple[int, int]
    ) -> None:
        """As `ShownCells` says."""
        show_cells(rows, values, self._of(sheet, with_days=has_times(values)), origin)
        for at, place, error in inside(rows, self._errors(sheet), origin):
            rows[at][place] = error

    def _errors(self, sheet: str) -> Iterator[tuple[int, int, str]]:
        """Row and column, from 0, of cells that hold an error, and which."""
        part = self._parts.get(sheet, "")
        text = self._package.read(part) if part in self._package else b""
        for cell, error in _ERROR_CELL.findall(text) if b'"e"' in text else ():
            if (place := _PLACE.search(cell)) is not None:
                yield int(place[2]) - 1, column_number(place[1].decode()) - 1, error.decode("ascii", "replace")

    def _of(self, sheet: str, *, with_days: bool) -> Iterator[Cell]:
        """Row and column, from 0, and how each is shown; those that show a day only when they are asked for."""
        part = self._parts.get(sheet, "")
        shown_as: dict[bytes, ShownAs] = {
            style.encode(): shown for style, shown in self._styles.items() if with_days or shown != "day"
        }
        if not shown_as or part not in self._package:
            return
        text = self._package.read(part)
        first = _FIRST_CELL.search(text)
        form = _USUAL_CELL if first and first[0] == b'<c r="' else _ANY_CELL
        columns: dict[bytes, int] = {}
        for letters, row, style in re.findall(form % b"|".join(shown_as), text):
            column = columns.get(letters)
            if column is None:
                column = columns[letters] = column_number(letters.decode()) - 1
            yield int(row) - 1, column, shown_as[style]


def _styles(root: etree._Element) -> dict[str, ShownAs]:
    """Number of a style to what it shows."""
    formats: dict[int, ShownAs | None] = {}
    styles: dict[str, ShownAs] = {}
    for element in root.iter():
        if local(element) == "numFmt":
            number = attribute(element, "numFmtId")
            if number.isdecimal():
                formats[int(number)] = read_format(attribute(element, "formatCode"))
        elif local(element) == "cellXfs":
            numbers = [attribute(one, "numFmtId") for one in element if local(one) == "xf"]
            for at, number in enumerate(numbers):
                identity = int(number) if number.isdecimal() else 0
                shown = formats[identity] if identity in formats else built_in(identity)
                if shown is not None:
                    styles[str(at)] = shown
    return styles
