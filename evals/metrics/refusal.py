"""Whether the run refuses what the corpus does not answer, and nothing else."""

from __future__ import annotations

from citeline.state import Status


def refusal(status: Status, *, answerable: bool) -> float | None:
    """1.0 when an unanswerable question is refused, which is right; None for the others."""
    return None if answerable else float(status == "not_found")


def false_refusal(status: Status, *, answerable: bool) -> float | None:
    """1.0 when an answerable question is refused, which is wrong; None for the others."""
    return float(status == "not_found") if answerable else None
