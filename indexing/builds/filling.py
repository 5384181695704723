"""Fills a generation: documents into the structure store, their vectors by way of the spool into the vector store."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import islice
from time import perf_counter
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from citeline.protocols import ProgressListener, VectorWriter

from ..embedding.arrays import with_places
from ..embedding.sparse import Averages
from ..generations.documents import ChunkVectors, ReadDocument
from ..generations.points import CHUNK_VECTOR, FILE_VECTOR, HEADER_VECTOR, Samples, points_of
from ..generations.spool import Spool, Spooled
from ..stores.structure_writer import StructureWriter
from .replaced import Replaced, TermChange, all_of

_EMBED_CHUNKS: Final = 512
"""Chunks embedded at once: two texts each, some 2 MB of them."""
_UPSERT_POINTS: Final = 1000
_TERMS_HELD: Final = 400_000
"""Term entries held before they are added up for the first time: 5 MB."""


Embed: TypeAlias = Callable[[Sequence[ReadDocument]], list[ChunkVectors]]
"""Makes the vectors of each document's chunks; may have to wait until its model is loaded."""


class TermTotals:
    """In how many chunks and documents each term occurs, over documents that come one by one.

    Millions of terms take 12 bytes each, and their numbers are of 32 bits.
    """

    def __init__(self) -> None:
        self._ids: npt.NDArray[np.uint32] = np.empty(0, np.uint32)
        """Ascending; with the numbers below what has been added up."""
        self._chunks: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._documents: npt.NDArray[np.int32] = np.empty(0, np.int32)
        self._new: list[TermChange] = []
        self._held = 0

    def add(self, change: TermChange) -> None:
        """Count what a document changes."""
        self._new.append(change)
        self._held += len(change.ids)
        # What is added up is copied when more comes: for so few documents at a time that would take too long.
        if self._held > max(_TERMS_HELD, len(self._ids) // 4):
            self._add_up()

    def totals(self) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Term ids, ascending, with their numbers of chunks and of documents."""
        self._add_up()
        return self._ids, self._chunks, self._documents

    def _add_up(self) -> None:
        if not self._new:
            return
        ids, place = with_places(np.concatenate([change.ids for change in self._new]))
        # Exact: sums of counts stay far below 2^53.
        chunks, documents = (
            np.bincount(place, np.concatenate(counts)).astype(np.int32)
            for counts in ([change.chunks for change in self._new], [change.documents for change in self._new])
        )
        self._new, self._held = [], 0
        at = np.searchsorted(self._ids, ids)
        known = at < len(self._ids)
        known[known] = self._ids[at[known]] == ids[known]
        self._chunks[at[known]] += chunks[known]
        self._documents[at[known]] += documents[known]
        fresh, before = ~known, at[~known]
        self._ids = np.insert(self._ids, before, ids[fresh])
        self._chunks = np.insert(self._chunks, before, chunks[fresh])
        self._documents = np.insert(self._documents, before, documents[fresh])


class Intake:
    """Takes documents in one by one: structure at once, vectors in batches into the spool."""

    def __init__(
        self,
        structure: StructureWriter,
        spool: Spool,
        embed: Embed,
        label: Callable[[str], str],
        replaced: Replaced | None = None,
    ) -> None:
        """`label` names the source that a path belongs to; `replaced` are the documents that were taken out."""
        self._structure = structure
        self._spool = spool
        self._embed = embed
        self._label = label
        self._replaced = replaced
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
            *(read.source, read.document, read.chunks, read.chunk_ids),
            source_label=self._label(read.source.path),
            uses=read.uses,
        )
        self._totals.add(self._replaced.terms_of(read) if self._replaced else all_of(read.terms))
        self._waiting.append(read)
        self._waiting_chunks += len(read.chunks)
        if self._waiting_chunks >= _EMBED_CHUNKS:
            self.embed_rest()

    def store_terms(self) -> None:
        """Store the term frequencies, when all documents are in: a refresh only those that differ."""
        for change in self._replaced.terms_of_the_rest() if self._replaced else ():
            self._totals.add(change)
        ids, chunks, documents = self._totals.totals()
        differ = (chunks != 0) | (documents != 0)
        if differ.any():
            self._structure.add_term_frequencies(ids[differ], chunks[differ], documents[differ])

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
    spool: Spool,
    vectors: VectorWriter,
    averages: Averages,
    progress: ProgressListener,
    *,
    kept: Collection[int] = (),
) -> dict[str, bytes]:
    """Move the spooled documents into the vector store, but for points that it has `kept`; a packed sample of each
    dense vector.
    """
    samples = Samples(
        {CHUNK_VECTOR: spool.chunk_count, HEADER_VECTOR: spool.chunk_count, FILE_VECTOR: spool.document_count}
    )
    points = (point for record in spool for point in points_of(record, averages) if point.id not in kept)
    total = spool.chunk_count + spool.document_count - len(kept)
    done = 0
    while batch := list(islice(points, _UPSERT_POINTS)):
        vectors.upsert(batch)
        for point in batch:
            samples.show(point)
        done += len(batch)
        progress("store", done, total)
    return samples.pack()
