"""What an open index knows without its vectors: all that status and staleness ask for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from .files.source_tree import SourceTree
from .generations.location import Location
from .generations.manifest import Manifest
from .selections import Selections
from .stores.structure_reader import StructureReader


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
