"""Cells of an OpenDocument sheet that are shown as money or percentages: the file holds the text that is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Final

from citeline.text import digits_of

from ..office.packages import Package
from .sheet_cells import inside, is_number

_CONTENT: Final = "content.xml"
_MONEY: Final = re.compile(rb'office:value-type="(?:currency|percentage)"')
_INSIDE: Final = rb"""(?:[^<>"]|"[^"]*")*"""
_TAG: Final = re.compile(
    rb"<table:table\s(?P<table>%b)>|<table:table-row(?P<row>\s%b|/?)>|<table:(?:covered-)?table-cell(?P<cell>\s%b|/?)>"
    % (_INSIDE, _INSIDE, _INSIDE)
)
_NAME: Final = re.compile(rb'table:name="([^"]*)"')
_REPEATED: Final = re.compile(rb'table:number-(?:rows|columns)-repeated="(\d{1,7})"')
_PARAGRAPH: Final = re.compile(rb"<text:p(?:\s[^<>]*)?>(.*?)</text:p>", re.DOTALL)
_TAGS: Final = re.compile(rb"<[^<>]*>")
_END: Final = b"</table:table-cell>"
_PARAGRAPH_END: Final = b"</text:p>"
_MOST_ALIKE: Final = 10_000
"""Places of a cell that is said to be repeated."""
_DIGITS: Final = re.compile(r"\d(?:[\d.,'’\s]*\d)?")
_HALF: Final = 0.500001
"""Of the last decimal, which is rounded."""
_DECIMALS: Final = re.compile(r"[.,](\d+)$")


class OpenDocumentCells:
    """The cells of one document; of another format it has none."""

    def __init__(self, package: Package) -> None:
        text = package.read(_CONTENT) if _CONTENT in package else b""
        self._sheets: dict[str, list[tuple[int, int, str]]] = {}
        for name, row, column, shown in _cells(text) if _MONEY.search(text) else ():
            self._sheets.setdefault(name, []).append((row, column, shown))

    def show(
        self, rows: Sequence[list[str]], values: Sequence[Sequence[object]], sheet: str, origin: tuple[int, int]
    ) -> None:
        """As `ShownCells` says."""
        for at, place, shown in inside(rows, self._sheets.get(sheet, ()), origin):
            if is_number(value := values[at][place]):
                rows[at][place] = _with_point(shown, value) or rows[at][place]


def _cells(text: bytes) -> Iterator[tuple[str, int, int, str]]:
    """Sheet, row and column from 0, and what is shown there."""
    name, row, column, alike_rows = "", 0, 0, 1
    for found, end in _tags(text):
        if found["table"] is not None:
            named = _NAME.search(found["table"])
            name, row, alike_rows = unescape(named[1].decode("utf-8", "replace")) if named else "", 0, 0
            continue
        repeated = _REPEATED.search(found["row"] or found["cell"] or b"")
        alike = int(repeated[1]) if repeated else 1
        if found["row"] is not None:
            row, column, alike_rows = row + alike_rows, 0, alike
            continue
        if _MONEY.search(found["cell"]) and alike * alike_rows <= _MOST_ALIKE:
            shown = "" if found["cell"].endswith(b"/") else _shown(text, found.end(), end)
            for down in range(alike_rows):
                yield from ((name, row + down, column + right, shown) for right in range(alike))
        column += alike


def _tags(text: bytes) -> Iterator[tuple[re.Match[bytes], int]]:
    """Each with where the next begins: a file without end tags must not be searched to its end for every cell."""
    last: re.Match[bytes] | None = None
    for found in _TAG.finditer(text):
        if last is not None:
            yield last, found.start()
        last = found
    if last is not None:
        yield last, len(text)


def _shown(text: bytes, start: int, end: int) -> str:
    """The last paragraph of a cell that ends before `end`: what stands before it is a comment."""
    close = text.find(_END, start, end)
    # Behind the last end of a paragraph, each begin of one would be searched for in vain.
    last = text.rfind(_PARAGRAPH_END, start, max(start, close))
    paragraphs = _PARAGRAPH.findall(text, start, last + len(_PARAGRAPH_END)) if last >= 0 else []
    return " ".join(unescape(_TAGS.sub(b"", paragraphs[-1]).decode("utf-8", "replace")).split()) if paragraphs else ""


def _with_point(shown: str, value: float) -> str:
    """The text with a point in front of its decimals, so that `1.200 €` is not read as 1.2; empty for one that does not
    show the value.
    """
    digits = _DIGITS.search(shown)
    if digits is None or len(digits[0]) > 40:
        return ""
    wanted = abs(value) * (100 if "%" in shown else 1)
    part = _DECIMALS.search(digits[0])
    for decimals in (len(part[1]), 0) if part else (0,):
        number = int(digits_of(digits[0])) / 10**decimals
        if abs(number - wanted) <= _HALF / 10**decimals:
            return f"{shown[: digits.start()]}{number:,.{decimals}f}{shown[digits.end() :]}"
    return ""
