"""What the finders of imports look at: where files are, what build files map, and who defines a name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from posixpath import dirname

from ..definitions import DefinedNames
from ..documents import Document
from ..packages import PackageMap
from ..places import Places


class Lookups:
    """Paths, build files and defined names; remembers the names that were asked for."""

    def __init__(self, places: Places, packages: PackageMap, defined: DefinedNames) -> None:
        self.places = places
        self.packages = packages
        self.asked: set[str] = set()
        self._defined = defined

    def defining(self, name: str, among: Sequence[Document]) -> list[Document]:
        """Those of the documents that define the name."""
        self.asked.add(name)
        holders = self._defined.get(name, ())
        return [document for document in among if document.id in holders]


def folders_around(directory: str) -> Iterator[str]:
    """The folder itself and those above it, up to the root of the corpus (empty)."""
    while directory:
        yield directory
        directory = dirname(directory)
    yield ""
