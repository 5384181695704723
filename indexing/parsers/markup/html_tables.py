"""Tables in HTML, tag by tag."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ..tables import Table

TAGS: Final = frozenset({"table", "caption", "tr", "th", "td"})


@dataclass(slots=True)
class _Row:
    line: int
    cells: list[str] = field(default_factory=list)
    is_header: bool = True
    """Every cell is a `<th>`."""


class HtmlTables:
    """Collects tables as their tags are met; end tags of cells and rows may be missing, as HTML allows."""

    def __init__(self) -> None:
        self.found: list[Table] = []
        """Closed tables with headers or a caption: without either, a table is layout. What stands in a table inside
        a cell is text of the cell."""
        self._depth = 0
        self._line = 0
        self._rows: list[_Row] = []
        self._caption = ""
        self._text: list[str] | None = None
        self._in_caption = False

    def start(self, tag: str, line: int) -> None:
        """A start tag of `TAGS`."""
        if tag == "table":
            self._depth += 1
        if self._depth != 1:
            return
        self._finish_text()
        if tag == "table":
            self._line, self._rows, self._caption = line, [], ""
        elif tag == "caption":
            self._text, self._in_caption = [], True
        else:
            if tag == "tr" or not self._rows:
                self._rows.append(_Row(line))
            if tag != "tr":
                self._text, self._in_caption = [], False
                self._rows[-1].is_header &= tag == "th"

    def end(self, tag: str, line: int) -> None:
        """An end tag of `TAGS`."""
        if self._depth == 1:
            self._finish_text()
            if tag == "table":
                self._close(line)
        if tag == "table":
            self._depth = max(0, self._depth - 1)

    def add_text(self, text: str) -> None:
        """Text between two tags."""
        if self._text is not None:
            self._text.append(text)

    def _finish_text(self) -> None:
        if self._text is None:
            return
        text = " ".join("".join(self._text).split())
        self._text = None
        if self._in_caption:
            self._caption = text
        else:
            self._rows[-1].cells.append(text)

    def _close(self, line: int) -> None:
        rows = [row for row in self._rows if row.cells]
        headers = rows.pop(0).cells if rows and rows[0].is_header else []
        if any(headers) or self._caption:
            table = Table(
                headers, [row.cells for row in rows], [row.line for row in rows], self._caption, self._line, line
            )
            self.found.append(table)
