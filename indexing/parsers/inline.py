"""What stands inside a paragraph, heading or table cell: its plain text, its links, the code it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from citeline.dataclass import dataclass
from citeline.patterns import re

if TYPE_CHECKING:
    from markdown_it.token import Token

_WEB: Final = re.compile(r"https?://[^\s<>\"'`]*[^\s<>\"'`.,;:!?)\]}*_]")
_IDENTIFIER: Final = re.compile(
    r"@?((?:[^\W\d][\w$]*|\$[A-Za-z_]\w*)(?:(?:\.|::|#|->|/)[^\W\d][\w$]*)*[?!]?)(?:\([^()]*\))?$"
)
_SEPARATOR: Final = re.compile(r"\.|::|#|->|/")
_FILE_ENDING: Final = re.compile(
    r"(?:cfg|conf|cpp|css?|csv|go|hp?p?|html?|ini|ipynb|java|jsx?|json|kt|lock|log|lua|md|mjs|php|png|py|rb|rs|rst"
    r"|scala|sh|sql|svg|swift|toml|tsx?|txt|vue|xml|ya?ml|zip)$"
)
_MAX_SHOWN: Final = 200
_BREAK: Final = re.compile(r"<(?:br|hr|/?(?:p|div|li|ul|ol|tr|t[dh]))\b[^>]*>", re.IGNORECASE)
"""Where a line ends for the reader, in cells above all, which Markdown has on one line."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link or image: where it leads, what the reader sees (see `shorten`), and the line it begins on."""

    target: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Code:
    """The inside of a back-quoted span."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A raw HTML tag."""

    html: str
    line: int
    before: str
    """The text between the tag before this one and this one."""


@dataclass(frozen=True, slots=True)
class Inline:
    """One inline run, read."""

    text: str
    """Without markup, on one line."""
    links: tuple[Link, ...]
    codes: tuple[Code, ...]
    tags: tuple[Tag, ...]
    after_tags: str
    """The text behind the last tag; all of it when there is none."""


def read_inline(token: Token) -> Inline:
    """Read an `inline` token.

    Lines: markdown-it keeps only the block's first line, so the reader follows the raw text along. A place can
    come out too early only behind an escape that hides a line break, which no real file has shown.
    """
    return _Reader(token).read()


def named_identifier(code: str) -> tuple[str, str] | None:
    """(name, qualifier) when back-quoted text is an identifier: `a.b()` gives ("b", "a"); `a.py` is a file."""
    match = _IDENTIFIER.match(code.strip()) if len(code) <= 200 else None
    if match is None:
        return None
    parts = _SEPARATOR.split(match[1])
    is_file = len(parts) == 2 and _FILE_ENDING.match(parts[-1]) and not code.rstrip().endswith(")")
    if "/" in match[1] or is_file or len(parts[-1]) < 2:
        return None
    qualifier = match[1][: -len(parts[-1])]
    return parts[-1], re.sub(r"(?:\.|::|#|->)$", "", qualifier)


def shorten(text: str, most: int = _MAX_SHOWN) -> str:
    """The text on one line; of a long one the first `most` characters, the last of them an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def visible_text(tokens: Sequence[Token] | None) -> str:
    """What a reader sees of the children of an inline token or image, not yet on one line."""
    pieces = []
    for token in tokens or ():
        if token.type in {"softbreak", "hardbreak"}:
            pieces.append(" ")
        elif token.type == "image":
            pieces.append(visible_text(token.children))
        elif token.type in {"text", "code_inline"}:
            pieces.append(token.content)
        elif token.type == "html_inline":
            pieces.append(_between(token.content))
    return "".join(pieces)


def _between(tag: str) -> str:
    return " " if _BREAK.match(tag) else ""


class _Reader:
    def __init__(self, token: Token) -> None:
        self._raw = token.content
        self._children: Sequence[Token] = token.children or ()
        self._line = (token.map[0] if token.map else 0) + 1
        self._cursor = 0
        self._text: list[str] = []
        self._links: list[Link] = []
        self._codes: list[Code] = []
        self._tags: list[Tag] = []
        self._behind_tag = 0
        """Place in `_text` of what follows the last tag."""
        self._opened: tuple[int, int] | None = None
        """Of the link that is open: its place in `_links`, and that of its first text."""

    def read(self) -> Inline:
        for child in self._children:
            kind = child.type
            if kind == "text":
                self._read_text(child.content)
            elif kind in {"softbreak", "hardbreak"}:
                self._advance("\n")
                self._text.append(" ")
            elif kind == "code_inline":
                self._read_code(child)
            elif kind == "link_open":
                self._opened = len(self._links), len(self._text)
                self._links.append(Link(str(child.attrs.get("href", "")), "", self._line))
            elif kind == "link_close":
                self._close_link()
            elif kind == "image":
                self._read_image(child)
            elif kind == "html_inline":
                self._tags.append(Tag(child.content, self._line, "".join(self._text[self._behind_tag :])))
                self._text.append(_between(child.content))
                self._behind_tag = len(self._text)
                self._advance(child.content)
        text = " ".join("".join(self._text).split())
        rest = "".join(self._text[self._behind_tag :]) if self._tags else text
        return Inline(text, tuple(self._links), tuple(self._codes), tuple(self._tags), rest)

    def _read_text(self, text: str) -> None:
        self._advance(text)
        self._text.append(text)
        if self._opened is None and "://" in text:
            self._links.extend(Link(url, shorten(url), self._line) for url in _WEB.findall(text))

    def _close_link(self) -> None:
        if self._opened is not None:
            place, first = self._opened
            self._links[place] = replace(self._links[place], text=shorten("".join(self._text[first:])))
            self._opened = None

    def _read_image(self, child: Token) -> None:
        shown = visible_text(child.children)
        self._links.append(Link(str(child.attrs.get("src", "")), shorten(shown), self._line))
        self._text.append(shown)
        self._advance(child.content)

    def _read_code(self, child: Token) -> None:
        self._codes.append(Code(child.content, self._line))
        self._text.append(child.content)
        self._advance(child.markup)
        self._advance(child.markup)

    def _advance(self, text: str) -> None:
        """Move behind the next occurrence of `text`, counting lines; stay when an escape has changed it."""
        found = self._raw.find(text, self._cursor) if text else -1
        if found < 0:
            return
        behind = found + len(text)
        self._line += self._raw.count("\n", self._cursor, behind)
        self._cursor = behind
