"""Tables of reStructuredText: drawn as a grid or with rules, lists, and comma-separated values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from docutils import nodes as rst

from ..inline import shorten
from ..table_grid import Cell, to_grid
from ..tables import Table
from .rst_markup import SPAN

_BORDER: Final = re.compile(r"\s*(?:\+[-=+]+\+|=+(?:\s+=+)*)\s*$")


def read_table(table: rst.table, lines: Sequence[str]) -> Table | None:
    """Headers, rows and the line of each row; None for a table without rows."""
    rows = list(table.findall(rst.row))
    if not rows:
        return None
    first, last = table[SPAN] if SPAN in table else _drawn_span(table.line or 1, lines)
    grid = to_grid([_cell(entry) for entry in row.children if isinstance(entry, rst.entry)] for row in rows)
    row_lines = _row_lines(rows, first, last, lines)
    heads = sum(isinstance(row.parent, rst.thead) for row in rows)
    caption = next((child.astext() for child in table.children if isinstance(child, rst.title)), "")
    headers = [shorten(" ".join(dict.fromkeys(filter(None, column)))) for column in zip(*grid[:heads], strict=True)]
    return Table(headers, grid[heads:], row_lines[heads : len(grid)], shorten(caption), first, last)


def _cell(entry: rst.entry) -> Cell:
    text = " ".join(entry.astext().split())
    return Cell(text, int(entry.get("morecols", 0)) + 1, int(entry.get("morerows", 0)) + 1)


def _drawn_span(first: int, lines: Sequence[str]) -> tuple[int, int]:
    """A drawn table ends with a border in front of a blank line; a blank line inside of one has none above it."""
    for number in range(first + 1, len(lines) + 1):
        is_end = number == len(lines) or not lines[number].strip()
        if is_end and _BORDER.match(lines[number - 1]):
            return first, number
    return first, first


def _row_lines(rows: Sequence[rst.row], first: int, last: int, lines: Sequence[str]) -> list[int]:
    """From the text in the rows; docutils has no lines for comma-separated values, which are counted instead."""
    found = [min((node.line for node in row.findall() if node.line), default=0) for row in rows]
    if all(first < line <= last for line in found if line) and found == sorted(found) and len(set(found)) == len(found):
        return found
    filled = [number for number in range(first + 1, last + 1) if lines[number - 1].strip()]
    body = [number for number in filled if not lines[number - 1].lstrip().startswith(":")]
    heads = sum(isinstance(row.parent, rst.thead) for row in rows)
    if len(body) == len(rows) - heads:  # the header is an option
        return [first] * heads + body
    return body if len(body) == len(rows) else [first] * len(rows)
