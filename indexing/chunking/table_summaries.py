"""What is embedded instead of the rows of a wide, long or inner table: what it is about, its words, each once.

The vector of a chunk is a mean over its words. In a chunk of forty rows the headers, which say what the numbers mean,
are a few words among hundreds, and behind the first chunk of a table they are gone; a table in a cell of another says
nothing without the row and column of that cell. What is made here is embedded only: never cited, and no part of any
text that is searched for words.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from citeline.dataclass import dataclass
from citeline.model import Node, ParsedDocument

from ..extraction.workbooks.number_formats import CURRENCY

_WIDE: Final = 5
"""Columns; of fewer, a chunk holds so few words that the headers are heard."""
_LONG: Final = 12
"""Rows, as above."""
_MOST_COLUMNS: Final = 30
_FIRST_VALUES: Final = 3
_LONGEST_VALUE: Final = 40
_LONGEST_WORDS: Final = 1_500
"""Characters, as many as a chunk of code has."""
_NUMBER: Final = re.compile(rf"[-+(]?(?:{CURRENCY}\s?)?\d[\d.,\s]*(?:%|{CURRENCY})?\)?$")
_DATE: Final = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:[ T]\d\d:\d\d.*)?$")
_MARKS: Final = re.compile(r"[*_`]{1,3}|\[([^\[\]]*)\]\([^()]*\)")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class _Table:
    start_line: int
    end_line: int
    caption: str
    headers: list[str]
    rows: list[list[str]]
    """Empty for a table whose cells are not kept with its node."""
    row_lines: list[int]
    within: str
    """The row and column of the cell that it stands in, where that is one of another table."""

    def rows_on(self, start: int, end: int) -> list[list[str]]:
        """Those that begin on these lines."""
        return self.rows[bisect_left(self.row_lines, start) : bisect_right(self.row_lines, end)]


class TableSummaries:
    """The summaries of one document's tables, made for the lines that are asked for."""

    def __init__(self, lines: Sequence[str], document: ParsedDocument) -> None:
        self._lines = lines
        tables = [_table(node) for node in document.nodes if node.kind == "table"]
        self._tables = sorted(filter(_is_told, tables), key=lambda table: table.start_line)
        self._starts = [table.start_line for table in self._tables]

    def told(self, start: int, end: int) -> str:
        """The lines with wide, long and inner tables told in plain words; empty where there are none."""
        here = [table for table in self._tables[: bisect_right(self._starts, end)] if table.end_line >= start]
        if not here:
            return ""
        parts, line = [], start
        for table in here:
            rows = table.rows_on(start, end)
            parts += [*self._lines[line - 1 : table.start_line - 1], _summary(table, rows)]
            texts = [" ".join(row) for row in rows]
            if not table.rows:
                texts = list(self._lines[max(start, table.start_line) - 1 : min(end, table.end_line)])
            # Numbers say nothing without their headers.
            words = dict.fromkeys(word for text in texts for word in _WORD.findall(text))
            parts.append(" ".join(words)[:_LONGEST_WORDS])
            line = max(line, table.end_line + 1)
        return "\n".join([*parts, *self._lines[line - 1 : end]])


def _table(node: Node) -> _Table:
    caption, rows, lines = (node.data.get(key) for key in ("caption", "rows", "row_lines"))
    within = node.data.get("within")
    kept = isinstance(rows, list) and isinstance(lines, list)
    return _Table(
        node.start_line,
        node.end_line,
        _plain(caption) if isinstance(caption, str) else "",
        _headers(node),
        [row for row in rows if isinstance(row, list)] if kept and isinstance(rows, list) else [],
        [line for line in lines if isinstance(line, int)] if kept and isinstance(lines, list) else [],
        within if isinstance(within, str) else "",
    )


def _is_told(table: _Table) -> bool:
    count = len(table.rows) or table.end_line - table.start_line
    return bool(table.within) or (any(table.headers) and (len(table.headers) >= _WIDE or count >= _LONG))


def _summary(table: _Table, rows: Sequence[Sequence[str]]) -> str:
    """Its caption, and of each column what it is called and what stands in it in these rows."""
    columns = [
        _column(header, [row[at] for row in rows if at < len(row)])
        for at, header in enumerate(table.headers[:_MOST_COLUMNS])
        if header
    ]
    about = ": ".join(filter(None, (table.within, table.caption, "; ".join(columns))))
    return f"{about}." if about else ""


def _column(header: str, cells: Sequence[str]) -> str:
    """`Port such as Oslo, Kiel`, `Built 1990-01-02 to 2020-03-04`; of numbers what they are called says most."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    if not filled or all(map(_NUMBER.match, filled)):
        return header
    if all(map(_DATE.match, filled)):
        return f"{header} {min(filled)} to {max(filled)}"
    first = list(dict.fromkeys(map(_plain, filled)))[:_FIRST_VALUES]
    return f"{header} such as {', '.join(first)}"


def _headers(node: Node) -> list[str]:
    headers = node.data.get("headers")
    return [_plain(header) for header in headers if isinstance(header, str)] if isinstance(headers, list) else []


def _plain(text: str) -> str:
    # Cut before the marks are looked for: a cell may be as long as its file.
    return " ".join(_MARKS.sub(r"\1", text[: 10 * _LONGEST_VALUE]).split())[:_LONGEST_VALUE]
