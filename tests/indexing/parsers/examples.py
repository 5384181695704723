"""Reads example files and shows a parsed document the way they write it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from citeline.model import PROSE_ENTITY_KINDS, Node, ParsedDocument, SourceFile


@dataclass(frozen=True, slots=True)
class Example:
    """One example: what it shows, its input and what is expected."""

    name: str
    given: str
    expected: str


def read_examples(path: Path) -> list[Example]:
    """The examples of a file: a name, a dot, the input, a dot, the expected text, a dot; other text is comment."""
    examples: list[Example] = []
    blocks = path.read_text(encoding="utf-8").split("\n.\n")
    for index in range(0, len(blocks) - 2, 3):
        name = blocks[index].strip().splitlines()[-1]
        examples.append(Example(name, blocks[index + 1], blocks[index + 2].rstrip("\n")))
    return examples


def source_of(text: str, path: str = "example.md") -> SourceFile:
    """A file with this text, as decoding would give it for LF lines."""
    lines = tuple(text.removesuffix("\n").split("\n")) if text else ()
    return SourceFile(path=path, lines=lines, sha256="0" * 64, size_bytes=len(text), mtime_ns=0)


def show(document: ParsedDocument, *, with_title: bool) -> str:
    """The tree with one node a line, then the references."""
    lines = [f"title: {document.title}"] if with_title else []
    if document.note:
        lines.append(f"note: {document.note}")
    depths: dict[int, int] = {}
    for position, node in enumerate(document.nodes):
        depths[position] = 0 if node.parent is None else depths[node.parent] + 1
        lines.append("  " * depths[position] + _show_node(node))
    for reference in document.references:
        qualifier = ""
        if reference.qualifier:
            qualifier = f' "{reference.qualifier}"' if reference.kind == "links_to" else f" of {reference.qualifier}"
        source = document.nodes[reference.source]
        place = source.qualified_name or source.name
        lines.append(f"-> {reference.kind} line {reference.line} {reference.target}{qualifier} from {place}")
    return "\n".join(lines)


def _show_node(node: Node) -> str:
    data = dict(node.data)
    if node.kind == "codeblock":
        # Shown where they say more than the name does.
        usual = {"language": node.name, "fence": "fenced", "info": node.name}
        data = {key: value for key, value in data.items() if usual.get(key) != value}
    parts = [
        f"{node.kind}{node.level or ''}",
        f"{node.start_line}-{node.end_line}",
        node.name,
        node.anchor,
        f"(page {node.page})" if node.page is not None else "",
        json.dumps(data, ensure_ascii=False) if data else "",
        f"= {node.docstring}" if node.docstring and node.kind in PROSE_ENTITY_KINDS else "",
    ]
    return " ".join(part for part in parts if part)
