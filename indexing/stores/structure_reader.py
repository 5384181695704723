"""Reads the structure store of a published generation; answers with the frozen dataclasses of `citeline.model`."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from citeline.dataclass import dataclass
from citeline.errors import IndexDamagedError
from citeline.model import (
    PROSE_ENTITY_KINDS,
    ChunkId,
    DocumentId,
    Edge,
    EdgeKind,
    NodeId,
    StoredChunk,
    StoredDocument,
    StoredNode,
)
from citeline.pages import PAGED_LANGUAGES
from citeline.remembering import remembered
from citeline.text import fold

from . import name_search, overlay
from .file_records import FileRecords
from .packed_texts import ChunkTexts, place_in_row, row_of, unpack
from .sqlite_errors import sqlite_errors
from .stored_rows import CHUNKS, DOCUMENTS, NODES, read_pages, stored_chunk, stored_document, stored_node
from .structure_rows import folded_id
from .text_columns import from_column, to_column
from .text_words import SELECT_ALL, TextWords

_KEPT_CHUNKS: Final = 4096
_KEPT_TREES: Final = 256
"""What is read once, and for several questions: some 20 MB; then it is forgotten and read anew."""
_BATCH: Final = 900
"""SQLite built with the historical limit takes 999 variables."""
_TEXTS_AT_ONCE: Final = 500
"""Documents whose texts are in memory at the same time."""
# A glossary's hundred terms would use up the edges that a walk follows from its section.
_UNLINKED: Final = ",".join(f"'{kind}'" for kind in sorted(PROSE_ENTITY_KINDS))
_CONTAINED: Final = (
    "SELECT parent_id, 'contains', id, start_line, 1.0 FROM nodes"
    f" WHERE {{end}} IN ({{marks}}) AND parent_id IS NOT NULL AND kind NOT IN ({_UNLINKED})"
)
"""Edges that say what stands in what: the nodes tell, so that they are stored nowhere else."""
_ADDED: Final = "SELECT dst, 'contains', src, line, weight FROM edges WHERE {end} IN ({marks}) AND type = 'extends'"
"""The same of members that stand outside of their type; these are stored from the member to the type."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows of each kind a generation has."""

    documents: int
    nodes: int
    edges: int
    chunks: int


@dataclass(frozen=True, slots=True)
class FileEdge:
    """One document imports another, or uses names that it defines."""

    source: DocumentId
    kind: EdgeKind
    target: DocumentId
    weight: float
    """How many times."""


class TextAt(NamedTuple):
    """The text of a chunk, as a column in UTF-8, and where it stands."""

    document: int
    start_line: int
    text: bytes


class StructureReader(FileRecords):
    """One open `structure.db`, with the changes that stand in a file beside it, for any number of threads; a lock lets
    one query run at a time.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._chunks: dict[int, StoredChunk] = {}
        self._trees: dict[int, tuple[StoredNode, ...]] = {}
        self._words: TextWords | None = None
        self._has_changed_names = False

    def add_function(self, name: str, arguments: int, function: Callable[..., Any]) -> None:
        """Make a Python function, which always answers alike for the same arguments, callable in `rows`."""
        with self._lock:
            self._connection.create_function(name, arguments, function, deterministic=True)

    def batched(self, sql: str, values: Iterable[Any], also: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query with a place `{marks}` for values, however many; those of `also` follow them each time."""
        wanted = list(dict.fromkeys(values))
        rows: list[tuple[Any, ...]] = []
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            rows.extend(self.rows(sql.format(marks=",".join("?" * len(batch))), [*batch, *also]))
        return rows

    def documents(self) -> list[StoredDocument]:
        """All documents, by path."""
        return [stored_document(row) for row in self.rows(f"{DOCUMENTS} ORDER BY path")]

    def paths(self) -> list[str]:
        """The paths of all documents, sorted; a tenth of the time of `documents`."""
        return [from_column(path) for (path,) in self.rows("SELECT path FROM documents ORDER BY path")]

    def documents_by_id(self, ids: Collection[int]) -> dict[DocumentId, StoredDocument]:
        """The documents that exist among the ids."""
        found = map(stored_document, self.batched(f"{DOCUMENTS} WHERE id IN ({{marks}})", ids))
        return {document.id: document for document in found}

    def document(self, path: str) -> StoredDocument | None:
        """The document at a path, None when there is none."""
        found = self.rows(f"{DOCUMENTS} WHERE path = ?", [to_column(path)])
        return stored_document(found[0]) if found else None

    def documents_at_root(self) -> list[StoredDocument]:
        """The documents that lie in no folder, by path."""
        return [stored_document(row) for row in self.rows(f"{DOCUMENTS} WHERE instr(path, '/') = 0 ORDER BY path")]

    def notes(self) -> dict[str, str]:
        """Path to what was noted when it was read, by path; of the documents that have such a note."""
        noted = self.rows("SELECT path, note FROM documents WHERE note <> '' ORDER BY path")
        return {from_column(path): from_column(note) for path, note in noted}

    def chunks(self, ids: Collection[int]) -> dict[ChunkId, StoredChunk]:
        """The chunks that exist among the ids; kept, for a question asks for the same ones again and again."""
        kept = self._chunks
        if missing := [identity for identity in ids if identity not in kept]:
            found = self._with_pages(self.batched(f"{CHUNKS} WHERE c.id IN ({{marks}})", missing))
            if len(kept) + len(found) > _KEPT_CHUNKS:
                kept = self._chunks = {one: kept[one] for one in ids if one in kept}
            kept.update((chunk.id, chunk) for chunk in found)
        return {chunk.id: chunk for identity in sorted(set(ids)) if (chunk := kept.get(identity)) is not None}

    def chunks_of(self, documents: Collection[int]) -> list[StoredChunk]:
        """All chunks of the documents; by document in the order given, then by place in the file."""
        order = {document: place for place, document in enumerate(documents)}
        # Not by SQL: SQLite would gather the tables of a changed store whole before it sorts.
        found = self._with_pages(self.batched(f"{CHUNKS} WHERE c.doc_id IN ({{marks}})", documents))
        return sorted(found, key=lambda chunk: (order[chunk.document], *_place(chunk)))

    def lines_of(self, document: int, first: int = 1, last: int | None = None) -> list[str]:
        """Its lines as they were indexed, `first` to `last` or to its last chunk; blank where no chunk has one."""
        if last is None:
            chunks = self.chunks_of([document])
            last = max((chunk.end_line for chunk in chunks), default=0)
        else:
            sql = f"{CHUNKS} WHERE c.doc_id = ? AND c.start_line <= ? AND c.end_line >= ?"
            chunks = sorted(self._with_pages(self.rows(sql, [document, last, first])), key=_place)
        lines = [""] * max(0, last - first + 1)
        for chunk in chunks:
            for number, line in enumerate(chunk.text.split("\n"), chunk.start_line):
                if first <= number <= last:
                    lines[number - first] = line
        return lines

    def may_be_in_a_text(self, part: str) -> bool:
        """False when no chunk of any document has it in its text, in whatever case; no text is unpacked for that."""
        if self._words is None:
            self._words = TextWords(*(packed for (packed,) in self.rows(SELECT_ALL)))
        return self._words.may_be_in_a_text(part)

    def texts(self, documents: Sequence[int] | None = None) -> Iterator[TextAt]:
        """The texts of all chunks of the documents, or of every one; in their order, and by place in each."""
        if documents is None:
            documents = [row[0] for row in self.rows("SELECT id FROM documents")]
        of_documents = "WHERE doc_id IN (SELECT value FROM json_each(?))"
        for start in range(0, len(documents), _TEXTS_AT_ONCE):
            batch = documents[start : start + _TEXTS_AT_ONCE]
            # Ordered here: of a store that has changed, SQLite would gather all texts before it sorts them.
            rows = sorted(self.rows(f"SELECT id, body FROM texts {of_documents}", [json.dumps(batch)]))
            spans = sorted(self.rows(f"SELECT doc_id, ord, start_line FROM chunks {of_documents}", [json.dumps(batch)]))
            texts = (chunk.text for row in self._unpacked(body for _, body in rows) for chunk in row)
            of_document: dict[int, list[TextAt]] = {document: [] for document in batch}
            try:
                for (document, _, line), text in zip(spans, texts, strict=True):
                    of_document[document].append(TextAt(document, line, text))
            except ValueError as error:
                raise self._damaged("there are not as many texts as chunks") from error
            for document in batch:
                yield from of_document[document]

    def nodes(self, ids: Collection[int]) -> list[StoredNode]:
        """The nodes that exist among the ids, in the order of the ids."""
        found = {row[0]: stored_node(row) for row in self.batched(f"{NODES} WHERE n.id IN ({{marks}})", ids)}
        return [found[identity] for identity in dict.fromkeys(ids) if identity in found]

    def nodes_of(self, document: int) -> list[StoredNode]:
        """The document's tree, parents before children; the first node is the file. Kept as chunks are."""
        tree = self._trees.get(document)
        if tree is None:
            tree = tuple(map(stored_node, self.rows(f"{NODES} WHERE n.doc_id = ? ORDER BY n.ord", [document])))
            if len(self._trees) >= _KEPT_TREES:
                self._trees = {}
            self._trees[document] = tree
        return list(tree)

    def nodes_named(self, names: Collection[str]) -> list[StoredNode]:
        """Nodes of any kind with one of the names, ASCII letters in either case; by id."""
        return self._nodes_by("n.name COLLATE NOCASE", map(to_column, names))

    def nodes_folded(self, folded: Collection[str]) -> list[StoredNode]:
        """Nodes of any kind whose `citeline.text.fold`ed name is one of those given; by id."""
        wanted = set(folded)
        return [node for node in self._nodes_by("n.folded", map(folded_id, wanted)) if fold(node.name) in wanted]

    def edges_from(self, ids: Collection[int], kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
        """Edges that leave the nodes, of the kinds given or of all; by source, kind and target."""
        return self._edges("src", ids, kinds)

    def edges_to(self, ids: Collection[int], kinds: Collection[EdgeKind] | None = None) -> list[Edge]:
        """Edges that reach the nodes, of the kinds given or of all; by source, kind and target."""
        return self._edges("dst", ids, kinds)

    def bases_named(self, name: str) -> list[tuple[int, int]]:
        """Nodes with the lines where they name a base so, whether or not it is one of the index."""
        sql = "SELECT source_id, line FROM refs WHERE kind = 'inherits' AND target = ? ORDER BY source_id, line"
        return self._connection.execute(sql, (name,)).fetchall()

    def file_edges(self, documents: Collection[int], others: Collection[int] | None = None) -> list[FileEdge]:
        """Edges between files that leave or reach any of the documents, once each; by source, kind and target.

        `others`: only those whose other end is one of these, few hundred documents.
        """
        # A header has thousands of edges, and few of them lead to what a search has found.
        among = "" if others is None else f" AND +{{other}} IN ({','.join('?' * len(others))})"
        sql = f"SELECT src, is_import, dst, weight FROM file_edges WHERE {{end}} IN ({{{{marks}}}}){among}"
        ends = (("src", "dst"), ("dst", "src"))
        also = tuple(others or ())
        found = {row for end, other in ends for row in self.batched(sql.format(end=end, other=other), documents, also)}
        return sorted(
            (
                FileEdge(source, "imports" if is_import else "references", target, weight)
                for source, is_import, target, weight in found
            ),
            key=lambda edge: (edge.source, edge.kind, edge.target),
        )

    @remembered
    def capped_chunks(self, most: int) -> int:
        """How many chunks there are, of a document that holds records no more than so many; looked at once."""
        records = self.rows("SELECT id FROM documents WHERE format = 'data' OR language = 'spreadsheet'")
        sql = "SELECT doc_id, count(*) FROM chunks WHERE doc_id IN ({marks}) GROUP BY doc_id"
        held = (count for _, count in self.batched(sql, [document for (document,) in records]))
        left_out: int = sum(max(0, count - most) for count in held)
        return self._count("chunks") - left_out

    def term_frequencies(self, term_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """Term id to how many chunks and how many documents hold it; unknown terms are left out."""
        sql = "SELECT id, chunk_df, doc_df FROM terms WHERE id IN ({marks})"
        return {term: (chunks, documents) for term, chunks, documents in self.batched(sql, term_ids)}

    def base_term_frequencies(self, term_ids: Collection[int]) -> dict[int, tuple[int, int]]:
        """The same without what has changed since; only of a store that has changed."""
        sql = "SELECT id, chunk_df, doc_df FROM base.terms WHERE id IN ({marks})"
        return {term: (chunks, documents) for term, chunks, documents in self.batched(sql, term_ids)}

    def names(self) -> list[str]:
        """Names of all nodes, once each, and perhaps some that are gone."""
        tables = ("base.nodes", "main.added_nodes") if self._has_changes else ("nodes",)
        # Not the view that shows both as one: it would read all nodes, where an index has their names.
        found = {name for table in tables for (name,) in self.rows(f"SELECT name FROM {table}")}
        return [from_column(name) for name in sorted(found)]

    def suggest_names(self, text: str, limit: int = 5) -> list[str]:
        """Names of definitions and headings most like the text, best first; see `name_search.suggest`."""
        if not self._has_changes:
            return name_search.suggest(self.rows, text, limit)
        with self._lock, sqlite_errors(self._path):
            if not self._has_changed_names:
                name_search.build_names(self._connection, "temp", "main.added_nodes")
                self._connection.commit()
                self._has_changed_names = True
        return name_search.suggest(self.rows, text, limit, ("base.names", "temp.names"))

    def counts(self) -> Counts:
        """Rows of each kind; of edges also those that say what stands in what, which are no rows."""
        counted = {field.name: self._count(field.name) for field in fields(Counts)}
        ((entities,),) = self.rows(f"SELECT count(*) FROM nodes WHERE kind IN ({_UNLINKED})")
        counted["edges"] += counted["nodes"] - counted["documents"] - entities
        return Counts(**counted)

    def languages(self) -> dict[str, int]:
        """Language to its number of documents, most first."""
        return dict(
            self.rows("SELECT language, count(*) AS n FROM documents GROUP BY language ORDER BY n DESC, language")
        )

    def _with_pages(self, rows: Iterable[tuple[Any, ...]]) -> list[StoredChunk]:
        chunks = self._with_texts(list(rows))
        paged = {chunk.document for chunk in chunks if chunk.language in PAGED_LANGUAGES}
        if not paged:
            return chunks
        pages = read_pages(self, paged)
        return [replace(chunk, pages=pages.get(chunk.document)) for chunk in chunks]

    def _with_texts(self, rows: Sequence[tuple[Any, ...]]) -> list[StoredChunk]:
        """Of rows of CHUNKS."""
        wanted = [row_of(document, place) for _, document, place, *_ in rows]
        found = self.batched("SELECT id, body FROM texts WHERE id IN ({marks})", wanted)
        bodies = dict(zip((row[0] for row in found), self._unpacked(row[1] for row in found), strict=True))
        try:
            texts = [bodies[at][place_in_row(row[2])] for at, row in zip(wanted, rows, strict=True)]
        except LookupError as error:
            raise self._damaged("a chunk has no text") from error
        return [stored_chunk(row, text) for row, text in zip(rows, texts, strict=True)]

    def _unpacked(self, bodies: Iterable[bytes]) -> Iterator[list[ChunkTexts]]:
        try:
            yield from unpack(bodies)
        except ValueError as error:
            raise self._damaged(str(error)) from error

    def _damaged(self, what: str) -> IndexDamagedError:
        return IndexDamagedError(self._path.parent, what=f"{self._path.name}: {what}")

    def _nodes_by(self, column: str, values: Iterable[str | int]) -> list[StoredNode]:
        rows = self.batched(f"{NODES} WHERE {column} IN ({{marks}})", values)
        # By id, once each: `Run` and `run` in two batches find the same nodes.
        return [stored_node(row) for row in sorted({row[0]: row for row in rows}.values(), key=lambda row: row[0])]

    def _edges(self, end: str, ids: Collection[int], kinds: Collection[EdgeKind] | None) -> list[Edge]:
        sql = f"SELECT src, type, dst, line, weight FROM edges WHERE {end} IN ({{marks}}) AND type <> 'extends'"
        if kinds is not None:
            sql += f" AND type IN ({','.join('?' * len(kinds))})"
        rows = self.batched(sql, ids, also=tuple(kinds or ()))
        if kinds is None or "contains" in kinds:
            rows += self.batched(_CONTAINED.format(end="parent_id" if end == "src" else "id", marks="{marks}"), ids)
            rows += self.batched(_ADDED.format(end="dst" if end == "src" else "src", marks="{marks}"), ids)
        rows.sort()
        return [Edge(NodeId(source), kind, NodeId(target), line, weight) for source, kind, target, line, weight in rows]

    def _count(self, table: str) -> int:
        with self._lock, sqlite_errors(self._path):
            return overlay.count_rows(self._connection, table)


def _place(chunk: StoredChunk) -> tuple[int, int]:
    return chunk.start_line, chunk.end_line
