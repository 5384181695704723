"""Documents of an index by line, and those among them that tell about the project as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import basename, dirname
from typing import Final

from citeline.indexing.stores.lookups import Lookups
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import StoredDocument, StoredNode
from citeline.remembering import remembered

from ...retrieval.paths import PathTerms, read_path

MAX_LINES: Final = 4_000
"""Of a file that is read whole: no manifest and hardly any README is longer."""


class Texts:
    """The documents of an index and their lines, each read once."""

    def __init__(self, structure: StructureReader, documents: Sequence[StoredDocument] | None = None) -> None:
        self.structure = structure
        self.documents = structure.documents() if documents is None else documents
        self.by_id = {int(document.id): document for document in self.documents}
        self._lines: dict[int, list[str]] = {}
        self._nodes: dict[int, list[StoredNode]] = {}
        self._aside: dict[str, bool] = {}
        self._lookups = Lookups(structure)

    def lines(self, document: StoredDocument) -> list[str]:
        """All lines as the index has them, number 1 first; those of files beyond `MAX_LINES` are left out."""
        identity = int(document.id)
        if identity not in self._lines:
            self._lines[identity] = self.structure.lines_of(identity, last=min(document.line_count, MAX_LINES))
        return self._lines[identity]

    def nodes(self, document: StoredDocument) -> list[StoredNode]:
        """The tree of a document."""
        identity = int(document.id)
        if identity not in self._nodes:
            self._nodes[identity] = self.structure.nodes_of(identity)
        return self._nodes[identity]

    @remembered
    def file_edges(self) -> list[tuple[int, str, int, float]]:
        """(source, kind, target, weight) of all relations between files, imports and uses of names."""
        return [
            (source, "imports" if is_import else "references", target, weight)
            for source, is_import, target, weight in self.structure.rows("SELECT * FROM file_edges")
        ]

    def is_tested(self, document: int, line: int) -> bool:
        """Whether a line of product code belongs to tests that stand in it."""
        return self._lookups.is_tested(document, line)

    @remembered
    def terms(self, path: str) -> PathTerms:
        """A path taken apart."""
        return read_path(path)

    def is_aside(self, document: StoredDocument) -> bool:
        """Whether a path belongs to tests, examples or foreign code."""
        folder = dirname(document.path)
        if folder not in self._aside:  # asked once a folder: most files need not be looked at themselves
            self._aside[folder] = bool(folder) and read_path(f"{folder}/_").is_aside
        return self._aside[folder] or self.terms(document.path).is_aside


def depth(path: str) -> int:
    """Folders above a file."""
    return path.count("/")


def stem_of(path: str) -> str:
    """The name of a file up to its first dot, in lower case."""
    return basename(path).lstrip(".").split(".", 1)[0].lower()
