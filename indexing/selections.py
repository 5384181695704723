"""Documents under a name that stands among those of sources, which it narrows: what a filter by metadata leaves."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from typing import Final, NamedTuple

from citeline.protocols import VectorFilter

_MOST: Final = 64


class _Selection(NamedTuple):
    paths: frozenset[str]
    points: frozenset[int]


class Selections:
    """Those of one open index."""

    def __init__(self) -> None:
        self._named: OrderedDict[str, _Selection] = OrderedDict()

    def __contains__(self, name: object) -> bool:
        return name in self._named

    def uses(self, name: str) -> bool:
        """Whether a name is known; of many, it is now the last to be dropped: a question goes on reading by it."""
        if name in self._named:
            self._named.move_to_end(name)
        return name in self._named

    def add(self, name: str, paths: frozenset[str], points: frozenset[int]) -> None:
        """Let a name stand for documents: their paths, and the points of them and of their chunks."""
        self._named[name] = _Selection(paths, points)
        while len(self._named) > _MOST:
            self._named.popitem(last=False)

    def hold(self, path: str, label: str, sources: Collection[str]) -> bool:
        """Whether a path with the label of its source belongs to one of the sources, and to each selection."""
        named = [name for name in sources if name not in self._named]
        if named and label not in named:
            return False
        return all(path in self._named[name].paths for name in sources if name in self._named)

    def for_vectors(self, sources: Collection[str]) -> VectorFilter | None:
        """The same for a vector store; None for all."""
        selected = [self._named[name].points for name in sources if name in self._named]
        named = tuple(name for name in sources if name not in self._named)
        return VectorFilter(named, frozenset.intersection(*selected) if selected else None) if sources else None
