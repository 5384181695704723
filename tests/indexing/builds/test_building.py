import dataclasses
import json
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citeline.errors import IndexDamagedError, IndexTooNewError
from citeline.indexing.generations import manifest as manifest_module
from citeline.indexing.generations.generation import candidates, verify_generation
from citeline.indexing.generations.manifest import read_manifest, write_manifest
from citeline.indexing.generations.points import Samples, sample_size, unpack_sample
from citeline.indexing.reader import Index
from citeline.left_out import Skipped
from citeline.protocols import Found, Point
from tests.indexing.small_index import (
    build_small,
    current_generation,
    location_of,
    open_small,
    versions,
    write_tree,
)

MANY = 39
"""Few enough to be read in this process, and enough that one change is an update."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_first_build_indexes_every_file(root: Path, home: Path) -> None:
    report = build_small(root, home)
    assert (report.outcome, report.added, report.skipped) == ("built", 6, 0)
    assert report.counts["points"] == report.counts["chunks"] + report.counts["documents"]
    assert versions(root, home) == {0}


def test_second_build_has_nothing_to_do(root: Path, home: Path) -> None:
    first = build_small(root, home)
    second = build_small(root, home)
    assert second.outcome == "unchanged"
    assert second.generation == first.generation
    assert second.counts == first.counts


def test_new_time_with_the_same_bytes_is_no_change(root: Path, home: Path) -> None:
    build_small(root, home)
    os.utime(root / "part_0.py", (1_000_000_000, 1_000_000_000))
    assert build_small(root, home).outcome == "unchanged"


def test_change_within_the_same_tick_and_length_is_found(root: Path, home: Path) -> None:
    build_small(root, home)
    path = root / "part_0.py"
    before = path.stat()
    path.write_text(path.read_text().replace("VERSION = 0", "VERSION = 7"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert build_small(root, home).changed == 1


def test_many_files_take_no_room_among_the_vectors_of_chunks(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine keeps a row for each point in each matrix: of a large corpus, a tenth of the index was empty rows."""
    monkeypatch.setattr("citeline.indexing.stores.vectors.embedded.TOGETHER", 0)
    build_small(root, home)
    assert _dense_names(root, home) == {"vectors": {"dense", "header"}, "file-vectors": {"file"}}


def test_few_files_lie_with_their_chunks_and_are_found_as_in_a_store_of_their_own(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the 45 files of a small index that are made, put on disk and opened for each question, 18 held ten vectors."""
    build_small(root, home)
    assert _dense_names(root, home) == {"vectors": {"dense", "header", "file"}}
    together = _found_by_vectors(root, home)
    with monkeypatch.context() as patch:
        patch.setattr("citeline.indexing.stores.vectors.embedded.TOGETHER", 0)
        build_small(root, home, rebuild=True)
    assert set(_dense_names(root, home)) == {"vectors", "file-vectors"}
    assert _found_by_vectors(root, home) == together
    assert all(together)


def _dense_names(root: Path, home: Path) -> dict[str, set[str]]:
    folders = {path.parent.name: path for path in current_generation(root, home).glob("*/spec.json")}
    return {name: set(json.loads(path.read_text("utf-8"))["dense"]) for name, path in folders.items()}


def _found_by_vectors(root: Path, home: Path) -> list[list[tuple[int, float]]]:
    with closing(open_small(root, home)) as index:
        vector = index.embed_query("which version has the part?")
        return [index.vectors.search_dense(name, vector, limit=50).pairs() for name in ("dense", "header", "file")]


def test_what_nothing_is_filtered_by_is_not_kept_with_points(root: Path, home: Path) -> None:
    """An empty text as the source of each point took as much room as any, and with its index a fifth of an opening."""
    build_small(root, home)
    pages = [page.read_bytes() for page in current_generation(root, home).rglob("payload_storage/page_*.dat")]
    assert pages
    assert not any(b"source" in page for page in pages)


def test_other_settings_and_rebuild_start_from_scratch(root: Path, home: Path) -> None:
    build_small(root, home)
    assert build_small(root, home, max_file_bytes=500_000).outcome == "built"
    assert build_small(root, home, max_file_bytes=500_000).outcome == "unchanged"
    assert build_small(root, home, max_file_bytes=500_000, rebuild=True).outcome == "built"


def test_new_commit_alone_makes_a_new_generation(root: Path, home: Path) -> None:
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_text("1" * 40)
    first = build_small(root, home)
    (root / ".git" / "HEAD").write_text("2" * 40)
    second = build_small(root, home)
    assert (second.outcome, second.added, second.changed, second.removed) == ("updated", 0, 0, 0)
    assert second.generation != first.generation
    index = open_small(root, home)
    assert index.identity() == {"name": index.name, "generation": second.generation, "commit": "2" * 40}
    index.close()


def test_skipped_files_are_listed_and_not_read_again_in_vain(root: Path, home: Path) -> None:
    (root / "image.dat").write_bytes(bytes(range(256)) * 10)
    assert build_small(root, home).skipped == 1
    index = open_small(root, home)
    assert [(skip.path, skip.reason) for skip in index.structure.skipped()] == [("image.dat", "binary")]
    index.close()
    assert build_small(root, home).outcome == "unchanged"
    (root / "image.dat").write_text("now it is text\n")
    report = build_small(root, home)
    assert (report.added, report.skipped) == (1, 0)


def test_file_that_defeats_the_reader_is_skipped_by_name(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explode(path: str, chunks: Any) -> Any:
        raise RecursionError("5,000 nested brackets")

    monkeypatch.setattr("citeline.indexing.builds.reading.count_terms", explode)
    report = build_small(root, home)
    assert (report.counts["documents"], report.skipped) == (0, 6)
    index = open_small(root, home)
    assert index.structure.skipped()[0] == Skipped("part_0.py", "parse_failed", "RecursionError: 5,000 nested brackets")
    index.close()


def test_state_directory_inside_the_tree_is_not_indexed(root: Path) -> None:
    home = root / "state"
    build_small(root, home)
    assert build_small(root, home).outcome == "unchanged"
    assert versions(root, home) == {0}


class Cosine(float):
    """Equal to one of the same vectors whatever they are kept in: eight bits in a base, half precision beside it."""

    __hash__ = float.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) and abs(self - other) < 0.004

    def __ne__(self, other: object) -> bool:
        return not self == other


def cosines(found: Found) -> dict[int, Cosine]:
    return {identity: Cosine(score) for identity, score in found.pairs()}


def content_of(index: Index) -> dict[str, Any]:
    """Everything that a search can see, ids of documents and nodes left out: they follow the order of building."""
    rows = index.structure.rows
    dense = index.embed_query("version of part")
    return {
        "documents": sorted(rows("SELECT path, language, title, sha256, importers, users, point FROM documents")),
        "path words": sorted(
            rows("SELECT p.word, p.role, d.path FROM path_words p LEFT JOIN documents d ON d.id = p.doc_id")
        ),
        "chunks": sorted(
            (chunk.id, chunk.start_line, chunk.end_line, chunk.text, chunk.scope)
            for chunk in index.structure.chunks_of([row[0] for row in rows("SELECT id FROM documents")])
        ),
        "nodes": sorted(
            rows("SELECT d.path, n.ord, n.kind, n.qualified_name FROM nodes n JOIN documents d ON d.id = doc_id")
        ),
        "terms": sorted(rows("SELECT id, chunk_df, doc_df FROM terms")),
        "edges": sorted(
            rows(
                "SELECT a.qualified_name, da.path, e.type, b.qualified_name, db.path FROM edges e"
                " JOIN nodes a ON a.id = e.src JOIN documents da ON da.id = a.doc_id"
                " JOIN nodes b ON b.id = e.dst JOIN documents db ON db.id = b.doc_id"
            )
        ),
        "points": index.vectors.count(),
        "dense": cosines(index.vectors.search_dense("dense", dense, limit=999)),
        "file": cosines(index.vectors.search_dense("file", dense, limit=999)),
    }


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "part_3.py").write_text("VERSION = 0\n\n\ndef part_renamed():\n    return part_4()\n"),
        lambda root: (root / "part_3.py").unlink(),
        lambda root: (root / "new.py").write_text("VERSION = 0\n\nfrom part_1 import part_1\n"),
        lambda root: (root / "part_3.py").rename(root / "moved.py"),
    ],
    ids=["changed", "removed", "added", "renamed"],
)
def test_update_gives_the_same_index_as_building_from_scratch(change: Callable[[Path], object], tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", files=MANY)
    build_small(root, tmp_path / "updated")
    change(root)
    assert build_small(root, tmp_path / "updated").outcome == "updated"
    assert build_small(root, tmp_path / "fresh").outcome == "built"
    updated, fresh = open_small(root, tmp_path / "updated"), open_small(root, tmp_path / "fresh")
    assert content_of(updated) == content_of(fresh)
    updated.close()
    fresh.close()


def test_many_changes_start_from_scratch_even_if_they_come_one_by_one(tmp_path: Path) -> None:
    root, home = write_tree(tmp_path / "tree", files=MANY), tmp_path / "home"
    build_small(root, home)
    outcomes = []
    for round_ in range(5):
        (root / "part_0.py").write_text(f"VERSION = 0\nROUND = {round_}\n")
        outcomes.append(build_small(root, home).outcome)
    assert outcomes == ["updated"] * 3 + ["built", "updated"]


@pytest.mark.parametrize("differing", [20, 11], ids=["all is read anew", "beside the base"])
def test_who_switches_back_to_a_branch_finds_its_index_again(
    differing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All files that differ were read and linked again at each switch: 3.5 s for 57 of 5,700."""
    monkeypatch.setattr("citeline.indexing.changes._REBUILD_SHARE", 0.4)
    root, home = write_tree(tmp_path / "tree", files=MANY), tmp_path / "home"

    generations = []
    for branch in (0, 1, 0, 2, 0, 2):
        write_tree(root, branch, files=differing)
        report = build_small(root, home)
        generations.append(report.generation)
        assert current_generation(root, home).name == report.generation
        assert versions(root, home) == {0, branch}
    main, _, again, other, *rest = generations
    assert [again, *rest] == [main, main, other]
    assert report.outcome == "unchanged"
    assert len(candidates(location_of(root, home))) == 2


def test_who_works_on_a_branch_and_switches_back_finds_the_index_that_it_was_begun_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After two edits there only they were kept, and all files that differ were read again."""
    monkeypatch.setattr("citeline.indexing.changes._REBUILD_SHARE", 0.9)
    root, home = write_tree(tmp_path / "tree", files=MANY), tmp_path / "home"
    main = build_small(root, home).generation
    write_tree(root, 1, files=11)
    build_small(root, home)
    for edit in range(4):
        (root / "part_0.py").write_text(f"VERSION = 1\nEDIT = {edit}\n")
        assert build_small(root, home).outcome == "updated"
    generations = location_of(root, home).generations
    assert len(candidates(location_of(root, home))) == 3
    own = [path for path in (generations / main).rglob("*") if path.is_file() and path.stat().st_nlink == 1]
    assert sum(path.stat().st_size for path in own) < 20_000
    write_tree(root, 0, files=11)
    back = build_small(root, home)
    assert (back.outcome, back.generation) == ("unchanged", main)
    assert versions(root, home) == {0}


def test_a_small_index_keeps_fewer_samples_than_vectors() -> None:
    """A twentieth of an index of some hundred files was samples of nearly all of its vectors."""
    sizes = {total: sample_size(total) for total in (0, 1, 6, 500, 2_000, 1_000_000)}
    assert sizes == {0: 0, 1: 1, 6: 6, 500: 253, 2_000: 408, 1_000_000: 512}
    samples = Samples({"dense": 500})
    for identity in range(500):
        samples.show(Point(identity, {"dense": np.eye(1, 8, identity % 8, dtype=np.float32)[0]}, {}, {}))
    assert len(unpack_sample(samples.pack()["dense"])) == 253


def test_samples_are_unit_vectors_of_the_corpus(root: Path, home: Path) -> None:
    build_small(root, home)
    index = open_small(root, home)
    for name, count in (("dense", 6), ("header", 6), ("file", 6)):
        sample = index.samples(name)
        assert sample.shape == (count, index.manifest.dimension)
        np.testing.assert_allclose(np.linalg.norm(sample, axis=1), 1.0, atol=2e-3)
    assert index.samples("nonsense").shape == (0, index.manifest.dimension)
    index.close()


def test_updates_keep_the_number_of_generations_that_is_asked_for(root: Path, home: Path) -> None:
    for version in range(5):
        write_tree(root, version)
        build_small(root, home, keep_generations=3)
    assert len(candidates(location_of(root, home))) == 3
    assert versions(root, home) == {4}


def test_error_in_the_middle_leaves_the_old_generation_and_no_rubbish(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_small(root, home)
    write_tree(root, 1)

    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("citeline.indexing.builds.construction.link", fail)
    with pytest.raises(ZeroDivisionError):
        build_small(root, home)
    assert versions(root, home) == {0}
    assert len(list(location_of(root, home).generations.iterdir())) == 1


def test_newer_format_is_refused_and_replaced_only_on_demand(root: Path, home: Path) -> None:
    build_small(root, home)
    generation = current_generation(root, home)
    newer = dataclasses.replace(read_manifest(generation), format=manifest_module.FORMAT + 1)
    write_manifest(generation, newer)
    with pytest.raises(IndexTooNewError):
        build_small(root, home)
    with pytest.raises(IndexTooNewError):
        open_small(root, home)
    assert build_small(root, home, rebuild=True).outcome == "built"
    assert versions(root, home) == {0}


@pytest.mark.parametrize("damage", ["truncated", "flipped", "deleted"])
@pytest.mark.parametrize("name", ["structure.db", "manifest.json", "vectors/edge_config.json", "a vector file"])
def test_damaged_index_is_said_and_replaced(name: str, damage: str, root: Path, home: Path) -> None:
    build_small(root, home)
    generation = current_generation(root, home)
    if name == "a vector file":
        files = read_manifest(generation).files
        name = max(files, key=lambda path: files[path].size_bytes if "matrix" in path or "vectors" in path else 0)
    path = generation / name
    if damage == "deleted":
        path.unlink()
    elif damage == "truncated":
        os.truncate(path, path.stat().st_size // 2)
    else:
        with path.open("r+b") as file:
            byte = file.read(1)
            file.seek(0)
            file.write(bytes([byte[0] ^ 0x20]))
    if damage != "flipped":
        with pytest.raises(IndexDamagedError):
            open_small(root, home)
    report = build_small(root, home)
    assert report.outcome == "built"
    assert any("damaged" in notice for notice in report.notices)
    assert versions(root, home) == {0}
    assert not generation.exists()


def test_every_file_of_a_generation_is_guarded(root: Path, home: Path) -> None:
    build_small(root, home)
    generation = current_generation(root, home)
    for name, entry in verify_generation(generation).files.items():
        path = generation / name
        if not entry.size_bytes:
            continue
        with path.open("r+b") as file:
            file.seek(entry.size_bytes // 2)
            byte = file.read(1)
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte[0] ^ 0x04]))
            file.flush()
            with pytest.raises(IndexDamagedError, match="was changed after"):
                verify_generation(generation, deep=True)
            file.seek(-1, os.SEEK_CUR)
            file.write(byte)
        path.rename(path.with_suffix(".gone"))
        with pytest.raises(IndexDamagedError, match="is missing"):
            open_small(root, home)
        path.with_suffix(".gone").rename(path)
        os.truncate(path, entry.size_bytes + 1)
        with pytest.raises(IndexDamagedError, match="bytes instead of"):
            open_small(root, home)
        os.truncate(path, entry.size_bytes)
    verify_generation(generation, deep=True)
