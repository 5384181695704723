"""What a refresh takes out of an index, and what of it stays where it was: terms and points of chunks of code that the
changed file still has. In a file with a new function that is all but one or two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from citeline.model import Chunk, StoredChunk

from ..embedding.arrays import are_among, with_places
from ..embedding.sparse import DocumentTerms, count_terms, frequencies
from ..generations.documents import ReadDocument
from ..stores.structure_rows import file_point_id


class TermChange(NamedTuple):
    """What a document adds to the numbers of chunks and documents that hold each term, or takes from them."""

    ids: npt.NDArray[np.uint32]
    """Each once."""
    chunks: npt.NDArray[np.int32]
    documents: npt.NDArray[np.int32]


class Replaced:
    """Documents that go or are read again."""

    def __init__(self, removed: Mapping[str, int], chunks_of: Callable[[int], Sequence[StoredChunk]]) -> None:
        """`removed`: path to id; `chunks_of` a document says what was stored of it."""
        self._left = dict(removed)
        self._chunks_of = chunks_of
        self.kept: set[int] = set()
        """Points that stay as they are."""
        self.gone: list[int] = []
        """Points to remove."""

    def terms_of(self, read: ReadDocument) -> TermChange:
        """What a document that has been read changes; it may replace one."""
        document = self._left.pop(read.source.path, None)
        if document is None:
            return all_of(read.terms)
        before = self._stored(document)
        is_kept = [
            (known := before.get(identity)) is not None and _is_as_before(chunk, known, read)
            for identity, chunk in zip(read.chunk_ids, read.chunks, strict=True)
        ]
        kept = {identity for identity, stays in zip(read.chunk_ids, is_kept, strict=True) if stays}
        self._remove(read.source.path, before, kept)
        gone = [chunk for identity, chunk in before.items() if identity not in kept]
        return _difference(count_terms(read.source.path, gone), read.terms, np.array(is_kept, bool))

    def terms_of_the_rest(self) -> Iterator[TermChange]:
        """What documents change that nothing has replaced."""
        for path, document in self._left.items():
            before = self._stored(document)
            self._remove(path, before, set())
            ids, chunks, documents = all_of(count_terms(path, [*before.values()]))
            yield TermChange(ids, -chunks, -documents)
        self._left = {}

    def _stored(self, document: int) -> Mapping[int, StoredChunk]:
        return {chunk.id: chunk for chunk in self._chunks_of(document)}

    def _remove(self, path: str, before: Mapping[int, StoredChunk], kept: set[int]) -> None:
        self.kept |= kept
        self.gone += [identity for identity in before if identity not in kept]
        if before:
            self.gone.append(file_point_id(path))


def all_of(terms: DocumentTerms) -> TermChange:
    """What a new document adds."""
    ids, chunks = frequencies(terms)
    return TermChange(ids, chunks.astype(np.int32), np.ones(len(ids), np.int32))


def _is_as_before(chunk: Chunk, known: StoredChunk, read: ReadDocument) -> bool:
    """Whether all that a point is made of is the same; the id says so of path and text.

    Of code only: what is embedded of a table or of a page in place of its text is not stored.
    """
    return (
        chunk.kind == known.kind == "code"
        and not chunk.told
        and chunk.scope == known.scope
        and chunk.definitions == known.definitions
        and read.document.language == known.language
    )


def _difference(gone: DocumentTerms, read: DocumentTerms, is_kept: npt.NDArray[np.bool_]) -> TermChange:
    """From chunks that are gone beside those that are kept, to all that were read."""
    of_kept = np.repeat(is_kept, np.diff(read.starts))
    fresh, kept = read.ids[~of_kept], read.ids[of_kept]
    ids, place = with_places(np.concatenate([fresh, gone.ids]))
    chunks = np.bincount(place, np.repeat([1, -1], [len(fresh), len(gone.ids)]), len(ids)).astype(np.int32)
    is_kept_term = are_among(ids, kept)
    now, before = is_kept_term | are_among(ids, fresh), is_kept_term | are_among(ids, gone.ids)
    return TermChange(ids, chunks, now.astype(np.int32) - before)
