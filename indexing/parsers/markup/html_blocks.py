"""HTML inside Markdown, as READMEs use it: centred headings, anchors, badges, links and tables."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from citeline.dataclass import dataclass

from ..inline import Link, shorten
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


_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_LINKS: Final = {"a": "href", "img": "src", "source": "srcset", "video": "src", "iframe": "src"}
_MAX_OPEN_LINES: Final = 30
"""A heading or link that is not closed within so many lines is a slip."""


@dataclass(frozen=True, slots=True)
class HtmlHeading:
    """`<h1>`…`<h6>` with its text."""

    level: int
    title: str
    line: int
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class HtmlPlace:
    """An anchor's id and its line."""

    value: str
    line: int


class HtmlScanner(HTMLParser):
    """Reads the HTML of one document piece by piece, in order.

    One scanner sees all pieces, because Markdown ends a block at a blank line while `<h1>` may go on behind it;
    the text in between is handed in through `add_text`.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.headings: list[HtmlHeading] = []
        self.links: list[Link] = []
        self.anchors: list[HtmlPlace] = []
        self.tables = HtmlTables()
        self._offset = 0
        self._inside_text = False
        self._level = 0
        self._opened = 0
        self._anchor = ""
        self._text: list[str] = []
        self._link: int | None = None
        """Place of the open `<a>` in `links`."""
        self._link_text: list[str] = []

    def scan(self, html: str, first_line: int, *, inside_text: bool = False) -> None:
        """Read one piece that begins on line `first_line`; what is open in a tag at its end is dropped.

        `inside_text`: a tag in the middle of a paragraph or cell, where no heading or table can begin.
        """
        if self._level and first_line - self._opened > _MAX_OPEN_LINES:
            self._level = 0
        if self._link is not None and first_line - self.links[self._link].line > _MAX_OPEN_LINES:
            self._link = None
        self.reset()
        self._offset = first_line - 1
        self._inside_text = inside_text
        self.feed(html)

    def add_text(self, text: str) -> None:
        """Text of whatever is open: between two tags, or Markdown that stands between two pieces of HTML."""
        self._add_named(text)
        self.tables.add_text(text)

    def _add_named(self, text: str) -> None:
        if self._level:
            self._text.append(text)
        if self._link is not None:
            self._link_text.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note headings, links, anchors and tables."""
        line = self._line()
        values = {name: value for name, value in attrs if value}
        anchor = values.get("id") or (values.get("name", "") if tag == "a" else "")
        if tag in _HEADINGS and not self._inside_text:
            self._level, self._opened, self._text, self._anchor = _HEADINGS[tag], line, [], anchor
        elif anchor:
            self.anchors.append(HtmlPlace(anchor, line))
        if tag != "table" or not self._inside_text or self.tables.is_open:
            self.tables.start(tag, self.get_starttag_text() or "", line)
        if tag == "img":
            self._add_named(values.get("alt", ""))
        elif tag == "br":
            self._add_named(" ")
        link = values.get(_LINKS.get(tag, ""))
        if link:
            # A logo without alternative text often has a title.
            self._add_link(tag, link, values.get("alt", "") or values.get("title", ""), line)

    def _add_link(self, tag: str, written: str, text: str, line: int) -> None:
        if tag == "a":
            self._link, self._link_text = len(self.links), []
        self.links.append(Link(written.split()[0] if tag == "source" else written.strip(), shorten(text), line))

    def handle_endtag(self, tag: str) -> None:
        """Close what is open; a heading without text is a logo and no heading."""
        self.tables.end(tag, self._line())
        if tag == "a" and self._link is not None:
            if text := shorten("".join(self._link_text)):
                self.links[self._link] = replace(self.links[self._link], text=text)
            self._link = None
        elif tag in _HEADINGS and self._level:
            title = " ".join("".join(self._text).split())
            if title:
                self.headings.append(HtmlHeading(self._level, title, self._opened, self._anchor))
            self._level = 0

    def handle_data(self, data: str) -> None:
        """Collect the text of what is open."""
        self.add_text(data)

    def _line(self) -> int:
        return self._offset + self.getpos()[0]
