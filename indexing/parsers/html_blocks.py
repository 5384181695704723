"""HTML inside Markdown, as READMEs use it: centred headings, anchors, badges and links."""

from __future__ import annotations

from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Final

_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_LINKS: Final = {"a": "href", "img": "src", "source": "srcset", "video": "src", "iframe": "src"}
_MAX_HEADING_LINES: Final = 30
"""A heading that is not closed within so many lines is a slip, not a heading."""


@dataclass(frozen=True, slots=True)
class HtmlHeading:
    """`<h1>`…`<h6>` with its text."""

    level: int
    title: str
    line: int
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class HtmlPlace:
    """A link's destination, or an anchor's id, and its line."""

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
        self.links: list[HtmlPlace] = []
        self.anchors: list[HtmlPlace] = []
        self._offset = 0
        self._level = 0
        self._opened = 0
        self._anchor = ""
        self._text: list[str] = []

    def scan(self, html: str, first_line: int) -> None:
        """Read one piece that begins on line `first_line`; what is open in a tag at its end is dropped."""
        if self._level and first_line - self._opened > _MAX_HEADING_LINES:
            self._level = 0
        self.reset()
        self._offset = first_line - 1
        self.feed(html)

    def add_text(self, text: str) -> None:
        """Markdown text that stands between two pieces of HTML."""
        if self._level:
            self._text.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note headings, links and anchors."""
        line = self._offset + self.getpos()[0]
        values = {name: value for name, value in attrs if value}
        anchor = values.get("id") or (values.get("name", "") if tag == "a" else "")
        if tag in _HEADINGS:
            self._level, self._opened, self._text, self._anchor = _HEADINGS[tag], line, [], anchor
        elif anchor:
            self.anchors.append(HtmlPlace(anchor, line))
        link = values.get(_LINKS.get(tag, ""))
        if link:
            self.links.append(HtmlPlace(link.split()[0] if tag == "source" else link.strip(), line))
        if tag == "img" and self._level:
            self._text.append(values.get("alt", ""))
        elif tag == "br" and self._level:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """Close the open heading; one without text is a logo and no heading."""
        if tag not in _HEADINGS or not self._level:
            return
        title = " ".join("".join(self._text).split())
        if title:
            self.headings.append(HtmlHeading(self._level, title, self._opened, self._anchor))
        self._level = 0

    def handle_data(self, data: str) -> None:
        """Collect the text of the open heading."""
        if self._level:
            self._text.append(data)
