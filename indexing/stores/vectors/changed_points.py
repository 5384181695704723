"""The points that have changed since a vector store was filled, in a file beside it, and both searched as one.

They are few, so they are compared with a question one by one; scores are those that the store itself gives, up to its
rounding. The store weights terms with the numbers of its own points (IDF); what is asked of it is weighted with how far
these have moved, and what is asked here with what they are now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from citeline.protocols import (
    FloatMatrix,
    FloatVector,
    Found,
    Point,
    SparseVector,
    VectorFilter,
    VectorReader,
    VectorSpec,
)

from ...embedding.arrays import distinct
from ..delta_file import DeltaWriter, open_delta
from ..sqlite_errors import sqlite_errors
from ..text_columns import from_column, to_column
from .best_first import NOTHING, best_first
from .vector_checks import check_points

_PAGE_BYTES: Final = 4096
"""Seven dense vectors fit in such a page, and one in a quarter of it."""
_SCHEMA: Final = """
CREATE TABLE points (
    id     INTEGER PRIMARY KEY,
    source TEXT NOT NULL,
    place  INTEGER NOT NULL                     -- of its first vector
);
CREATE TABLE vectors (                          -- in the order of their writing: what is new fills pages of its own
    place   INTEGER PRIMARY KEY,
    id      INTEGER NOT NULL,
    name    TEXT NOT NULL,
    numbers BLOB NOT NULL,                      -- half precision: all of a dense vector, the weights of a sparse one
    terms   BLOB NOT NULL                       -- unsigned 32-bit ids of a sparse one
);
CREATE TABLE base (chunks INTEGER NOT NULL, files INTEGER NOT NULL);
CREATE TABLE gone (id INTEGER PRIMARY KEY);     -- points of the store that count no longer
"""


class BasePoints(NamedTuple):
    """Points that a store was filled with."""

    chunks: int
    files: int


class TermCounts(NamedTuple):
    """How many points have a kind of sparse vector, and how many of them hold each term."""

    points: int
    terms: Mapping[int, int]
    """Terms that no point holds may be left out."""


class CountTerms(Protocol):
    """Counts by the name of the sparse vector."""

    def __call__(self, name: str, terms: Collection[int]) -> tuple[TermCounts, TermCounts]:
        """When the store was filled, and now."""
        ...


class ChangedPoints:
    """A `VectorStore` of what changes in another one, whose number of points is given. Not for several threads."""

    def __init__(self, path: Path, spec: VectorSpec, base: BasePoints) -> None:
        """`base` counts when the file is new; later it says so itself."""
        self._path = path
        self._spec = spec
        with sqlite_errors(path):
            self._delta = DeltaWriter(path, _PAGE_BYTES)
            self._connection = self._delta.connection
            self._connection.execute("PRAGMA journal_mode=OFF")
            if self._delta.is_new:
                self._connection.executescript(_SCHEMA)
                self._connection.execute("INSERT INTO base VALUES (?, ?)", base)
            self._connection.execute("BEGIN")

    def upsert(self, points: Sequence[Point]) -> None:
        """As `EdgeStore.upsert`."""
        check_points(self._spec, points)
        with sqlite_errors(self._path):
            self._forget([(point.id,) for point in points])
            ((place,),) = self._connection.execute("SELECT coalesce(max(place), 0) + 1 FROM vectors")
            for point in points:
                rows = _rows(point)
                source = to_column(str(point.payload.get("source", "")))
                self._connection.execute("INSERT INTO points VALUES (?, ?, ?)", (point.id, source, place))
                self._connection.executemany(
                    "INSERT INTO vectors VALUES (?, ?, ?, ?, ?)", [(at, *row) for at, row in enumerate(rows, place)]
                )
                place += len(rows)

    def delete(self, ids: Sequence[int]) -> None:
        """Remove points, here and of the store."""
        keys = {(identity,) for identity in ids}
        with sqlite_errors(self._path):
            # A point that is here was gone from the store before it came.
            others = keys - self._forget(sorted(keys))
            self._connection.executemany("INSERT OR IGNORE INTO gone VALUES (?)", sorted(others))

    def _forget(self, keys: Sequence[tuple[int]]) -> set[tuple[int]]:
        """Remove those of the points that are here; which they were."""
        sql = "SELECT place, id FROM points WHERE id = ?"
        own = [row for key in keys for row in self._connection.execute(sql, key)]
        most = len(self._spec.dense) + len(self._spec.sparse)
        self._connection.executemany(f"DELETE FROM vectors WHERE place >= ?1 AND place < ?1 + {most} AND id = ?2", own)
        found = {(identity,) for _, identity in own}
        self._connection.executemany("DELETE FROM points WHERE id = ?", sorted(found))
        return found

    def count(self) -> int:
        """Points of the store that are left, and ours."""
        sql = "SELECT chunks + files + (SELECT count(*) FROM points) - (SELECT count(*) FROM gone) FROM base"
        return int(self._connection.execute(sql).fetchone()[0])

    def finish(self) -> None:
        """Write it all."""
        with sqlite_errors(self._path):
            self._connection.execute("COMMIT")
        self._delta.save()

    def close(self) -> None:
        """Release the file."""
        self._connection.close()


class ChangedVectors:
    """A `VectorReader` of a store and of what has changed since; for any number of threads."""

    def __init__(self, store: VectorReader, path: Path, counting: Callable[[BasePoints], CountTerms]) -> None:
        self._store = store
        self._lock = Lock()
        self._path = path
        with sqlite_errors(path):
            self._connection = open_delta(path)
            (counts,) = self._connection.execute("SELECT chunks, files FROM base")
            gone = self._connection.execute("SELECT id FROM gone ORDER BY id").fetchall()
            self._sources = dict(self._connection.execute("SELECT id, source FROM points"))
        self._count_terms = counting(BasePoints(*counts))
        self._gone = np.array([identity for (identity,) in gone], np.int64)
        self._stored: dict[str, list[tuple[str, int, bytes, bytes]]] | None = None
        self._dense: dict[str, tuple[npt.NDArray[np.int64], FloatMatrix]] = {}
        self._sparse: dict[str, _Postings] = {}

    def search_dense(self, name: str, vector: FloatVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """As `EdgeStore.search_dense`."""
        ids, rows = self._dense_rows(name, len(vector))
        length = np.linalg.norm(vector)
        ours = Found(ids, (rows @ (vector / length)).astype(np.float64))
        return best_first(
            lambda count: self._both(
                ours, lambda more: self._store.search_dense(name, vector, limit=more, where=where), count, where
            ),
            limit,
        )

    def search_sparse(self, name: str, vector: SparseVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """As `EdgeStore.search_sparse`."""
        if not vector.indices.size:
            return NOTHING
        terms = vector.indices.tolist()
        old, new = (_idf(counted, terms) for counted in self._count_terms(name, terms))
        ours = self._postings(name).search(vector.indices, vector.values * new)
        weighted = SparseVector(vector.indices, (vector.values * new / old).astype(np.float32))
        return best_first(
            lambda count: self._both(
                ours, lambda more: self._store.search_sparse(name, weighted, limit=more, where=where), count, where
            ),
            limit,
        )

    def count(self) -> int:
        """As `ChangedPoints.count`."""
        return self._store.count() - len(self._gone) + len(self._sources)

    def close(self) -> None:
        """Release the files; a second call does nothing."""
        self._store.close()
        with self._lock:
            self._connection.close()

    def _both(self, ours: Found, ask: Callable[[int], Found], count: int, where: VectorFilter | None) -> Found:
        """The best `count` of the store that are not gone and of ours together, best first."""
        more = count + min(len(self._gone), count)
        while True:
            asked = ask(more)
            left = ~np.isin(asked.ids, self._gone, assume_unique=True)
            if left.sum() >= count or len(asked.ids) < more:
                break
            more *= 2
        kept = np.fromiter((self._fits(identity, where) for identity in ours.ids.tolist()), bool, len(ours.ids))
        ids = np.concatenate([asked.ids[left], ours.ids[kept]])
        scores = np.concatenate([asked.scores[left], ours.scores[kept]])
        best = np.lexsort((ids, -scores))[:count]
        return Found(ids[best], scores[best])

    def _fits(self, identity: int, where: VectorFilter | None) -> bool:
        if where is None:
            return True
        is_chosen = where.ids is None or identity in where.ids
        return is_chosen and (not where.sources or from_column(self._sources[identity]) in where.sources)

    def _dense_rows(self, name: str, size: int) -> tuple[npt.NDArray[np.int64], FloatMatrix]:
        with self._lock:
            found = self._dense.get(name)
            if found is None:
                ids, numbers, _ = self._vectors(name)
                rows = np.frombuffer(b"".join(numbers), np.float16).astype(np.float32).reshape(len(ids), size)
                found = self._dense[name] = ids, rows
            return found

    def _postings(self, name: str) -> _Postings:
        with self._lock:
            found = self._sparse.get(name)
            if found is None:
                ids, numbers, terms = self._vectors(name)
                found = self._sparse[name] = _Postings(
                    ids=ids,
                    point=np.repeat(np.arange(len(ids)), [len(one) // 4 for one in terms]),
                    terms=np.frombuffer(b"".join(terms), np.uint32),
                    weights=np.frombuffer(b"".join(numbers), np.float16).astype(np.float64),
                )
            return found

    def _vectors(self, name: str) -> tuple[npt.NDArray[np.int64], list[bytes], list[bytes]]:
        """Ids, ascending, numbers and terms, to be asked for once and under the lock. All are read together, for a
        question asks for several; then the file is closed, which may be in memory.
        """
        if self._stored is None:
            with sqlite_errors(self._path):
                rows = self._connection.execute("SELECT name, id, numbers, terms FROM vectors").fetchall()
            self._connection.close()
            self._stored = {}
            for row in rows:
                self._stored.setdefault(row[0], []).append(row)
        rows = sorted(self._stored.pop(name, []))
        return np.array([row[1] for row in rows], np.int64), [row[2] for row in rows], [row[3] for row in rows]


class _Postings(NamedTuple):
    """Sparse vectors of points, entry by entry."""

    ids: npt.NDArray[np.int64]
    point: npt.NDArray[np.int64]
    """Place of each entry's point among the ids."""
    terms: npt.NDArray[np.uint32]
    weights: npt.NDArray[np.float64]

    def search(self, terms: npt.NDArray[np.uint32], weights: npt.NDArray[np.float64]) -> Found:
        """The points that share one of the terms, which ascend, and their dot products."""
        place = np.minimum(np.searchsorted(terms, self.terms), len(terms) - 1)
        shared = terms[place] == self.terms
        point = self.point[shared]
        scores = np.bincount(point, self.weights[shared] * weights[place[shared]], len(self.ids))
        found = distinct(point)
        return Found(self.ids[found], scores[found].astype(np.float64, copy=False))


def _idf(counted: TermCounts, terms: Sequence[int]) -> npt.NDArray[np.float64]:
    """As the store weights terms."""
    points, holding = counted.points, np.array([counted.terms.get(term, 0) for term in terms], np.float64)
    return np.log1p((points - holding + 0.5) / (holding + 0.5))


def _rows(point: Point) -> list[tuple[int, str, bytes, bytes]]:
    """Id, name, numbers and terms of each of its vectors."""
    rows = []
    for name, vector in point.dense.items():
        unit = vector.astype(np.float32) / np.float32(np.linalg.norm(vector))
        rows.append((point.id, name, unit.astype(np.float16).tobytes(), b""))
    for name, sparse in point.sparse.items():
        if sparse.indices.size:
            numbers = sparse.values.astype(np.float16).tobytes()
            rows.append((point.id, name, numbers, sparse.indices.astype(np.uint32).tobytes()))
    return rows
