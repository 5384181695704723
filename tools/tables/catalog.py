"""The tables of an index: what they are called in SQL, where they stand, and what they hold."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from threading import Lock
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.indexing.databases.describing import ROWS, TOTALS
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.indexing.stores.text_columns import from_column
from citeline.model import SAMPLE
from citeline.pages import SheetArea
from citeline.text import terms

from .columns import Column, Value, type_column
from .naming import caption_name, column_names, sql_name, table_names
from .rows import OBJECTS, Cells, Lines, joined, read_cells, read_keys

_TABLES: Final = (
    "SELECT n.id, n.doc_id, d.path, d.source, n.start_line, n.end_line, n.page, p.kind, p.name, p.level,"
    " json_extract(n.data, '$.headers'), json_extract(n.data, '$.caption'), d.language, n.anchor,"
    " p.anchor, d.note, json_extract(n.data, '$.goes_on'), n.ord"
    " FROM nodes n JOIN documents d ON d.id = n.doc_id JOIN nodes p ON p.id = n.parent_id"
    " WHERE n.kind = 'table' ORDER BY d.path, n.ord"
)
_OBJECTS: Final = (
    "SELECT n.id, n.doc_id, d.path, d.source, n.start_line, n.end_line, n.page, '', '', 0, NULL, NULL, d.language,"
    " n.anchor, NULL, d.note, NULL, n.ord FROM nodes n JOIN documents d ON d.id = n.doc_id"
    f" WHERE n.parent_id IS NULL AND d.language = '{OBJECTS}' ORDER BY d.path LIMIT 100"
)
"""Files of one JSON object a line: of each its lines are read for the keys."""
_SAMPLED: Final = re.compile(r"\bfirst (\d[\d,]*) of (\d[\d,]*|not counted)", re.IGNORECASE)
"""As the description of a database has it, above the rows."""
_LINES_ABOVE: Final = 3
_KEPT_CELLS: Final = 1_000_000
"""Of the tables used last, which stay in memory for the next query: some 60 MB."""

Shown = Callable[[str, Cells], Cells]
"""A path and cells to the cells that may be shown."""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """Where a table stands; what is in it has not been read."""

    name: str
    """In SQL, without quotes."""
    path: str
    line: int
    end_line: int
    node: int
    document: int
    headers: tuple[str, ...] = ()
    caption: str = ""
    heading: str = ""
    """Of the section that it stands in."""
    source: str = ""
    page: int | None = None
    anchor: str = ""
    """The cells of a spreadsheet that it fills, `#Costs!B4:F7`."""
    section: str = ""
    """The anchor of the section of HTML that it stands in."""
    note: str = ""
    """What of its file is not in the index."""
    goes_on: bool = False
    """With the table before it, on the next page."""

    @property
    def place(self) -> Lines:
        """All of it."""
        return self.lines(self.line, self.end_line)

    def lines(self, line: int, end_line: int) -> Lines:
        """Some of its lines."""
        area = SheetArea(self.line, self.end_line, self.anchor) if self.anchor else None
        return Lines(self.path, line, end_line, area, self.page, self.section)

    @property
    def words(self) -> str:
        """What it can be found by."""
        return " ".join([self.path, self.caption, self.heading, *self.headers])


@dataclass(frozen=True, slots=True)
class TypedTable:
    """A table with its values."""

    entry: TableEntry
    columns: tuple[Column, ...]
    values: tuple[list[Value], ...] = field(repr=False)
    """One list a column."""
    lines: list[tuple[int, int]] = field(repr=False)
    """First and last line of each row."""
    parts: tuple[TableEntry, ...] = ()
    """Of one that goes on over pages: all of it, in order; the entry alone otherwise."""
    sample: str = ""
    """Of one that goes on where it comes from, how much of it is here: `20 of 5,000`, or `20`."""

    def place(self, line: int, end_line: int) -> Lines:
        """Some of its lines, on the page where they stand."""
        part = next((part for part in reversed(self.parts) if part.line <= line), self.entry)
        return part.lines(line, end_line)

    @property
    def row_count(self) -> int:
        """Rows below the headers."""
        return len(self.lines)

    @property
    def cell_count(self) -> int:
        """Cells, whether there is anything in them or not."""
        return len(self.lines) * len(self.columns)

    def to_json(self) -> dict[str, Any]:
        """What `citeline tables` prints of it."""
        entry = self.entry
        told = {"caption": entry.caption, "heading": entry.heading, "source": entry.source, "page": entry.page}
        return {
            "name": entry.name,
            "path": entry.path,
            "line": entry.line,
            "end_line": entry.end_line,
            "place": str(entry.place),
            **{name: value for name, value in told.items() if value},
            "rows": self.row_count,
            **({"sample": self.sample} if self.sample else {}),
            "columns": [_column_json(column) for column in self.columns],
        }


class TableCatalog:
    """The tables of one open index, for any number of threads; cells are read when they are asked for."""

    def __init__(self, structure: StructureReader, shown: Shown | None = None) -> None:
        self._structure = structure
        self._shown = shown
        self._lock = Lock()
        self._entries: tuple[TableEntry, ...] | None = None
        self._positions: dict[TableEntry, int] = {}
        self._kept: dict[TableEntry, TypedTable] = {}
        """The one used last at the end."""

    @property
    def entries(self) -> tuple[TableEntry, ...]:
        """All tables, by path and place."""
        with self._lock:
            if self._entries is None:
                self._entries = _read_entries(self._structure)
                self._positions = {entry: at for at, entry in enumerate(self._entries)}
            return self._entries

    def like(self, text: str) -> list[TableEntry]:
        """Tables about all of the words: in their paths, captions, headings or headers; all of them without words."""
        asked = set(terms(text))
        plain = text.strip().lower()
        later = {part for first in self.entries for part in self.parts(first)[1:]}
        return [
            entry
            for entry in self.entries
            if entry not in later and (asked <= set(terms(entry.words)) or plain in (entry.name, entry.path))
        ]

    def find(self, name: str) -> TableEntry | None:
        """The table with a name, at `path:line`, or of a path: its only one, or its rows."""
        wanted = name.lower()
        for entry in self.entries:
            if wanted in (entry.name, f"{entry.path}:{entry.line}".lower()):
                return entry
        here = [entry for entry in self.entries if entry.path.lower() == wanted]
        return next((entry for entry in here if len(here) == 1 or entry.heading == ROWS), None)

    def nearest(self, name: str, limit: int = 3) -> list[str]:
        """Names most like one that no table has, best first."""
        by_name = {entry.name: entry.name for entry in self.entries}
        wanted = sql_name(name)
        holding = [known for known in by_name if wanted and wanted in known]
        return list(dict.fromkeys([*get_close_matches(wanted, by_name, limit, 0.5), *holding]))[:limit]

    def load(self, entry: TableEntry) -> TypedTable:
        """A table with its values."""
        with self._lock:
            found = self._kept.pop(entry, None)
        found = found or self._read(entry)
        with self._lock:
            self._kept[entry] = found
            cells = sum(table.cell_count for table in self._kept.values())
            while cells > _KEPT_CELLS:
                cells -= self._kept.pop(next(iter(self._kept))).cell_count
        return found

    def parts(self, entry: TableEntry) -> tuple[TableEntry, ...]:
        """The table with those of the next pages that go on with it; a part of one alone."""
        entries = self.entries
        end = first = self._positions[entry]
        while not entry.goes_on and end + 1 < len(entries) and entries[end + 1].goes_on:
            end += 1
        return entries[first : end + 1]

    def sampled(self, entry: TableEntry, row_count: int) -> str:
        """`20 of 5,000`, or `20`, of a table that goes on where it comes from; empty for a whole one."""
        if entry.note.startswith(SAMPLE):
            return f"{row_count:,}"
        found = self._count_above(entry)
        if not found or found[0] == found[1] or int(found[0].replace(",", "")) != row_count:
            return ""
        return f"{found[0]} of {found[1]}" if found[1][0].isdigit() else found[0]

    def totals(self, entry: TableEntry) -> TableEntry | None:
        """What a database computed over all rows of a table that is shown in part: a row for each column."""
        return next((one for one in self.entries if one.path == entry.path and one.heading == TOTALS), None)

    def is_totals(self, entry: TableEntry) -> bool:
        """Whether its rows are the columns of another table."""
        beside = (one for one in self.entries if one.path == entry.path and one.heading == ROWS)
        return entry.heading == TOTALS and any(self._count_above(one) for one in beside)

    def count(self, entry: TableEntry) -> int:
        """How many rows a sampled table had in all when it was indexed; 0 where nobody has counted them."""
        digits = self._count_above(entry)[1:]
        return int(digits[0].replace(",", "")) if digits and digits[0][0].isdigit() else 0

    def _count_above(self, entry: TableEntry) -> tuple[str, ...]:
        """How many rows are shown, and of how many, as the lines above the table say."""
        above = self._structure.lines_of(entry.document, max(1, entry.line - _LINES_ABOVE), entry.line)
        found = _SAMPLED.search("\n".join(above))
        return (found[1], found[2]) if found else ()

    def is_as_indexed(self, entry: TableEntry, file: Path) -> bool:
        """Whether the file of a table has the size and the time that it had. Raises OSError."""
        ((size, mtime_ns),) = self._structure.rows(
            "SELECT size_bytes, mtime_ns FROM documents WHERE id = ?", [entry.document]
        )
        now = file.stat()
        return (now.st_size, now.st_mtime_ns) == (size, mtime_ns)

    def cells(self, entry: TableEntry) -> Cells:
        """The cells of a table as they are written, as far as they may be shown."""
        cells = joined([read_cells(self._structure, part.node) for part in self.parts(entry)])
        return cells if self._shown is None else self._shown(entry.path, cells)

    def _read(self, entry: TableEntry) -> TypedTable:
        parts = self.parts(entry)
        cells = self.cells(entry)
        names = column_names(cells.headers, cells.width)
        sample = self.sampled(entry, len(cells.lines))
        headers = [*cells.headers, *[""] * (cells.width - len(cells.headers))]
        # Of a sample the other rows are read and computed with where they are, as what they are there.
        hints = [""] * cells.width if sample else headers
        typed = [type_column(cells.column(place), header=hints[place]) for place in range(cells.width)]
        columns = tuple(
            Column(name, header, one.type, one.unit, one.odd, one.is_reread)
            for name, header, one in zip(names, headers, typed, strict=True)
        )
        return TypedTable(entry, columns, tuple(one.values for one in typed), cells.lines, parts, sample)


def _read_entries(structure: StructureReader) -> tuple[TableEntry, ...]:
    objects = ((row, read_keys(structure, row[1])) for row in structure.rows(_OBJECTS))
    told = [(*row[:10], json.dumps(keys), *row[11:]) for row, keys in objects if keys]
    rows = [*structure.rows(_TABLES), *told]
    if told:
        rows.sort(key=lambda row: (from_column(row[2]), row[17]))
    paths = [from_column(row[2]) for row in rows]
    inner = [_inner_name(row) for row in rows]
    names = table_names(zip(paths, inner, strict=True))
    return tuple(
        TableEntry(
            name=name,
            path=path,
            line=row[4],
            end_line=row[5],
            node=row[0],
            document=row[1],
            headers=tuple(json.loads(row[10] or "[]")),
            caption=row[11] or "",
            heading=from_column(row[8]) if row[7] == "heading" else "",
            source=row[3],
            page=row[6],
            anchor=from_column(row[13]) if row[12] == "spreadsheet" else "",
            section=from_column(row[14] or "") if row[12] == "html" else "",
            note=from_column(row[15] or ""),
            goes_on=bool(row[16]),
        )
        for row, path, name in zip(rows, paths, names, strict=True)
    )


def _inner_name(row: Sequence[Any]) -> str:
    """What a table is called within its file: by its caption, or by the section that it stands in. The title of the
    file is no such section; a sheet of a workbook is one, and so are the columns of a Parquet file.
    """
    if row[11]:
        return caption_name(row[11])
    heading = from_column(row[8]) if row[7] == "heading" else ""
    if row[12] == "columns":  # a Parquet or Feather file is its rows
        return heading if heading != ROWS else ""
    return heading if row[9] > 1 or row[12] == "spreadsheet" else ""


def _column_json(column: Column) -> dict[str, Any]:
    told = {"header": column.header, "unit": column.unit, "odd": column.odd}
    return {"name": column.name, "type": column.type, **{name: value for name, value in told.items() if value}}
