"""What the check says of an answer's citations."""

from __future__ import annotations

from collections.abc import Sequence


def verdict_rate(verdicts: Sequence[str], wanted: str) -> float | None:
    """The share of an answer's citations with this verdict; None without citations."""
    return sum(verdict == wanted for verdict in verdicts) / len(verdicts) if verdicts else None
