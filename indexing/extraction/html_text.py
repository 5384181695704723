"""HTML inside of another document (the text of a mail) into lines; nothing that it points at is fetched."""

from __future__ import annotations

from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ..parsers.markup.html_grids import parts_of, read_table
from ..parsers.markup.html_lines import with_lines
from ..parsers.markup.html_nodes import UNSEEN, attribute, code_of, is_hidden, text_of
from .line_writer import LineWriter, link

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_APART: Final = frozenset(
    ["p", "div", "td", "th", "tr", "blockquote", "section", "article", "hr", "center", "dt", "dd"]
)
_MOST_CHARS: Final = 5_000_000
_MOST_DEPTH: Final = 500
_MOST_INNER: Final = 20
"""Tables in the cells of one; of more, their text stands in these cells."""


def write_html(html: str, writer: LineWriter) -> None:
    """Headings, paragraphs, items, tables of data and code, with their links."""
    text, _ = with_lines(html[:_MOST_CHARS])
    body = LexborHTMLParser(text).body
    if body is None:
        return
    walker = _Walker(writer)
    walker.walk(body)
    walker.flush()


class _Walker:
    def __init__(self, writer: LineWriter) -> None:
        self._writer = writer
        self._pieces: list[str] = []
        self._written: set[int] = set()
        """Tables whose rows stand in one before them, by what the parser knows them by."""

    def walk(self, root: LexborNode) -> None:
        """All nodes in order; an explicit stack, because nesting is what the page wants it to be."""
        stack: list[tuple[LexborNode | None, int]] = [(root, 0)]
        while stack:
            node, depth = stack.pop()
            if node is None:
                self.flush()
            elif node.is_text_node:
                self._pieces.append(node.text_content or "")
            elif self._enter(node) and depth < _MOST_DEPTH:
                inner: list[tuple[LexborNode | None, int]] = [
                    (child, depth + 1) for child in node.iter(include_text=True)
                ]
                stack.extend(reversed([*inner, (None, 0)] if node.tag in _APART else inner))

    def _enter(self, node: LexborNode) -> bool:
        """Write what the element is; whether its children are to be read too."""
        tag = node.tag or ""
        if tag in UNSEEN or not node.is_element_node or is_hidden(node):
            return False
        if tag in _APART:
            self.flush()
        if tag == "br":
            self._pieces.append("\n")
        elif tag == "a":
            self._pieces.append(link(text_of(node), attribute(node, "href")))
            return False
        elif tag in _HEADINGS:
            self.flush()
            self._writer.heading(_HEADINGS[tag] + 1, text_of(node))
            return False
        elif tag == "li":
            self.flush()
            self._writer.item(text_of(node))
            return False
        elif tag == "pre":
            self.flush()
            self._writer.code(code_of(node))
            return False
        elif tag == "table":
            self.flush()
            return not self._table(node)
        return True

    def _table(self, node: LexborNode) -> bool:
        """Write a table of data, and below it those in its cells; whether it is one."""
        if node.mem_id in self._written:
            return True
        table = read_table(node)
        if table is None:
            return False
        self._written.update(part.mem_id for part in parts_of(node))
        self._writer.table(table.rows, headers=table.headers, caption=table.caption)
        headers = {node.mem_id: table.headers}
        for inner in [found for found in node.css("table") if found.mem_id != node.mem_id][:_MOST_INNER]:
            found = read_table(inner, headers)
            if found is not None:
                headers[inner.mem_id] = found.headers
                within = None if found.caption else found.within or None
                self._writer.table(found.rows, headers=found.headers, caption=found.caption, within=within)
        return True

    def flush(self) -> None:
        """End the paragraph."""
        lines = "".join(self._pieces).replace("\r", "").split("\n") if self._pieces else []
        self._pieces = []
        self._writer.paragraph("\n".join(filter(None, (" ".join(line.split()) for line in lines))))
