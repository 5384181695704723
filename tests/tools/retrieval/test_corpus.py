"""What is remembered about an open index, and for how long."""

import gc
import time
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from citeline.indexing.reader import Index
from citeline.text import name_terms
from citeline.tools.retrieval.corpus import corpus_of
from tests.tools.answer.trees import indexed

from . import trees

TRIES = 100


def document_at(index: Index, path: str) -> int:
    found = index.structure.document(path)
    assert found is not None
    return int(found.id)


def test_the_facts_of_an_index_are_read_once(index: Index) -> None:
    assert corpus_of(index) is corpus_of(index)


def test_a_new_generation_has_facts_of_its_own(tmp_path: Path, home: Path) -> None:
    tree = trees.write(tmp_path / "tree", {"a.py": "def first():\n    pass\n"})
    with trees.indexed(tree, home) as old:
        assert corpus_of(old.reader).chunk_count == 1
        trees.write(tree, {"b.py": "def second_one():\n    pass\n"})
        with trees.indexed(tree, home) as new:
            assert corpus_of(new.reader).chunk_count == 2
            assert trees.paths(new, "second_one")[0] == "b.py"
            assert corpus_of(old.reader).chunk_count == 1


def test_the_facts_go_with_their_index(tmp_path: Path, home: Path) -> None:
    tree = trees.write(tmp_path / "tree", {"a.py": "def first():\n    pass\n"})
    handle = trees.indexed(tree, home)
    handle.search("first")
    kept = weakref.ref(corpus_of(handle.reader))
    assert kept() is not None
    handle.close()
    del handle
    # A thread that read for the search may still hold what it has read.
    for _ in range(TRIES):
        gc.collect()
        if kept() is None:
            return
        time.sleep(0.1)
    raise AssertionError(f"{kept()} outlives its index")


def test_a_line_is_found_in_the_chunk_that_holds_it(index: Index) -> None:
    corpus = corpus_of(index)
    document = document_at(index, "src/shop/cart.py")
    chunk = corpus.chunk_at(document, 20)
    assert chunk is not None and corpus.document_of(chunk) == document
    assert corpus.chunk_at(document, 10_000) is None
    assert corpus.chunk_at(-1, 1) is None
    assert corpus.first_chunk(-1) is None


def test_names_of_a_document_are_found_by_their_terms(index: Index) -> None:
    corpus = corpus_of(index)
    document = document_at(index, "src/shop/payment.py")
    assert frozenset({"payment", "gateway"}) in corpus.names_holding(["gateway"], [document])[document]
    assert corpus.names_holding(["checkout"], [document]) == {document: {frozenset({"checkout"})}}
    assert corpus.names_holding(["nothing"], [document]) == {document: set()}


def test_only_names_that_may_hold_a_term_are_taken_apart(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A driver defines hundreds of names: to take all of them apart was half of a first search."""
    taken: list[str] = []

    def noting(name: str) -> frozenset[str]:
        taken.append(name)
        return name_terms(name)

    monkeypatch.setattr("citeline.tools.retrieval.corpus._cached_name_terms", noting)
    names = [*(f"REGISTER_{number}_MASK" for number in range(300)), "writeQueue", "wrote_last", "to_do"]
    text = "".join(f"def {name}():\n    pass\n" for name in names)
    beyond = "def zähler_stand():\n    pass\n\n\ndef write():\n    pass\n"
    with trees.indexed(trees.write(tmp_path / "tree", {"a.py": text, "b.py": beyond}), home) as handle:
        rows: list[tuple[Any, ...]] = []
        read = handle.reader.structure.rows

        def counting(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
            found = read(sql, parameters)
            rows.extend(found)
            return found

        monkeypatch.setattr(handle.reader.structure, "rows", counting)
        corpus = corpus_of(handle.reader)
        document = document_at(handle.reader, "a.py")
        rows.clear()
        held = corpus.names_holding(["write", "todo"], [document])[document]
        assert held == {frozenset({"write", "queue"}), frozenset({"write", "last"}), frozenset({"todo"})}
        assert len(rows) == 1
        assert sorted(taken) == ["to_do", "writeQueue", "wrote_last"]
        other = document_at(handle.reader, "b.py")
        assert corpus.names_holding(["zähler"], [other])[other] == {frozenset({"zähler", "stand"})}


def test_a_question_asked_again_reads_no_names_and_no_edges(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"m{number}.py": f"from m{number + 1} import f\n\ndef write_{number}():\n    f()\n" for number in range(9)}
    with trees.indexed(trees.write(tmp_path / "tree", files), home) as handle:
        asked: list[str] = []
        read = handle.reader.structure.rows

        def noting(sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
            asked.append(sql)
            return read(sql, parameters)

        monkeypatch.setattr(handle.reader.structure, "rows", noting)
        first = handle.search("who writes?").hits
        assert [sql for sql in asked if "file_edges" in sql] and [sql for sql in asked if "group_concat" in sql]
        asked.clear()
        assert handle.search("who writes?").hits == first
        assert not [sql for sql in asked if "file_edges" in sql or "group_concat" in sql]


def snippets(count: int, *, body: str = "    return name.strip()\n") -> dict[str, str]:
    return {f"piece{n}.py": f"def piece_{n}(name):\n{body}" for n in range(count)}


def test_many_snippets_are_a_heap(tmp_path: Path, home: Path) -> None:
    with trees.indexed(trees.write(tmp_path / "tree", snippets(60)), home) as handle:
        assert corpus_of(handle.reader).is_loose
        assert trees.paths(handle, "piece 17 of the names")[0] == "piece17.py"


@pytest.mark.parametrize("what", ["few", "linked", "long"])
def test_a_project_is_no_heap(tmp_path: Path, home: Path, what: str) -> None:
    files = snippets(20 if what == "few" else 60)
    if what == "linked":
        files |= {f"user{n}.py": f"from piece{n} import piece_{n}\n\nprint(piece_{n}('x'))\n" for n in range(20)}
    if what == "long":
        body = "".join(f"    total_{line} = compute_the_total_of_line({line}, name)\n" for line in range(120))
        files = snippets(60, body=body)
    with trees.indexed(trees.write(tmp_path / "tree", files), home) as handle:
        assert not corpus_of(handle.reader).is_loose


BODY = "".join(f"    let value_{number} = outlier_of(&[{number}.0, {number}.5, 400.0]);\n" for number in range(60))
RUST = (
    f"pub fn outlier_of(values: &[f64]) -> usize {{\n{BODY}    0\n}}\n\n"
    f"#[test]\nfn test_outlier_of_many() {{\n{BODY}}}\n\npub fn testify() {{\n{BODY}}}\n"
)


def test_functions_of_tests_without_a_module_are_tests(tmp_path: Path) -> None:
    index = indexed(tmp_path, {"src/outlier.rs": RUST})
    document = index.structure.document("src/outlier.rs")
    assert document is not None
    tests = corpus_of(index).inline_tests
    inline = [chunk for chunk in index.structure.chunks_of([document.id]) if int(chunk.id) in tests]
    assert inline and all("test_outlier_of_many" in chunk.qualified_name for chunk in inline)
