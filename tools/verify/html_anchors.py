"""Which lines an anchor of HTML names, now and when the page was indexed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Final, Protocol

from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile

from .baseline import Baseline
from .headings import letters_of

_TAG: Final = re.compile(r"<([a-z][^\s/<>]*)(?=[\s/])[^<>]*>", re.IGNORECASE)
_ID: Final = re.compile(r"""\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+?)(?=\s|/?>))""", re.IGNORECASE)
_HEADING: Final = re.compile(r"h[1-6]$", re.IGNORECASE)
_HEADING_NEXT: Final = re.compile(r"(?:\s*+<(?!h[1-6]\b)[^<>]*+>){0,20}\s*+(?=<h[1-6]\b)", re.IGNORECASE)
"""From an element around a heading, or an empty one in front of it, to that heading."""


class _Node(Protocol):
    """A node of a parsed or of an indexed document."""

    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def anchor(self) -> str: ...
    @property
    def start_line(self) -> int: ...
    @property
    def end_line(self) -> int: ...


class HtmlAnchors:
    """The anchors of the pages of one tree; reads each state of a page once."""

    def __init__(self, baseline: Baseline) -> None:
        self._baseline = baseline
        self._pages: dict[tuple[str, str], _Page | None] = {}

    def now(self, source: SourceFile, name: str) -> tuple[int, int] | None:
        """From what has the anchor to the end of its section; None where nothing has it."""
        if self._baseline.sha256(source.path) == source.sha256:
            return self.before(source.path, name)
        key = source.path, source.sha256
        page = self._pages.get(key)
        if page is None:
            page = self._pages[key] = _Page(source.lines, parse(source).nodes)
        return page.lines_of(name)

    def before(self, path: str, name: str) -> tuple[int, int] | None:
        """The same when the page was indexed; None too for one that was not."""
        key = path, self._baseline.sha256(path)
        if key not in self._pages:
            self._pages[key] = self._indexed(path)
        page = self._pages[key]
        return page.lines_of(name) if page else None

    def _indexed(self, path: str) -> _Page | None:
        document, lines = self._baseline.structure.document(path), self._baseline.lines(path)
        if document is None or lines is None:
            return None
        return _Page(lines, self._baseline.structure.nodes_of(document.id))


class _Page:
    """One state of a page."""

    def __init__(self, lines: Sequence[str], nodes: Sequence[_Node]) -> None:
        self._text = "\n".join(lines)
        self._line_count = len(lines)
        self._sections = [node for node in nodes if node.kind == "heading"]

    def lines_of(self, name: str) -> tuple[int, int] | None:
        """From what has the anchor to the end of its section; None where nothing has it."""
        tag = self._tags.get(name.casefold())
        if tag is None:  # a site may have made it of the title
            return self._titles.get(letters_of(name.removeprefix("user-content-")))
        first = self._line_at(tag.start())
        ahead = tag.start() if _HEADING.match(tag[1]) else None
        if ahead is None and (to_heading := _HEADING_NEXT.match(self._text, tag.end())):
            ahead = to_heading.end()
        if ahead is not None:
            begin = self._line_at(ahead)
            ends = [node.end_line for node in self._sections if node.start_line == begin]
        else:
            around = [node for node in self._sections if node.start_line <= first <= node.end_line]
            inner = min(around, key=lambda node: node.end_line - node.start_line, default=None)
            ends = [inner.end_line if inner else self._line_count]
        return first, max([first, *ends])

    def _line_at(self, offset: int) -> int:
        return bisect_right(self._ends, offset - 1) + 1

    @cached_property
    def _ends(self) -> list[int]:
        """Where each line ends."""
        return [found.start() for found in re.finditer("\n", self._text)]

    @cached_property
    def _tags(self) -> dict[str, re.Match[str]]:
        """The first tag with each anchor, in lower case."""
        found: dict[str, re.Match[str]] = {}
        for tag in _TAG.finditer(self._text):
            for name in _ID.finditer(tag[0]):
                found.setdefault((name[1] or name[2] or name[3] or "").casefold(), tag)
        return found

    @cached_property
    def _titles(self) -> dict[str, tuple[int, int]]:
        """The letters of each heading's anchor and title, to the lines of the first section that has them."""
        found: dict[str, tuple[int, int]] = {}
        for node in self._sections:
            for letters in filter(None, (letters_of(node.anchor), letters_of(node.name))):
                found.setdefault(letters, (node.start_line, node.end_line))
        return found
