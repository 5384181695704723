"""How much of an answer is worth reading."""

from __future__ import annotations

from collections.abc import Sequence

from ..places import Spot, overlap


def useful_claims(claims: Sequence[Sequence[Spot]], useful: Sequence[Spot]) -> float | None:
    """The share of sentences that cite a needed or helpful place; None without sentences.

    `claims` has the places that each sentence cites; one that cites none is useless.
    """
    if not claims:
        return None
    return sum(any(overlap(one, place) for one in cited for place in useful) for cited in claims) / len(claims)
