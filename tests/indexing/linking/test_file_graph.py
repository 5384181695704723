"""Edges between files of a large corpus are many times its files: they are written some files at a time."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from citeline.indexing.linking import file_graph, link

from .corpus import LinkedCorpus


def edges(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return [
        *connection.execute("SELECT * FROM file_edges ORDER BY src, type, dst"),
        *connection.execute("SELECT id, importers, users, pagerank FROM documents ORDER BY id"),
    ]


def test_file_edges_of_a_few_documents_are_held_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        f"m{i}.py": f"def name_{i}():\n    return name_{(i + 1) % 60}() + name_{(i * 7) % 60}()\n" for i in range(60)
    }
    connection = LinkedCorpus(tmp_path, files).connection
    whole = edges(connection)
    held: list[int] = []
    write = file_graph._write

    def writing(connection: sqlite3.Connection, kind: str, stored: Any, wanted: Any) -> bool:
        if kind == "references":
            held.append(len(wanted))
        return write(connection, kind, stored, wanted)

    monkeypatch.setattr(file_graph, "_write", writing)
    monkeypatch.setattr(file_graph, "_DOCUMENTS_AT_ONCE", 5)
    connection.execute("DELETE FROM file_edges WHERE src % 2")
    connection.execute("UPDATE file_edges SET weight = weight + 1 WHERE type = 'references'")
    link(connection)
    assert edges(connection) == whole
    assert sum(held) == sum(row[1] == "references" for row in whole) > 60
    assert max(held) <= 10
