"""The cells of a table as the index keeps them: with its node, or, of records, as lines of the file; and lines as a row
cites them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.parsers.records import keys_of, object_rows, table_rows
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import StoredNode
from citeline.pages import SheetArea, page_word

OBJECTS: Final = "jsonl"
"""Language of files that are a table of one object a line, though the index has no node for it."""
_KEY_LINES: Final = 200
_LONG: Final = 20_000
"""Lines, of which the cells are read in some .2 s."""


@dataclass(frozen=True, slots=True)
class Cells:
    """One table as it is written."""

    headers: list[str]
    """May be shorter than the rows, or empty."""
    rows: list[list[str]]
    """Without the headers; not always of the same length."""
    lines: list[tuple[int, int]]
    """First and last line of each row."""

    @property
    def width(self) -> int:
        """Columns."""
        return max([len(self.headers), *map(len, self.rows)], default=0)

    def column(self, place: int) -> list[str]:
        """The cells of a column; empty where a row is too short."""
        return [row[place] if place < len(row) else "" for row in self.rows]


def read_cells(structure: StructureReader, node: int, within: tuple[int, int] | None = None) -> Cells:
    """The cells of the table with this node; of records with `within`, first and last line, those there."""
    sql = (
        "SELECT n.doc_id, n.start_line, n.end_line, d.language, n.data"
        " FROM nodes n JOIN documents d ON d.id = n.doc_id WHERE n.id = ?"
    )
    ((document, start, end, language, stored),) = structure.rows(sql, [node])
    data = json.loads(stored)
    rows = data.get("rows")
    if rows is None:
        headers = data.get("headers", [])
        first, last = (max(start, within[0]), min(end, within[1])) if within else (start, end)
        if first > start:
            data = {**data, "headless": True}
        lines = structure.lines_of(document, first, last)
        if language == OBJECTS:
            headers = [*read_keys(structure, document)]
            found = object_rows(lines, headers)
        else:
            found = table_rows(lines, data, language)
        if (first, last) != (start, end):  # a cell may begin above these lines, or end below them
            found = [row for row in found if len(row.cells) == (len(headers) or len(found[0].cells))]
        return Cells(headers, [row.cells for row in found], [(first + row.first, first + row.last) for row in found])
    first = data.get("row_lines") or [start] * len(rows)
    return Cells(data.get("headers", []), rows, _spans(first, end))


def read_keys(structure: StructureReader, document: int) -> tuple[str, ...]:
    """The heads of a file of one JSON object a line."""
    return keys_of(structure.lines_of(document, last=_KEY_LINES))


def is_long(node: StoredNode) -> bool:
    """Whether reading all cells of a table takes longer than a question may."""
    return node.end_line - node.start_line > _LONG


def joined(parts: Sequence[Cells]) -> Cells:
    """One table of those that go on over pages."""
    if len(parts) == 1:
        return parts[0]
    rows = [row for part in parts for row in part.rows]
    return Cells(parts[0].headers, rows, [lines for part in parts for lines in part.lines])


def _spans(first: Sequence[int], end: int) -> list[tuple[int, int]]:
    """A row goes on until the next one begins; a table of headers alone has none."""
    return [(line, max(line, following - 1)) for line, following in pairwise([*first, end + 1])]


@dataclass(frozen=True, slots=True, order=True)
class Lines:
    """A place in a file."""

    path: str
    line: int
    end_line: int
    area: SheetArea | None = field(default=None, compare=False)
    """The table of a spreadsheet that they belong to."""
    page: int | None = field(default=None, compare=False)
    section: str = field(default="", compare=False)
    """The anchor of the section that they stand in, of HTML."""

    def __str__(self) -> str:
        """As `citeline verify` reads it: `a.csv:4-5`, `b.xlsx#Costs!B4:D4`, `c.pdf:12 (page 9)`, `d.html:7 (#a)`."""
        cells = self.area.address(self.line, self.end_line) if self.area else ""
        if cells:
            return f"{self.path}#{cells}"
        end = f"-{self.end_line}" if self.end_line > self.line else ""
        place = f"{page_word(self.path)} {self.page}" if self.page else self.section
        return f"{self.path}:{self.line}{end}{f' ({place})' if place else ''}"
