"""What can be swapped: the vector store, the dense embedder, and whoever watches progress."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from .dataclass import dataclass

if TYPE_CHECKING:  # 60 ms that a command which only starts a builder need not pay
    import numpy as np
    import numpy.typing as npt

FloatMatrix: TypeAlias = "npt.NDArray[np.float32]"
"""Shape (n, dim), rows L2-normalised unless a docstring says otherwise."""
FloatVector: TypeAlias = "npt.NDArray[np.float32]"


@dataclass(frozen=True, slots=True)
class SparseVector:
    """Term ids (unsigned 32-bit, ascending, unique) and their positive weights, same length."""

    indices: npt.NDArray[np.uint32]
    values: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class VectorSpec:
    """The named vectors that a collection has; a point may lack any of them."""

    dense: Mapping[str, int]
    """Name to dimension; cosine distance."""
    sparse: Sequence[str]
    """Names; dot product with the store's IDF modifier."""


@dataclass(frozen=True, slots=True)
class Point:
    """One row of a vector store."""

    id: int
    """0 … 2^63-1."""
    dense: Mapping[str, FloatVector] = field(default_factory=dict)
    sparse: Mapping[str, SparseVector] = field(default_factory=dict)
    payload: Mapping[str, str | int] = field(default_factory=dict)
    """Only what filters need: `source`, `language`, `kind`, `path`."""


@dataclass(frozen=True, slots=True)
class VectorFilter:
    """Keep points of these sources, and of these ids; all when there are none."""

    sources: tuple[str, ...] = ()
    ids: frozenset[int] | None = None


ScoredId: TypeAlias = tuple[int, float]


class Found(NamedTuple):
    """What a search has found, best first: ids and their scores, side by side."""

    ids: npt.NDArray[np.int64]
    scores: npt.NDArray[np.float64]

    def pairs(self) -> list[ScoredId]:
        """The same one by one."""
        return list(zip(self.ids.tolist(), self.scores.tolist(), strict=True))


class VectorReader(Protocol):
    """Look-ups in one published collection. Best first; ties broken by ascending id."""

    def search_dense(self, name: str, vector: FloatVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """Ids by cosine similarity, in [-1, 1]."""
        ...

    def search_sparse(self, name: str, vector: SparseVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """Ids by dot product with IDF-weighted terms; only points that share a term."""
        ...

    def count(self) -> int:
        """Number of points."""
        ...

    def close(self) -> None:
        """Release the files or the connection; a second call does nothing."""
        ...


class VectorWriter(Protocol):
    """A collection that is being built; becomes read-only once its generation is published."""

    def upsert(self, points: Sequence[Point]) -> None:
        """Insert or replace. Raises ValueError on NaN, zero or wrongly sized vectors."""
        ...

    def delete(self, ids: Sequence[int]) -> None:
        """Remove points that are there."""
        ...

    def finish(self) -> None:
        """Optimise and flush; nothing is written after it."""
        ...

    def count(self) -> int:
        """Number of points."""
        ...

    def close(self) -> None:
        """Release the files or the connection; a second call does nothing."""
        ...


class VectorStore(VectorReader, VectorWriter, Protocol):
    """A collection that can be searched while it is built."""


class DenseEmbedder(Protocol):
    """Text to unit vectors. Deterministic: the same text gives the same vector in every process."""

    @property
    def name(self) -> str:
        """Identifies model and version; goes into the manifest, so a change means a rebuild."""
        ...

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        ...

    def embed(self, texts: Sequence[str]) -> FloatMatrix:
        """One row per text, in order. Text without a known token gives a fixed unit vector, never NaN."""
        ...


class ProgressListener(Protocol):
    """Told how far a build is; called from the building thread, often: be quick."""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """`stage` is one of walk, read, embed, store, link, publish."""
        ...
