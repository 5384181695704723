"""The texts of chunks, compressed: some chunks of a document, one after the other, are a row of `texts`.

Alone, chunks would take half as much again; all of a document together hardly less, and one of them could not be read
without the others. Names and scopes that they repeat cost nothing beside the text that has them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import zstandard

from citeline.model import Chunk

from .text_columns import names_to_column, to_column

_AT_ONCE: Final = 16
"""Chunks of a row: 14 kB of code, which are read in 20 µs."""
_ROWS_OF_DOCUMENT: Final = 1 << 20
_LEVEL: Final = 6


class ChunkTexts(NamedTuple):
    """What is kept of a chunk in words, each as a column in UTF-8 (`text_columns`)."""

    text: bytes
    breadcrumb: bytes
    scope: bytes
    definitions: bytes


def row_of(document: int, place: int) -> int:
    """Id of the row that has the texts of a document's chunk."""
    return document * _ROWS_OF_DOCUMENT + place // _AT_ONCE


def place_in_row(place: int) -> int:
    """Which of the chunks of its row a document's chunk is."""
    return place % _AT_ONCE


class TextPacker:
    """Makes rows; not for several threads."""

    def __init__(self) -> None:
        self._compressor = zstandard.ZstdCompressor(_LEVEL)

    def rows(self, document: int, chunks: Sequence[Chunk]) -> list[tuple[int, int, bytes]]:
        """Rows of `texts` for all chunks of a document."""
        return [
            (row_of(document, start), document, self._packed(chunks[start : start + _AT_ONCE]))
            for start in range(0, len(chunks), _AT_ONCE)
        ]

    def _packed(self, chunks: Sequence[Chunk]) -> bytes:
        texts = [
            (
                *(to_column(chunk.text), to_column(chunk.breadcrumb)),
                *(to_column(chunk.scope), names_to_column(chunk.definitions)),
            )
            for chunk in chunks
        ]
        # Like beside like: a repetition is found sooner.
        parts = [part.encode() for column in zip(*texts, strict=True) for part in column]
        lengths = struct.pack(f"<{len(parts) + 1}I", len(chunks), *map(len, parts))
        return self._compressor.compress(lengths + b"".join(parts))


def unpack(bodies: Iterable[bytes]) -> Iterator[list[ChunkTexts]]:
    """The chunks of each row. Raises ValueError on what is no such row."""
    decompressor = zstandard.ZstdDecompressor()
    for body in bodies:
        try:
            data = decompressor.decompress(body)
            (count,) = struct.unpack_from("<I", data)
            columns = len(ChunkTexts._fields)
            lengths = struct.unpack_from(f"<{count * columns}I", data, 4)
        except (zstandard.ZstdError, struct.error) as error:
            raise ValueError(f"texts cannot be read: {error}") from error
        parts: list[bytes] = []
        start = 4 + 4 * len(lengths)
        if start + sum(lengths) != len(data):
            raise ValueError(f"texts cannot be read: {len(data)} bytes instead of {start + sum(lengths)}")
        str(memoryview(data)[start:], "utf-8")  # whoever decodes a part later could only say that, not what is damaged
        for length in lengths:
            parts.append(data[start : start + length])
            start += length
        yield [ChunkTexts(*parts[place::count]) for place in range(count)]
