"""Our points, filters and settings in the words of the embedded engine."""

from __future__ import annotations

from collections.abc import Mapping

import qdrant_edge as qe

from citeline.protocols import Point, SparseVector, VectorFilter, VectorSpec

from .text_columns import to_column


def edge_config(spec: VectorSpec, *, few: bool) -> qe.EdgeConfig:
    """No log, exact search, half precision: why, says `edge`. The vectors of `few` points are read when needed."""
    half = qe.VectorStorageDatatype.Float16
    # The engine reserves 32 MB for each kind of vector, and `Cached` reads all of that whenever the store is opened.
    memory = qe.Memory.Cold if few else qe.Memory.Cached
    return qe.EdgeConfig(
        wal_enabled=False,
        payload_memory=qe.Memory.Cold,
        vectors={
            name: qe.EdgeVectorParams(size=size, distance=qe.Distance.Cosine, datatype=half, memory=memory)
            for name, size in spec.dense.items()
        },
        sparse_vectors={
            name: qe.EdgeSparseVectorParams(modifier=qe.Modifier.Idf, datatype=half, memory=qe.Memory.Cached)
            for name in spec.sparse
        },
        hnsw_config=qe.HnswIndexConfig(m=0, ef_construct=100, full_scan_threshold=10000),
        optimizers=qe.EdgeOptimizersConfig(default_segment_number=1, indexing_threshold=1000),
        # All points are in one segment, so that more threads only hand its search around: the five of a question take
        # 2.1 ms with the default of eight, 1.4 ms with one (3,600 chunks, two cores).
        max_search_threads=1,
    )


def edge_point(point: Point) -> qe.Point:
    """The point with the vectors that it has; an empty sparse vector is left out."""
    vectors: dict[str, qe.NamedVector] = {name: vector.tolist() for name, vector in point.dense.items()}
    vectors |= {name: edge_sparse(vector) for name, vector in point.sparse.items() if vector.indices.size}
    return qe.Point(point.id, vectors, _storable(point.payload))


def edge_sparse(vector: SparseVector) -> qe.SparseVector:
    """The vector, copied."""
    return qe.SparseVector(vector.indices.tolist(), vector.values.tolist())


def _storable(payload: Mapping[str, str | int]) -> dict[str, str | int]:
    return {key: to_column(value) if isinstance(value, str) else value for key, value in payload.items()}


def edge_filter(where: VectorFilter | None) -> qe.Filter | None:
    """The same conditions, None when there are none."""
    if where is None:
        return None
    fields = {"language": where.languages, "kind": where.kinds, "source": where.sources}
    conditions = [
        qe.FieldCondition(field, qe.MatchAny([to_column(value) for value in values]))
        for field, values in fields.items()
        if values
    ]
    if where.path_prefix:
        conditions.append(qe.FieldCondition("path", qe.MatchPrefix(to_column(where.path_prefix))))
    return qe.Filter(must=[*conditions]) if conditions else None
