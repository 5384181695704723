"""Our points, filters and settings in the words of the embedded engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import qdrant_edge as qe

from citeline.protocols import Point, VectorFilter

from ..text_columns import to_column

_NEVER_KB: Final = 1_000_000_000


def edge_config(spec: Mapping[str, int], *, few: bool) -> qe.EdgeConfig:
    """No log, exact search, eight bits: why, says `edge`. The vectors of `few` points are read when needed."""
    bits = qe.VectorStorageDatatype.Turbo8
    # The engine reserves 32 MB for each kind of vector, and `Cached` reads all of that whenever the store is opened.
    memory = qe.Memory.Cold if few else qe.Memory.Cached
    return qe.EdgeConfig(
        wal_enabled=False,
        payload_memory=qe.Memory.Cold,
        vectors={
            name: qe.EdgeVectorParams(size=size, distance=qe.Distance.Cosine, datatype=bits, memory=memory)
            for name, size in spec.items()
        },
        hnsw_config=qe.HnswIndexConfig(m=0, ef_construct=100, full_scan_threshold=10000),
        optimizers=qe.EdgeOptimizersConfig(default_segment_number=1, indexing_threshold=_NEVER_KB),
        # All points are in one segment, so that more threads only hand its search around: the five of a question take
        # 2.1 ms with the default of eight, 1.4 ms with one (3,600 chunks, two cores).
        max_search_threads=1,
    )


def edge_point(point: Point) -> qe.Point:
    """The point with its dense vectors, and what is filtered by where there is something: an empty text would take as
    much room as any.
    """
    vectors: dict[str, qe.NamedVector] = {name: vector.tolist() for name, vector in point.dense.items()}
    source = str(point.payload.get("source", ""))
    return qe.Point(point.id, vectors, {"source": to_column(source)} if source else {})


def edge_filter(where: VectorFilter | None) -> qe.Filter | None:
    """The same condition, None when there is none."""
    if where is None:
        return None
    must: list[qe.FieldCondition | qe.HasIdCondition] = []
    if where.sources:
        must.append(qe.FieldCondition("source", qe.MatchAny(list(map(to_column, where.sources)))))
    if where.ids is not None:
        must.append(qe.HasIdCondition({*where.ids}))
    return qe.Filter(must=[*must]) if must else None
