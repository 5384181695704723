"""Tables of AsciiDoc as a grid: cells with their spans and repetitions, rows by the number of columns."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from citeline.dataclass import dataclass

from ..inline import shorten
from ..tables import Cell, Table, to_grid
from .asciidoc_inline import Block, plain, substituted

_CELL: Final = re.compile(
    r"(?:(?:(?<=\s)|^)(?:(?P<times>\d{1,4})\*|(?P<span>\d{0,4}(?:\.\d{1,4})?)\+)?[<^>]?(?:\.[<^>])?[adehlmsv]?)?(?<!\\)\|"
)
"""The mark that begins a cell, with how often it comes, how far it reaches, and how it is set."""
_COLUMNS: Final = re.compile(r"(\d{1,3})\*")
_BREAK: Final = re.compile(r"\s\+(?=\s|$)")
"""The mark of a line end that is kept."""
_MOST_CELLS: Final = 100_000
_MOST_TIMES: Final = 100


@dataclass(frozen=True, slots=True)
class _Placed:
    cell: Cell
    line: int


def read_table(
    lines: Sequence[str], first: int, block: Block, values: Mapping[str, str], start: int, end: int
) -> Table:
    """The table whose inner lines are given, the first of which is line `first` of the file.

    `block` is what is said about it above, `values` those of the document's attributes; the whole block is lines
    `start` to `end`.
    """
    attributes = block.attributes
    is_separated = attributes.get("format") in {"csv", "tsv", "dsv"}
    rows, row_lines = (_separated if is_separated else _rows)(lines, first, attributes)
    rows = [[plain(substituted(_BREAK.sub(" ", cell), values)) for cell in row] for row in rows]
    with_head = "header" in block.options or ("noheader" not in block.options and _head_stands_apart(lines))
    headers = [shorten(text) for text in rows[0]] if with_head and rows else []
    skipped = 1 if headers else 0
    return Table(headers, rows[skipped:], row_lines[skipped:], shorten(block.title), start, end)


def _head_stands_apart(lines: Sequence[str]) -> bool:
    """The first row is the head when it stands on the first line, and an empty line below it."""
    return len(lines) > 1 and bool(lines[0].strip()) and not lines[1].strip()


def _rows(lines: Sequence[str], first: int, attributes: Mapping[str, str]) -> tuple[list[list[str]], list[int]]:
    cells = list(_cells(lines, first))
    width = _column_count(attributes) or _first_line_width(lines, first, cells)
    grouped: list[list[Cell]] = []
    row_lines: list[int] = []
    taken: list[int] = []
    """Places of the rows to come that cells of rows above fill."""
    filled = width
    for placed in cells:
        if filled >= width:
            filled = taken.pop(0) if taken else 0
            grouped.append([])
            row_lines.append(placed.line)
        grouped[-1].append(placed.cell)
        filled += placed.cell.columns
        for below in range(placed.cell.rows - 1):
            if below >= len(taken):
                taken.append(0)
            taken[below] += placed.cell.columns
    grid = to_grid(grouped)
    return grid, row_lines[: len(grid)]


def _cells(lines: Sequence[str], first: int) -> Iterator[_Placed]:
    text, line, columns, rows, times, count = "", 0, 1, 1, 1, 0
    is_open = False
    for number, content in enumerate(lines, start=first):
        if content.startswith("//"):
            continue
        at = 0
        for found in _CELL.finditer(content):
            if is_open:
                text += " " + content[at : found.start()]
                yield from [_Placed(Cell(text.replace("\\|", "|"), columns, rows), line)] * times
                count += times
            if count > _MOST_CELLS:
                return
            span = (found["span"] or "").partition(".")
            columns, rows = int(span[0] or 1), int(span[2] or 1)
            columns, rows = max(1, columns), max(1, min(rows, 1000))
            times = min(int(found["times"] or 1), _MOST_TIMES)
            text, line, is_open, at = "", number, True, found.end()
        text += " " + content[at:]
    if is_open:
        yield from [_Placed(Cell(text.replace("\\|", "|"), columns, rows), line)] * times


def _column_count(attributes: Mapping[str, str]) -> int:
    written = attributes.get("cols", "")
    if not written:
        return 0
    parts = re.split(r"[,;]", written) if re.search(r"[,;]", written) else [written]
    return sum(min(int(found[1]), 1000) if (found := _COLUMNS.match(part.strip())) else 1 for part in parts)


def _first_line_width(lines: Sequence[str], first: int, cells: Sequence[_Placed]) -> int:
    begins = next((number for number, line in enumerate(lines, start=first) if line.strip()), first)
    return max(1, sum(placed.cell.columns for placed in cells if placed.line == begins))


def _separated(lines: Sequence[str], first: int, attributes: Mapping[str, str]) -> tuple[list[list[str]], list[int]]:
    """Of values between commas, tabs or colons; one row a line."""
    usual = {"csv": ",", "tsv": "\t", "dsv": ":"}[attributes["format"]]
    mark = attributes.get("separator", usual)
    rows: list[list[str]] = []
    row_lines: list[int] = []
    for number, line in enumerate(lines, start=first):
        if line.strip():
            try:
                cells = next(csv.reader([line], delimiter=mark if len(mark) == 1 else usual), [])
            except csv.Error:  # a field beyond the module's limit
                continue
            rows.append(cells)
            row_lines.append(number)
    return rows, row_lines
