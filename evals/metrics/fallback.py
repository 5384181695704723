"""How often a step did less than it could."""

from __future__ import annotations

from collections.abc import Sequence


def fallback(degradations: Sequence[str]) -> float:
    """1.0 when any step of the run fell back, as when a model failed or the budget ran out."""
    return float(bool(degradations))
