"""What a channel says, as columns: ids beside their values, best first. The ranking reads these and nothing else.

A column of chunks or of whole files may be hundreds of values deep. `pack` makes them small enough for a checkpoint,
`unpack` reads them in any process; what a person has changed in the hits that are shown counts.
"""

from __future__ import annotations

import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final, Literal, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.protocols import Found
from citeline.state import ChannelHit, PackedColumns

Ids: TypeAlias = npt.NDArray[np.int64]
Values: TypeAlias = npt.NDArray[np.float64]
Signal: TypeAlias = Literal["words", "meaning", "titles", "definitions", "paths", "others"]
"""What kind of evidence a channel gives; the ranking weighs each kind. `others`: retrievers of somebody else."""


class Column(NamedTuple):
    """Ids with their values, best first; ties broken by ascending id."""

    ids: Ids
    values: Values
    zero: float = 0.0
    """The value that says nothing: 0 for words, the median of the corpus for a cosine, which has no natural zero."""

    @property
    def strengths(self) -> Values:
        """The values from `zero` on, as shares of the best one; nought below it."""
        width = self.values[0] - self.zero if self.values.size else 0.0
        return np.maximum(self.values - self.zero, 0.0) / width if width > 0 else np.zeros(len(self.values))


NOTHING: Final = Column(np.empty(0, np.int64), np.empty(0))
_CHUNKS, _FILES = "chunks", "files"


@dataclass(frozen=True, slots=True)
class Columns:
    """All that one channel has found."""

    signal: Signal
    chunks: Column = NOTHING
    """Of which the first are shown."""
    files: Column = NOTHING
    """The same question put to whole files, by document."""
    kinds: Mapping[str, Column] = field(default_factory=dict)
    """What the values of the chunks are made of, where they are a sum."""
    why: str = ""
    """Why its chunks are there."""

    def hits(self, k: int) -> list[ChannelHit]:
        """The first `k` chunks, as they stand in the state."""
        first = zip(self.chunks.ids[:k].tolist(), self.chunks.values[:k].tolist(), strict=True)
        return [{"chunk_id": chunk, "score": value, "why": self.why} for chunk, value in first]

    def edited(self, shown: int, hits: Sequence[ChannelHit]) -> Columns:
        """The columns with the first `shown` chunks as these hits have them: changed, added, or left out.

        A channel that has no hits left has found nothing.
        """
        before = dict(self.chunks_shown(shown))
        after = {int(hit["chunk_id"]): float(hit["score"]) for hit in hits}
        if before == after:
            return self
        if not after:
            return Columns(self.signal, why=self.why)
        gone = np.fromiter(before.keys() - after.keys(), np.int64)
        kept = {name: _without(column, gone) for name, column in self.kinds.items()}
        rest = _without(self.chunks, np.fromiter(before.keys() | after.keys(), np.int64))
        values = {**dict(zip(rest.ids.tolist(), rest.values.tolist(), strict=True)), **after}
        return replace(self, chunks=column_of(values, zero=self.chunks.zero), kinds=kept)

    def without(self, chunks: Ids) -> Columns:
        """The columns as if these chunks had not been found."""
        kinds = {name: _without(column, chunks) for name, column in self.kinds.items()}
        return replace(self, chunks=_without(self.chunks, chunks), kinds=kinds)

    def place_of(self, chunk: int) -> int:
        """The place of a chunk, 1 for the best; 0 when it was not found."""
        places = np.flatnonzero(self.chunks.ids == chunk)
        return int(places[0]) + 1 if places.size else 0

    def chunks_shown(self, shown: int) -> Iterator[tuple[int, float]]:
        """The first chunks with their values."""
        return zip(self.chunks.ids[:shown].tolist(), self.chunks.values[:shown].tolist(), strict=True)

    def _all(self) -> dict[str, Column]:
        return {_CHUNKS: self.chunks, **self.kinds, _FILES: self.files}


def column_of(values: Mapping[int, float], *, limit: int | None = None, zero: float = 0.0) -> Column:
    """A column of these values by id, of the best `limit`."""
    ids = np.fromiter(values, np.int64, len(values))
    return _best_first(ids, np.fromiter(values.values(), np.float64, len(values)), zero, limit)


def column_found(found: Found, zero: float = 0.0) -> Column:
    """A column of what a vector search has found."""
    return Column(found.ids, _rounded(found.scores), zero)


def _best_first(ids: Ids, values: Values, zero: float, limit: int | None = None) -> Column:
    values = _rounded(values)
    order = np.lexsort((ids, -values))[:limit]
    return Column(ids[order], values[order], zero)


def _rounded(values: Values) -> Values:
    """As they are once they have been packed: a search without the machine shall give the same order."""
    return values.astype(np.float32).astype(np.float64)


def _without(column: Column, ids: Ids) -> Column:
    kept = ~np.isin(column.ids, ids)
    return Column(column.ids[kept], column.values[kept], column.zero)


def pack(columns: Columns, chunks: Ids, *, shown: int, generation: str) -> PackedColumns:
    """The columns in some kilobytes of JSON. `chunks`: the ids of all chunks of the generation, ascending."""
    sizes: dict[str, int] = {}
    zeros: dict[str, float] = {}
    parts: list[bytes] = []
    for name, column in columns._all().items():
        rows = column.ids if name == _FILES else chunks.searchsorted(column.ids)
        order = rows.argsort(kind="stable")
        # Ascending, as differences: small numbers, that compress.
        parts += [
            np.diff(rows[order], prepend=0).astype(np.uint32).tobytes(),
            column.values[order].astype(np.float32).tobytes(),
        ]
        sizes[name], zeros[name] = len(rows), column.zero
    return {
        "signal": columns.signal,
        "shown": shown,
        "generation": generation,
        "sizes": sizes,
        "zeros": {name: zero for name, zero in zeros.items() if zero},
        "data": b85encode(zlib.compress(b"".join(parts))).decode("ascii"),
    }


def unpack(packed: PackedColumns, chunks: Ids, hits: Sequence[ChannelHit]) -> Columns:
    """The columns again, the first of them as the hits of the state have them; chunks that are not known are left out.

    `chunks`: the ids of all chunks of the generation that they were packed with, ascending.
    """
    data, at = zlib.decompress(b85decode(packed["data"])), 0
    found: dict[str, Column] = {}
    for name, size in packed["sizes"].items():
        rows = np.frombuffer(data, np.uint32, size, at).astype(np.int64).cumsum()
        values = np.frombuffer(data, np.float32, size, at + 4 * size).astype(np.float64)
        at += 8 * size
        ids = rows if name == _FILES else chunks[rows]
        found[name] = _best_first(ids, values, packed["zeros"].get(name, 0.0))
    signal = cast(Signal, packed["signal"])
    whole = Columns(signal, found.pop(_CHUNKS), found.pop(_FILES), found)
    asked = np.fromiter((int(hit["chunk_id"]) for hit in hits), np.int64, len(hits))
    known = chunks.searchsorted(asked, "right") > chunks.searchsorted(asked)
    return whole.edited(packed["shown"], [hits[row] for row in np.flatnonzero(known).tolist()])
