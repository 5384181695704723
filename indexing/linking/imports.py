"""What each document imports: files, and the names that it knows them by."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from .documents import Document
from .modules import Modules
from .reach import reach_of

_SEPARATORS: Final = re.compile(r"[./\\:]+")
_ROWS: Final = "SELECT doc_id, source_id, target, qualifier, line FROM refs WHERE kind = 'imports'"
_VERSION: Final = re.compile(r"^v\d+$")


class ImportRow(NamedTuple):
    """One stored reference of kind `imports`."""

    document: int
    source: int
    target: str
    qualifier: str
    """Empty, the imported name, `name as alias`, or `* as alias`; without a target what the file exports as another."""
    line: int


class Binding(NamedTuple):
    """What a name that an import has brought into a file stands for."""

    documents: tuple[Document, ...]
    """Empty when it comes from outside the corpus."""
    original: str
    """Its name where it is defined; `*` for a module as a whole."""
    is_module: bool = False
    """It is the file itself, also where that defines something of the same name."""


@dataclass(slots=True)
class DocumentImports:
    """The imports of one document."""

    counts: dict[int, int] = field(default_factory=dict)
    """Imported document to how often it is named."""
    bindings: dict[str, Binding] = field(default_factory=dict)
    resolved: list[tuple[ImportRow, str, tuple[Document, ...]]] = field(default_factory=list)
    """Each row with the imported name (`*` for all) and the files that it reaches, when there are any."""
    handed_on: list[Document] = field(default_factory=list)
    """Files of which everything is known here: `export * from`, `pub use a::*`."""
    exported: dict[str, str] = field(default_factory=dict)
    """What others know under another name than the file does: that name to the file's own."""
    hands_on_others: bool = False
    """Whether one of these may be another file than before files came or went."""
    decided_by: set[str] = field(default_factory=set)
    """Names of which an import leads to whatever defines them."""
    shifted: set[str] = field(default_factory=set)
    """Names, here and where they are defined, that imports bind which may lead elsewhere than before files came or
    went; with the empty name when such an import binds none.
    """

    def seen_through(self, doors: Mapping[int, Collection[str]]) -> set[str]:
        """What is known here of the names that the doors hand on, under the names that it has here."""
        found: set[str] = set()
        for row, name, documents in self.resolved:
            for names in (doors[document.id] for document in documents if document.id in doors):
                if name == "*" or "*" in names:
                    found |= {"*"}
                elif name in names:
                    found.add(row.qualifier.rpartition(" as ")[2])
        return found | self.exported_as(found)

    def exported_as(self, names: Collection[str]) -> set[str]:
        """What else others know the names by."""
        return {alias for alias, original in self.exported.items() if original in names}


class Imports:
    """The imports of all documents, each resolved when somebody asks for it."""

    def __init__(self, documents: Mapping[int, Document], modules: Modules, connection: sqlite3.Connection) -> None:
        self._documents = documents
        self._modules = modules
        self._connection = connection
        self._known: dict[int, DocumentImports | None] = {}
        self._all_read = False

    def of(self, document: int) -> DocumentImports | None:
        """Those of a document; None when it has none."""
        if document not in self._known and not self._all_read:
            rows = self._connection.execute(f"{_ROWS} AND doc_id = ?", (document,))
            self._known[document] = self._read(map(ImportRow._make, rows))
        return self._known.get(document)

    def every(self) -> Mapping[int, DocumentImports]:
        """Those of all documents that have any."""
        if not self._all_read:
            self._all_read = True
            rows: dict[int, list[ImportRow]] = {}
            for row in map(ImportRow._make, self._connection.execute(_ROWS)):
                rows.setdefault(row.document, []).append(row)
            for document in rows.keys() - self._known.keys():
                self._known[document] = self._read(rows[document])
        return {document: found for document, found in self._known.items() if found is not None}

    def _read(self, rows: Iterable[ImportRow]) -> DocumentImports | None:
        found: DocumentImports | None = None
        for row in rows:
            found = found or DocumentImports()
            self._add(found, self._documents[row.document], row)
        return found

    def _add(self, imports: DocumentImports, near: Document, row: ImportRow) -> None:
        original, _, alias = row.qualifier.partition(" as ")
        if not row.target:
            imports.exported[alias] = original
            return
        found, asked, may_differ = self._modules.find(near, row.target, original)
        imports.decided_by |= asked
        if may_differ:
            locals_ = local_names(near.family, row.target, original, alias)
            imports.shifted.update(filter(None, (*locals_, original)) if locals_ else ("",))
            imports.hands_on_others |= hands_on(near.family, row.target, row.qualifier)
        for document in found:
            imports.counts[document.id] = imports.counts.get(document.id, 0) + 1
        name = original or "*"
        if found:
            imports.resolved.append((row, name, found))
            if hands_on(near.family, row.target, row.qualifier):
                imports.handed_on += found
        elif row.target.startswith("."):
            # Relative, so not from outside: we only could not find it.
            return
        is_module = _is_module(near.family, row.target, original, found)
        for local in local_names(near.family, row.target, original, alias):
            known = imports.bindings.get(local)
            original_here = name if name != "*" or alias else _last_part(row.target)
            if known is None or not known.documents:
                imports.bindings[local] = Binding(found, original_here, is_module)
            elif {known.original, original_here} <= {"*", local}:
                # One name for two things in one file: which of them a place means, nobody asks.
                documents = dict.fromkeys((*known.documents, *found))
                imports.bindings[local] = Binding(tuple(documents), known.original)

    def may_hand_on_others(self, document: int) -> bool:
        """Whether a document may hand on other files than before files came or went."""
        imports = self.of(document)
        return imports is not None and imports.hands_on_others

    def exporting(self, names: Collection[str]) -> dict[int, set[str]]:
        """Documents that export one of the names as another, and as which."""
        found = {document: own.exported_as(names) for document, own in self.every().items()} if names else {}
        return {document: aliases for document, aliases in found.items() if aliases}

    def of_those_behind(self, doors: Mapping[int, Collection[str]]) -> set[int]:
        """Documents that import one of the names from a door, `*` for any name, or from others that do, and so on."""
        found: set[int] = set()
        waiting = doors
        every = self.every() if doors else {}
        while waiting:
            behind = {d: own.seen_through(waiting) for d, own in every.items() if d not in found}
            waiting = {document: names for document, names in behind.items() if names}
            found |= waiting.keys()
        return found

    def module(self, near: Document, path: str) -> Document | None:
        """The file of a module that code names by a path, without an import."""
        return self._modules.module(near, path)

    def original(self, document: int, name: str) -> str:
        """What a name that an import has brought into a document is called where it is defined."""
        imports = self.of(document)
        binding = imports.bindings.get(name) if imports else None
        return binding.original if binding else name


def hands_on(family: str, target: str, qualifier: str) -> bool:
    """Whether an import makes everything of a file known to whoever imports the importing one."""
    return reach_of(family).hands_on and (qualifier == "*" or target.endswith("*"))


def local_names(family: str, target: str, original: str, alias: str) -> Sequence[str]:
    """What an import of a name, or with `original` empty or `*` of a module, is called in a file of the family."""
    if alias:
        return (alias,)
    if original and original != "*":
        return (original,)
    if original == "*" or family in {"c", "shell", "r", "zig", "proto"}:
        return ()
    last = _last_part(target)
    return (last, target) if family == "python" and "." in target else (last,)


def _is_module(family: str, target: str, original: str, found: Sequence[Document]) -> bool:
    """Whether Python's `import a.b` or `from a import b` names a file, not something in one."""
    if family != "python" or not found:
        return False
    document = found[0]
    name = document.directory.rpartition("/")[2] if document.stem == "__init__" else document.stem
    return original in {"", "*"} or (original == name and _last_part(target) != name)


def _last_part(target: str) -> str:
    parts = [part for part in _SEPARATORS.split(target) if part and not _VERSION.match(part)]
    return parts[-1] if parts else ""
