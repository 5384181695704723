"""Which lines an anchor of HTML names, now and when the page was indexed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Protocol

from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile

from .baseline import Baseline
from .headings import letters_of

_ID: Final = r"""<(?P<tag>[a-z][^\s/>]*)(?=[\s/])[^<>]*?\s(?:id|name)\s*=\s*(?:"{0}"|'{0}'|{0}(?=[\s/>]))[^<>]*>"""
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
    """The anchors of the pages of one tree."""

    def __init__(self, baseline: Baseline) -> None:
        self._baseline = baseline

    def now(self, source: SourceFile, name: str) -> tuple[int, int] | None:
        """From what has the anchor to the end of its section; None where nothing has it."""
        if self._baseline.sha256(source.path) == source.sha256:
            return self.before(source.path, name)
        return _lines_of(name, source.lines, parse(source).nodes)

    def before(self, path: str, name: str) -> tuple[int, int] | None:
        """The same when the page was indexed; None too for one that was not."""
        document, lines = self._baseline.structure.document(path), self._baseline.lines(path)
        if document is None or lines is None:
            return None
        return _lines_of(name, lines, self._baseline.structure.nodes_of(document.id))


def _lines_of(name: str, lines: Sequence[str], nodes: Sequence[_Node]) -> tuple[int, int] | None:
    sections = [node for node in nodes if node.kind == "heading"]
    text = "\n".join(lines)
    found = re.search(_ID.format(re.escape(name)), text, re.IGNORECASE)
    if found is None:  # a site may have made it of the title
        wanted = letters_of(name.removeprefix("user-content-"))
        spans = [
            (node.start_line, node.end_line)
            for node in sections
            if wanted and wanted in (letters_of(node.anchor), letters_of(node.name))
        ]
        return spans[0] if spans else None
    first = text.count("\n", 0, found.start()) + 1
    ahead = found.start() if _HEADING.match(found["tag"]) else None
    if ahead is None and (to_heading := _HEADING_NEXT.match(text, found.end())):
        ahead = to_heading.end()
    if ahead is not None:
        begin = text.count("\n", 0, ahead) + 1
        ends = [node.end_line for node in sections if node.start_line == begin]
    else:
        around = [node for node in sections if node.start_line <= first <= node.end_line]
        ends = [min(around, key=lambda node: node.end_line - node.start_line).end_line] if around else [len(lines)]
    return first, max([first, *ends])
