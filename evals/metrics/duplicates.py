"""How much of a ranking repeats itself."""

from __future__ import annotations

from collections.abc import Sequence

from ..places import Spot, overlap


def duplicate_rate(hits: Sequence[Spot], texts: Sequence[str]) -> float:
    """The share of hits that overlap an earlier one or have the text of one; 0.0 without hits.

    `texts` has the text of each hit, or anything that is equal when the texts are.
    """
    repeated = [
        any(overlap(hit, before) for before in hits[:at]) or texts[at] in texts[:at] for at, hit in enumerate(hits)
    ]
    return sum(repeated) / len(hits) if hits else 0.0
