"""One pass over the references of a generation: all of them, or those that a change touches."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from citeline.model import DEFINITION_KINDS, MADE, TYPE_KINDS

from ..files.source_tree import SourceTree
from ..stores.outlines import Change, stored_outlines
from ..stores.packed_uses import DocumentsByName
from .definitions import MAX_NAMES, DefinedNames, Definitions
from .documents import Document, Documents, digest_of, is_linked, read_documents, remember, stem_of, tested_stem
from .file_graph import change_reference_edges, write_centrality, write_import_edges, write_reference_edges
from .finders.modules import Modules
from .hierarchy import Hierarchy
from .imports import Binding, DocumentImports, Imports
from .link_targets import OUTSIDE, LinkTargets
from .named_rows import EXTENDS, NamedRow, every_by_target, named_rows
from .names import Names
from .paths import TypePaths, module_names
from .places import nearest_first
from .touched import declared_through, handing_on, lost_nodes, moved_files, touched_names

EdgeKey: TypeAlias = tuple[int, str, int]
"""(source node, kind, target node)"""
EdgeValue: TypeAlias = tuple[int, float]
"""(line, weight)"""
_NAMED_EDGES: Final = f"('calls', 'inherits', 'references', 'mentions', 'tests', '{EXTENDS}')"
_KINDS: Final = ",".join(f"'{kind}'" for kind in sorted(DEFINITION_KINDS))
_LINKS: Final = f"kind = 'links_to' AND {OUTSIDE}"
_OF_FRESH: Final = "SELECT id FROM nodes WHERE doc_id IN (SELECT value FROM fresh_documents)"
_ROWS_AT_ONCE: Final = 2_000
_FEW: Final = 40
"""Documents whose names are looked for in all paths; with more, all paths are taken apart."""
_ONE_FOLDER: Final = SourceTree(Path())


def link(
    connection: sqlite3.Connection, changes: Sequence[Change] | None = None, *, tree: SourceTree = _ONE_FOLDER
) -> None:
    """Fill `edges`, `file_edges` and the centrality of documents.

    With `changes`, as the writer tells them, only what they touch is resolved again; the result is that of a full
    pass. It is one when what build files map has changed, or nothing was linked before: any import may lead elsewhere
    then. `tree` says where sources lie on disk: for paths that lead out of one.
    """
    documents = read_documents(connection)
    digest = digest_of(documents)
    is_partial = changes is not None and is_linked(connection, digest)
    defined = DefinedNames(connection)
    if not is_partial:
        defined.every()
    modules = Modules(documents, defined, tree, moved_files(changes) if changes and is_partial else ())
    if modules.roots_moved:
        is_partial = False
        defined.every()
    by_name = DocumentsByName(connection)
    imports = Imports(documents.by_id, modules, connection, by_name)
    linker = _Linker(connection, documents, modules, imports, by_name)
    if changes is None or not is_partial:
        linker.link_all()
        write_import_edges(connection, imports, None)
        write_reference_edges(connection, documents.by_id, defined)
        write_centrality(connection, documents.by_id)
    else:
        fresh, affected = {change.after.document for change in changes if change.after}, touched_names(changes)
        paths = TypePaths(connection, by_name, changes)
        whole = linker.link_changes(fresh, affected, lost_nodes(changes), handing_on(changes), paths)
        differ = [
            write_import_edges(connection, imports, whole),
            change_reference_edges(connection, documents.by_id, defined, by_name, changes),
            any(change.before is None or change.after is None for change in changes),
        ]
        if any(differ):
            write_centrality(connection, documents.by_id)
    remember(connection, digest)


class _Linker:
    def __init__(
        self,
        connection: sqlite3.Connection,
        documents: Documents,
        modules: Modules,
        imports: Imports,
        by_name: DocumentsByName,
    ) -> None:
        self._connection = connection
        self._documents = documents.by_id
        self._modules = modules
        self._imports = imports
        self._by_name = by_name
        self._links = LinkTargets(connection, modules.places)
        self._hierarchy = Hierarchy(self._documents, connection)

    def link_all(self) -> None:
        """In a stream: references of one name after the other, edges by way of a table on disk."""
        names = self._names()
        edges: dict[EdgeKey, EdgeValue] = {}
        self._add_imports(edges, names, None)
        self._add_links(edges, None, set())
        self._add_tested_files(edges, None)
        self._connection.execute(
            "CREATE TEMP TABLE found_edges (src INTEGER, type TEXT, dst INTEGER, line INTEGER, weight REAL)"
        )
        self._spool(edges)
        for some in every_by_target(self._connection, self._documents, at_once=_ROWS_AT_ONCE):
            names.definitions.fetch(row[3] for row in some)
            edges = {}
            self._add_named(edges, names, some)
            self._spool(edges)
        # Grouping sorts, and ascending keys append to the table's tree instead of splitting it.
        wanted = (
            "SELECT src, type, dst, min(line) AS line, max(weight) AS weight FROM found_edges GROUP BY src, type, dst"
        )
        if self._connection.execute("SELECT 1 FROM edges LIMIT 1").fetchone() is None:
            self._connection.execute(f"INSERT INTO edges {wanted}")
        else:
            self._connection.execute(f"CREATE TEMP TABLE wanted_edges AS {wanted}")
            self._connection.execute("CREATE INDEX temp.wanted_edges_by_key ON wanted_edges (src, type, dst)")
            self._connection.execute(
                "DELETE FROM edges WHERE NOT EXISTS (SELECT 1 FROM wanted_edges w"
                " WHERE w.src = edges.src AND w.type = edges.type AND w.dst = edges.dst)"
            )
            self._connection.execute(
                "INSERT OR REPLACE INTO edges SELECT * FROM wanted_edges EXCEPT SELECT * FROM edges"
            )
            self._connection.execute("DROP TABLE wanted_edges")
        self._connection.execute("DROP TABLE found_edges")

    def _spool(self, edges: Mapping[EdgeKey, EdgeValue]) -> None:
        rows = ((*key, *value) for key, value in edges.items())
        self._connection.executemany("INSERT INTO found_edges VALUES (?, ?, ?, ?, ?)", rows)

    def link_changes(
        self,
        fresh: set[int],
        affected: set[str],
        lost: Collection[int],
        handing_on: Mapping[int, Collection[str]],
        paths: TypePaths,
    ) -> set[int]:
        """Without affected names only the fresh documents, and what leads to lines of them or to paths that came or
        went, are linked again. `lost` are nodes that the fresh documents had before, `handing_on` are
        those of them whose importers may see something else under some names. Names of imports that lead
        elsewhere are added to the affected ones; the documents that were linked as a whole.
        """
        moved = bool(self._modules.moved)
        shifted = self._shifted(affected) if moved else set()
        doors = {one: {*known} for one, known in handing_on.items()}
        for one in filter(self._imports.may_hand_on_others, shifted):
            doors[one] = {"*"}
        for one, aliases in self._imports.exporting(affected.union(*doors.values())).items():
            doors[one] = doors.get(one, set()) | aliases
        behind = self._imports.of_those_behind(doors)
        by_path = self._named_by_path(doors)
        affected |= by_path
        for outline in stored_outlines(self._connection, behind):
            affected.update(declared_through(outline, behind[outline.document]))
        affected |= paths.bases(affected) if affected else set()
        whole = fresh | shifted | behind.keys()
        through: dict[int, set[int]] = {}
        named: list[NamedRow] = []
        if affected:
            found, types = self._whole(affected)
            whole |= found
            for one, leading, nodes in paths.uses(types | by_path, affected, whole):
                through |= {one: nodes} if nodes else {}
                named += (row for row in leading if row.source not in nodes)
        self._fill("fresh_documents", fresh)
        self._fill("whole_documents", whole)
        self._fill("partial_nodes", {node for nodes in through.values() for node in nodes})
        self._fill("affected_names", affected)
        self._fill("lost_nodes", lost)
        relinked = self._links_to_moved() if moved else set()
        links, stored = self._stored_links(fresh, relinked)
        stored |= self._stored(
            f"(type = 'imports' OR type IN {_NAMED_EDGES})"
            " AND src IN (SELECT id FROM nodes WHERE doc_id IN (SELECT value FROM whole_documents))"
        )
        rows = [row for one in whole for row in named_rows(self._connection, one)]
        if through:
            stored |= self._stored(f"type IN {_NAMED_EDGES} AND src IN (SELECT value FROM partial_nodes)")
            rows += [row for one in through for row in named_rows(self._connection, one) if row.source in through[one]]
        if affected:
            stored |= self._stored(f"type = 'imports' AND dst IN ({_OF_FRESH})") | self._stored_edges_to(affected)
            rows += named
        names = self._names()
        names.definitions.fetch(row.target for row in rows[:MAX_NAMES])
        edges: dict[EdgeKey, EdgeValue] = {}
        self._add_imports(edges, names, (whole, fresh if affected else set()))
        self._add_links(edges, links, fresh | relinked)
        self._add_tested_files(edges, whole | through.keys())
        self._add_named(edges, names, rows)
        gone = [key for key in stored if key not in edges]
        self._connection.executemany("DELETE FROM edges WHERE src = ? AND type = ? AND dst = ?", gone)
        new = {key: value for key, value in edges.items() if stored.get(key) != value}
        self._insert(new)
        return whole

    def _shifted(self, affected: set[str]) -> set[int]:
        """Documents with imports that may lead elsewhere since files came or went, and tests that may test another
        file; adds what is declared by way of these imports to the affected names.
        """
        shifted = {document: imports.shifted for document, imports in self._imports.every().items() if imports.shifted}
        found = {*shifted}
        for outline in stored_outlines(self._connection, found):
            affected.update(declared_through(outline, shifted[outline.document]))
        stems = {stem_of(moved.path).lower() for moved in self._modules.moved}
        return found | {
            document.id
            for document in self._documents.values()
            if document.is_test and tested_stem(document.stem).lower() in stems
        }

    def _named_by_path(self, doors: Mapping[int, Collection[str]]) -> set[str]:
        """Names that paths in code may lead through to what is another now, without an import: those of modules that
        came or went, and what doors hand on.
        """
        found = {word for moved in self._modules.moved for word in module_names(moved.path)}
        for one, names in doors.items():
            document = self._documents[one]
            if document.reach.module_paths:
                found.update(names if "*" not in names else module_names(document.path))
        return found

    def _links_to_moved(self) -> set[int]:
        """Documents with links that may lead elsewhere since files came or went."""
        places = self._modules.places
        found: set[int] = set()
        for document, destination in self._connection.execute(f"SELECT doc_id, target FROM refs WHERE {_LINKS}"):
            places.asked_of_moved = False
            self._links.document(self._documents[document], destination)
            if places.asked_of_moved:
                found.add(document)
        return found

    def _names(self) -> Names:
        return Names(Definitions(self._connection, self._documents), self._imports, self._hierarchy)

    def _stored(self, where: str, *given: int) -> dict[EdgeKey, EdgeValue]:
        """Edges as they were linked before: those that are found again as they were are not written."""
        rows = self._connection.execute(f"SELECT src, type, dst, line, weight FROM edges WHERE {where}", given)
        return {(src, kind, dst): (line, weight) for src, kind, dst, line, weight in rows}

    def _stored_links(self, fresh: set[int], relinked: set[int]) -> tuple[set[int], dict[EdgeKey, EdgeValue]]:
        """The documents to link again: those with links into the fresh documents, where lines and headings may have
        moved, and with them the fresh ones and others; and these links as they were.
        """
        stored = self._stored(f"type = 'links_to' AND dst IN ({_OF_FRESH} UNION ALL SELECT value FROM lost_nodes)")
        found = {
            document
            for source in {source for source, _, _ in stored}
            for (document,) in self._connection.execute("SELECT doc_id FROM nodes WHERE id = ?", (source,))
        }
        for one in fresh | relinked:
            stored |= self._stored("type = 'links_to' AND src IN (SELECT id FROM nodes WHERE doc_id = ?)", one)
        return found | fresh | relinked, stored

    def _whole(self, affected: set[str]) -> tuple[set[int], set[str]]:
        """Documents that know an affected name by another one, or another one by it, whose imports lead to whatever
        defines one, or whose types inherit from one; and names of types that may be others now.
        """
        found: set[int] = set()
        for document, imports in self._imports.naming(affected).items():
            if not affected.isdisjoint(imports.decided_by) or any(
                local != binding.original and not affected.isdisjoint((local, binding.original))
                for local, binding in imports.bindings.items()
            ):
                found.add(document)
        aliases = {
            local
            for document in found
            for local, binding in self._bindings(document).items()
            if not affected.isdisjoint((local, binding.original))
        }
        heirs, types = self._hierarchy.heirs(affected, found, self._imports)
        return found | heirs, affected | aliases | types

    def _bindings(self, document: int) -> Mapping[str, Binding]:
        imports = self._imports.of(document)
        return imports.bindings if imports else {}

    def _add_named(self, edges: dict[EdgeKey, EdgeValue], names: Names, rows: Iterable[NamedRow]) -> None:
        documents, resolve = self._documents, names.resolve
        for document, source, kind, target, qualifier, line, scope in rows:
            near = documents[document]
            if kind == EXTENDS:
                means = resolve(near, scope, "inherits", target, qualifier)
                for candidate in (c for c in means.candidates if not c.extends):
                    _keep_best(edges, (source, kind, candidate.node), (line, means.weight))
                continue
            found = resolve(near, scope, kind, target, qualifier, source)
            is_use = kind == "calls" and near.reach.converts and not qualifier.endswith(MADE)
            for candidate in found.candidates:
                if is_use and candidate.kind in TYPE_KINDS:
                    _keep_best(edges, (source, "references", candidate.node), (line, found.weight))
                    continue
                if candidate.node == source and (kind != "calls" or len(found.candidates) > 1):
                    continue  # of several overloads a call in one means another
                value = (line, found.weight)
                _keep_best(edges, (source, kind, candidate.node), value)
                if kind == "calls" and near.is_test and not candidate.document.is_test:
                    _keep_best(edges, (source, "tests", candidate.node), value)

    def _add_imports(
        self, edges: dict[EdgeKey, EdgeValue], names: Names, only: tuple[set[int], set[int]] | None
    ) -> None:
        """`only`: the importing and the imported documents of which one must be involved."""
        if only is None:
            importing: Iterable[DocumentImports | None] = self._imports.every().values()
        else:
            ends = {document: self._imports.of(document) for document in only[0]}
            importing = {**ends, **self._imports.importing(only[1])}.values()
        for row, name, found in (one for imports in importing if imports for one in imports.resolved):
            for document in found:
                if only is None or row.document in only[0] or document.id in only[1]:
                    value = (row.line, 1 / len(found))
                    _keep_best(edges, (row.source, "imports", document.file_node), value)
                    for candidate in names.doors.defined_in(name, document.id):
                        _keep_best(edges, (row.source, "imports", candidate.node), value)

    def _add_links(self, edges: dict[EdgeKey, EdgeValue], sources: set[int] | None, ends: set[int]) -> None:
        """Of all documents; or of some `sources`, where one of the documents at the `ends` must be involved."""
        sql = f"SELECT doc_id, source_id, target, line FROM refs WHERE {_LINKS}"
        if sources is None:
            rows = self._connection.execute(sql).fetchall()
        else:
            rows = [row for one in sources for row in self._connection.execute(f"{sql} AND doc_id = ?", (one,))]
        for document, source, destination, line in rows:
            target = self._links.document(self._documents[document], destination)
            if target is not None and (sources is None or document in ends or target.id in ends):
                node = self._links.node(target, destination)
                if node != source:
                    _keep_best(edges, (source, "links_to", node), (line, 1.0))

    def _add_tested_files(self, edges: dict[EdgeKey, EdgeValue], only: set[int] | None) -> None:
        """`test_sessions.py` tests `sessions.py`; line 1, since no line says so."""
        tested: dict[tuple[str, str], list[Document]] = defaultdict(list)
        code = [document for document in self._documents.values() if document.is_code]
        if only is not None and len(only) <= _FEW:
            stems = {tested_stem(self._documents[one].stem).lower() for one in only}
            # A name holds what it is named after.
            code = [document for document in code if any(stem in document.path.lower() for stem in stems)]
        for document in code:
            if not document.is_test:
                tested[document.family, document.stem.lower()].append(document)
        for document in code:
            if document.is_test:
                found = tested.get((document.family, tested_stem(document.stem).lower()), [])
                if 0 < len(found) <= 3:
                    target = nearest_first(found, document)[0]
                    if only is None or document.id in only or target.id in only:
                        edges[document.file_node, "tests", target.file_node] = (1, 1.0)

    def _stored_edges_to(self, names: set[str]) -> dict[EdgeKey, EdgeValue]:
        """Named edges into definitions of the names, from documents and nodes that are not linked as a whole."""
        rows = self._connection.execute(
            "SELECT e.src, e.type, e.dst, e.line, e.weight, t.name FROM nodes t"
            " JOIN edges e ON e.dst = t.id JOIN nodes s ON s.id = e.src"
            " WHERE t.name COLLATE NOCASE IN (SELECT value FROM affected_names)"
            f" AND +t.kind IN ({_KINDS}) AND e.type IN {_NAMED_EDGES}"
            " AND s.doc_id NOT IN (SELECT value FROM whole_documents)"
            " AND e.src NOT IN (SELECT value FROM partial_nodes)"
        )
        return {(src, kind, dst): (line, weight) for src, kind, dst, line, weight, name in rows if name in names}

    def _insert(self, edges: dict[EdgeKey, EdgeValue]) -> None:
        # Ascending keys append to the table's tree instead of splitting it.
        rows = sorted((*key, *value) for key, value in edges.items())
        self._connection.executemany("INSERT OR REPLACE INTO edges VALUES (?, ?, ?, ?, ?)", rows)

    def _fill(self, table: str, values: Collection[int] | Collection[str]) -> None:
        self._connection.execute(f"CREATE TEMP TABLE IF NOT EXISTS {table} (value PRIMARY KEY)")
        self._connection.execute(f"DELETE FROM {table}")
        self._connection.executemany(f"INSERT INTO {table} VALUES (?)", ((value,) for value in values))


def _keep_best(edges: dict[EdgeKey, EdgeValue], key: EdgeKey, value: EdgeValue) -> None:
    """The first line that says it, with the surest weight."""
    known = edges.get(key)
    edges[key] = value if known is None else (min(known[0], value[0]), max(known[1], value[1]))
