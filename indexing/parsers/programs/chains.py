"""Remembers how far a chain of calls has been read, so that its beginning is not read again for each call in it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

_CHAINS: Final = 64
"""As many are held at once; few more are open in each other's arguments."""


class Chain:
    """Paths of the beginnings of one text that end behind a call, before the next link; ends are characters."""

    def __init__(self) -> None:
        self._ends: list[int] = []
        self._paths: list[str] = []

    def add(self, end: int, path: str) -> None:
        """Note what was read; before the first call what follows may still change what it means."""
        if "()" in path and (not self._ends or end > self._ends[-1]):
            self._ends.append(end)
            self._paths.append(path)

    def before(self, end: int) -> tuple[str, int] | None:
        """The longest path that ends before a place, and where it does; None when nothing was read so far."""
        place = bisect_right(self._ends, end - 1)
        return (self._paths[place - 1], self._ends[place - 1]) if place else None


class Chains:
    """Those of one file that were read last, by where they start."""

    def __init__(self) -> None:
        self._held: dict[int, Chain] = {}

    def at(self, start: int) -> Chain:
        """The one that starts there."""
        if start not in self._held:
            if len(self._held) >= _CHAINS:
                self._held.clear()
            self._held[start] = Chain()
        return self._held[start]
