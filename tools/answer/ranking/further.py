"""Which ranked claims are shown behind the first one, and which wait behind `--all`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .features import Sought
from .ranker import Chosen

LOOKED_UP: Final = frozenset({"cell", "value", "release", "filed"})
"""Bases that answer alone: one of 65 such answers lacks what ranked lines behind the second claim say."""
BEHIND: Final = 2
"""Claims of such an answer, ranked ones among them."""
_LATE: Final = 6
"""Claims from which on those of another file than the first have to hold a fair share of the question."""
_FAIR: Final = 0.5
"""Of what the best of them holds."""


def waits(one: Chosen, shown: Sequence[Chosen], sought: Sought, *, basis: str, told: int) -> bool:
    """Whether one of the claims that may be `shown` waits. `basis`: what the answer rests on besides words; `told`:
    claims that are made already.

    A test repeats the words of what it tests. What the others are worth: docs/answers_log.md.
    """
    if basis in LOOKED_UP:
        return told >= BEHIND
    if not told or "coverage_all" not in one.features:
        return False
    is_test = not sought.tests and bool(one.features.get("test"))
    is_far = one.candidate.passage.chunk.path != shown[0].candidate.passage.chunk.path
    return is_test or (told >= _LATE and is_far and _coverage(one) < _FAIR * max(map(_coverage, shown)))


def _coverage(one: Chosen) -> float:
    return one.features.get("coverage_all", 0.0)
