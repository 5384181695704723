"""Reads an inline token: what a reader sees, and where each character of it stands in the Markdown."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import field
from typing import Final, Literal

from markdown_it.token import Token

from citeline.dataclass import dataclass

IGNORE: Final = re.compile(r"<!--\s*citeline:\s*ignore\s*-->")

_UNDERSCORES: Final = {"strong_open", "strong_close", "em_open", "em_close"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of shown text that stands in the Markdown without a break, or a code span."""

    kind: Literal["text", "code"]
    text: str
    raw: int
    """Where it begins in the token's content; of a code span its inside."""
    shown: int
    """Where it begins in `InlineText.shown`."""


@dataclass(frozen=True, slots=True)
class LinkSpan:
    """A link or image."""

    destination: str
    raw: int
    """Where the destination stands in the token's content; where the link begins if it is defined elsewhere."""
    begin: int
    """Where its text begins in `InlineText.shown`."""
    end: int
    """Where what follows it begins."""


@dataclass(slots=True)
class InlineText:
    """One paragraph, heading or cell, read."""

    shown: str = ""
    """As a reader sees it, on one line, code in back quotes."""
    pieces: list[Piece] = field(default_factory=list)
    links: list[LinkSpan] = field(default_factory=list)
    ignored: bool = False
    """A comment in it asks not to be checked."""

    def raw_at(self, shown: int) -> int:
        """The place in the token's content of a character of `shown`."""
        found = bisect_right(self.pieces, shown, key=lambda piece: piece.shown) - 1
        if found < 0:
            return 0
        piece = self.pieces[found]
        return piece.raw + min(shown - piece.shown, len(piece.text))

    def plain(self) -> str:
        """`shown` with code spans blanked out, so that a look into running text does not see them."""
        kept, place = [], 0
        for piece in self.pieces:
            if piece.kind == "code":
                kept += [self.shown[place : piece.shown], chr(0) * len(piece.text)]
                place = piece.shown + len(piece.text)
        return "".join([*kept, self.shown[place:]])


def read_inline(token: Token) -> InlineText:
    """Read an `inline` token that was parsed with `text_join` off, so that escapes keep how they were written."""
    return _Reader(token.content).read(token.children or ())


class _Reader:
    """Follows the raw text along: markdown-it keeps no places inside a block."""

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._cursor = 0
        self._opened: list[tuple[str, int, int]] = []
        self._in_path: list[bool] = []
        self._out = InlineText()

    def read(self, children: Sequence[Token]) -> InlineText:
        for child in children:
            if child.type == "text":
                self._add("text", child.content, self._pass(child.content))
            elif child.type == "text_special":
                self._add("text", child.content, self._pass(child.markup))
            elif child.type == "code_inline":
                self._read_code(child)
            elif child.type in {"softbreak", "hardbreak"}:
                self._add("text", " ", self._pass("\n"))
            elif child.type == "link_open":
                begin = self._pass("<" if child.markup == "autolink" else "[")
                self._opened.append((str(child.attrs.get("href", "")), begin, len(self._out.shown)))
            elif child.type == "link_close":
                self._close_link(*self._opened.pop())
            elif child.type == "image":
                self._read_image(child)
            elif child.type == "html_inline":
                self._pass(child.content)
                self._out.ignored |= bool(IGNORE.search(child.content))
            elif child.type in _UNDERSCORES and "_" in child.markup:
                self._read_underscores(child)
            elif child.type == "footnote_ref":
                self._pass("]")
        return self._out

    def _pass(self, text: str) -> int:
        """Where a text stands from here on; the cursor moves behind it, or stays when it is not there."""
        found = self._raw.find(text, self._cursor) if text else -1
        if found < 0:
            return self._cursor
        self._cursor = found + len(text)
        return found

    def _add(self, kind: Literal["text", "code"], text: str, raw: int) -> None:
        self._out.pieces.append(Piece(kind, text, raw, len(self._out.shown)))
        self._out.shown += text

    def _read_underscores(self, child: Token) -> None:
        """`pkg/__init__.py:3` without back quotes is emphasis to Markdown, and a path to its writer."""
        place = self._pass(child.markup)
        if child.nesting > 0:
            path = re.compile(rf"{child.markup}\w+{child.markup}[./]\w")
            self._in_path.append(bool(path.match(self._raw, place)))
        if self._in_path[-1] if child.nesting > 0 else self._in_path.pop():
            self._add("text", child.markup, place)

    def _read_code(self, child: Token) -> None:
        self._pass(child.markup)
        inside = self._cursor
        closing = re.compile(rf"(?<!`){re.escape(child.markup)}(?!`)").search(self._raw, inside)
        end = closing.start() if closing else inside + len(child.content)
        self._cursor = closing.end() if closing else end
        shift = max(self._raw[inside:end].replace("\n", " ").find(child.content), 0)
        # The back quotes are part of what is shown, and belong to no piece.
        self._out.shown += "`"
        self._add("code", child.content, inside + shift)
        self._out.shown += "`"

    def _close_link(self, destination: str, begin: int, shown: int) -> None:
        """Behind the text stands `](destination "title")`, `][label]` or `]`; nothing behind an automatic link."""
        raw = self._skip_destination(destination, begin)
        self._out.links.append(LinkSpan(destination, raw, shown, len(self._out.shown)))

    def _skip_destination(self, destination: str, begin: int) -> int:
        if self._raw[begin : begin + 1] == "<":
            self._pass(">")
            return begin + 1
        self._pass("]")
        follows = self._raw[self._cursor : self._cursor + 1]
        if follows == "[":
            self._pass("]")
        if follows != "(":
            return begin
        place = self._pass(destination)
        self._pass(")")
        return place

    def _read_image(self, child: Token) -> None:
        begin, shown = self._pass("!["), len(self._out.shown)
        self._pass(child.content)
        self._add("text", child.content, begin + 2)
        destination = str(child.attrs.get("src", ""))
        place = self._skip_destination(destination, begin)
        self._out.links.append(LinkSpan(destination, place, shown, len(self._out.shown)))
