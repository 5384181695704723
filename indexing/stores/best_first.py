"""The same order from every vector store: by score, then by id, also where the limit cuts through equal scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from citeline.protocols import ScoredId

_SPARE: Final = 16
"""Asked for beyond the limit, so that a few equal scores at the cut need no second query."""


def best_first(fetch: Callable[[int], list[ScoredId]], limit: int) -> list[ScoredId]:
    """The best `limit` of what `fetch(n)` gives, best first, ties broken by ascending id.

    `fetch` returns the n best in falling order, or all there are; which of equal ones, and in which order, is open.
    Copies of a chunk have equal scores, so without this a rebuild could reshuffle or swap them.
    """
    if limit < 1:
        return []
    asked = limit + _SPARE
    found = fetch(asked)
    while len(found) == asked and found[-1][1] == found[limit - 1][1]:
        asked *= 4
        found = fetch(asked)
    return sorted(found, key=_order)[:limit]


def _order(item: ScoredId) -> tuple[float, int]:
    return -item[1], item[0]
