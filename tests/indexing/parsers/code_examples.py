"""Reads and writes the examples in `code_examples/*.md`: a source, its outline and its references, each in a fence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from citeline.model import ParsedDocument

_FENCE = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


@dataclass(frozen=True, slots=True)
class CodeExample:
    """One source file and what is expected of it."""

    path: str
    source: str
    outline: str
    references: str


def read_code_example(file: Path) -> CodeExample:
    """The example in a file: the first fence is the source and says its path."""
    (_, path, source), *expected = _FENCE.findall(file.read_text(encoding="utf-8"))
    fences = {language: text for language, _, text in expected}
    return CodeExample(path, source, fences["outline"], fences["references"])


def show_outline(document: ParsedDocument) -> str:
    """`kind qualified.name start-end | signature`, indented by depth; documentation follows as `# …`."""
    lines: list[str] = []
    file = document.nodes[0]
    if document.note:
        lines.append(f"note: {document.note}")
    lines += [f"{key}: {value}" for key, value in file.data.items()]
    lines += [f"# {line}" for line in file.docstring.splitlines()]
    for node in document.nodes[1:]:
        indent = "  " * node.level
        extends = " (extends)" if "extends" in node.data else ""
        span = f"{node.start_line}-{node.end_line}"
        lines.append(f"{indent}{node.kind} {node.qualified_name} {span}{extends} | {node.signature}")
        lines += [f"{indent}  # {line}" for line in node.docstring.splitlines()]
    return "".join(f"{line}\n" for line in lines)


def show_references(document: ParsedDocument) -> str:
    """`kind line target of qualifier from qualified.name`, in order of lines; exports under another name."""
    lines: list[str] = []
    for reference in document.references:
        source = document.nodes[reference.source].qualified_name
        if not reference.target:
            lines.append(f"exports {reference.line} {reference.qualifier}")
            continue
        qualifier = f" of {reference.qualifier}" if reference.qualifier else ""
        origin = f" from {source}" if source else ""
        lines.append(f"{reference.kind} {reference.line} {reference.target}{qualifier}{origin}")
    return "".join(f"{line}\n" for line in lines)
