"""Writes the structure store of a generation that is not published yet, or what changes in it beside a published one.

No journal and no syncing (0.35 s less per 100,000 chunks): a generation that is not finished is thrown away whole,
and whoever publishes one syncs its files. Everything is one transaction, committed by `finish`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from citeline.errors import StorageError
from citeline.left_out import Skipped
from citeline.model import Chunk, ChunkId, DocumentId, ParsedDocument, SourceFile

from . import overlay
from .delta_file import DeltaWriter
from .name_search import build_names
from .outlines import NOT_CENTRAL, Change, Outline, node_ids, outline_of, stored_outlines
from .packed_texts import TextPacker
from .packed_uses import PackedUses, identifiers_of, pack_uses
from .path_words import path_rows
from .sqlite_errors import sqlite_errors
from .structure_rows import COLUMNS, chunk_rows, document_row, node_rows, reference_rows
from .text_columns import to_column
from .text_words import CHANGED_WORDS, SELECT_CHANGED, WORDS, pack_words, unpack_words, words_of

IntVector = npt.NDArray[np.integer[Any]]

_PRAGMAS: Final = (
    "PRAGMA journal_mode=OFF",
    "PRAGMA synchronous=OFF",
    "PRAGMA cache_size=-65536",
    "PRAGMA locking_mode=EXCLUSIVE",
)
_LOOK_UPS: Final = (
    "CREATE INDEX IF NOT EXISTS nodes_by_name ON nodes (name COLLATE NOCASE)",
    "CREATE INDEX IF NOT EXISTS nodes_by_document ON nodes (doc_id, ord)",
    "CREATE INDEX IF NOT EXISTS refs_by_document ON refs (doc_id)",
    "CREATE INDEX IF NOT EXISTS texts_by_document ON texts (doc_id)",
)
"""What linking looks things up by. A store that is filled anew has no indexes yet, and without these each document
that is linked to would read all nodes."""
_BATCH: Final = 900
_TERMS_AT_ONCE: Final = 50_000
"""In Python a term takes thirty times what it takes in an array, and a large corpus has millions."""
_OLD_DOCUMENTS: Final = "(SELECT id FROM old_documents)"


class StructureWriter:
    """One writer of one `structure.db`; not for sharing between threads."""

    def __init__(self, path: Path, base: Path | None) -> None:
        self._path = path
        self._base = base
        self._is_first = base is None
        """While a new store is filled nobody asks what has changed."""
        self._packer = TextPacker()
        self._words: set[bytes] = set()
        self._before: dict[str, Outline] = {}
        self._after: dict[str, Outline] = {}
        with sqlite_errors(path):
            self._delta = None if base is None else DeltaWriter(path, overlay.DELTA_PAGE_BYTES)
            if self._delta is None:
                self._connection = sqlite3.connect(path.absolute().as_uri(), uri=True, isolation_level=None)
            else:
                self._connection = self._delta.connection
            for pragma in _PRAGMAS:
                self._connection.execute(pragma)
            if base is None:
                self._connection.execute(overlay.BASE_PAGES)
                self._connection.executescript(overlay.script("schema.sql"))
            else:
                overlay.lay_over(self._connection, base, writable=True)
            self._connection.execute("BEGIN")
            self._next_document = self._highest("documents") + 1
            self._next_node = self._highest("nodes") + 1

    @classmethod
    def create(cls, path: Path) -> Self:
        """A new, empty store. Raises StorageError when the file exists or cannot be written."""
        if path.exists():
            raise StorageError(path, why="it exists already")
        return cls(path, None)

    @classmethod
    def over(cls, base: Path) -> Self:
        """A published store, to be changed without a byte of it being written: differences go into a file beside it,
        where there may be such a file already.
        """
        return cls(base.with_name(overlay.DELTA_NAME), base)

    @property
    def connection(self) -> sqlite3.Connection:
        """The open transaction, for linking; names can be looked up."""
        if self._base is None:
            with sqlite_errors(self._path):
                for statement in _LOOK_UPS:
                    self._connection.execute(statement)
        return self._connection

    def add_document(
        self,
        source: SourceFile,
        document: ParsedDocument,
        chunks: Sequence[Chunk],
        chunk_ids: Sequence[int],
        *,
        source_label: str = "",
        uses: PackedUses | None = None,
    ) -> DocumentId:
        """Store a document with its nodes, references and chunks.

        `uses`: what it uses, where the document is without that; who has it packed in another process saves this one
        the references.
        A document that was removed just before comes back with its id and centrality, and its nodes with theirs.
        Raises ValueError unless there is one id per chunk, and sqlite3.IntegrityError when the path or a chunk id is
        already there.
        """
        before = self._before.get(to_column(source.path))
        if before is None:
            identity = self._next_document
            self._next_document += 1
        else:
            identity = before.document
        nodes = node_ids(document, before, self._next_node)
        self._next_node = max(self._next_node, max(nodes) + 1)
        with sqlite_errors(self._path):
            central = before.centrality if before else NOT_CENTRAL
            self._insert("documents", [document_row(identity, source, document, source_label, central)])
            self._insert("path_words", path_rows(to_column(source.path), identity))
            rows = node_rows(identity, nodes, document)
            references = reference_rows(identity, nodes, document)
            self._insert("nodes", rows)
            self._insert("refs", references)
            self._insert("chunks", chunk_rows(identity, nodes, chunks, chunk_ids))
            self._insert("texts", self._packer.rows(identity, chunks))
            self._words |= words_of(chunks)
            if uses := uses or pack_uses(document):
                self._insert("uses", [(identity, *uses)])
        if not self._is_first:
            identifiers = frozenset(identifiers_of(uses.body) if uses else ())
            self._after[to_column(source.path)] = outline_of(source.path, document, identifiers, rows, references)
        return DocumentId(identity)

    def set_mtime(self, document: DocumentId, mtime_ns: int) -> None:
        """Remember a new modification time of a file whose bytes are the same, so that it is not hashed again."""
        with sqlite_errors(self._path):
            self._connection.execute("UPDATE documents SET mtime_ns = ? WHERE id = ?", (mtime_ns, document))

    def remove_documents(self, ids: Collection[int]) -> list[ChunkId]:
        """Delete the documents with all that hangs on them but their edges, which `changes` deletes; the ids of their
        chunks.

        Ids that do not exist are ignored. Skipped files, term frequencies and meta are not touched.
        """
        with sqlite_errors(self._path):
            self._before.update((outline.path, outline) for outline in stored_outlines(self._connection, ids))
            self._connection.execute("CREATE TEMP TABLE IF NOT EXISTS old_documents (id INTEGER PRIMARY KEY)")
            self._connection.execute("DELETE FROM old_documents")
            self._connection.executemany("INSERT OR IGNORE INTO old_documents VALUES (?)", ((one,) for one in ids))
            chunks = self._column(f"SELECT id FROM chunks WHERE doc_id IN {_OLD_DOCUMENTS} ORDER BY id")
            for table in ("refs", "uses", "texts", "chunks", "nodes"):
                self._connection.execute(f"DELETE FROM {table} WHERE doc_id IN {_OLD_DOCUMENTS}")
            words = self._connection.execute(f"SELECT path, id FROM documents WHERE id IN {_OLD_DOCUMENTS}").fetchall()
            self._connection.executemany(
                "DELETE FROM path_words WHERE word = ? AND role = ? AND doc_id = ?",
                (row for path, identity in words for row in path_rows(path, identity)),
            )
            self._connection.execute(f"DELETE FROM documents WHERE id IN {_OLD_DOCUMENTS}")
        return chunks

    def changes(self) -> list[Change]:
        """What was removed, added or replaced since the last call, by path. Edges of nodes that are gone are gone too,
        the others still lead where they did. Links into a document that was replaced are left, also when their end is
        gone: linking asks who had one.
        """
        found = [
            Change(self._before.get(path), self._after.get(path)) for path in sorted({*self._before, *self._after})
        ]
        with sqlite_errors(self._path):
            for before, after in found:
                if before is not None:
                    kept = {node.id for node in after.nodes} if after else set()
                    lost = [node.id for node in before.nodes if node.id not in kept]
                    self._delete_edges(lost, but="links_to" if after else "")
                    if after is None:
                        for end in ("src", "dst"):
                            self._connection.execute(f"DELETE FROM file_edges WHERE {end} = ?", (before.document,))
        self._before, self._after, self._is_first = {}, {}, False
        return found

    def add_term_frequencies(self, term_ids: IntVector, chunk_df: IntVector, doc_df: IntVector) -> None:
        """Add to the numbers of chunks and documents that hold each term; equally long, each term once. What is less
        than nothing is taken off, and terms that no chunk holds any more disappear.
        """
        order = np.argsort(term_ids)  # ascending keys append to the table's tree instead of splitting it
        with sqlite_errors(self._path):
            is_empty = self._connection.execute("SELECT 1 FROM terms LIMIT 1").fetchone() is None
            for start in range(0, len(order), _TERMS_AT_ONCE):
                some = order[start : start + _TERMS_AT_ONCE]
                terms = term_ids[some].tolist()
                known = dict.fromkeys(terms, (0, 0)) if is_empty else self._stored_terms(terms)
                changes = zip(terms, chunk_df[some].tolist(), doc_df[some].tolist(), strict=True)
                sums = [(term, known[term][0] + chunks, known[term][1] + docs) for term, chunks, docs in changes]
                self._connection.executemany(
                    "INSERT OR REPLACE INTO terms (id, chunk_df, doc_df) VALUES (?, ?, ?)",
                    (row for row in sums if row[1] > 0),
                )
                gone = ((row[0],) for row in sums if row[1] <= 0)
                self._connection.executemany("DELETE FROM terms WHERE id = ?", gone)

    def set_skipped(self, skipped: Iterable[Skipped]) -> None:
        """Replace the list of files that are not in the index; only differences are written."""
        wanted = {(to_column(file.path), file.reason, to_column(file.detail)) for file in skipped}
        with sqlite_errors(self._path):
            stored = set(self._connection.execute("SELECT path, reason, detail FROM skipped"))
            self._connection.executemany(
                "DELETE FROM skipped WHERE path = ? AND reason = ? AND detail = ?", sorted(stored - wanted)
            )
            self._insert("skipped", sorted(wanted - stored))

    def set_meta(self, key: str, value: bytes) -> None:
        """Store or replace a value under a key."""
        with sqlite_errors(self._path):
            self._connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (key, value))

    def finish(self) -> None:
        """Index, commit and close; the file is complete but not synced to disk."""
        with sqlite_errors(self._path):
            if self._base is None:
                # Not `executescript`: it would commit the transaction before the first index.
                for statement in filter(str.strip, overlay.script("indexes.sql").split(";")):
                    self._connection.execute(statement)
                counted = {name: overlay.count_rows(self._connection, name) for name in overlay.COUNTED}
                self.set_meta(overlay.COUNTED_KEY, json.dumps(counted).encode())
                build_names(self._connection)
            self._store_words()
            self._connection.execute("COMMIT")
        if self._delta is not None:
            self._delta.save()
        self._connection.close()

    def close(self) -> None:
        """Give up; what is in the file is worthless unless `finish` was called before."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _store_words(self) -> None:
        """A refresh stores those that none before has brought, in a row of its own."""
        if self._base is None:
            self.set_meta(WORDS, pack_words(self._words))
            return
        stored = self._column(SELECT_CHANGED)
        if new := self._words.difference(*map(unpack_words, stored)):
            self.set_meta(f"{CHANGED_WORDS}-{len(stored)}", pack_words(new))

    def _highest(self, table: str) -> int:
        # Of a view, SQLite would read every row.
        tables = [table] if self._base is None else [f"base.{table}", f"added_{table}"]
        (found,) = self._connection.execute(
            "SELECT max(" + ", ".join(f"(SELECT coalesce(max(id), 0) FROM {one})" for one in tables) + ", 0)"
        ).fetchone()
        return int(found)

    def _column(self, sql: str) -> list[Any]:
        return [row[0] for row in self._connection.execute(sql)]

    def _stored_terms(self, terms: Sequence[int]) -> dict[int, tuple[int, int]]:
        """Chunks and documents that hold each term."""
        known: dict[int, tuple[int, int]] = dict.fromkeys(terms, (0, 0))
        for start in range(0, len(terms), _BATCH):
            batch = terms[start : start + _BATCH]
            sql = f"SELECT id, chunk_df, doc_df FROM terms WHERE id IN ({','.join('?' * len(batch))})"
            known.update(
                (term, (chunks, documents)) for term, chunks, documents in self._connection.execute(sql, batch)
            )
        return known

    def _insert(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        columns = COLUMNS[table]
        marks = ",".join("?" * len(columns))
        self._connection.executemany(f"INSERT INTO {table} ({','.join(columns)}) VALUES ({marks})", rows)

    def _delete_edges(self, nodes: Collection[int], but: str) -> None:
        """Those from the nodes, and those to them except `but` of one kind."""
        self._connection.executemany("DELETE FROM edges WHERE src = ?", ((node,) for node in nodes))
        self._connection.executemany("DELETE FROM edges WHERE dst = ? AND type <> ?", ((node, but) for node in nodes))
