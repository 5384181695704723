"""The same order from every vector store: by score, then by id, also where the limit cuts through equal scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from citeline.protocols import Found

_SPARE: Final = 16
"""Asked for beyond the limit, so that a few equal scores at the cut need no second query."""

NOTHING: Final = Found(np.empty(0, np.int64), np.empty(0))


def best_first(fetch: Callable[[int], Found], limit: int) -> Found:
    """The best `limit` of what `fetch(n)` gives, best first, ties broken by ascending id.

    `fetch` returns the n best in falling order, or all there are; which of equal ones, and in which order, is open.
    Copies of a chunk have equal scores, so without this a rebuild could reshuffle or swap them.
    """
    if limit < 1:
        return NOTHING
    spare = _SPARE
    ids, scores = fetch(limit + spare)
    while len(ids) == limit + spare and scores[-1] == scores[limit - 1]:
        # Not four times the limit: mostly a few copies lie at the cut, and what a store takes grows with the number.
        spare *= 4
        ids, scores = fetch(limit + spare)
    if (scores[1:] == scores[:-1]).any():
        order = np.lexsort((ids, -scores))
        ids, scores = ids[order], scores[order]
    return Found(ids[:limit], scores[:limit])
