"""Small documents for chunking tests, without a parser: indentation stands for the tree."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from citeline.model import Format, Node, NodeKind, ParsedDocument, SourceFile

_DEFINITION = re.compile(r"(\s*)(class|def|field) (\w+)")
_KINDS: dict[str, NodeKind] = {"class": "class", "def": "function", "field": "field"}


def source_of(text: str, path: str = "pkg/example.py") -> SourceFile:
    """A file with this text; its lines end as editors end them."""
    lines = re.split(r"\r\n|\n|\r", text)
    if not lines[-1]:
        lines.pop()
    return SourceFile(path=path, lines=tuple(lines), sha256="0" * 64, size_bytes=len(text), mtime_ns=0)


def document_of(source: SourceFile, format_: Format = "code") -> ParsedDocument:
    """The tree of lines such as `class A`, `def f` and `field x`: each owns the deeper lines below it."""
    nodes = [Node("file", PurePosixPath(source.path).name, "", 1, max(1, len(source.lines)), None)]
    open_: list[tuple[int, int]] = []
    for number, line in enumerate(source.lines, start=1):
        match = _DEFINITION.match(line)
        if match is None:
            continue
        indent = len(match[1])
        while open_ and open_[-1][0] >= indent:
            open_.pop()
        parent = open_[-1][1] if open_ else 0
        prefix = f"{nodes[parent].qualified_name}." if parent else ""
        end = _end(source.lines, number, indent)
        nodes.append(Node(_KINDS[match[2]], match[3], prefix + match[3], number, end, parent, level=len(open_)))
        open_.append((indent, len(nodes) - 1))
    return ParsedDocument(source.path, format_, "python", nodes[0].name, tuple(nodes))


def _end(lines: tuple[str, ...], start: int, indent: int) -> int:
    end = start
    for number in range(start + 1, len(lines) + 1):
        line = lines[number - 1]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        if line.strip():
            end = number
    return end
