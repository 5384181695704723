"""Where something stands, and which of the right places a ranking has found: what every metric works on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from citeline.dataclass import dataclass


class Spot(Protocol):
    """Anything with a path and lines."""

    @property
    def path(self) -> str:
        """POSIX, relative to the corpus."""
        ...

    @property
    def start_line(self) -> int:
        """1-based; 0 when the whole document is meant."""
        ...

    @property
    def end_line(self) -> int:
        """Inclusive; 0 when the whole document is meant."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Some lines of a document, or all of it."""

    path: str
    start_line: int = 0
    """1-based; 0 when the whole document is meant."""
    end_line: int = 0


Matches: TypeAlias = Sequence[frozenset[int]]
"""For each rank, best first, the indexes of the right places that the hit overlaps."""


def overlap(left: Spot, right: Spot) -> bool:
    """Whether the two share a line; a whole document shares one with everything in it."""
    if left.path != right.path:
        return False
    if not left.start_line or not right.start_line:
        return True
    return left.start_line <= right.end_line and right.start_line <= left.end_line


def match(found: Sequence[Sequence[Spot]], right: Sequence[Spot]) -> list[frozenset[int]]:
    """For each hit, which of the right places one of its own overlaps."""
    return [
        frozenset(at for at, place in enumerate(right) if any(overlap(spot, place) for spot in hit)) for hit in found
    ]


def whole_documents(places: Sequence[Spot]) -> list[Place]:
    """The documents of the places, each once, in order."""
    return [Place(path) for path in dict.fromkeys(place.path for place in places)]


def lines_of(places: Sequence[Spot]) -> set[tuple[str, int]]:
    """Every line of the places that have lines, each once."""
    return {
        (place.path, line)
        for place in places
        if place.start_line
        for line in range(place.start_line, place.end_line + 1)
    }
