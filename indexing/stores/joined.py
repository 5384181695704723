"""Several vector stores as one: each holds the points that have its vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citeline.protocols import FloatVector, Found, Point, SparseVector, VectorFilter, VectorSpec, VectorStore

from .vector_checks import check_points


class StorePart(NamedTuple):
    """A store, and the vectors that points in it have."""

    spec: VectorSpec
    store: VectorStore


class JoinedStores:
    """A `VectorStore` of parts with different vectors, of which each point has those of one part."""

    def __init__(self, parts: Sequence[StorePart]) -> None:
        self._parts = parts
        self._by_name = {name: part.store for part in parts for name in (*part.spec.dense, *part.spec.sparse)}

    def upsert(self, points: Sequence[Point]) -> None:
        """Each into the part that has its vectors; what has none into the first.

        Raises ValueError on what a part refuses, before anything of the call is stored.
        """
        ours = [[point for point in points if self._store_of(point) is part.store] for part in self._parts]
        # The first checks its own before it stores them.
        for part, found in zip(self._parts[1:], ours[1:], strict=True):
            check_points(part.spec, found)
        for part, found in zip(self._parts, ours, strict=True):
            part.store.upsert(found)

    def delete(self, ids: Sequence[int]) -> None:
        """Wherever they are."""
        for part in self._parts:
            part.store.delete(ids)

    def finish(self) -> None:
        """All parts."""
        for part in self._parts:
            part.store.finish()

    def search_dense(self, name: str, vector: FloatVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """As the part with that vector; the first one refuses others."""
        return self._named(name).search_dense(name, vector, limit=limit, where=where)

    def search_sparse(self, name: str, vector: SparseVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """As the part with that vector; the first one refuses others."""
        return self._named(name).search_sparse(name, vector, limit=limit, where=where)

    def count(self) -> int:
        """Of all parts."""
        return sum(part.store.count() for part in self._parts)

    def close(self) -> None:
        """All parts; a second call does nothing."""
        for part in self._parts:
            part.store.close()

    def _store_of(self, point: Point) -> VectorStore:
        return self._named(next(iter((*point.dense, *point.sparse)), ""))

    def _named(self, name: str) -> VectorStore:
        return self._by_name.get(name, self._parts[0].store)
