"""From a file and its tree to chunks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final

from citeline.model import Chunk, ParsedDocument, SourceFile

from .blocks import build_blocks
from .budgets import BUDGETS
from .labels import Labeller
from .line_table import LineTable
from .spans import Splitter

_PATH_BITS: Final = 24
_TEXT_BITS: Final = 39
"""SQLite and Qdrant both hold signed or unsigned 64-bit ids; 63 bits are safe in either. Those of the path come first:
so the chunks of a file lie side by side in the store, on fuller pages. Two chunks of one number are as unlikely as with
one hash of everything."""


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
    of_path = _hashed(path, _PATH_BITS) << _TEXT_BITS
    for piece in chunks:
        occurrence = seen[piece.text]
        seen[piece.text] += 1
        # NUL cannot occur in a path, so no two (path, text) pairs are joined to the same bytes.
        ids.append(of_path | _hashed(f"{path}\0{occurrence}\0{piece.text}", _TEXT_BITS))
    return ids


def _hashed(text: str, bits: int) -> int:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") & ((1 << bits) - 1)
