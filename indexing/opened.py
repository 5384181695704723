"""What an open index knows without its vectors: all that status and staleness ask for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from citeline.protocols import VectorFilter

from .files.source_tree import SourceTree
from .generations.location import Location
from .generations.manifest import Manifest
from .stores.structure_reader import StructureReader

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


class OpenGeneration:
    """One published generation with its structure store."""

    def __init__(
        self, location: Location, manifest: Manifest, structure: StructureReader, notices: tuple[str, ...] = ()
    ) -> None:
        self.location = location
        self.manifest = manifest
        self.structure = structure
        self.notices = notices
        """What the user should know: damage that was stepped around."""
        self.selections = Selections()

    @property
    def root(self) -> Path:
        """The tree that was indexed."""
        return Path(self.manifest.root)

    @property
    def tree(self) -> SourceTree:
        """That folder with the sources that were indexed with it."""
        return SourceTree(self.root, self.manifest.shape.sources)

    def is_in(self, path: str, sources: Collection[str]) -> bool:
        """Whether a path belongs to one of the sources and to each selection; always when none is given."""
        return not sources or self.selections.hold(path, self.tree.label(path), sources)

    def known(self, sources: Sequence[str]) -> tuple[str, ...]:
        """Names of sources and selections, each once. Raises UsageError for one that there is not."""
        selected = tuple(name for name in sources if name in self.selections)
        return (*self.tree.known([name for name in sources if name not in self.selections]), *selected)

    @property
    def name(self) -> str:
        """The name of its state directory: that of the tree, and a few digits of its path."""
        return self.location.directory.name

    @property
    def generation(self) -> str:
        """Id of the generation."""
        return self.manifest.generation

    @property
    def commit(self) -> str:
        """HEAD when the files were read; empty without git."""
        return self.manifest.commit

    def identity(self) -> dict[str, str]:
        """Name, generation and commit, as every printed result carries them."""
        return {"name": self.name, "generation": self.generation, "commit": self.commit}
