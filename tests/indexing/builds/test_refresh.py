"""A refresh costs what has changed, and what it leaves answers as an index that is built from scratch."""

from __future__ import annotations

import random
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citeline.indexing.generations.generation import POINTS_NAME, candidates, verify_generation
from citeline.indexing.stores.delta_file import open_delta
from citeline.indexing.stores.structure_writer import StructureWriter
from citeline.protocols import SparseVector, VectorFilter
from citeline.text import term_id
from tests.indexing.small_index import build_small, current_generation, location_of, open_small, write_tree

from .test_building import content_of

FILES = 40
WORDS = ("alpha", "beta", "gamma", "omega", "query", "token", "cache", "lock")


def write_module(path: Path, dice: random.Random) -> None:
    names = dice.sample(WORDS, 3)
    lines = [f"from part_{dice.randrange(FILES)} import {dice.choice(WORDS)}", ""]
    for name in names:
        lines += [
            f"def {name}(value):",
            f'    """{" ".join(dice.choices(WORDS, k=6))}"""',
            f"    return {dice.choice(WORDS)}(value)",
            "",
        ]
    path.write_text("VERSION = 0\n" + "\n".join(lines))


def own_bytes(generation: Path) -> int:
    """What was written for a generation: of the files that it shares with no other."""
    stats = [path.stat() for path in generation.rglob("*") if path.is_file()]
    return sum(min(stat.st_size, stat.st_blocks * 512) for stat in stats if stat.st_nlink == 1)


def edit_one(root: Path, dice: random.Random, files: int) -> None:
    path = root / f"part_{dice.randrange(files)}.py"
    edit = dice.choice(["write", "write", "touch", "remove", "append"])
    if edit == "remove":
        path.unlink(missing_ok=True)
    elif edit == "append" and path.exists():
        path.write_text(path.read_text() + "\n# one more line about the token cache\n")
    elif edit == "touch" and path.exists():
        path.touch()
    else:
        write_module(path, dice)


def assert_same(root: Path, home: Path, fresh_home: Path) -> None:
    """The index in `home` says what one says that is built from scratch in the other."""
    build_small(root, fresh_home)
    with closing(open_small(root, home)) as updated, closing(open_small(root, fresh_home)) as fresh:
        assert content_of(updated) == content_of(fresh)
        assert updated.structure.counts() == fresh.structure.counts()
        terms = "SELECT id, chunk_df, doc_df FROM terms ORDER BY id"
        assert updated.structure.rows(terms) == fresh.structure.rows(terms)
        for word in WORDS:
            assert sorted(updated.structure.suggest_names(word, 3)) == sorted(fresh.structure.suggest_names(word, 3))
            assert updated.structure.may_be_in_a_text(word) >= fresh.structure.may_be_in_a_text(word)


@pytest.mark.parametrize("seed", range(3))
def test_after_any_edits_the_index_answers_as_one_built_from_scratch(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    build_small(root, home)
    for _ in range(4):
        edit_one(root, dice, FILES)
        assert build_small(root, home).outcome in {"updated", "unchanged"}
    assert_same(root, home, tmp_path / "fresh")


@pytest.mark.parametrize("seed", range(2))
def test_changes_that_are_written_by_their_pages_and_whole_again_are_those_of_the_tree(
    seed: int, tmp_path: Path
) -> None:
    """Of pages that a later refresh has changed again the older ones would come back."""
    dice, many = random.Random(seed), 100
    root, home = write_tree(tmp_path / "tree", files=many), tmp_path / "home"
    build_small(root, home)
    pages = [0]
    for number in range(10):
        edit_one(root, dice, many)
        assert build_small(root, home).outcome in {"updated", "unchanged"}
        generation = current_generation(root, home)
        verify_generation(generation, deep=True)
        pages.append(len(list(generation.glob("structure-delta.db.pages-*"))))
        if number % 5 == 4:
            assert_same(root, home, tmp_path / f"fresh-{number}")
    assert max(pages) > 1 and any(after < before for before, after in pairwise(pages)), pages


def test_a_link_to_a_heading_leads_on_when_the_heading_is_renamed_and_back_again(tmp_path: Path) -> None:
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    guide = root / "guide.md"
    guide.write_text("# Guide\n\nText.\n\n## Install\n\nRun the installer.\n")
    (root / "README.md").write_text("# Top\n\nSee [install](guide.md#install) for how.\n")
    build_small(root, home)
    for number, (before, after) in enumerate((("## Install", "## Set up"), ("## Set up", "## Install"))):
        guide.write_text(guide.read_text().replace(before, after))
        assert build_small(root, home).outcome == "updated"
        build_small(root, tmp_path / f"fresh-{number}")
        with (
            closing(open_small(root, home)) as updated,
            closing(open_small(root, tmp_path / f"fresh-{number}")) as fresh,
        ):
            assert content_of(updated) == content_of(fresh)


def test_names_that_are_gone_are_not_suggested(tmp_path: Path) -> None:
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    (root / "part_0.py").write_text("VERSION = 0\n\ndef quartz():\n    return 1\n")
    build_small(root, home)
    (root / "part_0.py").write_text("VERSION = 0\n\ndef marble():\n    return 1\n")
    assert build_small(root, home).outcome == "updated"
    with closing(open_small(root, home)) as index:
        assert index.structure.suggest_names("qu", 5) == index.structure.suggest_names("quartz", 5) == []
        assert index.structure.suggest_names("ma", 5) == ["marble"]


def test_links_of_a_changed_store_keep_the_order_of_their_lines(tmp_path: Path) -> None:
    """A view has no row ids of its own on every SQLite."""
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    build_small(root, home)
    (root / "part_0.py").write_text("VERSION = 0\n# changed\n")
    assert build_small(root, home).outcome == "updated"
    with closing(open_small(root, home)) as index:
        assert all(number is not None for (number,) in index.structure.rows("SELECT rowid FROM refs"))


def test_terms_are_weighted_with_what_is_in_the_index_now(tmp_path: Path) -> None:
    """The store counts its own points, gone ones too: a word that has become common would go on counting as rare."""
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    (root / "part_0.py").write_text("VERSION = 0\n# lemur\n")
    build_small(root, home)
    for number in (1, 2, 3):
        (root / f"part_{number}.py").write_text("VERSION = 0\n# lemur lemur\n")
    assert build_small(root, home).outcome == "updated"
    build_small(root, tmp_path / "fresh")
    vector = SparseVector(np.array([term_id("lemur")], np.uint32), np.ones(1, np.float32))
    with closing(open_small(root, home)) as updated, closing(open_small(root, tmp_path / "fresh")) as fresh:
        both = (index.vectors.search_sparse("bm25", vector, limit=9) for index in (updated, fresh))
        ours, theirs = (dict(found.pairs()) for found in both)
        assert len(ours) == 4
        # Field lengths are weighed with the averages of the base: a hundredth or two.
        assert ours == pytest.approx(theirs, rel=0.05)
        for sources, found in (("",), 4), (("elsewhere",), 0):
            where = VectorFilter(sources=sources)
            assert len(updated.vectors.search_sparse("bm25", vector, limit=9, where=where).ids) == found
        two = frozenset([*ours][:2])
        some = updated.vectors.search_sparse("bm25", vector, limit=9, where=VectorFilter(ids=two))
        assert frozenset(some.ids.tolist()) == two


def test_a_refresh_writes_what_has_changed(tmp_path: Path) -> None:
    root, home = write_tree(tmp_path / "tree", files=120), tmp_path / "home"
    body = "\n".join(f"def function_{number}(value):\n    return value + {number}\n" for number in range(400))
    (root / "part_7.py").write_text(f"VERSION = 0\n{body}")
    build_small(root, home)
    (root / "part_7.py").write_text(f"VERSION = 0\n# a word\n{body}")
    build_small(root, home)
    generation = current_generation(root, home)
    assert (generation / "structure.db").stat().st_nlink > 1
    assert own_bytes(generation) <= 20 * (root / "part_7.py").stat().st_size
    with closing(open_delta(generation / "structure-delta.db")) as delta:
        rows = {
            table: delta.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("added_documents", "added_uses", "gone_contents", "gone_skipped")
        }
    assert rows == {"added_documents": 1, "added_uses": 1, "gone_contents": 1, "gone_skipped": 0}


def test_a_small_change_after_larger_ones_writes_itself_alone(tmp_path: Path) -> None:
    """A comment in a tree where ten files had changed was written with all that stood in these."""
    root, home = write_tree(tmp_path / "tree", files=120), tmp_path / "home"
    body = "\n".join(f"def function_{number}(value):\n    return value + {number}\n" for number in range(400))
    for number in range(11):
        (root / f"part_{number}.py").write_text(f"VERSION = 0\n{body}")
    build_small(root, home)
    for number in range(10):
        (root / f"part_{number}.py").write_text(f"VERSION = 0\n\ndef fresh_{number}():\n    return 1\n\n{body}")
    assert build_small(root, home).outcome == "updated"
    larger = own_bytes(current_generation(root, home))
    path = root / "part_10.py"
    path.write_text(path.read_text() + "# a word\n")
    assert build_small(root, home).outcome == "updated"
    assert own_bytes(current_generation(root, home)) <= min(larger / 4, 20 * path.stat().st_size)


def test_a_file_that_becomes_what_it_was_leaves_no_row_behind_but_its_own(tmp_path: Path) -> None:
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    build_small(root, home)
    before = (root / "part_7.py").read_text()
    for text in (f"{before}\n# a word\n", before):
        (root / "part_7.py").write_text(text)
        build_small(root, home)
    with closing(open_delta(current_generation(root, home) / "structure-delta.db")) as delta:
        for table in ("added_edges", "gone_edges", "added_file_edges", "gone_file_edges", "added_terms", "gone_terms"):
            assert delta.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table


def test_generations_that_share_a_base_are_whole_and_are_read_on(tmp_path: Path) -> None:
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    build_small(root, home)
    with closing(open_small(root, home)) as reader:
        before = content_of(reader)
        for number in range(4):
            (root / "part_7.py").write_text(f"VERSION = 0\n# round {number}\n")
            build_small(root, home)
            for generation in candidates(location_of(root, home)):
                verify_generation(generation, deep=True)
        assert content_of(reader) == before


def many_methods(name: str, count: int = 60) -> str:
    """A class of several chunks."""
    methods = (
        f"    def step_{n}(self, value):\n        total = {n}\n"
        f"        for one in value:\n            total += one * {n}\n"
        f"        self.log('step {n} of the {WORDS[n % 8]} has run')\n        return total\n"
        for n in range(count)
    )
    return f"VERSION = 0\n\nclass {name}:\n" + "\n".join(methods)


def test_a_new_function_leaves_the_points_and_terms_of_all_other_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a file of 50 kB all was counted, deleted and written again for one line, and copied by each later refresh."""
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    (root / "part_0.py").write_text(many_methods("Runner"))
    build_small(root, home)
    (root / "part_0.py").write_text(many_methods("Runner") + "\n\ndef quartz():\n    return 1\n")
    written: list[int] = []
    add = StructureWriter.add_term_frequencies

    def counting(self: StructureWriter, ids: Any, chunks: Any, documents: Any) -> None:
        written.append(len(ids))
        add(self, ids, chunks, documents)

    monkeypatch.setattr(StructureWriter, "add_term_frequencies", counting)
    assert build_small(root, home).outcome == "updated"
    monkeypatch.undo()
    with closing(open_delta(current_generation(root, home) / POINTS_NAME)) as changed:
        assert changed.execute("SELECT count(*) FROM points").fetchone()[0] <= 3
        assert changed.execute("SELECT count(*) FROM gone").fetchone()[0] <= 3
    assert sum(written) <= 12
    build_small(root, tmp_path / "fresh")
    with closing(open_small(root, home)) as updated, closing(open_small(root, tmp_path / "fresh")) as fresh:
        assert len(fresh.structure.chunks_of([1])) > 5
        assert content_of(updated) == content_of(fresh)


def test_a_chunk_that_stands_in_another_scope_has_another_point(tmp_path: Path) -> None:
    """Its text and id are as before, and what is embedded of it names the class."""
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    (root / "part_0.py").write_text(many_methods("Runner"))
    build_small(root, home)
    (root / "part_0.py").write_text(many_methods("Quartz"))
    assert build_small(root, home).outcome == "updated"
    build_small(root, tmp_path / "fresh")
    with closing(open_small(root, home)) as updated, closing(open_small(root, tmp_path / "fresh")) as fresh:
        assert content_of(updated) == content_of(fresh)
        asked = fresh.embed_query("part 0 Quartz")
        ours, theirs = (dict(i.vectors.search_dense("header", asked, limit=99).pairs()) for i in (updated, fresh))
        assert ours == pytest.approx(theirs, abs=0.01)
