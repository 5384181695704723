"""The points of one huge document are made piece by piece."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence

import numpy as np
import pytest

from citeline.indexing.builds import file_reader
from citeline.indexing.embedding import dense
from citeline.indexing.embedding.sparse import Averages, DocumentTerms, encode_chunks
from citeline.indexing.generations.points import Samples, points_of
from citeline.indexing.generations.spool import Spooled
from citeline.protocols import FloatMatrix, Point

_CHUNKS, _TERMS, _DIMENSION = 12_000, 80, 8


def _terms() -> DocumentTerms:
    """Of rows with a number of their own each."""
    shape = (_CHUNKS, _TERMS)
    ids = np.arange(_CHUNKS * _TERMS, dtype=np.uint32) * 3
    counts = (ids % 5).astype(np.uint16)
    lengths = np.full(_CHUNKS, _TERMS, np.uint32)
    starts = np.arange(_CHUNKS + 1, dtype=np.uint32) * shape[1]
    return DocumentTerms(starts, ids, np.stack([counts] * 4), np.stack([lengths] * 3))


def test_the_points_of_a_table_of_a_million_rows_take_little_more_than_the_table() -> None:
    """All its sparse vectors and long arrays of places were made at once: 35 of 278 MB for 20 MB of a CSV."""
    half = np.ones((_CHUNKS, _DIMENSION), np.float16)
    record = Spooled("a.csv", "", "csv", tuple(range(1, _CHUNKS + 1)), ("table",) * _CHUNKS, half, half, _terms())
    made = 0
    tracemalloc.start()
    try:
        for _ in points_of(record, Averages()):
            made += 1
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert made == _CHUNKS + 1
    assert peak < 64 * _CHUNKS * _TERMS, f"{peak / (_CHUNKS * _TERMS):.0f} bytes for each term of a row"


def test_vectors_of_a_part_are_those_of_the_whole() -> None:
    terms = _terms()
    whole = encode_chunks(terms, Averages(body=50.0))
    parts = [
        one for first in (0, 5_000) for one in encode_chunks(terms.part(first, first + 5_000), Averages(body=50.0))
    ]
    assert all(
        np.array_equal(one.indices, other.indices) and np.array_equal(one.values, other.values)
        for one, other in zip(parts, whole[:10_000], strict=True)
    )


def test_samples_keep_no_more_than_their_own_rows() -> None:
    """A row that is a view kept those of 2,000 chunks: 60 MB for a text of 100 MB."""
    samples = Samples({"dense": 2_000})
    tracemalloc.start()
    try:
        for _ in range(20):
            for row in np.ones((100, 1_000), np.float32):
                samples.show(Point(1, {"dense": row}, {}, {}))
        held = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert held < 3_000_000, f"{held:,} bytes for 408 rows of 4,000"


class _Numbered:
    name, dimension = "numbered", 4

    def __init__(self) -> None:
        self.most = 0

    def embed(self, texts: Sequence[str]) -> FloatMatrix:
        self.most = max(self.most, len(texts))
        return np.repeat(np.array([[float(text)] for text in texts], np.float32), self.dimension, axis=1)


def test_texts_of_a_huge_file_are_embedded_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 60,000 at once took 120 MB in single precision."""
    embedder = _Numbered()
    monkeypatch.setattr(dense, "the_embedder", lambda _: embedder)
    monkeypatch.setattr(file_reader, "_TEXTS", 100)
    name, rows = file_reader.TextEmbedder("numbered")([str(number) for number in range(250)])
    assert (name, rows.shape, embedder.most) == ("numbered", (250, 4), 100)
    assert rows.dtype == np.float16
    assert rows[:, 0].tolist() == [*range(250)]
    assert file_reader.TextEmbedder("numbered")([])[1].shape == (0, 4)
