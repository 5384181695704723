"""Whether the first sentence of an answer is already right."""

from __future__ import annotations

from collections.abc import Sequence

from ..places import Spot, overlap


def first_line_right(cited_first: Sequence[Spot], needed: Sequence[Spot], said_first: Sequence[bool]) -> float:
    """1.0 when the first sentence cites a needed place and says any of what must be said, itself or by its lines.

    `said_first` has one flag for each group of patterns.
    """
    return float(any(said_first) and any(overlap(one, place) for one in cited_first for place in needed))
