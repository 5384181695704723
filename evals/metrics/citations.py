"""How many places an answer cites."""

from __future__ import annotations

from collections.abc import Sequence

from ..places import Spot


def citation_count(cited: Sequence[Spot]) -> float:
    """Different places; one that several sentences cite counts once."""
    return float(len({(place.path, place.start_line, place.end_line) for place in cited}))
