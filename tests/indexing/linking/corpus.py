"""A small corpus in a structure store, changed and linked as a build does it."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from citeline.indexing.chunking import chunk, chunk_ids
from citeline.indexing.linking import link
from citeline.indexing.parsers.registry import parse
from citeline.indexing.stores.structure_writer import StructureWriter
from citeline.model import DocumentId, SourceFile


def source_file(path: str, text: str) -> SourceFile:
    """A file as decoding gives it."""
    lines = tuple(text.removesuffix("\n").split("\n")) if text else ()
    return SourceFile(path, lines, hashlib.sha256(text.encode()).hexdigest(), len(text), 1)


class LinkedCorpus:
    """Files by path; reads and links them on entry."""

    def __init__(self, folder: Path, files: Mapping[str, str]) -> None:
        self._writer = StructureWriter.create(folder / "structure.db")
        self._ids: dict[str, DocumentId] = {}
        for path, text in files.items():
            self._add(path, text)
        self._writer.changes()
        link(self._writer.connection)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()

    def change(self, changes: Mapping[str, str | None]) -> None:
        """Replace, add or (None) remove files, and link what that touches."""
        self._writer.remove_documents([self._ids[path] for path in changes if path in self._ids])
        for path, text in changes.items():
            self._ids.pop(path, None)
            if text is not None:
                self._add(path, text)
        link(self._writer.connection, self._writer.changes())

    @property
    def connection(self) -> sqlite3.Connection:
        """That of the structure store."""
        return self._writer.connection

    def link_everything(self) -> None:
        """A full pass over what is stored."""
        link(self._writer.connection)

    def edges(self, *kinds: str, lines: bool = False) -> set[str]:
        """Edges of the kinds as `a.py:f calls b.py:g`, with the targets' lines `b.py:g:7`; without kinds all."""
        line = " || ':' || t.start_line" if lines else ""
        rows = self._writer.connection.execute(
            f"SELECT e.type, sd.path, s.qualified_name, td.path, t.qualified_name{line} FROM edges e"
            " JOIN nodes s ON s.id = e.src JOIN documents sd ON sd.id = s.doc_id"
            " JOIN nodes t ON t.id = e.dst JOIN documents td ON td.id = t.doc_id"
        )
        return {
            f"{_place(source, scope)} {kind} {_place(target, name)}"
            for kind, source, scope, target, name in rows
            if kind in kinds or not kinds
        }

    def calls(self, *, lines: bool = False) -> set[str]:
        """All calls as `a.py:f b.py:g`, or with the targets' lines `a.py:f b.py:g:7`."""
        return {edge.replace(" calls ", " ") for edge in self.edges("calls", lines=lines)}

    def weighed_calls(self, caller: str) -> set[tuple[str, float]]:
        """What definitions of a name call, as `b.py:g`, with the weights of the edges."""
        rows = self._writer.connection.execute(
            "SELECT d.path, t.qualified_name, e.weight FROM edges e JOIN nodes t ON t.id = e.dst"
            " JOIN documents d ON d.id = t.doc_id JOIN nodes s ON s.id = e.src"
            " WHERE e.type = 'calls' AND s.name = ?",
            (caller,),
        )
        return {(_place(path, name), weight) for path, name, weight in rows}

    def weights(self, kind: str) -> list[float]:
        """Of all edges of a kind."""
        return [
            weight for (weight,) in self._writer.connection.execute("SELECT weight FROM edges WHERE type = ?", (kind,))
        ]

    def snapshot(self) -> dict[str, list[tuple[Any, ...]]]:
        """Everything that linking writes."""
        execute = self._writer.connection.execute
        return {
            "edges": execute("SELECT * FROM edges ORDER BY src, type, dst").fetchall(),
            "file_edges": execute("SELECT * FROM file_edges ORDER BY src, is_import, dst").fetchall(),
            "documents": execute("SELECT path, importers, users, pagerank FROM documents ORDER BY id").fetchall(),
        }

    def assert_linked_as_anew(self) -> None:
        """What a refresh has left is what a full pass finds."""
        found = self.snapshot()
        self.link_everything()
        assert self.snapshot() == found

    def centrality(self, path: str) -> tuple[int, int, float]:
        """(importers, users, pagerank) of a document."""
        row: tuple[int, int, float] = self._writer.connection.execute(
            "SELECT importers, users, pagerank FROM documents WHERE path = ?", (path,)
        ).fetchone()
        return row

    def file_edges(self) -> set[str]:
        """Edges between files as `a.py imports b.py 1`."""
        rows = self._writer.connection.execute(
            "SELECT s.path, iif(e.is_import, 'imports', 'references'), t.path, e.weight FROM file_edges e"
            " JOIN documents s ON s.id = e.src JOIN documents t ON t.id = e.dst"
        )
        return {f"{source} {kind} {target} {weight:g}" for source, kind, target, weight in rows}

    def _add(self, path: str, text: str) -> DocumentId:
        source = source_file(path, text)
        document = parse(source)
        chunks = chunk(source, document)
        self._ids[path] = self._writer.add_document(source, document, chunks, chunk_ids(path, chunks))
        return self._ids[path]


def _place(path: str, name: str) -> str:
    return f"{path}:{name}" if name else path
