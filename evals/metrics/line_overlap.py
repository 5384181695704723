"""How exactly an answer's citations cover the right lines."""

from __future__ import annotations

from collections.abc import Sequence

from ..places import Place, Spot, lines_of, overlap


def line_recall(cited: Sequence[Spot], needed: Sequence[Spot]) -> float | None:
    """The share of the needed lines that are cited; None when only whole documents are needed."""
    wanted = lines_of(needed)
    return len(wanted & lines_of(cited)) / len(wanted) if wanted else None


def line_precision(cited: Sequence[Spot], right: Sequence[Spot]) -> float | None:
    """The share of the cited lines that are right; every line of a right document is. None when no line is cited."""
    lines = lines_of(cited)
    held = sum(any(overlap(Place(path, line, line), place) for place in right) for path, line in lines)
    return held / len(lines) if lines else None
