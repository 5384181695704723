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
        *connection.execute("SELECT * FROM file_edges ORDER BY src, is_import, dst"),
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

    def writing(connection: sqlite3.Connection, is_import: bool, stored: Any, wanted: Any) -> bool:
        if not is_import:
            held.append(len(wanted))
        return write(connection, is_import, stored, wanted)

    monkeypatch.setattr(file_graph, "_write", writing)
    monkeypatch.setattr(file_graph, "_DOCUMENTS_AT_ONCE", 5)
    connection.execute("DELETE FROM file_edges WHERE src % 2")
    connection.execute("UPDATE file_edges SET weight = weight + 1 WHERE NOT is_import")
    link(connection)
    assert edges(connection) == whole
    references = connection.execute("SELECT count(*) FROM file_edges WHERE NOT is_import").fetchone()
    assert (sum(held),) == references > (60,)
    assert max(held) <= 10
