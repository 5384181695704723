"""How far down the first right hit stands."""

from __future__ import annotations

from ..places import Matches


def reciprocal_rank(matches: Matches, k: int = 10) -> float:
    """1 / rank of the first of k hits that is right, 0.0 when none is. Its mean over cases is the MRR."""
    return next((1 / rank for rank, places in enumerate(matches[:k], start=1) if places), 0.0)
