"""How good an answer is, in one word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from citeline.state import Status

from ..places import Spot, overlap

Grade: TypeAlias = Literal["full", "pointer", "useless", "refused"]
GRADES: Final[tuple[Grade, ...]] = ("full", "pointer", "useless", "refused")


def grade(
    status: Status,
    cited: Sequence[Spot],
    *,
    needs: Sequence[Sequence[Spot]],
    also: Sequence[Spot] = (),
    said: Sequence[bool],
) -> Grade:
    """The grade of an answer to an answerable question.

    `full`: it cites a place of each group of `needs` and says all of `said`, one flag for each group of patterns.
    `pointer`: it cites a needed place, or lines of the same file and a place that helps (`also`). `refused`: it said
    that the corpus does not answer it. `useless`: the rest.
    """
    if status == "not_found":
        return "refused"
    reached = [any(overlap(place, one) for place in group for one in cited) for group in needs]
    if all(reached) and all(said):
        return "full"
    if any(reached):
        return "pointer"
    files = {place.path for group in needs for place in group}
    near = any(one.path in files for one in cited) and any(overlap(place, one) for place in also for one in cited)
    return "pointer" if near else "useless"
