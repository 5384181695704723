"""Weighted reciprocal rank fusion of the channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from citeline.state import Candidate

from .columns import Columns, column_of

RRF_K: Final = 60
ADDED: Final = "added"
"""The channel of candidates that none has found."""
CANDIDATES: Final = 50
"""Chunks that are shown as candidates. The ranking chooses among all that were found; what is taken away here, it does
not see."""


def chosen(
    found: Mapping[str, Columns], weights: Mapping[str, float], candidates: Sequence[Candidate]
) -> dict[str, Columns]:
    """The columns as a person has left the candidates: without what fusion has put among them and is there no more,
    and with what was added.
    """
    fused = {one["chunk_id"] for one in fuse(found, weights)}
    left = {one["chunk_id"]: one["score"] for one in candidates}
    gone = np.fromiter(fused - left.keys(), np.int64)
    if gone.size:
        found = {name: columns.without(gone) for name, columns in found.items()}
    known = {chunk for columns in found.values() for chunk in columns.chunks.ids.tolist()}
    if added := dict.fromkeys(left.keys() - known, 1.0):
        return {**found, ADDED: Columns("others", column_of(added), why="was added by hand")}
    return dict(found)


def fuse(found: Mapping[str, Columns], weights: Mapping[str, float]) -> list[Candidate]:
    """Merge the columns of chunks; best first, ties broken by chunk id.

    A channel missing from `weights` counts 1. Scores are comparable only within one call.
    Source: Cormack et al. 2009, k = 60.
    """
    asked = {name: columns.chunks.ids for name, columns in found.items() if columns.chunks.ids.size}
    if not asked:
        return []
    places = [1 / (RRF_K + np.arange(1.0, len(ids) + 1)) * weights.get(name, 1.0) for name, ids in asked.items()]
    chunks, rows = np.unique(np.concatenate([*asked.values()]), return_inverse=True)
    scores = np.bincount(rows, np.concatenate(places), len(chunks))
    best = (-scores).argsort(kind="stable")[:CANDIDATES]
    ranks: dict[int, dict[str, int]] = {chunk: {} for chunk in chunks[best].tolist()}
    for name, ids in asked.items():
        for place in np.flatnonzero(np.isin(ids, chunks[best])).tolist():
            ranks[int(ids[place])][name] = place + 1
    return [
        {"chunk_id": chunk, "score": score, "channels": ranks[chunk]}
        for chunk, score in zip(chunks[best].tolist(), scores[best].tolist(), strict=True)
    ]
