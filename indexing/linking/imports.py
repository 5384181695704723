"""What each document imports: files, and the names that it knows them by."""

from __future__ import annotations

import re
import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Final, NamedTuple

from citeline.dataclass import dataclass

from ..stores.leading_names import import_words, parts_of
from ..stores.packed_uses import DocumentsByName
from .documents import Document
from .finders.modules import Modules
from .reach import reach_of

_ROWS: Final = "SELECT doc_id, source_id, target, qualifier, line FROM refs WHERE kind = 'imports'"
_RENAMING: Final = "SELECT doc_id, qualifier FROM refs WHERE kind = 'imports' AND qualifier LIKE '% as _%'"
_MANY: Final = 400
"""Documents whose imports are read sooner with those of all."""
_MAX_FILES: Final = 40
"""An import of a package with more files is no edge to each of them; its name still stands for all."""
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


_OWN: Final = "self::"
"""Beginning of a path in Rust to what is in the file."""


@dataclass(slots=True)
class DocumentImports:
    """The imports of one document."""

    counts: dict[int, int] = field(default_factory=dict)
    """Imported document to how often it is named."""
    bindings: dict[str, Binding] = field(default_factory=dict)
    resolved: list[tuple[ImportRow, str, tuple[Document, ...]]] = field(default_factory=list)
    """Each row with the imported name (`*` for all) and the files that it reaches, when there are any."""
    outer: set[str] = field(default_factory=set)
    """Names that imports outside of functions and types bind."""
    handed_on: list[Document] = field(default_factory=list)
    """Files of which everything is known here: `export * from`, `pub use a::*`."""
    exported: dict[str, str] = field(default_factory=dict)
    """What others know under another name than the file does: that name to the file's own."""
    hands_on_others: bool = False
    """Whether one of these may be another file than before files came or went."""
    opened: set[str] = field(default_factory=set)
    """Last names of what is imported as a whole: `use Shape::*` of an enumeration, `import static a.Maths.*`."""
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
            local = row.qualifier.rpartition(" as ")[2]
            binding = self.bindings.get(local)
            for names in (doors[document.id] for document in documents if document.id in doors):
                if name == "*" or "*" in names:
                    found |= {"*"}
                elif name in names or (binding is not None and binding.is_module):
                    found.add(local)
        return found | self.exported_as(found)

    def exported_as(self, names: Collection[str]) -> set[str]:
        """What else others know the names by."""
        return {alias for alias, original in self.exported.items() if original in names}

    def known_as(self, names: Collection[str]) -> set[str]:
        """What else the names are called here, by imports and exports."""
        known = self.bindings.items()
        here = {local for local, binding in known if local != binding.original and binding.original in names}
        return here | self.exported_as(here.union(names))


class Imports:
    """The imports of all documents, each resolved when somebody asks for it."""

    def __init__(
        self,
        documents: Mapping[int, Document],
        modules: Modules,
        connection: sqlite3.Connection,
        by_name: DocumentsByName,
    ) -> None:
        self._documents = documents
        self._modules = modules
        self._connection = connection
        self._by_name = by_name
        self._known: dict[int, DocumentImports | None] = {}
        self._all_read = False

    def of(self, document: int) -> DocumentImports | None:
        """Those of a document; None when it has none."""
        if document not in self._known and not self._all_read:
            self._known[document] = self._read(self._rows_of(document))
        return self._known.get(document)

    def every(self) -> Mapping[int, DocumentImports]:
        """Those of all documents that have any."""
        if not self._all_read:
            self._all_read = True
            for document, rows in self._rows.items():
                if document not in self._known:
                    self._known[document] = self._read(rows)
        return {document: found for document, found in self._known.items() if found is not None}

    def _rows_of(self, document: int) -> Sequence[ImportRow]:
        return [*map(ImportRow._make, self._connection.execute(f"{_ROWS} AND doc_id = ?", (document,)))]

    @cached_property
    def _rows(self) -> Mapping[int, Sequence[ImportRow]]:
        """Of all documents."""
        rows: dict[int, list[ImportRow]] = {}
        for row in map(ImportRow._make, self._connection.execute(_ROWS)):
            rows.setdefault(row.document, []).append(row)
        return rows

    def _read(self, rows: Iterable[ImportRow]) -> DocumentImports | None:
        found: DocumentImports | None = None
        # What a module of the file itself hands on may be what an import calls by the module's name.
        rows = [*rows]
        aliases = {row.qualifier.rpartition(" as ")[2] for row in rows if " as " in row.qualifier}
        for row in sorted(rows, key=lambda row: _first_module(row.target) in aliases or row.target.startswith(_OWN)):
            found = found or DocumentImports()
            self._add(found, self._documents[row.document], row)
        return found

    def _add(self, imports: DocumentImports, near: Document, row: ImportRow) -> None:
        original, _, alias = row.qualifier.partition(" as ")
        if not row.target:
            imports.exported[alias] = original
            return
        if row.target.endswith("::*"):
            imports.opened.add(row.target[:-3].rpartition("::")[2])
        found, asked, may_differ = self._modules.find(near, row.target, original)
        imports.decided_by |= asked
        if not found and (renamed := imports.bindings.get(_first_module(row.target))) is not None:
            found = renamed.documents if renamed.original == "*" else found  # `use sse2 as imp; use imp::Group;`
        if may_differ:
            locals_ = local_names(near.family, row.target, original, alias)
            imports.shifted.update(filter(None, (*locals_, original)) if locals_ else ("",))
            imports.hands_on_others |= hands_on(near.family, row.target, row.qualifier)
        reached = found if len(found) <= _MAX_FILES else ()
        for document in reached:
            imports.counts[document.id] = imports.counts.get(document.id, 0) + 1
        name = original or "*"
        if near.family == "jvm" and (name == "*" or row.target.endswith("._")):
            imports.opened.add(_last_part(row.target.removesuffix("._")))  # of a package there are no members
        if reached:
            imports.resolved.append((row, name, reached))
            if hands_on(near.family, row.target, row.qualifier):
                imports.handed_on += reached
        elif not found and (row.target.startswith(".") or _is_own(row.target, imports)):
            # Relative, so not from outside: we only could not find it, or it is a variant of the file's own type.
            imports.opened.add(row.target.rpartition("::")[0].rpartition("::")[2])
            return
        is_module = _is_module(near.family, row.target, original, found)
        for local in local_names(near.family, row.target, original, alias):
            if row.source == near.file_node:
                imports.outer.add(local)
            known = imports.bindings.get(local)
            original_here = name if name != "*" or alias else _last_part(row.target)
            if alias and "::" in row.target and found and not _is_named(found[0], _last_part(row.target)):
                original_here = _last_part(row.target)  # `use a::Shape as Form`, no module
            if known is None or not known.documents:
                imports.bindings[local] = Binding(found, original_here, is_module)
            elif {known.original, original_here} <= {"*", local}:
                # One name for two things in one file: which of them a place means, nobody asks.
                documents = dict.fromkeys((*known.documents, *found))
                imports.bindings[local] = Binding(tuple(documents), known.original)
        if near.family == "python" and not row.qualifier:
            self._add_package(imports, near, row.target, is_found=bool(found))

    def _add_package(self, imports: DocumentImports, near: Document, target: str, *, is_found: bool) -> None:
        """`import a.b` makes `a` known too."""
        package = target.partition(".")[0]
        if package in {"", target}:
            return
        around = self._modules.find(near, package, "").documents
        if around or not is_found:
            imports.bindings.setdefault(package, Binding(around, "*", bool(around)))

    def may_hand_on_others(self, document: int) -> bool:
        """Whether a document may hand on other files than before files came or went."""
        imports = self.of(document)
        return imports is not None and imports.hands_on_others

    def naming(self, names: Collection[str]) -> Mapping[int, DocumentImports]:
        """Those of all documents with an import that is written with one of the names."""
        if self._all_read:
            return self.every()
        documents = self._by_name.naming(names)
        rows_of = self._rows_of if len(documents) < _MANY else lambda document: self._rows.get(document, ())
        is_meant: dict[tuple[str, str], bool] = {}  # a hundred files import the same
        found: dict[int, DocumentImports] = {}
        for document in documents:
            rows = rows_of(document)
            for written in {(row.target, row.qualifier) for row in rows}:
                if written not in is_meant:
                    is_meant[written] = not import_words(*written).isdisjoint(names)
                if is_meant[written]:
                    if document not in self._known:
                        self._known[document] = self._read(rows)
                    if (own := self._known[document]) is not None:
                        found[document] = own
                    break
        return found

    def exporting(self, names: Collection[str]) -> dict[int, set[str]]:
        """Documents that know or export one of the names as another, and as which."""
        found = {document: own.known_as(names) for document, own in self.naming(names).items()}
        return {document: aliases for document, aliases in found.items() if aliases}

    def of_those_behind(self, doors: Mapping[int, Collection[str]]) -> dict[int, set[str]]:
        """Documents that import one of the names from a door, `*` for any name, or from others that do, and so on; with
        what the names are called there.
        """
        found: dict[int, set[str]] = {}
        waiting = doors
        while waiting:
            behind = {d: own.seen_through(waiting) for d, own in self.importing(waiting).items() if d not in found}
            waiting = {document: names for document, names in behind.items() if names}
            found.update((document, {*names}) for document, names in waiting.items())
        return found

    def importing(self, documents: Collection[int]) -> Mapping[int, DocumentImports]:
        """Those of all documents that import some, as far as no file came or went since that was written."""
        if self._all_read:
            return self.every()
        sql = "SELECT src FROM file_edges WHERE is_import = 1 AND dst = ?"
        sources = {source for document in documents for (source,) in self._connection.execute(sql, (document,))}
        return {source: found for source in sources if (found := self.of(source)) is not None}

    def module(self, near: Document, path: str) -> Document | None:
        """The file of a module that code names by a path, without an import."""
        return self._modules.module(near, path)

    def may_be_another(self, document: int, name: str, names: set[str]) -> bool:
        """Whether a name that an import has brought into a document may be one of the names where it is defined."""
        return not names.isdisjoint(self._originals.get((document, name), ()))

    @cached_property
    def _originals(self) -> Mapping[tuple[int, str], set[str]]:
        """Document and what something is called there, to what that is called elsewhere."""
        found: dict[tuple[int, str], set[str]] = defaultdict(set)
        for document, qualifier in self._connection.execute(_RENAMING):
            original, _, alias = qualifier.partition(" as ")
            found[document, alias].add(original)
        return found


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


def _is_named(document: Document, name: str) -> bool:
    """Whether a module of that name is the file."""
    return name in {document.stem, document.directory.rpartition("/")[2], "crate", "self", "super"}


def _is_own(target: str, imports: DocumentImports) -> bool:
    """Whether one of Rust's paths stays in the crate: `self::Mode::One`, `crate::Mode::One`, `Mode::One`."""
    first = _first_module(target)
    if target.startswith(_OWN):
        return bool(first or target) and first not in imports.bindings
    return first in {"crate", "super"} or (first[:1].isupper() and first not in imports.bindings)


def _first_module(target: str) -> str:
    """What one of Rust's paths begins with behind `self`; empty for a single name and other languages."""
    first, separator, _ = target.removeprefix(_OWN).partition("::")
    return first if separator else ""


def _last_part(target: str) -> str:
    parts = [part for part in parts_of(target) if part and not _VERSION.match(part)]
    return parts[-1] if parts else ""
