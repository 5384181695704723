"""Fills a generation: documents into the structure store, their vectors by way of the spool into the vector store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from time import perf_counter
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from citeline.model import Chunk, StoredChunk
from citeline.protocols import ProgressListener, VectorWriter

from ..embedding.sparse import Averages, DocumentTerms, count_terms, frequencies
from ..generations.documents import ChunkVectors, ReadDocument
from ..generations.points import CHUNK_VECTOR, FILE_VECTOR, HEADER_VECTOR, Samples, points_of
from ..generations.spool import Spool, Spooled
from ..stores.structure_writer import StructureWriter

_EMBED_CHUNKS: Final = 512
"""Chunks embedded at once: two texts each, some 2 MB of them."""
_UPSERT_POINTS: Final = 1000
_TERMS_HELD: Final = 400_000
"""Term entries held before they are added up for the first time: 5 MB."""


Embed: TypeAlias = Callable[[Sequence[ReadDocument]], list[ChunkVectors]]
"""Makes the vectors of each document's chunks; may have to wait until its model is loaded."""


class TermTotals:
    """In how many chunks and documents each term occurs, over documents that come one by one."""

    def __init__(self) -> None:
        self._ids: list[npt.NDArray[np.uint32]] = []
        self._chunks: list[npt.NDArray[np.int64]] = []
        self._documents: list[npt.NDArray[np.int64]] = []
        self._held = 0
        self._most = _TERMS_HELD

    def add(self, terms: DocumentTerms) -> None:
        """Count a document in."""
        ids, chunks = frequencies(terms)
        self._hold(ids, chunks, np.ones(len(ids), np.int64))
        if self._held > self._most:
            self._hold(*self._reduce())
            # What is added up stays held: unless as much again may come, it is sorted anew for each document.
            self._most = _TERMS_HELD + 2 * self._held

    def totals(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Term ids, ascending, with their numbers of chunks and of documents."""
        return self._reduce()

    def _hold(
        self, ids: npt.NDArray[np.uint32], chunks: npt.NDArray[np.int64], documents: npt.NDArray[np.int64]
    ) -> None:
        self._ids.append(ids)
        self._chunks.append(chunks)
        self._documents.append(documents)
        self._held += len(ids)

    def _reduce(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        if not self._ids:
            return np.empty(0, np.uint32), np.empty(0, np.int64), np.empty(0, np.int64)
        ids, place = np.unique(np.concatenate(self._ids), return_inverse=True)
        # Exact: sums of counts stay far below 2^53.
        chunks = np.bincount(place, np.concatenate(self._chunks), len(ids)).astype(np.int64)
        documents = np.bincount(place, np.concatenate(self._documents), len(ids)).astype(np.int64)
        self._ids, self._chunks, self._documents, self._held = [], [], [], 0
        return ids, chunks, documents


def terms_of_stored(path: str, chunks: Iterable[StoredChunk]) -> DocumentTerms:
    """The terms that a stored document was counted with: what must be subtracted when it goes."""
    again = [
        Chunk(
            kind=stored.kind,
            start_line=stored.start_line,
            end_line=stored.end_line,
            text=stored.text,
            breadcrumb=stored.breadcrumb,
            scope=stored.scope,
            node=0,
            definitions=stored.definitions,
        )
        for stored in chunks
    ]
    return count_terms(path, again)


class Intake:
    """Takes documents in one by one: structure at once, vectors in batches into the spool."""

    def __init__(self, structure: StructureWriter, spool: Spool, embed: Embed, label: Callable[[str], str]) -> None:
        """`label` names the source that a path belongs to."""
        self._structure = structure
        self._spool = spool
        self._embed = embed
        self._label = label
        self._waiting: list[ReadDocument] = []
        self._waiting_chunks = 0
        self._totals = TermTotals()
        self.model = ""
        """Name of the embedder; empty while there are no vectors."""
        self.dimension = 0
        self.embed_s = 0.0
        """Seconds spent embedding, or waiting for it."""

    def take(self, read: ReadDocument) -> None:
        """Store a document; its vectors follow at the latest with `embed_rest`."""
        self._structure.add_document(
            read.source, read.document, read.chunks, read.chunk_ids, source_label=self._label(read.source.path)
        )
        self._totals.add(read.terms)
        self._waiting.append(read)
        self._waiting_chunks += len(read.chunks)
        if self._waiting_chunks >= _EMBED_CHUNKS:
            self.embed_rest()

    def store_terms(self) -> None:
        """Store the term frequencies, when all documents are in."""
        ids, chunks, documents = self._totals.totals()
        if len(ids):
            self._structure.add_term_frequencies(ids, chunks, documents)

    def embed_rest(self) -> None:
        """Embed what waits; needs nothing of the structure store, so it may run in another thread than it."""
        batch, self._waiting, self._waiting_chunks = self._waiting, [], 0
        if not batch:
            return
        started = perf_counter()
        vectors = self._embed(batch)
        self.embed_s += perf_counter() - started
        for read, of_read in zip(batch, vectors, strict=True):
            self._spool_up(read, of_read)

    def _spool_up(self, read: ReadDocument, vectors: ChunkVectors) -> None:
        self.model, self.dimension = vectors.model, vectors.dense.shape[1]
        self._spool.add(
            Spooled(
                path=read.source.path,
                source=self._label(read.source.path),
                language=read.document.language,
                chunk_ids=read.chunk_ids,
                kinds=tuple(chunk.kind for chunk in read.chunks),
                dense=vectors.dense,
                header=vectors.header,
                terms=read.terms,
            )
        )


def store_points(
    spool: Spool, vectors: VectorWriter, averages: Averages, progress: ProgressListener
) -> dict[str, bytes]:
    """Move the spooled documents into the vector store; a packed sample of each dense vector."""
    samples = Samples(
        {CHUNK_VECTOR: spool.chunk_count, HEADER_VECTOR: spool.chunk_count, FILE_VECTOR: spool.document_count}
    )
    points = (point for record in spool for point in points_of(record, averages))
    total = spool.chunk_count + spool.document_count
    done = 0
    while batch := list(islice(points, _UPSERT_POINTS)):
        vectors.upsert(batch)
        for point in batch:
            samples.show(point)
        done += len(batch)
        progress("store", done, total)
    return samples.pack()
