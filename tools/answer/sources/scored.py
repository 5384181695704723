"""A draft with the reasons for its rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..draft import Draft


@dataclass(frozen=True, slots=True)
class ScoredDraft:
    """A draft among others of its producer; higher scores first."""

    draft: Draft
    score: float
    why: Mapping[str, float] = field(default_factory=dict)
    """What the score is the sum of, by name."""
