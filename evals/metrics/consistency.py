"""Whether answers that should be the same are: to paraphrases of one question, or to one question asked again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from ..places import Spot, overlap

Cites: TypeAlias = Sequence[Spot]
"""What one answer cites; nothing when it was refused."""


def consistency(answers: Sequence[Cites]) -> float | None:
    """How much any two of the answers cite the same places, 0 to 1, the mean over all pairs; None for a single answer.

    Two answers agree by the share of the citations of both that overlap one of the other. Two refusals agree wholly, a
    refusal and an answer not at all.
    """
    pairs = list(combinations(answers, 2))
    return sum(_agreement(left, right) for left, right in pairs) / len(pairs) if pairs else None


def _agreement(left: Cites, right: Cites) -> float:
    if not left and not right:
        return 1.0
    shared = sum(any(overlap(place, other) for other in right) for place in left)
    shared += sum(any(overlap(place, other) for other in left) for place in right)
    return shared / (len(left) + len(right))
