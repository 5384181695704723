"""Points for tests of the vector stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from citeline.protocols import FloatVector, Point, SparseVector, VectorSpec

SPEC: Final = VectorSpec({"dense": 4, "header": 4, "file": 4}, ("bm25", "file_bm25"))


def vector(*values: float) -> FloatVector:
    """A dense vector, as given."""
    return np.array(values, np.float32)


def sparse(weights: Mapping[int, float]) -> SparseVector:
    """Term ids and weights, in the order given."""
    return SparseVector(np.array(list(weights), np.uint32), np.array(list(weights.values()), np.float32))


def chunk_point(identity: int, dense: Sequence[float], terms: Mapping[int, float], **payload: str) -> Point:
    """A point with the vectors of a chunk; its header vector is its dense one."""
    both = {"dense": vector(*dense), "header": vector(*dense)}
    return Point(identity, both, {"bm25": sparse(terms)}, payload)


def file_point(identity: int, dense: Sequence[float], terms: Mapping[int, float], **payload: str) -> Point:
    """A point with the vectors of a file."""
    return Point(identity, {"file": vector(*dense)}, {"file_bm25": sparse(terms)}, payload)
