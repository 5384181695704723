"""Linking a change costs what has changed: what is read and looked at of the rest is counted, by steps of SQLite."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.builds import construction
from citeline.indexing.chunking import chunk, chunk_ids
from citeline.indexing.files.source_tree import SourceTree
from citeline.indexing.linking import documents, file_graph, hierarchy, link
from citeline.indexing.linking.definitions import DefinedNames
from citeline.indexing.linking.documents import Document, FirstNodes
from citeline.indexing.linking.finders.modules import Modules
from citeline.indexing.linking.places import Places
from citeline.indexing.linking.receivers import Receivers
from citeline.indexing.parsers.registry import parse
from citeline.indexing.stores.structure_writer import StructureWriter
from tests.indexing.small_index import build_small, open_small

from .corpus import LinkedCorpus, source_file

_MODULE = """import re
from m{next} import f{next}

class C{i}(C{next}):
    def g(self):
        return f{next}()

def f{i}():
    return re.sub("a", "b", "{i}")
"""
NEW_FUNCTION = "\ndef fresh():\n    return f3()\n"
_STEPS_A_FILE = 60
"""Today 40: a path, a language and a format; all inherited names and all edges between files were 110 more."""


def write_modules(root: Path, count: int) -> None:
    root.mkdir()
    for i in range(count):
        (root / f"m{i}.py").write_text(_MODULE.format(i=i, next=i * 7 % count))


def changed_tree(folder: Path, count: int, added: str) -> tuple[Path, Path]:
    """So many files, indexed before something was added to one; with the folder of the index."""
    root, home = folder / "tree", folder / "home"
    folder.mkdir()
    write_modules(root, count)
    build_small(root, home)
    (root / "m3.py").write_text((root / "m3.py").read_text() + added)
    return root, home


def steps_of_a_change(folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """What SQLite does while one changed body among so many files is linked, in tens of steps."""
    root, home = changed_tree(folder, count, "# a word\n")
    steps = [0]

    def counting() -> int:
        steps[0] += 1
        return 0

    def linked(connection: sqlite3.Connection, *arguments: Any, **named: Any) -> None:
        connection.set_progress_handler(counting, 10)
        link(connection, *arguments, **named)
        connection.set_progress_handler(None, 0)

    with monkeypatch.context() as patch:
        patch.setattr(construction, "link", linked)
        assert build_small(root, home).outcome == "updated"
    return steps[0]


def test_a_changed_body_reads_little_of_the_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few, many = (steps_of_a_change(tmp_path / str(count), count, monkeypatch) for count in (60, 180))
    assert 10 * (many - few) <= _STEPS_A_FILE * 120


def statements_of_a_change(folder: Path, added: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], set[str]]:
    """What linking asks SQLite when something is added to one of 40 files; and which of it reads a table as a whole."""
    root, home = changed_tree(folder, 40, added)
    asked: list[str] = []
    scanned: set[str] = set()

    def linked(connection: sqlite3.Connection, *arguments: Any, **named: Any) -> None:
        connection.set_trace_callback(asked.append)
        link(connection, *arguments, **named)
        connection.set_trace_callback(None)
        for sql in asked:
            if sql.startswith(("SELECT", "DELETE", "UPDATE")):
                plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}")]
                scanned.update({sql} if "SCAN b" in plan else ())  # `b` is the base's table in a view of `overlay`

    monkeypatch.setattr(construction, "link", linked)
    assert build_small(root, home).outcome == "updated"
    return asked, scanned


def test_a_changed_body_has_only_the_paths_of_all_files_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of edges that lead into the file all others were read too: a quarter of a second among ten million."""
    _, scanned = statements_of_a_change(tmp_path / "one", "# a word\n", monkeypatch)
    assert len(scanned) == 1 and "FROM documents ORDER BY id" in scanned.pop()


def test_a_changed_body_writes_no_edge_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All edges of the file were taken out and put in again, each by way of four statements."""
    asked, _ = statements_of_a_change(tmp_path / "one", "# a word\n", monkeypatch)
    assert not [sql for sql in asked if sql.startswith(("INSERT OR REPLACE INTO edges", "DELETE FROM edges"))]


def test_a_new_function_has_the_names_of_all_files_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a new function in 57 of 5,700 files they were read and sorted four times: 0.7 s of 4."""
    asked, scanned = statements_of_a_change(tmp_path / "one", NEW_FUNCTION, monkeypatch)
    assert len([sql for sql in asked if "SELECT doc_id, names FROM uses" in sql]) == 1
    # Neither all nodes, for types that lead through it, nor all imports, for those that name it: but for renamed ones.
    assert not [sql for sql in scanned if "FROM nodes" in sql or ("'imports'" in sql and "LIKE" not in sql)]


def looked_up_for_a_common_name(folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """So many files use a name that a further one defines now: names whose files are looked up, and times that what a
    file uses is read at most.
    """
    root, home = folder / "tree", folder / "home"
    root.mkdir(parents=True)
    for i in range(count):
        (root / f"m{i}.c").write_text(f"int user_{i}(int one_{i}, int two_{i}) {{ return common_name(one_{i}); }}\n")
    build_small(root, home)
    with (root / "m3.c").open("a") as file:
        file.write("int common_name(int one) { return one; }\n")
    fetch, fetched, asked = DefinedNames.fetch, [0], Counter[str]()

    def counting(self: DefinedNames, names: Iterable[str]) -> Any:
        fetched[0] += len(wanted := [*names])
        return fetch(self, wanted)

    def linked(connection: sqlite3.Connection, *arguments: Any, **named: Any) -> None:
        connection.set_trace_callback(lambda sql: asked.update([sql] if "SELECT body FROM uses" in sql else ()))
        link(connection, *arguments, **named)
        connection.set_trace_callback(None)

    with monkeypatch.context() as patch:
        patch.setattr(DefinedNames, "fetch", counting)
        patch.setattr(construction, "link", linked)
        assert build_small(root, home).outcome == "updated"
    with closing(open_small(root, home)) as index:
        sql = "SELECT count(*) FROM edges e JOIN nodes t ON t.id = e.dst WHERE t.name = 'common_name'"
        assert index.structure.rows(sql) == [(count,)]
    return fetched[0], max(asked.values())


def test_a_name_that_many_files_use_costs_no_look_at_their_other_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All names of all files that had it were looked up, and what these use was read three times: with 480 such names
    among 5,691 files linking took 10.4 s in place of 2.5.
    """
    (few, _), (many, reads) = (
        looked_up_for_a_common_name(tmp_path / str(count), count, monkeypatch) for count in (60, 180)
    )
    assert 0 < many == few
    assert reads <= 2


def test_the_rows_of_a_base_are_counted_once(tmp_path: Path) -> None:
    """Every refresh went through all edges of the index to say how many there are."""
    root, home = changed_tree(tmp_path / "one", 40, NEW_FUNCTION)
    assert build_small(root, home).outcome == "updated"
    with closing(open_small(root, home)) as index:
        asked: list[str] = []
        index.structure._connection.set_trace_callback(asked.append)
        counts = index.structure.counts()
        index.structure._connection.set_trace_callback(None)
        every = {
            name: index.structure.rows(f"SELECT count(*) FROM {name}")[0][0]
            for name in ("documents", "nodes", "chunks")
        }
        assert (counts.documents, counts.nodes, counts.chunks) == tuple(every.values())
    assert len(asked) > 4
    assert not [sql for sql in asked if "count(*) FROM base.edges" in sql or "(SELECT count(*) FROM base.nodes)" in sql]
    build_small(root, tmp_path / "fresh")
    with closing(open_small(root, tmp_path / "fresh")) as index:
        assert index.structure.counts() == counts


def steps_of_linking_all(folder: Path, count: int) -> int:
    """What SQLite does while so many pages that lead to each other's headings are linked, in hundreds of steps."""
    page = "# Page {i}\n\n## Setup\n\n[next](p{next}.md#setup) and [lines](p{next}.md#L1-L3)\n"
    build_file = '{{"name": "package-{i}", "main": "index.js"}}\n'
    folder.mkdir()
    steps = [0]

    def counting() -> int:
        steps[0] += 1
        return 0

    with StructureWriter.create(folder / "structure.db") as writer:
        for i in range(count):
            texts = {f"p{i}.md": page.format(i=i, next=(i + 1) % count), f"k{i}/package.json": build_file.format(i=i)}
            for source in (source_file(path, text) for path, text in texts.items()):
                document = parse(source)
                chunks = chunk(source, document)
                writer.add_document(source, document, chunks, chunk_ids(source.path, chunks))
        writer.connection.set_progress_handler(counting, 100)
        link(writer.connection)
        writer.connection.set_progress_handler(None, 0)
        (links,) = writer.connection.execute("SELECT count(*) FROM edges WHERE type = 'links_to'").fetchone()
        assert links == 2 * count
    return steps[0]


def test_linking_all_takes_four_times_as_long_for_four_times_as_many_pages(tmp_path: Path) -> None:
    """Each page that was linked to, and each build file, read all nodes or texts."""
    few, many = (steps_of_linking_all(tmp_path / str(count), count) for count in (100, 400))
    assert many < 5 * few


def paths_followed(folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """For so many fields of a class that are made of each other, each of which somebody calls a method of."""
    fields = [f"a{i}" for i in range(count)]
    made = "".join(f"        self.{one} = Node()\n" for one in fields)
    lines = ["class Node:\n    def go(self):\n        pass\nclass Box:\n    def __init__(self):\n", made]
    for one in fields:
        others = "".join(f"        self.{one} = self.{other}\n" for other in fields if other != one)
        lines.append(f"    def of_{one}(self):\n{others}        self.{one}.go()\n")
    follow, followed = Receivers._follow, [0]

    def counting(*arguments: Any) -> Any:
        followed[0] += 1
        return follow(*arguments)

    folder.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(Receivers, "_follow", counting)
        with LinkedCorpus(folder, {"box.py": "".join(lines)}) as corpus:
            assert corpus.calls() == {f"box.py:Box.of_{one} box.py:Node.go" for one in fields} | {
                "box.py:Box.__init__ box.py:Node"
            }
    return followed[0]


def test_fields_that_are_made_of_each_other_are_followed_a_bounded_number_of_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All orders in which they lead through one another were: a minute for a class with 16 of them."""
    few, many = (paths_followed(tmp_path / str(count), count, monkeypatch) for count in (4, 8))
    assert many < 3 * few


def imports_found_for_a_new_function(folder: Path, count: int, monkeypatch: pytest.MonkeyPatch) -> int:
    root, home = changed_tree(folder, count, NEW_FUNCTION)
    find, found = Modules.find, [0]

    def counting(*arguments: Any) -> Any:
        found[0] += 1
        return find(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(Modules, "find", counting)
        assert build_small(root, home).outcome == "updated"
    return found[0]


def test_a_new_function_resolves_the_imports_of_few_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It resolved those of all, 23,000 among 5,699 files."""
    few, many = (imports_found_for_a_new_function(tmp_path / str(n), n, monkeypatch) for n in (60, 180))
    assert 0 < many == few


def test_ranks_are_computed_when_edges_between_files_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, home = tmp_path / "tree", tmp_path / "home"
    write_modules(root, 40)
    build_small(root, home)
    rank, computed = file_graph.page_rank, [0]

    def ranked(*arguments: Any) -> Any:
        computed[0] += 1
        return rank(*arguments)

    monkeypatch.setattr(file_graph, "page_rank", ranked)
    file, counts, central = root / "m3.py", [], []
    for text in ("# a word\n", "from m5 import f5\n\nf5()\n", "# another word\n"):
        file.write_text(file.read_text() + text)
        build_small(root, home)
        counts.append(computed[0])
        central.append(centrality(root, home))
    assert counts == [0, 1, 1]
    assert central[0] != central[1] == central[2]
    build_small(root, tmp_path / "fresh")
    assert central[2] == pytest.approx(centrality(root, tmp_path / "fresh"), rel=0.02)


def centrality(root: Path, home: Path) -> list[float]:
    with closing(open_small(root, home)) as index:
        rows = index.structure.rows("SELECT importers, users, pagerank FROM documents ORDER BY path")
        return [float(number) for row in rows for number in row]


def test_bases_and_first_nodes_are_read_one_by_one_or_all_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever is used, edges are the same."""
    root = tmp_path / "tree"
    write_modules(root, 40)
    found = []
    for number, few in enumerate((0, 1, 1000)):
        monkeypatch.setattr(documents, "_FEW", few)
        monkeypatch.setattr(hierarchy, "_FEW", few)
        build_small(root, tmp_path / str(number))
        with closing(open_small(root, tmp_path / str(number))) as index:
            found.append([tuple(row) for row in index.structure.rows("SELECT * FROM edges ORDER BY src, type, dst")])
    assert found[0] == found[1] == found[2]


_PATHS = st.lists(st.sampled_from(["a", "b", "index", "init.py", "a.py", "__init__.py", ".b"]), min_size=1, max_size=14)


@given(st.lists(_PATHS.map("/".join), min_size=1, max_size=12, unique=True), _PATHS.map("/".join))
def test_files_and_folders_are_found_by_each_end_of_their_paths(paths: list[str], asked: str) -> None:
    nodes = FirstNodes(sqlite3.connect(":memory:"))
    every = [Document(number, path, "python", True, nodes) for number, path in enumerate(paths)]
    places = Places(every, SourceTree(Path()))

    def fits(path: str) -> bool:
        return f"/{path}".endswith(f"/{asked}") and asked.count("/") < 12

    named = [
        document
        for document in every
        for known in (document.path, f"{document.directory}/{document.stem}".lstrip("/"))
        if fits(known)
    ]
    doors = [d for d in every if d.stem in {"__init__", "index", "init"} and d.directory and fits(d.directory)]
    found = [places.ending_with(asked, every[0]) for _ in range(25)]
    assert sorted(d.id for d in found[0]) == sorted(d.id for d in (*named, *doors))
    assert all(again == found[0] for again in found)  # at first one by one, then by the ends of all paths
    assert [*places.folders_ending_with(asked)] == [
        folder for folder in dict.fromkeys(d.directory for d in every) if fits(folder)
    ]


def test_a_few_ends_of_paths_are_found_without_the_ends_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """To make these for one changed file was a quarter of its linking among 5,700 files, and grows with them."""
    nodes = FirstNodes(sqlite3.connect(":memory:"))
    every = [Document(number, f"net/d{number}/main.c", "c", True, nodes) for number in range(500)]
    taken_apart: list[str] = []

    def names_of(document: Document) -> Iterator[tuple[str, Document]]:
        taken_apart.append(document.path)
        yield document.path, document

    monkeypatch.setattr("citeline.indexing.linking.places._names", names_of)
    places = Places(every, SourceTree(Path()))
    assert [document.id for document in places.ending_with("d7/main.c", every[0])] == [7]
    assert len(taken_apart) == 1
