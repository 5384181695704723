"""What a run costs in tokens."""

from __future__ import annotations

from citeline.state import Usage


def tokens(usage: Usage) -> float:
    """Input and output together."""
    return float(usage.get("input_tokens", 0) + usage.get("output_tokens", 0))
