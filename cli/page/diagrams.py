"""Diagrams that are written as Mermaid, drawn: with the extra `diagrams`, and as text alone without it."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache
from importlib.util import find_spec
from textwrap import dedent
from typing import Final

from citeline.errors import UsageError
from citeline.indexing.reader import Index
from citeline.model import StoredNode

_SECONDS: Final = 10
_DRAW: Final = """
import sys, mmdr
text = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(mmdr.render(text).png(width=1200, background="#ffffff"))
"""
_MERMAID: Final = "mermaid"
_FENCES: Final = ("```", "~~~", ":::")


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
    lines = index.structure.lines_of(node.document, node.start_line, node.end_line)
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
