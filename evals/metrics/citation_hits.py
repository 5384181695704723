"""Whether what an answer cites is there, and is right."""

from __future__ import annotations

from collections.abc import Sequence

from ..places import Spot, overlap


def evidence_rate(in_evidence: Sequence[bool]) -> float | None:
    """The share of citations that name evidence of the answer; None without citations."""
    return sum(in_evidence) / len(in_evidence) if in_evidence else None


def gold_rate(cited: Sequence[Spot], right: Sequence[Spot]) -> float | None:
    """The share of cited places that overlap a right one; None without citations."""
    if not cited:
        return None
    return sum(any(overlap(place, one) for one in right) for place in cited) / len(cited)


def cites_gold(cited: Sequence[Spot], right: Sequence[Spot]) -> float:
    """1.0 when any cited place overlaps a right one, else 0.0."""
    return float(any(overlap(place, one) for place in cited for one in right))
