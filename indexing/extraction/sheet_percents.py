"""Which cells of an Excel sheet are shown as percentages: the library that reads the values does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import ROUND_HALF_UP, Decimal
from math import isfinite
from typing import Final, TypeAlias

from lxml import etree

from .errors import UnreadableError
from .packages import Package
from .relations import main_part, related, relations_of
from .xml_trees import attribute, local, parse_xml

_BUILT_IN: Final = {9: 0, 10: 2}
"""Formats that every file has, and their decimals: `0%` and `0.00%`."""
_NO_TEXT: Final = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_DECIMALS: Final = re.compile(r"\.([0#?]+)")
_MOST_DECIMALS: Final = 6

Percents: TypeAlias = Mapping[str, int]
"""Number of a style to the decimals of its percentages."""


class PercentCells:
    """The cells of one workbook; of another format than Excel's, or damaged, it has none."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._styles: Percents = {}
        self._parts: dict[str, str] = {}
        book = main_part(package, "xl/workbook.xml")
        relations = relations_of(package, book)
        part = related(relations, "styles")
        # Nothing more is read of a workbook without percentages.
        with suppress(UnreadableError):
            self._styles = _styles(parse_xml(package.read(part), part)) if part in package else {}
            for element in parse_xml(package.read(book), book).iter() if self._styles else ():
                found = relations.get(attribute(element, "id")) if local(element) == "sheet" else None
                if found is not None:
                    self._parts[attribute(element, "name")] = found.target

    def of(self, sheet: str) -> Iterator[tuple[int, int, int]]:
        """Row and column, from 0, and decimals of each."""
        part = self._parts.get(sheet, "")
        if not self._styles or part not in self._package:
            return
        styles = "|".join(self._styles).encode()
        cell = re.compile(
            rb"""<(?:\w+:)?c\s(?=[^<>]{0,200}?\bs\s*=\s*["'](%b)["'])[^<>]{0,200}?\br\s*=\s*["']([A-Z]{1,3})(\d{1,7})["']"""
            % styles
        )
        for style, letters, row in cell.findall(self._package.read(part)):
            column = 0
            for letter in letters:
                column = column * 26 + letter - 64
            yield int(row) - 1, column - 1, self._styles[style.decode()]


def show_percents(
    rows: Sequence[list[str]],
    values: Sequence[Sequence[object]],
    cells: Iterator[tuple[int, int, int]],
    origin: tuple[int, int],
) -> None:
    """Write these cells as the sheet shows them, `12.5%` for 0.125, where the value is a number.

    `values` are those of `rows`, and `origin` is where both begin, from 0.
    """
    for row, column, decimals in cells:
        at, place = row - origin[0], column - origin[1]
        if not (0 <= at < len(rows) and 0 <= place < len(rows[at])):
            continue
        value = values[at][place]
        if isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value):
            # As written in decimals and half away from zero, as spreadsheets do: 0.285 is 29 %.
            exact = (Decimal(repr(value)) * 100).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
            rows[at][place] = f"{exact:f}%"


def _styles(root: etree._Element) -> Percents:
    formats = dict(_BUILT_IN)
    styles: dict[str, int] = {}
    for element in root.iter():
        if local(element) == "numFmt":
            number, code = attribute(element, "numFmtId"), attribute(element, "formatCode")
            decimals = _decimals(code)
            if number.isdecimal() and decimals is not None:
                formats[int(number)] = decimals
        elif local(element) == "cellXfs":
            numbers = [attribute(one, "numFmtId") for one in element if local(one) == "xf"]
            styles = {
                str(at): formats[int(number)]
                for at, number in enumerate(numbers)
                if number.isdecimal() and int(number) in formats
            }
    return styles


def _decimals(code: str) -> int | None:
    """Of a format for percentages; None for others."""
    shown = _NO_TEXT.sub("", code.partition(";")[0])
    if "%" not in shown:
        return None
    found = _DECIMALS.search(shown)
    return min(len(found[1]), _MOST_DECIMALS) if found else 0
