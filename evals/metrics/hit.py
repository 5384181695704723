"""Whether a ranking shows anything right at all."""

from __future__ import annotations

from ..places import Matches


def hit_at(matches: Matches, k: int) -> float:
    """1.0 when one of the first k hits is right, else 0.0."""
    return float(any(matches[:k]))
