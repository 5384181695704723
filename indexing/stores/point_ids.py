"""Ids of the points of whole files; those of chunks come from their content (`chunking.ids`)."""

from __future__ import annotations

from hashlib import blake2b


def file_point_id(path: str) -> int:
    """Id of a file's point; 63 bits, like the ids of chunks."""
    digest = blake2b(b"file\0" + path.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
