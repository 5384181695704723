"""Tables of HTML inside Markdown: their tags as they are met, read as those of a page are."""

from __future__ import annotations

from html import escape
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ..tables import Table
from .html_grids import read_table
from .html_lines import with_lines

_MOST_DEPTH: Final = 20
"""Tables inside of each other: the text of each is that of all inside of it."""


class HtmlTables:
    """Collects the markup of each table, of which Markdown may read the text; end tags may be missing in it."""

    def __init__(self) -> None:
        self.found: list[Table] = []
        """Closed tables of data, those in cells behind the one around them."""
        self._depth = 0
        self._first = 0
        """Line of the open table, and of the end of what is collected of it."""
        self._line = 0
        self._pieces: list[str] = []

    @property
    def is_open(self) -> bool:
        """Whether a table has begun that has not ended."""
        return self._depth > 0

    def start(self, tag: str, written: str, line: int) -> None:
        """A start tag, as it is written."""
        if tag == "table":
            self._depth += 1
            if self._depth == 1:
                self._first = self._line = line
        if 0 < self._depth <= _MOST_DEPTH:
            self._add(written, line)

    def end(self, tag: str, line: int) -> None:
        """An end tag."""
        if 0 < self._depth <= _MOST_DEPTH:
            self._add(f"</{tag}>", line)
        if tag == "table" and self._depth:
            self._depth -= 1
            if not self._depth:
                self._close()

    def add_text(self, text: str) -> None:
        """Text between two tags."""
        if self._depth:
            self._pieces.append(" ".join(escape(text).split("\n")))

    def _add(self, written: str, line: int) -> None:
        """Each tag stands as many lines behind the first as in the document, because a row tells its line."""
        self._pieces += "\n" * (line - self._line), written
        self._line = max(line, self._line) + written.count("\n")

    def _close(self) -> None:
        markup, _ = with_lines("".join(self._pieces), self._first)
        self._pieces.clear()
        headers: dict[int, list[str]] = {}
        for node in LexborHTMLParser(markup).css("table"):
            table = read_table(node, headers)
            if table is not None and (table.rows or any(table.headers)) and not _is_gallery(node):
                headers[node.mem_id] = table.headers
                self.found.append(table)


def _is_gallery(table: LexborNode) -> bool:
    """Pictures side by side, of sponsors or screens, which a README lays out by a table without a header."""
    cells = table.css("td")
    pictures = sum(cell.css_first("img") is not None for cell in cells)
    return table.css_first("th, thead, caption") is None and 2 * pictures > len(cells)
