"""Dense vectors in the embedded engine: Qdrant's, in this process, one directory per generation and kind of point.

No write-ahead log, so that any number of processes may open one published directory without a lock; two writers would
lose points without a word, so writers need a lock of their own. No HNSW, so that every point is compared. A number
takes eight bits (the engine's `Turbo8`), half of the room and half of the time of half precision: cosines differ by
less than .002. Points stay in the files that they were written to: optimised, they are opened in ten times the time.
Every call holds the GIL; after a fork the child must not use a store that its parent opened.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple, Self

import numpy as np
import qdrant_edge as qe

from citeline.errors import CitelineError, IndexDamagedError, StorageError
from citeline.protocols import FloatVector, Found, Point, VectorFilter, VectorSpec

from ..sparse_files import copy_file
from ..text_columns import to_column
from .best_first import NOTHING, best_first
from .vector_checks import check_dense_query

SPEC_FILE: Final = "spec.json"
"""Ours, beside the engine's files: its own `edge_config.json` is rewritten at every load, so no hash covers it."""
_BATCH: Final = 1000
FEW_POINTS: Final = 30_000
"""Below, their vectors are a small part of the pages that the engine reserves. With the pages left alone 20,000 points
are opened and asked twice in 14 ms instead of 21, from a disk too; four points in 55 instead of 100."""
SCANNED_POINTS: Final = 500
"""Below, a filter by source reads what is stored with each point, in 3 ms at most: the index that it would ask takes 7
MB, and of a build of ten files a quarter of the time."""
_IN_PASSING: Final = ".atomicwrite"
"""Begins the names of files that the engine makes at an opening and renames: beside other readers they come and go."""
_ID, _SCORE = attrgetter("id"), attrgetter("score")
_DISK_REFUSES: Final = ("No space left", *(f"(os error {number})" for number in (5, 13, 27, 28, 30, 122)))
"""EIO, EACCES, EFBIG, ENOSPC, EROFS and EDQUOT, as the engine words them."""
_NOT_DAMAGE: Final = (
    *(CitelineError, ValueError, TypeError, OverflowError, MemoryError),
    *(KeyboardInterrupt, SystemExit, GeneratorExit),
)
_NEVER_KB: Final = 1_000_000_000


class _Kind(NamedTuple):
    """What a store is opened with; as another kind the engine writes it anew, or reads what is not there."""

    dense: Mapping[str, int]
    few: bool
    has_sources: bool


class EdgeStore:
    """A directory of points with dense vectors. Safe to share between threads for reading, which gains no speed."""

    def __init__(self, shard: qe.EdgeShard, path: Path, kind: _Kind, private_copy: Path | None = None) -> None:
        self._shard: qe.EdgeShard | None = shard
        self._path = path
        self._kind = kind
        self._private_copy = private_copy
        self._indexes_sources = False
        """Once there is a source to tell apart."""
        self._leaves_payload = False
        """A finished store of points without a source keeps an empty payload of each until it is closed."""

    @classmethod
    def create(cls, path: Path, spec: Mapping[str, int], *, points: int = 0) -> Self:
        """A new, empty store of vectors with these names and sizes; the directory is made. Raises StorageError when it
        cannot be written.

        `points`: about how many it will hold. It may hold any number, and is opened fastest with about so many.
        """
        kind = _Kind(dict(spec), points < FEW_POINTS, has_sources=False)
        with _border(path):
            path.mkdir(parents=True, exist_ok=True)
            shard = qe.EdgeShard.create(_engine_path(path), edge_config(spec, few=kind.few))
        store = cls(shard, path, kind)
        store._indexes_sources = points >= SCANNED_POINTS
        return store

    @classmethod
    def open(cls, path: Path, *, private: bool = False) -> Self:
        """A published store, or the private copy of one that is to be changed.

        The engine opens its files for writing even to read them: a directory that cannot be written is copied into a
        temporary one, which `close` removes; `private` does so in any case. Raises IndexDamagedError when the engine
        cannot make sense of the files; that it can proves nothing, only the manifest does.
        """
        private_copy = None
        with _border(path):
            kind = _read_kind(path)
            if private or not _is_writable(path):
                private_copy = Path(tempfile.mkdtemp(prefix="citeline-vectors-"))
        try:
            with _border(path):
                if private_copy is not None:
                    _copy_tree(path, private_copy / path.name)
                directory = path if private_copy is None else private_copy / path.name
                shard = qe.EdgeShard.load(_engine_path(directory), edge_config(kind.dense, few=kind.few))
        except BaseException:
            _remove(private_copy)
            raise
        return cls(shard, path, kind, private_copy)

    @property
    def spec(self) -> Mapping[str, int]:
        """Names and sizes of the vectors that points may have."""
        return self._kind.dense

    def upsert(self, points: Sequence[Point]) -> None:
        """Insert or replace whole points, which have been checked."""
        with _border(self._path):
            for start in range(0, len(points), _BATCH):
                batch = [edge_point(point) for point in points[start : start + _BATCH]]
                if not self._kind.has_sources and any(point.payload for point in batch):
                    self._begin_sources()
                self._open_shard().update(qe.UpdateOperation.upsert_points(batch))

    def delete(self, ids: Sequence[int]) -> None:
        """Remove the points that exist among the ids."""
        with _border(self._path):
            self._open_shard().update(qe.UpdateOperation.delete_points(list(ids)))

    def finish(self) -> None:
        """Flush. Nothing is written after it."""
        with _border(self._path):
            self._open_shard().flush()
            text = json.dumps(self._kind._asdict(), indent=1, sort_keys=True)
            (self._path / SPEC_FILE).write_text(text, encoding="utf-8")
        self._leaves_payload = not self._kind.has_sources

    def search_dense(self, name: str, vector: FloatVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """Ids by cosine similarity in [-1, 1], up to .002; every point with the vector counts."""
        check_dense_query(VectorSpec(self._kind.dense, ()), name, vector)
        return self._search(qe.Query.Nearest(vector.tolist(), using=name), limit, where)

    def has_any(self, ids: Sequence[int]) -> bool:
        """Whether any of the points exists."""
        with _border(self._path):
            return bool(self._open_shard().retrieve(list(ids), with_payload=False, with_vector=False))

    def count(self) -> int:
        """Points, whatever vectors they have."""
        with _border(self._path):
            return int(self._open_shard().count(qe.CountRequest(exact=True)))

    def close(self) -> None:
        """Release the files and remove the private copy, if there is one; a second call does nothing."""
        shard, self._shard = self._shard, None
        if shard is not None:
            with _border(self._path):
                shard.close()
                if self._leaves_payload:
                    _drop_payload(self._path)
        self._leaves_payload = False
        _remove(self._private_copy)

    def _begin_sources(self) -> None:
        self._kind = self._kind._replace(has_sources=True)
        if self._indexes_sources:
            # Before the points: an index made later would have to read them all again.
            on_disk = qe.KeywordIndexParams(memory=qe.Memory.Cold)
            self._open_shard().update(qe.UpdateOperation.create_field_index("source", on_disk))

    def _open_shard(self) -> qe.EdgeShard:
        if self._shard is None:
            raise ValueError("the vector store is closed")
        return self._shard

    def _search(self, query: qe.Query, limit: int, where: VectorFilter | None) -> Found:
        shard = self._open_shard()
        if where is not None and where.sources and not self._kind.has_sources:
            if "" not in where.sources:
                return NOTHING
            where = VectorFilter(ids=where.ids)
        condition = edge_filter(where)

        def fetch(count: int) -> Found:
            points = shard.query(qe.QueryRequest(limit=count, query=query, filter=condition))
            ids = np.fromiter(map(_ID, points), np.int64, len(points))
            return Found(ids, np.fromiter(map(_SCORE, points), np.float64, len(points)))

        with _border(self._path):
            return best_first(fetch, limit)


@contextmanager
def _border(path: Path) -> Iterator[None]:
    try:
        yield
    except _NOT_DAMAGE:
        raise
    except OSError as error:
        raise StorageError(path, why=str(error)) from error
    # The engine raises bare Exceptions, and its panics are no Exceptions at all.
    except BaseException as error:
        raise _translated(path, error) from error


def _translated(path: Path, error: BaseException) -> CitelineError:
    message = str(error)
    if any(sign in message for sign in _DISK_REFUSES):
        return StorageError(path, why=message)
    return IndexDamagedError(path.parent, what=f"{path.name}: {message}")


def _engine_path(path: Path) -> str:
    try:
        str(path).encode()
    except UnicodeEncodeError as error:
        raise StorageError(path, why="the vector store needs a path that is valid UTF-8") from error
    return str(path)


def _read_kind(path: Path) -> _Kind:
    try:
        stored = json.loads((path / SPEC_FILE).read_text(encoding="utf-8"))
        dense = {str(name): int(size) for name, size in stored["dense"].items()}
        return _Kind(dense, bool(stored["few"]), bool(stored["has_sources"]))
    except (FileNotFoundError, NotADirectoryError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise IndexDamagedError(path.parent, what=f"{path.name}/{SPEC_FILE}: {error}") from error


def _drop_payload(path: Path) -> None:
    """Give the disk back what a closed store keeps as the payload of points that have none. Only a filter by source
    would read it; the engine wants the files, of their length.
    """
    for page in path.glob("segments/*/payload_storage/page_*.dat"):
        with page.open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.truncate(0)
            file.truncate(size)


def _is_writable(path: Path) -> bool:
    return all(
        os.access(parent, os.W_OK)
        and all(os.access(f"{parent}/{name}", os.W_OK) for name in names if not name.startswith(_IN_PASSING))
        for parent, _, names in os.walk(path)
    )


def _copy_tree(source: Path, target: Path) -> None:
    # Not `shutil.copytree`: it fills the holes, and makes the copy as read-only as the original.
    target.mkdir()
    for place in source.iterdir():
        if place.is_dir():
            _copy_tree(place, target / place.name)
        elif not place.name.startswith(_IN_PASSING):
            copy_file(place, target / place.name)


def _remove(directory: Path | None) -> None:
    if directory is not None:
        shutil.rmtree(directory, ignore_errors=True)


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
