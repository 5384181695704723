"""The scale-out vector store: one collection of a Qdrant server or cluster per generation.

Imports qdrant_client, which takes longer than a whole search in the embedded store: import this module only when a
server is configured. `QdrantClient(":memory:")` behaves the same and is what tests use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import numpy as np
from qdrant_client import QdrantClient, models
from qdrant_client.common.client_exceptions import QdrantException
from qdrant_client.http.exceptions import ApiException

from citeline.errors import VectorServerError
from citeline.protocols import FloatVector, Found, Point, SparseVector, VectorFilter, VectorSpec

from ..text_columns import to_column
from .best_first import NOTHING, best_first
from .vector_checks import check_dense_query, check_points, check_sparse_query

_BATCH: Final = 256
"""Points per request; 256 to 512 is what the server's makers advise."""


class ServerStore:
    """A `VectorStore` in one collection, which is made if the server does not have it.

    The client belongs to the caller, who also closes it. Every failure of the server is a VectorServerError.
    Search uses the server's HNSW index, since this store is for sizes where exact search is slow.
    """

    def __init__(self, client: QdrantClient, collection: str, spec: VectorSpec) -> None:
        self._client = client
        self._collection = collection
        self._spec = spec
        with _border(collection):
            if not client.collection_exists(collection):
                self._create()

    def upsert(self, points: Sequence[Point]) -> None:
        """Insert or replace whole points; an empty sparse vector counts as none.

        Raises ValueError on NaN, zero or wrongly sized vectors, before anything of the call is stored.
        """
        check_points(self._spec, points)
        with _border(self._collection):
            for start in range(0, len(points), _BATCH):
                batch = [_server_point(point) for point in points[start : start + _BATCH]]
                self._client.upsert(self._collection, batch, wait=True)

    def delete(self, ids: Sequence[int]) -> None:
        """Remove the points that exist among the ids."""
        if ids:
            with _border(self._collection):
                self._client.delete(self._collection, models.PointIdsList(points=list(ids)), wait=True)

    def finish(self) -> None:
        """Nothing to do: every write has been waited for, and the server optimises by itself."""

    def search_dense(self, name: str, vector: FloatVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """Ids by cosine similarity, up to rounding to half precision in [-1, 1]; every point with the vector counts."""
        check_dense_query(self._spec, name, vector)
        return self._search(name, vector.tolist(), limit, where)

    def search_sparse(self, name: str, vector: SparseVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """Ids by dot product with IDF-weighted terms, among the points that share a term.

        The IDF counts the points that have this vector, whatever `where` says.
        """
        check_sparse_query(self._spec, name, vector)
        if not vector.indices.size:
            return NOTHING
        return self._search(name, _server_sparse(vector), limit, where)

    def count(self) -> int:
        """Points, whatever vectors they have."""
        with _border(self._collection):
            return self._client.count(self._collection, exact=True).count

    def close(self) -> None:
        """Nothing to release: the client is the caller's."""

    def _create(self) -> None:
        half = models.Datatype.FLOAT16
        self._client.create_collection(
            self._collection,
            vectors_config={
                name: models.VectorParams(size=size, distance=models.Distance.COSINE, datatype=half)
                for name, size in self._spec.dense.items()
            },
            sparse_vectors_config={
                name: models.SparseVectorParams(
                    index=models.SparseIndexParams(datatype=half), modifier=models.Modifier.IDF
                )
                for name in self._spec.sparse
            },
        )
        schema = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD)
        self._client.create_payload_index(self._collection, "source", schema, wait=True)

    def _search(
        self, name: str, query: list[float] | models.SparseVector, limit: int, where: VectorFilter | None
    ) -> Found:
        condition = _server_filter(where)

        def fetch(count: int) -> Found:
            answer = self._client.query_points(
                self._collection, query=query, using=name, limit=count, query_filter=condition, with_payload=False
            )
            ids = np.array([int(point.id) for point in answer.points], np.int64)
            return Found(ids, np.array([point.score for point in answer.points], np.float64))

        with _border(self._collection):
            return best_first(fetch, limit)


def publish_alias(client: QdrantClient, alias: str, collection: str) -> None:
    """Point the alias at the collection; readers that use the alias change over in one step of the server."""
    with _border(alias):
        exists = any(found.alias_name == alias for found in client.get_aliases().aliases)
        change: list[models.AliasOperations] = []
        if exists:
            change.append(models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=alias)))
        create = models.CreateAlias(collection_name=collection, alias_name=alias)
        change.append(models.CreateAliasOperation(create_alias=create))
        client.update_collection_aliases(change)


@contextmanager
def _border(collection: str) -> Iterator[None]:
    try:
        yield
    except (ApiException, QdrantException) as error:
        raise VectorServerError(collection, why=str(error)) from error


def _server_point(point: Point) -> models.PointStruct:
    vectors: dict[str, list[float] | models.SparseVector] = {
        name: vector.tolist() for name, vector in point.dense.items()
    }
    vectors |= {name: _server_sparse(vector) for name, vector in point.sparse.items() if vector.indices.size}
    payload = {key: to_column(value) if isinstance(value, str) else value for key, value in point.payload.items()}
    return models.PointStruct(id=point.id, vector={**vectors}, payload=payload)


def _server_sparse(vector: SparseVector) -> models.SparseVector:
    return models.SparseVector(indices=vector.indices.tolist(), values=vector.values.tolist())


def _server_filter(where: VectorFilter | None) -> models.Filter | None:
    if where is None:
        return None
    must: list[models.Condition] = []
    if where.sources:
        sources = models.MatchAny(any=list(map(to_column, where.sources)))
        must.append(models.FieldCondition(key="source", match=sources))
    if where.ids is not None:
        must.append(models.HasIdCondition(has_id=sorted(where.ids)))
    return models.Filter(must=must) if must else None
