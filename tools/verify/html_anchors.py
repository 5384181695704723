"""Which lines an anchor of HTML names, now and when the page was indexed, and which a heading of any document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Final, Protocol

from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile
from citeline.remembering import remembered

from .baseline import Baseline

_TAG: Final = re.compile(r"<([a-z][^\s/<>]*)(?=[\s/])[^<>]*>", re.IGNORECASE)
_ID: Final = re.compile(r"""\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+?)(?=\s|/?>))""", re.IGNORECASE)
_HEADING: Final = re.compile(r"h[1-6]$", re.IGNORECASE)
_HEADING_NEXT: Final = re.compile(r"(?:\s*+<(?!h[1-6]\b)[^<>]*+>){0,20}\s*+(?=<h[1-6]\b)", re.IGNORECASE)
"""From an element around a heading, or an empty one in front of it, to that heading."""
_LANGUAGES: Final = frozenset(["markdown", "html", "rst", "asciidoc"])
_WRITTEN: Final = re.compile(
    r"""\b(?:id|name)\s*=\s*["']?([^"'\s>]{1,200})|\{[^{}\n]{0,200}?\#([\w.:-]{1,200})|^\.\.\s_([^:\n]{1,200}):"""
    r"""|^\(([\w-]{1,200})\)=$|\[\[\#?([\w.:-]{1,200})(?:,[^\]]{0,200})?\]\]""",
    re.MULTILINE,
)
"""Anchors that a writer has set, in any of the languages."""
_LIKE: Final = 0.7
_ALWAYS: Final = frozenset(["top", "readme"])
"""What browsers and forges follow without an anchor."""


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
        self._pages: dict[tuple[str, str], _Page] = {}

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
        page = self._indexed(path)
        return page.lines_of(name) if page else None

    @remembered
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


class Headings:
    """The anchors of the files of one tree."""

    def __init__(self, baseline: Baseline) -> None:
        self._baseline = baseline
        self._known: dict[str, dict[str, str]] = {}

    def missing(self, source: SourceFile, anchor: str) -> tuple[str, ...] | None:
        """None when a heading has the anchor, or the file has none at all; else those most like it."""
        known = self._known.get(source.path)
        if known is None:
            known = self._known[source.path] = self._read(source)
        wanted = letters_of(anchor.partition(":~:")[0].removeprefix("user-content-"))
        if not known or not wanted or wanted in known or wanted in _ALWAYS:
            return None
        return tuple(f"#{known[near]}" for near in get_close_matches(wanted, known, 2, _LIKE))

    def _read(self, source: SourceFile) -> dict[str, str]:
        """Letters and digits of each anchor, to how it is written. Sites differ in the rest."""
        found: dict[str, str] = {}
        for text in _WRITTEN.findall(source.text):
            anchor = next(filter(None, text))
            found.setdefault(letters_of(anchor), anchor)
        for name, anchor in self._headings(source):
            found.setdefault(letters_of(anchor or name), anchor.removeprefix("#") or name)
            found.setdefault(letters_of(name), anchor.removeprefix("#") or name)
        return found

    def _headings(self, source: SourceFile) -> list[tuple[str, str]]:
        document = self._baseline.structure.document(source.path)
        if document is not None and document.sha256 == source.sha256:
            nodes = self._baseline.structure.nodes_of(document.id)
            return [(node.name, node.anchor) for node in nodes if node.kind == "heading" or node.anchor]
        return [(node.name, node.anchor) for node in parse(source).nodes if node.kind == "heading" or node.anchor]


def is_page(path: str) -> bool:
    """Whether a link may lead to a heading of the file."""
    return language_of(path) in _LANGUAGES


def letters_of(text: str) -> str:
    """Letters and digits in lower case: sites differ in the rest of an anchor."""
    return "".join(filter(str.isalnum, text.casefold()))
