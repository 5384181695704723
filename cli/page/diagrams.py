"""Diagrams that are written as Mermaid, drawn: with the extra `diagrams`, and as text alone without it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from textwrap import dedent
from typing import Final

from citeline.errors import UsageError
from citeline.indexing.reader import Index
from citeline.model import StoredChunk, StoredNode

_SECONDS: Final = 10
_DRAW: Final = """
import sys, mmdr
text = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(mmdr.render(text).png(width=1200, background="#ffffff"))
"""
_MERMAID: Final = "mermaid"
_FENCES: Final = ("```", "~~~", ":::")


def lines_of(chunks: Sequence[StoredChunk], low: int, high: int) -> list[str]:
    """The lines of a document from `low` to `high`, 1-based and inclusive; those in no chunk are blank."""
    lines = [""] * (high - low + 1)
    for chunk in chunks:
        if chunk.end_line < low or chunk.start_line > high:
            continue
        for number, text in enumerate(chunk.text.split("\n"), start=chunk.start_line):
            if low <= number <= min(high, chunk.end_line):
                lines[number - low] = text
    return lines


def can_draw() -> bool:
    """Whether the library that draws is installed."""
    return find_spec("mmdr") is not None


def diagram_at(index: Index, document: int, start: int, end: int) -> StoredNode | None:
    """The Mermaid block of a document that holds any of the lines."""
    blocks = (
        node
        for node in index.structure.nodes_of(document)
        if node.kind == "codeblock" and node.name.lower() == _MERMAID
    )
    return next((node for node in blocks if node.start_line <= end and start <= node.end_line), None)


def diagram_image(index: Index, path: str, line: int) -> bytes:
    """The diagram around a line as PNG.

    Raises UsageError where there is none, where it cannot be drawn, and without the extra `diagrams`.
    """
    document = index.structure.document(path)
    node = document and diagram_at(index, document.id, line, line)
    if not node:
        raise UsageError(f"{path!r} has no diagram at line {line}", remedy="use the links of the page")
    if not can_draw():
        raise UsageError("diagrams are not drawn here", remedy="pip install 'citeline[diagrams]'")
    lines = lines_of(index.structure.chunks_of([node.document]), node.start_line, node.end_line)
    inner = [line for line in dedent("\n".join(lines)).split("\n") if not line.startswith(_FENCES)]
    return _drawn("\n".join(inner))


@lru_cache(maxsize=32)
def _drawn(text: str) -> bytes:
    """In a process of its own: the library lets no other thread run while it draws, for seconds where much is drawn."""
    command = [sys.executable, "-I", "-c", _DRAW]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=_SECONDS, check=True)
    except subprocess.SubprocessError as error:
        raise UsageError("this diagram cannot be drawn", remedy="look at its text") from error
    return done.stdout
