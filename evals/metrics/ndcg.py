"""How early a ranking shows the right places, the better ones first."""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from ..places import Matches


def ndcg_at(matches: Matches, grades: Sequence[int], k: int = 10) -> float:
    """Normalised discounted cumulative gain of the first k hits, 0 to 1, with linear gain.

    A hit pays the best grade among the places that it overlaps and that no hit before it was paid for, so that a
    second hit on the same lines gains nothing. Ideal: a hit for each place, grades in falling order.
    Source: Järvelin and Kekäläinen 2002, as trec_eval computes it.
    """
    unpaid = dict(enumerate(grades))
    gain = 0.0
    for rank, places in enumerate(matches[:k], start=1):
        best = max(sorted(places & unpaid.keys()), key=lambda place: unpaid[place], default=None)
        if best is not None:
            gain += unpaid.pop(best) / log2(rank + 1)
    ideal = sum(grade / log2(rank + 1) for rank, grade in enumerate(sorted(grades, reverse=True)[:k], start=1))
    return gain / ideal if ideal else 0.0
