"""Spreadsheets that would take memory for cells that are not there: refused before the library that reads them begins.

It makes room for every cell between the first and the last of a sheet, and for as many texts as a file claims to have.
"""

from __future__ import annotations

import re
from typing import Final

from citeline.pages import column_number

from ..errors import DamagedPartError, UnreadableError
from ..office.packages import Package, is_picture, main_part, relations_of

_NEEDED: Final = re.compile(
    r"(?:^|/)(?:content\.xml|workbook\.(?:xml|bin)|sharedstrings\.(?:xml|bin)|workbook\.xml\.rels)$"
)
_MOST_PLACES: Final = 5_000_000
"""Between the first cell of a sheet and its last."""
_MOST_REPEATED: Final = 10_000
"""Rows of an OpenDocument sheet that are said to be alike, and not empty."""
_WIDE: Final = re.compile(rb"""\sr\s*=\s*["']([A-Z]{2,3})\d+["'](?:[^<>]{0,300}[^/<>])?>(?!\s*</)""")
"""A cell in a column behind Z that holds something; others have a format at most, and take no memory."""
_DEEP: Final = re.compile(rb"""\sr\s*=\s*["'][A-Z]{1,3}(\d{6,7})["'](?:[^<>]{0,300}[^/<>])?>(?!\s*</)""")
"""A cell so far down that it matters, as above: it may stand in a row that says another number, or none."""
_VALUE: Final = re.compile(rb"<(?:\w+:)?(?:v|is)[\s/>]")
_ROW: Final = re.compile(rb"""<(?:\w+:)?row\s[^<>]*?r\s*=\s*["'](\d{1,7})["']""")
_WINDOW: Final = 1 << 16
"""Bytes that are searched at once from the end backwards."""
_LONGEST_TAG: Final = 200
_TEXTS: Final = re.compile(rb"<(?:\w+:)?sst\s[^<>]*>")
_COUNT: Final = re.compile(rb"""[cC]ount\s*=\s*["'](\d+)["']""")
_REPEATED: Final = re.compile(rb"""number-rows-repeated\s*=\s*["'](\d+)["']""")


def check_sheets(package: Package) -> list[str]:
    """Names of damaged parts that the sheets can do without.

    Raises UnreadableError for a file whose sheets reach too far, or that claims to hold more than it does;
    DamagedPartError for one without its list of sheets or their texts.
    """
    damaged: list[str] = []
    related = {one.target.lower() for one in relations_of(package, main_part(package, "xl/workbook.xml")).values()}
    for name in package.names:
        if is_picture(name) and name.lower() not in related:
            continue
        # By what is in it: a sheet may have any name, in any folder.
        try:
            text = package.read(name)
        except DamagedPartError:
            if _NEEDED.search(name.lower()):
                raise
            damaged.append(name)
            continue
        if b"sheetData" in text:
            _check_extent(text)
        texts = _TEXTS.search(text) if b"sst" in text else None
        if texts and any(int(count[:12]) > _MOST_PLACES for count in _COUNT.findall(texts[0])):
            raise UnreadableError("too_large", "claims to hold more texts than a sheet has cells: save it anew")
        if name.lower() == "content.xml":
            _check_repeated(text)
    return damaged


def _check_extent(text: bytes) -> None:
    # The row of the last value: rows behind it have nothing but a format.
    value = _last(_VALUE, text, len(text))
    last = _last(_ROW, text, value.start()) if value else None
    deep = max((int(found[1]) for found in _DEEP.finditer(text)), default=0)
    rows = max(deep, int(last[1]) if last else 0)
    # Most sheets have no column behind Z, or so few rows that it does not matter: known without looking at cells.
    if rows * 26 <= _MOST_PLACES and not _WIDE.search(text):
        return
    columns = max((column_number(letters.decode()) for letters in set(_WIDE.findall(text))), default=26)
    if rows * columns > _MOST_PLACES:
        what = f"a sheet reaches over {rows:,} rows and {columns:,} columns"
        raise UnreadableError("too_large", f"{what}: delete what stands far from the rest, or split it")


def _check_repeated(text: bytes) -> None:
    for found in _REPEATED.finditer(text):
        if int(found[1][:12]) <= _MOST_REPEATED:
            continue
        row = text[found.end() : text.find(b"table-row>", found.end())]
        # Programs write the empty rest of a sheet as one row, repeated.
        if b"<text:" in row or b"office:value" in row:
            raise UnreadableError("too_large", f"a row is repeated {int(found[1][:12]):,} times: delete the copies")


def _last(pattern: re.Pattern[bytes], text: bytes, end: int) -> re.Match[bytes] | None:
    """The last match that begins before `end`, looked for from there backwards."""
    while end > 0:
        start = max(0, end - _WINDOW)
        # What begins before `end` may go on behind it.
        found = [match for match in pattern.finditer(text, start, end + _LONGEST_TAG) if match.start() < end]
        if found:
            return found[-1]
        end = start
    return None
