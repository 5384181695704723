"""From a file and its tree to chunks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from citeline.model import Chunk, ParsedDocument, SourceFile

from .blocks import build_blocks
from .budgets import BUDGETS
from .labels import Labeller
from .line_table import LineTable
from .spans import Splitter

_POSITIVE: int = (1 << 63) - 1
"""SQLite and Qdrant both hold signed or unsigned 64-bit ids; 63 bits are safe in either."""


def chunk(source: SourceFile, document: ParsedDocument) -> list[Chunk]:
    """The file's chunks in order; together they hold every non-blank line once, and no other line but blank ones.

    A wrong tree (spans outside the file, overlapping siblings) gives worse borders, never a lost line.
    """
    table = LineTable(source.lines, BUDGETS[document.format])
    root = build_blocks(source.lines, document)
    label = Labeller(source, document, root, table)
    return [label(start, end) for start, end in Splitter(table, document.format).spans(root)]


def chunk_ids(path: str, chunks: Sequence[Chunk]) -> list[int]:
    """One id a chunk, in order; equal texts in one file differ by the number of their occurrence."""
    seen: Counter[str] = Counter()
    ids: list[int] = []
    for piece in chunks:
        occurrence = seen[piece.text]
        seen[piece.text] += 1
        # NUL cannot occur in a path, so no two (path, text) pairs are joined to the same bytes.
        key = f"{path}\0{occurrence}\0{piece.text}".encode("utf-8", "surrogatepass")
        ids.append(int.from_bytes(blake2b(key, digest_size=8).digest(), "big") & _POSITIVE)
    return ids
