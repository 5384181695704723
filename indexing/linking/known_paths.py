"""Remembers where paths lead; one that leads through itself is what the rest of it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from .receiver import ITSELF, Receiver

PathKey: TypeAlias = tuple[int, str, str]
"""(document, scope, path)"""
_MAX_DEPTH: Final = 8
"""Of paths that are looked up because another one leads through them."""
_MAX_NOT_KEPT: Final = 500
"""Of paths that are followed for one, each time in vain for the next: fields that are all made of each other lead
through one another in more orders than anybody can follow."""
_MAX_KNOWN: Final = 100_000
_NONE_OPEN: Final = _MAX_DEPTH + 1


class KnownPaths:
    """Answers by path."""

    def __init__(self) -> None:
        self._known: dict[PathKey, Receiver | None] = {}
        self._open: dict[PathKey, tuple[int, Receiver]] = {}
        """Those that are being followed, with how many were before and what is known of them so far."""
        self._reached = _NONE_OPEN
        """The first of these that was asked for again."""
        self._not_kept = 0
        """Paths that were followed for the first of these and must be followed again when somebody asks."""

    def get(self, key: PathKey, follow: Callable[[], Receiver | None]) -> Receiver | None:
        """What is known, or what following the path gives; None where that leads through too many others.

        `self.node = self.node.next` beside `self.node = Node()`: followed once for what else the node may be, and once
        more from there. What was found on the way depends on where somebody came from, so it is not kept; nor is what
        was cut short, which depends on how much had been followed before.
        """
        if key in self._known:
            return self._known[key]
        if key in self._open:
            depth, so_far = self._open[key]
            self._reached = min(self._reached, depth)
            return so_far
        depth = len(self._open)
        if not depth:
            self._not_kept = 0
            if len(self._known) > _MAX_KNOWN:
                self._known.clear()
        if depth >= _MAX_DEPTH or self._not_kept >= _MAX_NOT_KEPT:
            return None
        not_kept = self._not_kept
        reached, self._reached = self._reached, _NONE_OPEN
        self._open[key] = depth, ITSELF
        found = follow()
        if self._reached <= depth and found is not None and found is not ITSELF:
            self._open[key] = depth, found
            found = follow()
        del self._open[key]
        if self._reached >= depth:
            found = None if found is ITSELF else found
            self._reached = reached
            if self._not_kept < _MAX_NOT_KEPT:
                self._known[key] = found
                self._not_kept = not_kept
        else:
            self._not_kept += 1
            self._reached = min(reached, self._reached)
        return found
