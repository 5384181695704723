"""Small parsed documents for tests of the structure store."""

from __future__ import annotations

import hashlib

from citeline.model import Chunk, Node, ParsedDocument, Reference, SourceFile


def python_file(
    path: str, functions: tuple[str, ...], calls: tuple[str, ...] = ()
) -> tuple[SourceFile, ParsedDocument, list[Chunk]]:
    """A module with one three-line function after the other, and one chunk for each."""
    lines = tuple(line for name in functions for line in (f"def {name}():", "    return 1", ""))
    text = "\n".join(lines)
    source = SourceFile(path, lines, hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(), len(text), 1_000_000)
    nodes = [Node("file", path.rsplit("/", 1)[-1], "", 1, max(1, len(lines)), None)]
    chunks: list[Chunk] = []
    for place, name in enumerate(functions):
        start = 3 * place + 1
        nodes.append(Node("function", name, name, start, start + 1, 0, signature=f"def {name}()", docstring="Doc."))
        chunks.append(
            Chunk("code", start, start + 1, source.slice(start, start + 1), f"{path} › {name}", "", place + 1, (name,))
        )
    references = tuple(Reference(1, "calls", target, 2) for target in calls) if functions else ()
    document = ParsedDocument(path, "code", "python", path, tuple(nodes), references, frozenset(functions))
    return source, document, chunks
