"""What both vector stores refuse. Edge takes NaN and zero vectors without a word (measured), then finds nonsense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from citeline.protocols import FloatMatrix, FloatVector, Point, SparseVector, VectorSpec

_LARGEST_ID: Final = (1 << 63) - 1


def check_points(spec: VectorSpec, points: Sequence[Point]) -> None:
    """Raise ValueError, naming the point, if one cannot be stored."""
    dense: dict[str, list[tuple[int, FloatVector]]] = {}
    sparse: dict[str, list[tuple[int, SparseVector]]] = {}
    for point in points:
        if not 0 <= point.id <= _LARGEST_ID:
            raise ValueError(f"point id {point.id} is not in 0 … 2^63-1")
        for name, vector in point.dense.items():
            dense.setdefault(name, []).append((point.id, vector))
        for name, terms in point.sparse.items():
            sparse.setdefault(name, []).append((point.id, terms))
    for name, vectors in dense.items():
        _check_dense(spec, name, dict(vectors))
    for name, found in sparse.items():
        _check_sparse(spec, name, dict(found))


def check_dense_query(spec: VectorSpec, name: str, vector: FloatVector) -> None:
    """Raise ValueError unless the vector can be searched for under the name."""
    _check_shape(spec, name, vector, None)
    single = vector.astype(np.float32, casting="same_kind", copy=False)
    if not 0 < single @ single < np.inf:
        raise ValueError(f"{_place(name, None)} is zero or not finite")


def check_sparse_query(spec: VectorSpec, name: str, vector: SparseVector) -> None:
    """Raise ValueError unless the vector can be searched for under the name; it may be empty."""
    _check_sparse(spec, name, {None: vector})


def _check_shape(spec: VectorSpec, name: str, vector: FloatVector, identity: int | None) -> None:
    size = spec.dense.get(name)
    if size is None:
        raise ValueError(f"there is no dense vector named {name!r}")
    if vector.shape != (size,):
        raise ValueError(f"{_place(name, identity)} has shape {vector.shape} instead of ({size},)")


def _check_dense(spec: VectorSpec, name: str, vectors: Mapping[int, FloatVector]) -> None:
    for identity, vector in vectors.items():
        _check_shape(spec, name, vector, identity)
    # All at once: a check of each vector alone would cost more than storing it.
    # In single precision, since squares of half precision run over.
    rows: FloatMatrix = np.stack(list(vectors.values()), dtype=np.float32, casting="same_kind")
    lengths = np.einsum("ij,ij->i", rows, rows)
    for row in np.flatnonzero(~(np.isfinite(lengths) & (lengths > 0))):
        identity = list(vectors)[row]
        raise ValueError(f"{_place(name, identity)} is zero or not finite")


def _check_sparse(spec: VectorSpec, name: str, vectors: Mapping[int | None, SparseVector]) -> None:
    if name not in spec.sparse:
        raise ValueError(f"there is no sparse vector named {name!r}")
    for identity, vector in vectors.items():
        indices, values = vector.indices, vector.values
        if indices.ndim != 1 or indices.shape != values.shape:
            raise ValueError(f"{_place(name, identity)} has {indices.size} term ids for {values.size} weights")
        if not indices.size:
            continue
        if indices.size > 1 and not (indices[1:] > indices[:-1]).all():
            raise ValueError(f"{_place(name, identity)} has term ids that are not ascending")
        # Negated, since every comparison with NaN is false.
        if not (values.min() > 0 and values.max() < np.inf):
            raise ValueError(f"{_place(name, identity)} has a weight that is not positive or not finite")


def _place(name: str, identity: int | None) -> str:
    return f"query vector {name!r}" if identity is None else f"vector {name!r} of point {identity}"
