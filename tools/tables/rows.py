"""The cells of a table as the index keeps them: with its node, or, of records, as lines of the file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

from citeline.dataclass import dataclass
from citeline.indexing.parsers.records import table_rows
from citeline.indexing.stores.structure_reader import StructureReader


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


def read_cells(structure: StructureReader, node: int) -> Cells:
    """The cells of the table with this node."""
    sql = (
        "SELECT n.doc_id, n.start_line, n.end_line, d.language, n.data"
        " FROM nodes n JOIN documents d ON d.id = n.doc_id WHERE n.id = ?"
    )
    ((document, start, end, language, stored),) = structure.rows(sql, [node])
    data = json.loads(stored)
    rows = data.get("rows")
    if rows is None:
        found = table_rows(structure.lines_of(document, start, end), data, language)
        spans = [(start + row.first, start + row.last) for row in found]
        return Cells(data.get("headers", []), [row.cells for row in found], spans)
    first = data.get("row_lines") or [start] * len(rows)
    return Cells(data.get("headers", []), rows, _spans(first, end))


def joined(parts: Sequence[Cells]) -> Cells:
    """One table of those that go on over pages."""
    if len(parts) == 1:
        return parts[0]
    rows = [row for part in parts for row in part.rows]
    return Cells(parts[0].headers, rows, [lines for part in parts for lines in part.lines])


def _spans(first: Sequence[int], end: int) -> list[tuple[int, int]]:
    """A row goes on until the next one begins; a table of headers alone has none."""
    return [(line, max(line, following - 1)) for line, following in pairwise([*first, end + 1])]
