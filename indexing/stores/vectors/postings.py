"""Which points hold which terms, and how much each weighs there: one kind of sparse vector, in one file.

    blocks of up to 65,536 points: terms, where each one's entries start, weights, places of points in the block
    ids of all points, their sources
    what stands where

An entry takes four bytes, in half precision. In the engine, which has no other use for terms, it takes half as much
again, beside a map of all terms that is parsed at every opening; here only what a question asks for is read.
"""

from __future__ import annotations

import json
import mmap
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

import numpy as np
import numpy.typing as npt

from citeline.errors import IndexDamagedError, StorageError
from citeline.protocols import Found, SparseVector, VectorFilter

from ...embedding.arrays import are_among

_BLOCK: Final = 1 << 16
"""Points of a block: their places take two bytes."""
_END: Final = 8
"""Bytes that say how long the directory before them is."""
_SINGLE: Final = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float32)
"""Every number in half precision as one in single: looked up in a tenth of the time that numpy takes to convert it."""
_NO_PLACES: Final = np.empty(0, np.intp)
_NO_SCORES: Final = np.empty(0, np.float64)
Kind = TypeVar("Kind", bound=np.generic)
_GONE: Final = -1
"""Id of a point that was removed or replaced while the file was written."""


class _Block(NamedTuple):
    """Points that follow each other, by term; within a term they ascend."""

    first: int
    size: int
    terms: npt.NDArray[np.uint32]
    starts: npt.NDArray[np.uint32]
    weights: npt.NDArray[np.float16]
    points: npt.NDArray[np.uint16]

    def entries(self, terms: npt.NDArray[np.uint32]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Where the entries of each term begin and end; nowhere when there are none."""
        at = np.minimum(np.searchsorted(self.terms, terms), len(self.terms) - 1)
        found = self.terms[at] == terms
        return self.starts[at] * found, self.starts[at + 1] * found

    def scores(
        self, begins: npt.NDArray[np.intp], ends: npt.NDArray[np.intp], weights: npt.NDArray[np.floating[Any]]
    ) -> npt.NDArray[np.float64]:
        """Of each point: the weights of its entries between these places, each times that of its term."""
        places = [slice(begin, end) for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        held = [
            _SINGLE[self.weights[place].view(np.uint16)] * weight
            for place, weight in zip(places, weights.tolist(), strict=True)
        ]
        points = np.concatenate([self.points[place] for place in places])
        return np.asarray(np.bincount(points, np.concatenate(held), self.size), np.float64)


class Postings:
    """Open for reading, for any number of threads."""

    def __init__(
        self,
        blocks: Sequence[_Block],
        ids: npt.NDArray[np.int64],
        sources: Sequence[str],
        source_of: npt.NDArray[np.uint16],
    ) -> None:
        """`source_of`: place of each point's source among the sources."""
        self._blocks = blocks
        self._ids = ids
        self._sources = sources
        self._source_of = source_of
        self._has_gone = bool((ids == _GONE).any())

    @classmethod
    def open(cls, path: Path) -> Self:
        """A finished file. Raises IndexDamagedError when it is missing or makes no sense."""
        try:
            with path.open("rb") as file:
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            length = int.from_bytes(data[-_END:], "little")
            directory = json.loads(data[len(data) - _END - length : -_END])
            blocks = [_read_block(data, block) for block in directory["blocks"]]
            ids = np.frombuffer(data, np.int64, directory["points"], directory["ids"])
            source_of = np.frombuffer(data, np.uint16, directory["points"], directory["source_of"])
            return cls(blocks, ids, [str(source) for source in directory["sources"]], source_of)
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexDamagedError(path.parent.parent, what=f"{path.parent.name}/{path.name}: {error}") from error

    def search(self, vector: SparseVector, *, limit: int, where: VectorFilter | None = None) -> Found:
        """Ids by dot product with IDF-weighted terms, best first, ties by ascending id. The IDF is of all points."""
        found = [block.entries(vector.indices) for block in self._blocks]
        holding = sum((ends - begins for begins, ends in found), np.zeros(len(vector.indices)))
        weights = vector.values * np.log1p((len(self._ids) - holding + 0.5) / (holding + 0.5))
        places, scores = [_NO_PLACES], [_NO_SCORES]
        for block, (begins, ends) in zip(self._blocks, found, strict=True):
            of_block = block.scores(begins, ends, weights)
            shared = np.flatnonzero(of_block)  # weights are positive
            places.append(block.first + shared)
            scores.append(of_block[shared])
        return self._best(np.concatenate(places), np.concatenate(scores), limit, where)

    def _best(
        self,
        places: npt.NDArray[np.intp],
        scores: npt.NDArray[np.float64],
        limit: int,
        where: VectorFilter | None,
    ) -> Found:
        kept = self._kept(places, where)
        if kept is not None:
            places, scores = places[kept], scores[kept]
        if len(places) > limit > 0:
            kept = scores >= np.partition(scores, -limit)[-limit]
            places, scores = places[kept], scores[kept]
        ids = self._ids[places]
        order = np.lexsort((ids, -scores))[: max(0, limit)]
        return Found(ids[order], scores[order])

    def _kept(self, places: npt.NDArray[np.intp], where: VectorFilter | None) -> npt.NDArray[np.bool_] | None:
        """Which of the points are there and wanted; None for all."""
        if where is None and not self._has_gone:
            return None
        ids = self._ids[places]
        kept: npt.NDArray[np.bool_] = ids != _GONE
        if where is not None and where.sources:
            wanted = [place for place, source in enumerate(self._sources) if source in where.sources]
            kept &= np.isin(self._source_of[places], wanted)
        if where is not None and where.ids is not None:
            kept &= np.isin(ids, np.fromiter(where.ids, np.int64, len(where.ids)))
        return kept


class PostingsWriter:
    """A file that is being filled, point by point; one writer."""

    def __init__(self, path: Path) -> None:
        """Raises StorageError when it cannot be written."""
        self._path = path
        self._blocks: list[dict[str, int]] = []
        self._ids, self._source_of = array("q"), array("H")
        self._sources: dict[str, int] = {}
        self._lengths: list[int] = []
        self._terms, self._weights = bytearray(), bytearray()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("w+b")
        except OSError as error:
            raise StorageError(path, why=str(error)) from error

    def add(self, identity: int, vector: SparseVector, source: str) -> None:
        """A point that has such a vector, which is not empty."""
        self._ids.append(identity)
        self._source_of.append(self._sources.setdefault(source, len(self._sources)))
        self._lengths.append(len(vector.indices))
        self._terms += vector.indices.astype(np.uint32).tobytes()
        self._weights += vector.values.astype(np.float16).tobytes()
        if len(self._lengths) == _BLOCK:
            self._close_block()

    def remove(self, ids: Sequence[int]) -> None:
        """Forget points that were added; slow when there are many."""
        known = np.frombuffer(self._ids, np.int64)
        gone = np.flatnonzero(are_among(known, np.array(ids, np.int64)))
        del known  # an array whose memory somebody sees cannot grow
        for place in gone.tolist():
            self._ids[place] = _GONE

    def so_far(self) -> Postings:
        """What has been added, to be searched while the file is written."""
        self._close_block()
        self._file.flush()
        data = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) if self._blocks else b""
        ids, source_of = np.array(self._ids, np.int64), np.array(self._source_of, np.uint16)
        return Postings([_read_block(data, block) for block in self._blocks], ids, list(self._sources), source_of)

    def finish(self) -> Postings:
        """Write what is left, and what stands where; nothing is added after it."""
        self._close_block()
        ids, source_of = self._write(self._ids.tobytes()), self._write(self._source_of.tobytes())
        directory = {
            "blocks": self._blocks,
            **{"points": len(self._ids), "ids": ids, "source_of": source_of, "sources": list(self._sources)},
        }
        text = json.dumps(directory).encode()
        self._write(text + len(text).to_bytes(_END, "little"))
        self._file.close()
        return Postings.open(self._path)

    def close(self) -> None:
        """Release the file; a second call does nothing."""
        self._file.close()

    def _close_block(self) -> None:
        if not self._lengths:
            return
        terms = np.frombuffer(self._terms, np.uint32)
        weights = np.frombuffer(self._weights, np.float16)
        points = np.repeat(np.arange(len(self._lengths), dtype=np.uint16), self._lengths)
        order = np.argsort(terms, kind="stable")
        terms = terms[order]
        self._terms = bytearray()  # of a large text these are 14 MB, beside three times as much made of them
        starts = np.flatnonzero(np.append(True, terms[1:] != terms[:-1]))
        distinct = terms[starts]
        self._blocks.append(
            {
                "first": len(self._ids) - len(self._lengths),
                **{"size": len(self._lengths), "terms": len(distinct), "entries": len(terms)},
                "at": self._write(distinct.tobytes()),
            }
        )
        for column in (np.append(starts, len(terms)).astype(np.uint32), weights[order], points[order]):
            self._write(column.tobytes())
        self._lengths = []
        self._terms, self._weights = bytearray(), bytearray()

    def _write(self, data: bytes) -> int:
        """Append; where it begins. Everything begins where numbers of any size may."""
        try:
            start = -(-self._file.tell() // 8) * 8
            self._file.write(b"\0" * (start - self._file.tell()))
            self._file.write(data)
        except OSError as error:
            raise StorageError(self._path, why=str(error)) from error
        return start


def _read_block(data: mmap.mmap | bytes, block: Mapping[str, int]) -> _Block:
    terms, entries, at = block["terms"], block["entries"], block["at"]

    def column(kind: type[Kind], count: int) -> npt.NDArray[Kind]:
        nonlocal at
        found = np.frombuffer(data, kind, count, at)
        at = -(-(at + found.nbytes) // 8) * 8
        return found

    return _Block(
        block["first"],
        block["size"],
        terms=column(np.uint32, terms),
        starts=column(np.uint32, terms + 1),
        weights=column(np.float16, entries),
        points=column(np.uint16, entries),
    )
