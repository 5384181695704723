"""Ids of chunks, from content: an edit elsewhere in the file leaves them as they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from citeline.model import Chunk

_POSITIVE: int = (1 << 63) - 1
"""SQLite and Qdrant both hold signed or unsigned 64-bit ids; 63 bits are safe in either."""


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
