"""Turns spooled documents into points of the vector store, and keeps evenly spaced samples of their vectors.

A chunk's point carries `dense`, `header` and `bm25`; a file's point carries `file` and `file_bm25`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from math import ceil
from typing import Final

import numpy as np
import zstandard

from citeline.protocols import FloatMatrix, FloatVector, Point, VectorSpec

from ..embedding.arrays import distinct
from ..embedding.sparse import Averages, encode_chunks, encode_file
from ..stores.structure_rows import file_point_id
from .documents import HalfMatrix
from .spool import Spooled

CHUNK_VECTOR: Final = "dense"
HEADER_VECTOR: Final = "header"
FILE_VECTOR: Final = "file"
CHUNK_TERMS: Final = "bm25"
FILE_TERMS: Final = "file_bm25"
TERMS: Final = (CHUNK_TERMS, FILE_TERMS)
SAMPLE_SIZE: Final = 512
"""Medians of cosines over this many of any number of vectors differ from those over all by less than 0.01."""
_TOGETHER: Final = 2_000
"""Chunks whose vectors are made at once: all those of a table of 500,000 rows took 20 MB more."""
_COUNT: Final = struct.Struct("<I")
_LEVELS: Final = 5
"""Steps up and down from nothing to the largest number of a row."""
_LEAST: Final = 1e-4
"""No row has a smaller step, which half precision still tells from nothing."""
_FASTEST: Final = 1
"""Level of compression: the numbers repeat nothing, and a higher one that looks for repetitions makes them longer."""


def vector_spec(dimension: int) -> VectorSpec:
    """The named vectors of every collection."""
    return VectorSpec(
        dense={CHUNK_VECTOR: dimension, HEADER_VECTOR: dimension, FILE_VECTOR: dimension},
        sparse=TERMS,
    )


def points_of(record: Spooled, averages: Averages) -> Iterator[Point]:
    """The points of a document: its chunks in order, then the file."""
    facts = {"path": record.path, "language": record.language, "source": record.source}
    for first in range(0, len(record.chunk_ids), _TOGETHER):
        some = slice(first, first + _TOGETHER)
        dense, header = record.dense[some].astype(np.float32), record.header[some].astype(np.float32)
        sparse = encode_chunks(record.terms.part(first, min(some.stop, len(record.chunk_ids))), averages)
        for place, identity in enumerate(record.chunk_ids[some]):
            yield Point(
                id=identity,
                dense={CHUNK_VECTOR: dense[place], HEADER_VECTOR: header[place]},
                sparse={CHUNK_TERMS: sparse[place]},
                payload={**facts, "kind": record.kinds[first + place]},
            )
    if record.chunk_ids:
        mean = file_vector(record.dense)
        yield Point(
            id=file_point_id(record.path),
            dense={} if mean is None else {FILE_VECTOR: mean},
            sparse={FILE_TERMS: encode_file(record.terms, averages)},
            payload={**facts, "kind": "file"},
        )


def file_vector(dense: FloatMatrix | HalfMatrix) -> FloatVector | None:
    """Mean of the chunks' vectors at unit length; None in the rare case that they cancel out."""
    mean: FloatVector = dense.mean(axis=0, dtype=np.float32)
    length = float(np.linalg.norm(mean))
    return mean / np.float32(length) if length > 0 else None


class Samples:
    """Evenly spaced rows of each dense vector, out of as many as are announced."""

    def __init__(self, totals: Mapping[str, int]) -> None:
        """`totals`: name of a vector to how many of it will be shown."""
        self._wanted = {
            name: iter(distinct(np.linspace(0, total - 1, sample_size(total)).astype(int)).tolist())
            for name, total in totals.items()
        }
        self._next = {name: next(places, None) for name, places in self._wanted.items()}
        self._seen = dict.fromkeys(totals, 0)
        self._rows: dict[str, list[FloatVector]] = {name: [] for name in totals}

    def show(self, point: Point) -> None:
        """Keep the point's vectors whose turn it is."""
        for name, vector in point.dense.items():
            if self._next[name] == self._seen[name]:
                self._rows[name].append(vector.copy())  # a view keeps the vectors of all chunks made with it
                self._next[name] = next(self._wanted[name], None)
            self._seen[name] += 1

    def pack(self) -> dict[str, bytes]:
        """Name of a vector to its sample, for the structure store's meta table."""
        return {name: pack_sample(np.array(rows)) for name, rows in self._rows.items() if rows}


def sample_size(total: int) -> int:
    """So many of `total` vectors tell their median as surely as `SAMPLE_SIZE` tell that of any number.

    Of few vectors fewer do, for the rest is small too: the correction for finite populations (Cochran 1977, 4.2).
    """
    return ceil(total * SAMPLE_SIZE / (total + SAMPLE_SIZE))


def sample_key(name: str) -> str:
    """Where the sample of a vector lies in the meta table."""
    return f"sample:{name}"


def pack_sample(rows: FloatMatrix) -> bytes:
    """The rows in eleven steps a number, compressed to three bits, behind the size of a step in each row.

    Medians of cosines with it differ by .005 at most from those with eight bits, which were a tenth of a small index.
    """
    steps = np.maximum(np.abs(rows).max(axis=1, keepdims=True) / _LEVELS, _LEAST).astype(np.float16)
    numbers = np.rint(rows / steps).astype(np.int8)
    return _COUNT.pack(len(rows)) + zstandard.compress(steps.tobytes() + numbers.tobytes(), _FASTEST)


def unpack_sample(stored: bytes) -> FloatMatrix:
    """Inverse of `pack_sample` for rows of unit length, up to rounding; a row of nothing stays one."""
    (count,) = _COUNT.unpack_from(stored)
    data = zstandard.decompress(stored[_COUNT.size :])
    steps = np.frombuffer(data, np.float16, count)
    numbers = np.frombuffer(data, np.int8, offset=steps.nbytes).reshape(count, -1)
    rows: FloatMatrix = numbers.astype(np.float32) * steps.astype(np.float32)[:, None]
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), np.float32(_LEAST))
    return rows
