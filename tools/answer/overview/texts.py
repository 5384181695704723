"""Documents of an index by line, and those among them that tell about the project as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from posixpath import basename, dirname
from typing import Final

from citeline.indexing.parsers.markup.reading import is_read, shown_lines
from citeline.indexing.stores.lookups import Lookups
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import StoredDocument, StoredNode
from citeline.patterns import re
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
        self.lookups = Lookups(structure)

    @remembered
    def lines(self, document: StoredDocument) -> list[str]:
        """All lines as they read, without the markup of HTML and manual pages, number 1 first; those of files beyond
        `MAX_LINES` are left out.
        """
        lines = self.structure.lines_of(int(document.id), last=min(document.line_count, MAX_LINES))
        if is_read(document.language):
            return [*shown_lines("\n".join(lines), document.language, document.path)]
        return lines

    @remembered
    def nodes(self, document: StoredDocument) -> list[StoredNode]:
        """The tree of a document."""
        return self.structure.nodes_of(int(document.id))

    @remembered
    def file_edges(self) -> list[tuple[int, str, int, float]]:
        """(source, kind, target, weight) of all relations between files, imports and uses of names."""
        return [
            (source, "imports" if is_import else "references", target, weight)
            for source, is_import, target, weight in self.structure.rows("SELECT * FROM file_edges")
        ]

    @remembered
    def terms(self, path: str) -> PathTerms:
        """A path taken apart."""
        return read_path(path)

    def is_aside(self, document: StoredDocument) -> bool:
        """Whether a path belongs to tests, examples or foreign code."""
        # Asked once a folder: most files need not be looked at themselves.
        return self._is_folder_aside(dirname(document.path)) or self.terms(document.path).is_aside

    @remembered
    def _is_folder_aside(self, folder: str) -> bool:
        return bool(folder) and read_path(f"{folder}/_").is_aside


def depth(path: str) -> int:
    """Folders above a file."""
    return path.count("/")


def stem_of(path: str) -> str:
    """The name of a file up to its first dot, in lower case."""
    return basename(path).lstrip(".").split(".", 1)[0].lower()


def begins_with(text: str, name: str) -> int:
    """Where a name ends that a text begins with, `file browser` for `filebrowser`; 0 where it begins otherwise."""
    match = re.match(_in_any_spelling(name), text)
    return match.end() if match else 0


def spelled_apart(text: str, name: str) -> str:
    """`File Browser` where a text calls so what is named `filebrowser`; empty without such words with capitals."""
    found = re.findall(rf"(?<!\w){_in_any_spelling(name)}(?!\w)", text, re.IGNORECASE)
    return next((one for one in found if " " in one and all(word[0].isupper() for word in one.split())), "")


def _in_any_spelling(name: str) -> str:
    return r"[\s_-]*".join(map(re.escape, re.sub(r"[\s_-]", "", name))) or "(?!)"
