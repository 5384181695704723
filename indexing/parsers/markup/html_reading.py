"""Lines of HTML as a person or a model reads them: as Markdown, each line on its own, so that its number stays right.

Works on a part of a page: that it begins inside a tag, a comment, a script or code is seen by the end of that, and what
is left open at its end does no harm. A part from the middle of a script or a comment reads as prose, and so does one
from the middle of code that is not highlighted.
"""

from __future__ import annotations

import re
from dataclasses import field
from html import unescape
from typing import Final

from citeline.dataclass import dataclass

from .read_line import LineKind, ReadLine

_TOKEN: Final = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<raw>script|style|svg|template|noscript|title)(?=[\s/>])(?![^<>]*/>).*?(?:</(?P=raw)\s*>|\Z)"
    r"|<(?P<end>/?)(?P<tag>[a-z][a-z0-9-]*)"
    # A picture inside the page is longer than anything else in a tag.
    r"""(?P<rest>(?:[^<>"']++|"(?:data:[^"<>]*+|[^"]{0,2000}+)"|'(?:data:[^'<>]*+|[^']{0,2000}+)')*+)>"""
    r"|<[!?][^<>]*>"
    # What a template does: `{% if x %}`, `{# a comment #}`; `{{ x }}` stands for text.
    r"|(?P<template>\{(?P<mark>[%#])(?:(?!(?P=mark)\}|\{(?P=mark)).){0,2000}+(?P=mark)\})",
    re.DOTALL | re.IGNORECASE,
)
_EXPRESSION: Final = re.compile(r"\{\{[^{}]*\}\}")
"""What a template puts into a page."""
_UNREAD_TAG: Final = re.compile(r"<(?:(?P<end>/)(?:script|style|svg)\s*>|(?:script|style|svg)[\s>])", re.IGNORECASE)
_STARTS_INSIDE: Final = re.compile(
    # Only what has the form of attributes: `a == "b" and c > d` is a line of code.
    r"""(?=[^<>]*\w=["'])(?:|[^<>"]*+"|[^<>']*+')"""
    r"""(?:\s*+[\w:.@-]++(?:=(?:"[^<>"]*+"|'[^<>']*+'|[^\s<>"'=]++))?+)*+\s*+/?>""",
    re.DOTALL | re.IGNORECASE,
)
"""The end of a tag that begins above the first line."""
_COMMENT_END: Final = re.compile(r"-->[ \t\r]*(?=[\n<]|\Z)")
"""`a --> b` is an arrow."""
_WHOLE: Final = re.compile(r"\s*+(?:<(?:\?xml|!--)[^>]*+>\s*+)*+<(?:!doctype|html|head|body)[\s>]", re.IGNORECASE)
"""A page from its beginning: what ends in it has begun in it, and an end of nothing is a slip of its author."""
_PRE: Final = re.compile(r"<(/?)pre[\s>]", re.IGNORECASE)
_HIGHLIGHTED: Final = re.compile(r'\s*<span class="[a-z][a-z0-9]?[ "]')
"""A line of code as most highlighters write it, with `nf` for a name and `o` for an operator."""
_ALT: Final = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_HEADINGS: Final = {f"h{level}": "#" * level for level in range(1, 7)}
_BLOCKS: Final = frozenset(
    [
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl"),
        *("dt", "fieldset", "figcaption", "figure", "footer", "form", *_HEADINGS, "header", "hr", "html", "legend"),
        *("li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead"),
        *("tr", "ul"),
    ]
)
_LISTS: Final = frozenset(["ul", "ol"])
_CELLS: Final = frozenset(["td", "th"])
_KINDS: Final[dict[str, LineKind]] = {**dict.fromkeys(_HEADINGS, "heading"), **dict.fromkeys(_CELLS, "row")}
_CODE: Final = frozenset(["code", "tt", "kbd", "samp"])
_ITEM: Final = "- "
_CODE_INDENT: Final = "    "
_MOST_DEPTH: Final = 8


_EMPTY: Final = ReadLine()


def read_lines(html: str) -> list[ReadLine]:
    """One for each line of the text: headings with `#`, items with `-`, code in back quotes or indented, `| rows |`."""
    reader = _Reader()
    reader.read(html)
    return reader.lines


def _start(html: str) -> int:
    """Behind the comment, script or tag that began above the first line."""
    if _WHOLE.match(html):
        return 0
    comment = _COMMENT_END.search(html)
    if comment and html.find("<!--", 0, comment.end()) < 0:
        return comment.end()
    unread = _UNREAD_TAG.search(html)
    if unread and unread["end"]:
        return unread.end()
    inside = _STARTS_INSIDE.match(html)
    return inside.end() if inside else 0


@dataclass(slots=True)
class _Reader:
    lines: list[ReadLine] = field(default_factory=list)
    """Those above the one that is being read."""
    pieces: list[str] = field(default_factory=list)
    """Of the line that is being read."""
    kind: LineKind = "prose"
    """Of that line, as are the next two."""
    starts: bool = False
    indent: str = ""
    mark: str = ""
    """Of an item or a heading, for the text that follows."""
    lists: int = 0
    pre: bool = False
    code: bool = False
    """Inside of a tag for code that stands in a sentence."""
    block: str = ""
    """The one that text belongs to, as far as it matters."""
    cells: int = 0
    """In the row so far."""
    begins: bool = True
    """A block has begun since the last text."""
    is_told: bool = False
    """The line has more than marks that were put there."""

    def read(self, html: str) -> None:
        """All lines of a part of a page."""
        start = _start(html)
        self._end_lines(html.count("\n", 0, start))
        first = _PRE.search(html, start)
        self.pre = bool(first[1] if first else _HIGHLIGHTED.match(html, start))
        for found in _TOKEN.finditer(html, start):
            self._text(html[start : found.start()])
            if found["template"] and (self.pre or self.code):
                self._text(found[0])
                start = found.end()
                continue
            if found["tag"]:
                self._tag(found["tag"].lower(), bool(found["end"]), found["rest"])
            self._end_lines(found[0].count("\n"))
            start = found.end()
        self._text(html[start:])
        self._end_lines(1)

    def _text(self, text: str) -> None:
        for number, line in enumerate(text.split("\n")):
            if number:
                self._end_lines(1)
            if line and (self.pre or line.strip()):
                self._tell(unescape(line).replace("\xa0", " "))
            elif line:
                self._space()

    def _tell(self, text: str) -> None:
        self._add(text)
        self.is_told = self.is_told or bool(_EXPRESSION.sub("", text).strip("¶ \t\r\n\f\v"))

    def _add(self, text: str) -> None:
        if not self.pieces:
            self.starts = self.begins
            self.kind = "code" if self.pre else _KINDS.get(self.block, "prose")
            self.indent = "  " * min(max(0, self.lists - 1), _MOST_DEPTH) if self.mark == _ITEM else ""
        self.pieces += (self.mark, text) if self.mark else (text,)
        self.begins, self.mark = False, ""

    def _space(self) -> None:
        if self.pieces:
            self.pieces.append(" ")

    def _end_lines(self, count: int) -> None:
        for _ in range(count):
            self.lines.append(self._line())
            self.pieces, self.is_told = [], False

    def _line(self) -> ReadLine:
        text = "".join(self.pieces)
        if self.pieces and self.kind == "code":
            text = f"{_CODE_INDENT}{text.rstrip()}" if text.strip() else ""
        elif self.pieces:
            text = " ".join(text.replace("¶", "").split())
            text = self.indent + text if self.is_told else ""
        return ReadLine(text, self.kind, self.starts) if text else _EMPTY

    def _tag(self, tag: str, is_end: bool, rest: str) -> None:
        if tag in _CODE and not self.pre:
            self.code = not is_end
            self._add("`")
        elif tag == "br":
            self._space()
        elif tag == "img":
            told = _ALT.search(rest)
            if told and (text := told[1] or told[2]):
                self._tell(unescape(text))
        elif tag in _BLOCKS:
            self._space()
            self.begins = True
            self._block(tag, is_end)

    def _block(self, tag: str, is_end: bool) -> None:
        """The begin or the end of what stands on lines of its own."""
        if tag == "pre":
            self.pre = not is_end
        elif tag in _LISTS:
            self.lists = max(0, self.lists + (-1 if is_end else 1))
        elif tag == "tr":
            if is_end and self.cells and self.pieces:
                self.pieces.append(" |")
            self.cells = 0
        if is_end:
            # Behind a list in a cell the cell goes on.
            self.block = "td" if self.cells and tag not in _CELLS else ""
            self.mark = ""
            return
        self.block = tag
        if tag in _CELLS:
            self._add("| ")
            self.cells += 1
        elif tag == "li":
            self.mark = _ITEM
        elif tag in _HEADINGS:
            self.mark = f"{_HEADINGS[tag]} "
