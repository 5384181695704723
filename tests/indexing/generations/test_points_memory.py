"""The points of one huge document are made piece by piece."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterable, Sequence

import numpy as np
import pytest

from citeline.indexing.builds import file_reader
from citeline.indexing.embedding import dense
from citeline.indexing.embedding.sparse import Averages, DocumentTerms, encode_chunks
from citeline.indexing.generations import documents
from citeline.indexing.generations.points import Samples, points_of
from citeline.indexing.generations.spool import Spooled
from citeline.model import Chunk, ParsedDocument, SourceFile
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


def test_texts_of_a_huge_file_are_made_and_embedded_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 60,000 at once took 50 MB, and 120 MB in single precision."""
    embedder = _Numbered()
    monkeypatch.setattr(dense, "the_embedder", lambda _: embedder)
    monkeypatch.setattr(documents, "embedded_text", lambda _, chunk: chunk.text)
    monkeypatch.setattr(documents, "header_text", lambda _, chunk: f"-{chunk.text}")
    monkeypatch.setattr(documents, "_TEXTS", 100)
    embed = file_reader.TextEmbedder("numbered")
    reads = [_read("a.txt", range(3)), _read("b.txt", range(3, 130)), _read("c.txt", ())]
    vectors = documents.embed_chunks(reads, embed)
    assert embedder.most == 100
    assert [one.dense[:, 0].tolist() for one in vectors] == [[*range(3)], [*range(3, 130)], []]
    assert [one.header[:, 0].tolist() for one in vectors] == [[-n for n in range(3)], [-n for n in range(3, 130)], []]
    assert {(one.model, one.dense.dtype.name, one.dense.shape[1]) for one in vectors} == {("numbered", "float16", 4)}
    assert documents.embed_chunks([_read("c.txt", ())], embed)[0].dense.shape == (0, 4)


def _read(path: str, numbers: Iterable[int]) -> documents.ReadDocument:
    chunks = tuple(Chunk("prose", 1, 1, str(number), "", "", 0, ()) for number in numbers)
    source = SourceFile(path, (), "", 0, 0)
    document = ParsedDocument(path=path, format="prose", language="text", title="", nodes=())
    return documents.ReadDocument(source, document, chunks, (), _terms(), None)
