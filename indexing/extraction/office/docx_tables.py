"""Tables of Word as a grid: merged cells stand in each place, rows that are marked as heads give the headers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Final

from lxml import etree

from citeline.dataclass import dataclass

from ...parsers.tables import inner_place
from ..xml_trees import attribute, child, local
from .docx_styles import is_on

_MOST_COLUMNS: Final = 500
_MOST_PLACES: Final = 500_000


@dataclass(slots=True)
class WordTable:
    """A table, read."""

    headers: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    inner: list[tuple[etree._Element, str]] = field(default_factory=list)
    """Tables that stand in its cells, each with what its cell is called."""
    cells: list[etree._Element] = field(default_factory=list)
    is_box: bool = False
    """One row or one cell, which is only a way to lay text out."""


def read_table(table: etree._Element, text_of: Callable[[etree._Element], str]) -> WordTable:
    """The grid; `text_of` reads a cell."""
    found = WordTable()
    rows = list(_inside(table, "tr"))
    cells = [list(_inside(row, "tc")) for row in rows]
    if len(rows) == 1 or max(map(len, cells), default=0) <= 1:
        found.is_box = True
        found.cells = [cell for row in cells for cell in row]
        return found
    grid: list[list[str]] = []
    places = 0
    inner: list[tuple[etree._Element, int, int]] = []
    for row in cells:
        grid.append(_row(row, grid[-1] if grid else [], text_of))
        places += len(grid[-1])
        inner += [(table, len(grid) - 1, column) for table, column in _inner(row)]
        if places > _MOST_PLACES:
            break
    heads = _head_count(table, rows, grid)
    width = max(map(len, grid))
    columns = [[row[column] if column < len(row) else "" for row in grid[:heads]] for column in range(width)]
    found.headers = [" ".join(dict.fromkeys(filter(None, column))) for column in columns] if heads else []
    found.rows = [row for row in grid[heads:] if any(row)]
    found.inner = [
        (table, inner_place(grid[row][0] if column else "", found.headers[column] if found.headers else ""))
        for table, row, column in inner
        if column < len(grid[row])
    ]
    return found


def _inner(row: list[etree._Element]) -> Iterator[tuple[etree._Element, int]]:
    """Tables in the cells of a row, and their columns."""
    column = 0
    for cell in row:
        yield from ((inner, column) for inner in cell if local(inner) == "tbl")
        column += _span(cell)


def _row(cells: list[etree._Element], above: list[str], text_of: Callable[[etree._Element], str]) -> list[str]:
    row: list[str] = []
    for cell in cells:
        span = _span(cell)
        merged = child(cell, "tcPr", "vMerge")
        goes_on = merged is not None and attribute(merged, "val") in {"", "continue"}
        if goes_on:
            row += (above[len(row) : len(row) + span] + [""] * span)[:span]
        else:
            row += [" ".join(text_of(cell).split())] * span
        if len(row) >= _MOST_COLUMNS:
            break
    return row


def _span(cell: etree._Element) -> int:
    written = attribute(child(cell, "tcPr", "gridSpan"), "val")
    return min(int(written), _MOST_COLUMNS) if written.isdecimal() else 1


def _head_count(table: etree._Element, rows: list[etree._Element], grid: list[list[str]]) -> int:
    """Rows that Word repeats on each page; without any the first one, where the table's style sets it apart."""
    marked = 0
    for row in rows:
        repeated = child(row, "trPr", "tblHeader")
        if not is_on(repeated):
            break
        marked += 1
    if marked:
        return marked if marked < len(grid) else 1
    look = child(table, "tblPr", "tblLook")
    if look is not None:
        bits = attribute(look, "val")
        sets_apart = attribute(look, "firstRow") in {"1", "true", "on"} or (
            not attribute(look, "firstRow") and _is_hex(bits) and bool(int(bits, 16) & 0x20)
        )
        if not sets_apart:
            return 0
    return int(len(grid) > 1 and all(grid[0]))


def _is_hex(text: str) -> bool:
    return bool(text) and len(text) <= 8 and all(letter in "0123456789abcdefABCDEF" for letter in text)


def _inside(parent: etree._Element, name: str) -> Iterator[etree._Element]:
    """Rows or cells, also those in content controls; none that was deleted."""
    for element in parent:
        tag = local(element)
        if tag == name:
            if child(element, "trPr", "del") is None:
                yield element
        elif tag in {"sdt", "sdtContent", "customXml", "ins"}:
            yield from _inside(element, name)
