"""How many of the right places a ranking finds."""

from __future__ import annotations

from ..places import Matches


def recall_at(matches: Matches, right: int, k: int) -> float:
    """The share of the `right` places that the first k hits overlap, 0 to 1; 0.0 when there is no right place."""
    found = frozenset[int]().union(*matches[:k])
    return len(found) / right if right else 0.0
