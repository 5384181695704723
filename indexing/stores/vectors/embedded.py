"""The vectors of a generation in files of its folder: dense ones in the engine, terms in postings of our own."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Self

from citeline.protocols import FloatVector, Found, Point, SparseVector, VectorFilter, VectorSpec

from .best_first import NOTHING
from .edge import EdgeStore
from .postings import Postings, PostingsWriter
from .vector_checks import check_points, check_sparse_query

TOGETHER: Final = 500
"""Below so many points one store takes all of them: each has twenty files to make, to sync and to open, and a row in
each matrix is nothing.
"""


class EmbeddedVectors:
    """A `VectorStore`. Chunks and files have a store each where they are many, because the engine keeps a row for each
    point in the matrix of each vector, also for points that have none.
    """

    def __init__(self, dense: Sequence[EdgeStore], terms: Mapping[str, Postings | PostingsWriter]) -> None:
        """What has no dense vector goes into the first store, where it is counted."""
        self._dense = dense
        self._terms = dict(terms)
        self._spec = VectorSpec({name: size for one in dense for name, size in one.spec.items()}, tuple(terms))

    @classmethod
    def create(
        cls, folders: Sequence[Path], dense: Sequence[Mapping[str, int]], terms: Sequence[str], points: Sequence[int]
    ) -> Self:
        """An empty store in folders for the vectors of chunks, of files, and for terms. `dense`: names and sizes of the
        vectors of chunks, then of files; `points`: about how many of each.
        """
        *places, of_terms = folders
        if sum(points) < TOGETHER:
            dense = [{name: size for one in dense for name, size in one.items()}]
            places, points = places[:1], [sum(points)]
        planned = zip(places, dense, points, strict=True)
        stores = [EdgeStore.create(place, spec, points=count) for place, spec, count in planned]
        return cls(stores, {name: PostingsWriter(of_terms / name) for name in terms})

    @classmethod
    def open(
        cls, folders: Sequence[Path], dense: Sequence[Collection[str]], terms: Sequence[str], *, private: bool = False
    ) -> Self:
        """A published store in such folders, or with `private` a copy of it. `dense`: names of the vectors of chunks,
        then of files. Raises IndexDamagedError, or StorageError when there is no room for small files that the engine
        writes.
        """
        *places, of_terms = folders
        stores: list[EdgeStore] = []
        try:
            postings = {name: Postings.open(of_terms / name) for name in terms}
            for place, names in zip(places, dense, strict=True):
                if not any(store.spec.keys() >= set(names) for store in stores):
                    stores.append(EdgeStore.open(place, private=private))
        except BaseException:
            for store in stores:
                store.close()
            raise
        return cls(stores, postings)

    def upsert(self, points: Sequence[Point]) -> None:
        """Insert or replace whole points; an empty sparse vector counts as none.

        Raises ValueError on NaN, zero or wrongly sized vectors, before anything of the call is stored.
        """
        check_points(self._spec, points)
        ids = [point.id for point in points]
        # Asked of these alone: to count all points for each batch takes the longer the more there are.
        replaces = any(store.has_any(ids) for store in self._dense)
        for place, store in enumerate(self._dense):
            store.upsert(
                [
                    replace(point, sparse={})
                    for point in points
                    if not store.spec.keys().isdisjoint(point.dense) or (place == 0 and not point.dense)
                ]
            )
        for name, terms in self._terms.items():
            writer = _writer(terms)
            if replaces:
                writer.remove(ids)
            for point in points:
                if name in point.sparse and point.sparse[name].indices.size:
                    writer.add(point.id, point.sparse[name], str(point.payload.get("source", "")))

    def delete(self, ids: Sequence[int]) -> None:
        """Remove the points that exist among the ids. Term statistics go on counting them."""
        for store in self._dense:
            store.delete(ids)
        for terms in self._terms.values():
            _writer(terms).remove(ids)

    def finish(self) -> None:
        """Optimise and flush; nothing is written after it."""
        for store in self._dense:
            store.finish()
        for name, terms in self._terms.items():
            self._terms[name] = _writer(terms).finish()

    def search_dense(self, name: str, vector: FloatVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """Ids by cosine similarity in [-1, 1], up to .002 (eight bits); every point with the vector counts."""
        store = next((one for one in self._dense if name in one.spec), self._dense[0])
        return store.search_dense(name, vector, limit=limit, where=where)

    def search_sparse(self, name: str, vector: SparseVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """Ids by dot product with IDF-weighted terms, among the points that share a term.

        The IDF counts the points that have this vector, whatever `where` says: file points do not blur chunks.
        """
        check_sparse_query(self._spec, name, vector)
        if not vector.indices.size:
            return NOTHING
        terms = self._terms[name]
        return (terms if isinstance(terms, Postings) else terms.so_far()).search(vector, limit=limit, where=where)

    def count(self) -> int:
        """Points, whatever vectors they have."""
        return sum(store.count() for store in self._dense)

    def close(self) -> None:
        """Release the files; a second call does nothing."""
        for store in self._dense:
            store.close()
        for terms in self._terms.values():
            if isinstance(terms, PostingsWriter):
                terms.close()


def _writer(terms: Postings | PostingsWriter) -> PostingsWriter:
    if isinstance(terms, Postings):
        raise ValueError("a finished vector store is not changed")
    return terms
