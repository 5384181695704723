"""How often another wording of a question changes what comes of it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations


def flip_rate(outcomes: Sequence[Hashable]) -> float | None:
    """The share of pairs of wordings whose outcomes differ, 0 to 1; None for a single wording."""
    pairs = list(combinations(outcomes, 2))
    return sum(left != right for left, right in pairs) / len(pairs) if pairs else None
