from __future__ import annotations

import os
import shutil
import tracemalloc
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citeline.errors import IndexDamagedError, StorageError
from citeline.indexing.stores.lookups import Lookups
from citeline.indexing.stores.structure_reader import Counts, FileEdge, StructureReader
from citeline.indexing.stores.structure_rows import folded_id
from citeline.indexing.stores.structure_writer import StructureWriter
from citeline.left_out import Skipped
from citeline.model import ChunkId, DocumentId, Edge, NodeId

from .documents import python_file


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "structure.db"


@pytest.fixture
def reader(path: Path) -> Iterator[StructureReader]:
    """Documents 1 (a.py: alpha, beta) and 2 (pkg/b.py: gamma); `gamma` calls `alpha`."""
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("a.py", ("alpha", "beta")), [10, 11])
        writer.add_document(*python_file("pkg/b.py", ("gamma",), calls=("alpha",)), [20])
        link(writer)
        writer.add_term_frequencies(np.array([7, 3]), np.array([2, 1]), np.array([1, 1]))
        writer.set_skipped([Skipped("z.bin", "binary"), Skipped("big.js", "minified", "one line")])
        writer.set_meta("samples", b"\x00\x01")
        writer.finish()
    reader = StructureReader(path)
    yield reader
    reader.close()


def link(writer: StructureWriter) -> None:
    """What linking would write: gamma (node 5) calls alpha (node 2), so document 2 references document 1."""
    writer.connection.execute("INSERT INTO edges VALUES (5, 'calls', 2, 2, 1.0)")
    writer.connection.execute("INSERT INTO file_edges VALUES (2, 0, 1, 3.0)")


def copy_of(path: Path) -> Path:
    return Path(shutil.copy(path, path.with_name("copy.db")))


def test_documents_come_back_by_path_by_id_and_as_a_list(reader: StructureReader) -> None:
    document = reader.document("pkg/b.py")
    assert document is not None
    assert (document.id, document.language, document.format, document.line_count) == (2, "python", "code", 3)
    assert [found.path for found in reader.documents()] == ["a.py", "pkg/b.py"]
    assert reader.documents_by_id([2, 99]) == {2: document}
    assert reader.document("nowhere.py") is None


def test_chunks_come_back_with_document_and_node(reader: StructureReader) -> None:
    chunk = reader.chunks([11, 12345])[ChunkId(11)]
    assert (chunk.path, chunk.language, chunk.kind) == ("a.py", "python", "code")
    assert (chunk.start_line, chunk.end_line, chunk.text) == (4, 5, "def beta():\n    return 1")
    assert (chunk.node, chunk.node_kind, chunk.name, chunk.definitions) == (3, "function", "beta", ("beta",))


def test_chunks_of_documents_keep_the_order_of_the_documents(reader: StructureReader) -> None:
    assert [chunk.id for chunk in reader.chunks_of([2, 1])] == [20, 10, 11]


def test_lines_come_back_blank_where_no_chunk_has_them(reader: StructureReader) -> None:
    assert reader.lines_of(1) == ["def alpha():", "    return 1", "", "def beta():", "    return 1"]
    assert reader.lines_of(1, 3, 4) == ["", "def beta():"]
    assert reader.lines_of(1, 5, last=7) == ["    return 1", "", ""]
    assert reader.lines_of(99) == reader.lines_of(1, 3, 2) == []


def test_the_first_lines_of_a_long_document_are_read_without_the_rest(
    reader: StructureReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[tuple[Any, ...]] = []
    rows = reader.rows

    def seen(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        found = rows(sql, parameters)
        read.extend(found)
        return found

    monkeypatch.setattr(reader, "rows", seen)
    assert reader.lines_of(1, last=2) == ["def alpha():", "    return 1"]
    assert [row[0] for row in read if row[0] in (10, 11)] == [10]


def test_nodes_come_back_as_a_tree_and_in_the_order_asked(reader: StructureReader) -> None:
    tree = reader.nodes_of(1)
    assert [(node.id, node.kind, node.parent) for node in tree] == [
        (1, "file", None),
        (2, "function", 1),
        (3, "function", 1),
    ]
    assert (tree[1].signature, tree[1].docstring, tree[1].path) == ("def alpha()", "Doc.", "a.py")
    assert [node.id for node in reader.nodes([3, 1, 77, 3])] == [3, 1]


def test_names_are_found_in_any_case_and_folded(path: Path) -> None:
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("a.py", ("getUser", "get_user", "other")), [1, 2, 3])
        writer.finish()
    reader = StructureReader(path)
    assert [node.name for node in reader.nodes_named(["GETUSER", "getuser"])] == ["getUser"]
    assert [node.name for node in reader.nodes_folded(["getuser"])] == ["getUser", "get_user"]


def test_edges_are_found_from_both_ends_and_by_kind(reader: StructureReader) -> None:
    call = Edge(NodeId(5), "calls", NodeId(2), 2)
    reference = FileEdge(DocumentId(2), "references", DocumentId(1), 3.0)
    assert reader.edges_from([5]) == [call]
    assert [edge.kind for edge in reader.edges_to([2])] == ["contains", "calls"]
    assert reader.edges_to([2, 3], kinds=["calls"]) == [call]
    assert reader.edges_to([2], kinds=[]) == []
    alpha, beta = Edge(NodeId(1), "contains", NodeId(2), 1), Edge(NodeId(1), "contains", NodeId(3), 4)
    assert reader.edges_from([1]) == reader.edges_from([1], kinds=["contains"]) == [alpha, beta]
    assert reader.edges_to([1]) == []
    assert reader.file_edges([1]) == reader.file_edges([1, 2]) == [reference]
    assert reader.file_edges([1], [2, 3]) == reader.file_edges([2, 3], [1]) == [reference]
    assert reader.file_edges([1], [1, 3]) == reader.file_edges([1], []) == []


def test_counts_terms_skipped_meta_languages_and_fingerprints(reader: StructureReader) -> None:
    assert reader.counts() == Counts(documents=2, nodes=5, edges=4, chunks=3)
    assert reader.term_frequencies([3, 7, 8]) == {3: (1, 1), 7: (2, 1)}
    assert [file.path for file in reader.skipped()] == ["big.js", "z.bin"]
    assert (reader.meta("samples"), reader.meta("nothing")) == (b"\x00\x01", None)
    assert reader.languages() == {"python": 2}
    assert reader.fingerprints()["a.py"].mtime_ns == 1_000_000


def test_empty_questions_get_empty_answers(reader: StructureReader) -> None:
    assert not reader.chunks([])
    assert not reader.documents_by_id([])
    assert not reader.term_frequencies([])
    assert not reader.nodes([])
    assert not reader.nodes_named([])
    assert not reader.edges_from([])
    assert not reader.chunks_of([])


def test_1500_ids_in_one_look_up(path: Path) -> None:
    names = tuple(f"function_{number}" for number in range(1500))
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("long.py", names), list(range(1500)))
        writer.finish()
    reader = StructureReader(path)
    assert len(reader.chunks(range(1500))) == 1500
    assert len(reader.nodes_named(names)) == 1500


def test_what_was_read_is_not_read_again(reader: StructureReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question looks at the same chunks in five of its steps."""
    monkeypatch.setattr("citeline.indexing.stores.structure_reader._KEPT_CHUNKS", 2)
    tree, chunks = reader.nodes_of(1), reader.chunks([11, 10])
    tree.clear()  # a caller's list is its own
    monkeypatch.setattr(reader, "rows", lambda *_: pytest.fail("read again"))
    assert (len(reader.nodes_of(1)), [*chunks], reader.chunks([10, 11])) == (3, [10, 11], chunks)


def test_more_is_read_than_is_kept(reader: StructureReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citeline.indexing.stores.structure_reader._KEPT_CHUNKS", 1)
    monkeypatch.setattr("citeline.indexing.stores.structure_reader._KEPT_TREES", 1)
    for _ in range(2):
        assert [*reader.chunks([20, 10, 11])] == [10, 11, 20]
        assert [len(reader.nodes_of(document)) for document in (1, 2)] == [3, 2]


@pytest.mark.parametrize(
    "name",
    ["weiß/日本語 🙂.py", 'it\'s "quoted"?#%41.py', "two\nlines.py", os.fsdecode(b"caf\xe9.py"), "\U0010ffff.py"],
)
def test_any_file_name_comes_back_everywhere(path: Path, name: str) -> None:
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file(name, ("alpha",)), [1])
        writer.set_skipped([Skipped(name, "binary")])
        writer.finish()
    reader = StructureReader(path)
    document = reader.document(name)
    assert document is not None
    assert document.path == name
    assert [chunk.path for chunk in reader.chunks([1]).values()] == [name]
    assert [node.path for node in reader.nodes_of(document.id)] == [name, name]
    assert [file.path for file in reader.skipped()] == [name]
    assert list(reader.fingerprints()) == [name]


@pytest.mark.parametrize("name", ["it's", 'say "hi"', "two\nlines", "\udcff", "nul\x00byte", "{marks}"])
def test_any_defined_name_is_found_again(path: Path, name: str) -> None:
    source, document, chunks = python_file("a.py", ("alpha", "beta"))
    nodes = (document.nodes[0], replace(document.nodes[1], name=name), document.nodes[2])
    chunks = [replace(chunks[0], definitions=(name, "beta")), chunks[1]]
    with StructureWriter.create(path) as writer:
        writer.add_document(source, replace(document, nodes=nodes), chunks, [1, 2])
        writer.finish()
    reader = StructureReader(path)
    assert [node.name for node in reader.nodes_named([name])] == [name]
    assert [chunk.definitions for chunk in reader.chunks([1]).values()] == [(name, "beta")]


@pytest.mark.parametrize("folder", ["plain", "with space?mode=rw&x=#%20", "日本"])
def test_the_path_of_the_store_may_hold_anything(tmp_path: Path, folder: str) -> None:
    path = tmp_path / folder / "structure.db"
    path.parent.mkdir()
    with StructureWriter.create(path) as writer:
        writer.finish()
    assert StructureReader(path).counts() == Counts(0, 0, 0, 0)


def test_a_document_contains_what_is_defined_in_it_and_no_terms(path: Path) -> None:
    """A glossary's hundred terms would use up the edges that a walk follows."""
    source, document, chunks = python_file("a.py", ("alpha", "beta"))
    nodes = tuple(replace(node, kind="term") if node.name == "beta" else node for node in document.nodes)
    with StructureWriter.create(path) as writer:
        writer.add_document(source, replace(document, nodes=nodes), chunks, [10, 11])
        writer.finish()
    reader = StructureReader(path)
    assert [edge.target for edge in reader.edges_from([1])] == [2]
    assert reader.counts().edges == 1


def test_names_of_the_same_id_are_told_apart(path: Path) -> None:
    """Folded names are kept as 31 bits: among some ten thousand names two will have the same."""
    names = ("plumless", "buckeroo")
    assert folded_id(names[0]) == folded_id(names[1])
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("a.py", names), [1, 2])
        writer.finish()
    reader = StructureReader(path)
    assert [node.name for node in reader.nodes_folded(["plumless"])] == ["plumless"]
    assert [found.name for found in Lookups(reader).definitions_folded(["buckeroo"])] == ["buckeroo"]


def test_removing_a_document_takes_all_that_hangs_on_it(path: Path, reader: StructureReader) -> None:
    copy = copy_of(path)
    with StructureWriter.over(copy) as writer:
        assert writer.remove_documents([1, 99]) == [10, 11]
        ((before, after),) = writer.changes()
        writer.finish()
    assert after is None and before is not None
    assert [(node.kind, node.name) for node in before.nodes][1:] == [("function", "alpha"), ("function", "beta")]
    changed = StructureReader(copy)
    assert changed.counts() == Counts(documents=1, nodes=2, edges=1, chunks=1)
    assert changed.file_edges([1, 2]) == []
    assert changed.rows("SELECT doc_id FROM uses") == [(2,)]
    assert changed.suggest_names("alpha") == []
    assert reader.counts().documents == 2


def test_a_document_that_comes_back_keeps_its_ids(path: Path, reader: StructureReader) -> None:
    copy = copy_of(path)
    with StructureWriter.over(copy) as writer:
        writer.remove_documents([1])
        kept = writer.add_document(*python_file("a.py", ("delta", "alpha")), [10, 12])
        added = writer.add_document(*python_file("z.py", ("omega",)), [13])
        writer.finish()
    assert (kept, added) == (1, 3)
    changed = StructureReader(copy)
    assert [(node.id, node.name) for node in changed.nodes_of(1)][1:] == [(6, "delta"), (2, "alpha")]
    assert [node.id for node in changed.nodes_of(3)] == [7, 8]
    assert [node.id for node in changed.nodes_of(2)] == [4, 5]
    assert changed.suggest_names("delta") == ["delta"]


def test_records_count_for_no_more_chunks_than_told(path: Path) -> None:
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("a.py", ("alpha", "beta")), [10, 11])
        source, document, chunks = python_file("b.csv", ("gamma", "delta"))
        writer.add_document(source, replace(document, format="data", language="csv"), chunks, [20, 21])
        writer.finish()
    with closing(StructureReader(path)) as reader:
        assert (reader.capped_chunks(1), reader.capped_chunks(9)) == (3, 4)


def test_terms_of_a_large_corpus_are_stored_some_at_a_time(path: Path) -> None:
    ids, once = np.arange(200_000), np.ones(200_000, np.int32)
    with StructureWriter.create(path) as writer:
        tracemalloc.start()
        writer.add_term_frequencies(ids, once, once)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        writer.finish()
    assert StructureReader(path).term_frequencies([0, 199_999]) == {0: (1, 1), 199_999: (1, 1)}
    assert peak < 100 * len(ids)  # as objects of Python each takes several hundred bytes


def test_term_frequencies_add_up_and_vanish_at_zero(path: Path) -> None:
    ids, chunks, documents = np.array([5, 2]), np.array([3, 1]), np.array([1, 1])
    with StructureWriter.create(path) as writer:
        writer.add_term_frequencies(ids, chunks, documents)
        writer.add_term_frequencies(ids[:1], chunks[:1], documents[:1])
        writer.add_term_frequencies(ids, -chunks, -documents)
        writer.finish()
    assert StructureReader(path).term_frequencies([2, 5]) == {5: (3, 1)}


def test_a_touched_file_keeps_everything_but_its_time(path: Path, reader: StructureReader) -> None:
    copy = copy_of(path)
    before = reader.fingerprints()["a.py"]
    with StructureWriter.over(copy) as writer:
        writer.set_mtime(before.document, 5)
        writer.finish()
    assert StructureReader(copy).fingerprints()["a.py"] == before._replace(mtime_ns=5)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("structure_writer", ["StructureWriter"]),
        ("StructureWrter", ["StructureWriter"]),
        ("parse", ["parse", "parse_code"]),
        ("pasre", ["parse"]),
        ("日本", ["日本語版"]),
        ("pa", ["parse", "parse_code"]),
        ('"OR" *', []),
        ("", []),
        ("zzz", []),
    ],
)
def test_names_like_the_one_asked_for_are_suggested(path: Path, asked: str, expected: list[str]) -> None:
    names = ("StructureWriter", "parse", "parse_code", "日本語版", "unrelated")
    with StructureWriter.create(path) as writer:
        writer.add_document(*python_file("a.py", names), list(range(5)))
        writer.finish()
    assert StructureReader(path).suggest_names(asked, 2) == expected


def test_many_threads_read_one_store(reader: StructureReader) -> None:
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: len(reader.chunks([10, 11, 20 + number % 2])), range(200)))
    assert answers == [3, 2] * 100


def test_look_ups_use_indexes(reader: StructureReader) -> None:
    for condition in ("name COLLATE NOCASE IN ('a', 'b')", "folded IN ('a')"):
        (plan,) = reader.rows(f"EXPLAIN QUERY PLAN SELECT id FROM nodes n WHERE n.{condition}")
        assert "USING" in plan[3]


def test_missing_and_broken_files_are_damage(tmp_path: Path, path: Path, reader: StructureReader) -> None:
    with pytest.raises(IndexDamagedError, match="missing"):
        StructureReader(tmp_path / "none.db")
    for number, content in enumerate((b"", b"no database at all" * 100, path.read_bytes()[:5000])):
        broken = tmp_path / f"{number}.db"
        broken.write_bytes(content)
        with pytest.raises(IndexDamagedError):
            StructureReader(broken).documents()


def test_a_store_is_not_written_over(path: Path, reader: StructureReader) -> None:
    with pytest.raises(StorageError, match="exists"):
        StructureWriter.create(path)


def test_a_store_in_a_missing_folder_is_a_storage_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        StructureWriter.create(tmp_path / "none" / "structure.db")


def test_a_document_needs_one_id_per_chunk(path: Path) -> None:
    with StructureWriter.create(path) as writer, pytest.raises(ValueError, match="zip"):
        writer.add_document(*python_file("a.py", ("alpha", "beta")), [1])
