"""What stands inside a paragraph, heading or table cell: its plain text, its links, the code it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

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


@dataclass(frozen=True, slots=True)
class Found:
    """A link's destination or the code of a back-quoted span, and the line it is on."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Inline:
    """One inline run, read."""

    text: str
    """Without markup, on one line."""
    links: tuple[Found, ...]
    codes: tuple[Found, ...]
    html: tuple[Found, ...]
    """Raw tags, for the HTML scanner."""


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


class _Reader:
    def __init__(self, token: Token) -> None:
        self._raw = token.content
        self._children: Sequence[Token] = token.children or ()
        self._line = (token.map[0] if token.map else 0) + 1
        self._cursor = 0
        self._text: list[str] = []
        self._links: list[Found] = []
        self._codes: list[Found] = []
        self._html: list[Found] = []

    def read(self) -> Inline:
        depth = 0
        for child in self._children:
            kind = child.type
            if kind == "text":
                self._advance(child.content)
                self._text.append(child.content)
                if not depth and "://" in child.content:
                    self._links.extend(Found(url, self._line) for url in _WEB.findall(child.content))
            elif kind in {"softbreak", "hardbreak"}:
                self._advance("\n")
                self._text.append(" ")
            elif kind == "code_inline":
                self._read_code(child)
            elif kind == "link_open":
                depth += 1
                self._links.append(Found(str(child.attrs.get("href", "")), self._line))
            elif kind == "link_close":
                depth -= 1
            elif kind == "image":
                self._links.append(Found(str(child.attrs.get("src", "")), self._line))
                self._text.append(child.content)
                self._advance(child.content)
            elif kind == "html_inline":
                self._html.append(Found(child.content, self._line))
                self._advance(child.content)
        text = " ".join("".join(self._text).split())
        return Inline(text, tuple(self._links), tuple(self._codes), tuple(self._html))

    def _read_code(self, child: Token) -> None:
        self._codes.append(Found(child.content, self._line))
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
