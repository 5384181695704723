"""Finds the diagrams of a parsed document: its blocks in one of the languages, or the file itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import unescape
from pathlib import PurePosixPath
from typing import Final, TypeAlias

from citeline.model import Node, ParsedDocument, SourceFile

from .diagram import Diagram

_Reader: TypeAlias = Callable[[Sequence[tuple[int, str]]], Diagram | None]


def _mermaid(lines: Sequence[tuple[int, str]]) -> Diagram | None:
    from .mermaid import read_mermaid  # its patterns take as long to compile as ten files to read

    return read_mermaid(lines)


def _plantuml(lines: Sequence[tuple[int, str]]) -> Diagram | None:
    from .plantuml import read_plantuml

    return read_plantuml(lines)


_LANGUAGES: Final[Mapping[str, _Reader]] = {
    "mermaid": _mermaid,
    "plantuml": _plantuml,
    "puml": _plantuml,
    "uml": _plantuml,
}
_SUFFIXES: Final = {
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
    ".puml": "plantuml",
    ".plantuml": "plantuml",
    ".pu": "plantuml",
    ".iuml": "plantuml",
    ".wsd": "plantuml",
}
_BEFORE: Final = re.compile(r"[ \t>]*")
_FENCE: Final = re.compile(r"(?:`{3,}|~{3,}|-{4,}|\.{4,}|:::|\.\. \w|:\w+:)|\[(?:plantuml|mermaid)")
_NAMED: Final = re.compile(r"(?:\[|<pre\b[^>]*\bclass=[\"'])(mermaid|plantuml|uml)\b", re.IGNORECASE)
_OUTSIDE: Final = re.compile(r"^.*(?=<pre\b)|(?<=</pre>).*$", re.IGNORECASE)
"""What stands on the same line as the borders of a block of HTML."""
_TAG: Final = re.compile(r"</?(?:pre|code|div|html|body|h\d|p)\b[^<>]*>", re.IGNORECASE)
_LONGEST: Final = 2_000
_TITLE: Final = re.compile(r"\s*(?:title:?|accTitle\s*:)\s+(.+)", re.IGNORECASE)


def with_diagrams(source: SourceFile, document: ParsedDocument) -> ParsedDocument:
    """The document with what its diagrams draw in the data of their nodes."""
    language = _SUFFIXES.get(PurePosixPath(source.path).suffix.lower())
    if language is not None:
        return _whole(source, document, language)
    if not any(node.kind == "codeblock" for node in document.nodes):
        return document
    is_html = document.language == "html"
    return replace(document, nodes=tuple(_read(source, node, is_html=is_html) for node in document.nodes))


def _whole(source: SourceFile, document: ParsedDocument, language: str) -> ParsedDocument:
    """A file that is one diagram: a block from its first to its last line."""
    data = {"language": language, "fence": "file", "info": language, "code": source.text}
    block = Node("codeblock", language, language, 1, max(1, len(source.lines)), parent=0, data=data)
    title = next((found[1].strip() for line in source.lines if (found := _TITLE.match(line))), document.title)
    return replace(document, title=title, nodes=(document.nodes[0], _read(source, block)))


def _read(source: SourceFile, node: Node, *, is_html: bool = False) -> Node:
    read = _LANGUAGES.get(_language(source, node)) if node.kind == "codeblock" else None
    if read is None:
        return node
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(source.lines[node.start_line - 1 : node.end_line], start=node.start_line):
        inner = unescape(_TAG.sub("", _OUTSIDE.sub("", line))) if is_html else _BEFORE.sub("", line, count=1)
        if len(inner) <= _LONGEST and not _FENCE.match(inner):
            lines.append((number, inner))
    diagram = read(lines)
    return node if diagram is None else replace(node, data={**node.data, **diagram.data})


def _language(source: SourceFile, node: Node) -> str:
    """Of a block; where it names none, the line above it may, its tag, or how it begins."""
    if node.name:
        return node.name
    above, first, second = (source.lines[at : at + 1] or ("",) for at in _around(node))
    if found := _NAMED.match(above[0]) or _NAMED.search(first[0]):
        return found[1].lower()
    return "plantuml" if "@startuml" in (first[0].strip(), second[0].strip()) else ""


def _around(node: Node) -> tuple[int, int, int]:
    """Positions of the line above a block, and of its first two."""
    start = node.start_line - 1
    return max(start - 1, 0), start, start + 1
