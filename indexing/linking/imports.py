"""What each document imports: files, and the names that it knows them by."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from .documents import Document
from .modules import Modules

_SEPARATORS: Final = re.compile(r"[./\\:]+")
_VERSION: Final = re.compile(r"^v\d+$")


class ImportRow(NamedTuple):
    """One stored reference of kind `imports`."""

    document: int
    source: int
    target: str
    qualifier: str
    """Empty, the imported name, `name as alias`, or `* as alias`."""
    line: int


class Binding(NamedTuple):
    """What a name that an import has brought into a file stands for."""

    documents: tuple[Document, ...]
    """Empty when it comes from outside the corpus."""
    original: str
    """Its name where it is defined; `*` for a module as a whole."""


@dataclass(slots=True)
class DocumentImports:
    """The imports of one document."""

    counts: dict[int, int] = field(default_factory=dict)
    """Imported document to how often it is named."""
    bindings: dict[str, Binding] = field(default_factory=dict)


class Imports:
    """The imports of all documents, resolved."""

    def __init__(self, documents: Mapping[int, Document], modules: Modules, rows: Iterable[ImportRow]) -> None:
        self.by_document: dict[int, DocumentImports] = {}
        self.resolved: list[tuple[ImportRow, str, tuple[Document, ...]]] = []
        """Each row with the imported name (`*` for all) and the files that it reaches, when there are any."""
        self.decided_by: dict[str, set[int]] = {}
        """Name to the documents with an import that leads to whatever defines it."""
        for row in rows:
            self._add(documents[row.document], row, modules)

    def _add(self, near: Document, row: ImportRow, modules: Modules) -> None:
        original, _, alias = row.qualifier.partition(" as ")
        found, asked = modules.find(near, row.target, original)
        for asked_name in asked:
            self.decided_by.setdefault(asked_name, set()).add(near.id)
        imports = self.by_document.get(near.id)
        if imports is None:
            imports = self.by_document[near.id] = DocumentImports()
        for document in found:
            imports.counts[document.id] = imports.counts.get(document.id, 0) + 1
        name = original or "*"
        if found:
            self.resolved.append((row, name, found))
        elif row.target.startswith("."):
            # Relative, so not from outside: we only could not find it.
            return
        for local in _local_names(near, row.target, original, alias):
            known = imports.bindings.get(local)
            original_here = name if name != "*" or alias else _last_part(row.target)
            if known is None or not known.documents:
                imports.bindings[local] = Binding(found, original_here)
            elif {known.original, original_here} <= {"*", local}:
                # One name for two things in one file: which of them a place means, nobody asks.
                documents = dict.fromkeys((*known.documents, *found))
                imports.bindings[local] = Binding(tuple(documents), known.original)

    def original(self, document: int, name: str) -> str:
        """What a name that an import has brought into a document is called where it is defined."""
        imports = self.by_document.get(document)
        binding = imports.bindings.get(name) if imports else None
        return binding.original if binding else name


def _local_names(near: Document, target: str, original: str, alias: str) -> Iterable[str]:
    if alias:
        return (alias,)
    if original and original != "*":
        return (original,)
    if original == "*" or near.family in {"c", "shell", "r", "zig", "proto"}:
        return ()
    last = _last_part(target)
    return (last, target) if near.family == "python" and "." in target else (last,)


def _last_part(target: str) -> str:
    parts = [part for part in _SEPARATORS.split(target) if part and not _VERSION.match(part)]
    return parts[-1] if parts else ""
