"""Linking reads only the definitions that something asks for, by the index on names, and keeps a bounded number.

A linker that reads or holds every definition of a corpus needs gigabytes for a kernel.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from citeline.indexing.linking import definitions, link
from citeline.indexing.linking.definitions import Definitions
from citeline.indexing.linking.documents import read_documents
from citeline.indexing.stores.structure_writer import StructureWriter

from .corpus import LinkedCorpus


@pytest.fixture
def connection(tmp_path: Path) -> sqlite3.Connection:
    files = {f"m{i}.py": f"def name_{i}():\n    pass\n" for i in range(60)}
    files["use.py"] = "from m1 import name_1\ndef go():\n    name_1()\n    absent()\n"
    corpus = LinkedCorpus(tmp_path, files)
    return corpus.connection


@pytest.mark.parametrize("count", [1, 12, 400])
def test_names_are_looked_up_by_the_index_on_names(connection: sqlite3.Connection, count: int) -> None:
    plans: list[str] = []
    connection.set_trace_callback(plans.append)
    Definitions(connection, read_documents(connection).by_id).fetch([f"name_{i}" for i in range(count)])
    connection.set_trace_callback(None)
    asked = [sql for sql in plans if sql.startswith("SELECT n.id")]
    assert len(asked) == 1
    for sql in asked:
        plan = " ; ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}"))
        assert "nodes_by_name" in plan, plan
        assert "nodes_by_kind" not in plan, plan


def test_only_what_is_named_is_read(connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    fetch = Definitions._read

    def noting(self: Definitions, names: list[str]) -> None:
        read.extend(names)
        fetch(self, names)

    monkeypatch.setattr(Definitions, "_read", noting)
    link(connection)
    assert {"name_1", "absent"} <= set(read)
    assert not {f"name_{i}" for i in range(2, 60)} & set(read)


def test_names_beyond_the_bound_are_forgotten_and_read_again(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(definitions, "MAX_NAMES", 10)
    found = Definitions(connection, read_documents(connection).by_id)
    for i in range(60):
        assert [c.name for group in found.named(f"name_{i}").values() for c in group] == [f"name_{i}"]
        assert found.kept <= 10
    assert found.named("name_0")


def test_a_small_bound_changes_no_edge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "a.py": "class Base:\n    def run_it(self) -> 'Base':\n        return self\ndef make() -> Base: ...\n",
        "b.py": "from a import Base, make\ndef go(z: Base):\n    z.run_it().run_it()\n    make().run_it()\n    go(z)\n",
    }
    with LinkedCorpus(tmp_path, files) as corpus:
        before = corpus.snapshot()
        monkeypatch.setattr(definitions, "MAX_NAMES", 2)
        corpus.link_everything()
        assert corpus.snapshot() == before


def test_sorting_does_not_happen_in_memory(tmp_path: Path) -> None:
    # With `temp_store` in memory every edge of a corpus is held twice while it is linked.
    writer = StructureWriter.create(tmp_path / "structure.db")
    assert writer.connection.execute("PRAGMA temp_store").fetchone() != (2,)
    writer.close()
