"""Every look-up of many values takes the index on those values, however many they are.

SQLite compares the numbers of values: with a dozen names it holds the index on kinds for the better one and reads every
definition of the corpus, which makes a search with a long question nine times as slow on 120,000 chunks.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files as files_of
from pathlib import Path
from typing import Any

import pytest

from citeline.indexing.stores.lookups import Lookups
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.indexing.stores.structure_writer import StructureWriter
from tests.indexing.linking.corpus import LinkedCorpus

from .documents import python_file

NAMES = [f"name{number}" for number in range(400)]
IDS = range(1, 401)
LOOKUPS: dict[str, tuple[Callable[[StructureReader, int], object], str]] = {
    "definitions by folded name": (lambda r, n: Lookups(r).definitions_folded(NAMES[:n]), "nodes_by_folded (folded=?)"),
    "nodes by folded name": (lambda r, n: r.nodes_folded(NAMES[:n]), "nodes_by_folded (folded=?)"),
    "nodes by name": (lambda r, n: r.nodes_named(NAMES[:n]), "nodes_by_name (name=?)"),
    "names of documents": (lambda r, n: Lookups(r).definition_names(IDS[:n]), "doc_id=?"),
    "edges between files": (lambda r, n: r.file_edges(IDS[:n], IDS[:n]), "file_edges USING PRIMARY KEY (src=?)"),
    "edges between files, backwards": (
        lambda r, n: r.file_edges(IDS[:n], IDS[:n]),
        "file_edges USING INDEX file_edges_by_target (dst=?)",
    ),
    "nodes by id": (lambda r, n: r.nodes(IDS[:n]), "n USING INTEGER PRIMARY KEY"),
    "chunks by id": (lambda r, n: r.chunks(IDS[:n]), "c USING INTEGER PRIMARY KEY"),
    "texts by chunk": (lambda r, n: r.chunks_of(IDS[:n]), "texts USING INTEGER PRIMARY KEY"),
    "texts of documents": (lambda r, n: [*r.texts([*IDS[:n]])], "texts_by_document (doc_id=?)"),
    "chunks of documents": (lambda r, n: r.chunks_of(IDS[:n]), "chunks_by_document (doc_id=?)"),
    "where chunks stand": (
        lambda r, n: Lookups(r).chunk_spans(IDS[:n]),
        "COVERING INDEX chunks_by_document (doc_id=?)",
    ),
    "documents of chunks": (lambda r, n: Lookups(r).documents_of_chunks(IDS[:n]), "chunks USING INTEGER PRIMARY KEY"),
    "files of points": (lambda r, n: Lookups(r).documents_of_points(IDS[:n]), "documents_by_point (point=?)"),
    "words of paths": (lambda r, n: Lookups(r).paths_by_word(NAMES[:n]), "path_words USING PRIMARY KEY (word=?)"),
    "beginnings of words of paths": (
        lambda r, n: Lookups(r).paths_by_beginning(NAMES[:n], ["name"]),
        "path_words USING PRIMARY KEY (word>? AND word<?)",
    ),
    "documents by id": (lambda r, n: r.documents_by_id(IDS[:n]), "documents USING INTEGER PRIMARY KEY"),
    "terms": (lambda r, n: r.term_frequencies(IDS[:n]), "terms USING INTEGER PRIMARY KEY"),
    "edges that arrive": (lambda r, n: r.edges_to(IDS[:n]), "edges_by_target (dst=?)"),
    "callers": (lambda r, n: r.edges_to(IDS[:n], ["calls"]), "edges_by_target (dst=? AND type=?)"),
    "edges that leave": (lambda r, n: r.edges_from(IDS[:n]), "edges USING PRIMARY KEY (src=?)"),
    "callees": (lambda r, n: r.edges_from(IDS[:n], ["calls"]), "edges USING PRIMARY KEY (src=? AND type=?)"),
    "a short name that is misspelt": (lambda r, n: r.suggest_names("pasre"), "nodes_by_name (name>? AND name<?)"),
}


class Watched(StructureReader):
    """Keeps the plan of each query that it runs."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.plans: list[str] = []

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        plan = super().rows(f"EXPLAIN QUERY PLAN {sql}", parameters)
        self.plans.append(" ; ".join(row[3] for row in plan))
        return super().rows(sql, parameters)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    path = tmp_path_factory.mktemp("plans") / "structure.db"
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("a.py", ("alpha", "beta")), [10, 11])
        writer.finish()
    reader = Watched(path)
    yield reader
    reader.close()


@pytest.mark.parametrize("count", [1, 12, 400])
@pytest.mark.parametrize(("look_up", "expected"), LOOKUPS.values(), ids=LOOKUPS)
def test_a_look_up_takes_the_index_on_its_values(
    look_up: Callable[[StructureReader, int], object], expected: str, count: int, reader: Watched
) -> None:
    reader.plans.clear()
    look_up(reader, count)
    assert any(expected in plan for plan in reader.plans)
    assert not any("nodes_by_kind (kind=?)" in plan for plan in reader.plans)


def test_a_partial_link_looks_up_the_names_that_it_wants(tmp_path: Path) -> None:
    files = {f"m{number}.py": f"def f{number}():\n    return f{number + 1}()\n" for number in range(3)}
    with LinkedCorpus(tmp_path, files) as corpus:
        asked: list[str] = []
        connection: sqlite3.Connection = corpus.connection
        connection.executescript(files_of("citeline.indexing.stores").joinpath("indexes.sql").read_text("utf-8"))
        connection.set_trace_callback(asked.append)
        corpus.change({"m1.py": "def g1():\n    return 1\n"})
        connection.set_trace_callback(None)
        by_names = [sql for sql in asked if "nodes" in sql and "_names)" in sql]
        assert by_names
        for sql in by_names:
            plan = " ; ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}"))
            assert "nodes_by_kind" not in plan, sql
        # `f1` is called in `m0.py`, and by nobody else: what `m2.py` uses is not unpacked.
        unpacked = [sql for sql in asked if sql.startswith("SELECT body FROM uses")]
        assert {sql.rpartition(" ")[2] for sql in unpacked} == {"1", "2"}


def test_where_only_a_body_has_changed_no_other_document_is_linked_again(tmp_path: Path) -> None:
    files = {f"m{number}.py": f"def f{number}():\n    return f{number + 1}()\n" for number in range(9)}
    with LinkedCorpus(tmp_path, files) as corpus:
        edges, asked = corpus.edges(), list[str]()
        corpus.connection.set_trace_callback(asked.append)
        corpus.change({"m1.py": "# a word\ndef f1():\n    one = 1\n    return f2()\n"})
        corpus.connection.set_trace_callback(None)
        assert corpus.edges() == edges
        read = [sql for sql in asked if sql.startswith("SELECT") and ("FROM refs" in sql or "FROM uses" in sql)]
        bound = [sql for sql in read if "doc_id = " in sql or "whole_documents" in sql]
        inherits = [sql for sql in read if "'inherits'" in sql and "'calls'" not in sql]
        assert {*read} == {*bound, *inherits}
        written = [sql for sql in asked if sql.startswith(("DELETE FROM edges", "INSERT OR REPLACE INTO edges"))]
        assert len(written) < 20
