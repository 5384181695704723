import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citeline.errors import (
    CitelineError,
    IndexDamagedError,
    IndexMissingError,
    IndexUnfitError,
    SourceNotFoundError,
    StorageError,
)
from citeline.indexing import reader
from citeline.indexing.generations.backends import VectorBackend
from citeline.indexing.generations.generation import candidates, verify_generation, verify_once
from citeline.indexing.generations.location import Location
from citeline.indexing.generations.manifest import OLDEST_FORMAT, read_manifest, write_manifest
from citeline.indexing.reader import open_index
from citeline.indexing.status import disk_usage, status_of
from citeline.indexing.stores.vectors.edge import EdgeStore
from tests.indexing.small_index import (
    build_small,
    current_generation,
    location_of,
    open_small,
    settings_for,
    versions,
    write_tree,
)

OPEN = """
import sys
from pathlib import Path
from citeline.indexing.reader import open_index
from citeline.settings import Settings
index = open_index(Path(sys.argv[1]), Settings(home=Path(sys.argv[2])))
assert index.vectors.count() == 12
index.embed_query("How is parseHTTPRequest tested in part_3, and why?")
heavy = {"langgraph", "langchain_core", "qdrant_client", "fastembed", "onnxruntime", "networkx", "tree_sitter"}
heavy.add("tokenizers")
print(sorted(heavy & set(sys.modules)))
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_tree_without_an_index_is_told_apart_from_no_tree(root: Path, home: Path) -> None:
    with pytest.raises(IndexMissingError):
        open_small(root, home)
    with pytest.raises(SourceNotFoundError, match="does not exist"):
        open_small(root / "nowhere", home)
    with pytest.raises(SourceNotFoundError, match="is a file"):
        open_small(root / "part_0.py", home)
    assert not home.exists()


def test_index_of_a_tree_that_is_gone_still_opens(root: Path, home: Path) -> None:
    build_small(root, home)
    for path in root.iterdir():
        path.unlink()
    root.rmdir()
    assert versions(root, home) == {0}
    index = open_small(root, home)
    assert status_of(index).added is None
    assert status_of(index).stale
    index.close()


def test_opening_changes_nothing_that_the_manifest_vouches_for(root: Path, home: Path) -> None:
    build_small(root, home)
    write_tree(root, 1, files=7)
    build_small(root, home)
    for _ in range(3):
        versions(root, home)
        verify_generation(current_generation(root, home), deep=True)


def test_opening_imports_nothing_heavy(root: Path, home: Path) -> None:
    build_small(root, home)
    done = subprocess.run(
        [sys.executable, "-c", OPEN, str(root), str(home)], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"


def test_damaged_generation_is_stepped_around_and_said(root: Path, home: Path) -> None:
    build_small(root, home)
    write_tree(root, 1)
    build_small(root, home)
    assert versions(root, home) == {1}
    os.truncate(current_generation(root, home) / "structure.db", 100)
    assert versions(root, home) == {0}
    index = open_small(root, home)
    (notice,) = index.notices
    assert "structure.db has 100 bytes" in notice
    assert index.generation in notice
    index.close()
    assert build_small(root, home).notices
    assert versions(root, home) == {1}


def test_lost_pointer_is_stepped_around_and_said(root: Path, home: Path) -> None:
    build_small(root, home)
    location_of(root, home).current.unlink()
    index = open_small(root, home)
    assert "names no generation" in index.notices[0]
    index.close()
    assert build_small(root, home).outcome == "unchanged"
    assert open_small(root, home).notices == ()


def test_no_whole_generation_is_an_error_that_names_the_damage(root: Path, home: Path) -> None:
    build_small(root, home)
    (current_generation(root, home) / "structure.db").unlink()
    with pytest.raises(IndexDamagedError, match=r"structure\.db is missing"):
        open_small(root, home)


def test_flipped_byte_is_found_at_opening(root: Path, home: Path) -> None:
    build_small(root, home)
    with (current_generation(root, home) / "structure.db").open("r+b") as file:
        file.seek(5000)
        file.write(b"\xff\xfe")
    with pytest.raises(IndexDamagedError, match="was changed after"):
        open_small(root, home)


def test_open_index_goes_on_while_it_is_replaced_and_collected(root: Path, home: Path) -> None:
    build_small(root, home)
    index = open_small(root, home)
    generation = index.generation
    for version in range(1, 5):
        write_tree(root, version)
        build_small(root, home)
    assert generation not in {path.name for path in candidates(location_of(root, home))}
    found = index.vectors.search_dense("dense", index.embed_query("version"), limit=20)
    chunks = index.structure.chunks(found.ids.tolist())
    assert all("VERSION = 0" in chunk.text for chunk in chunks.values())
    assert len(chunks) == 6
    index.close()


@pytest.mark.parametrize(
    "gone", [lambda path: IndexDamagedError(path, what="gone"), lambda path: StorageError(path, why="gone")]
)
def test_a_generation_that_is_collected_while_it_is_opened_is_left_for_the_newest(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch, gone: Callable[[Path], CitelineError]
) -> None:
    """A reader on a busy machine beside a writer without a pause; SQLite and the engine each say so in their words."""
    build_small(root, home)
    opened: list[str] = []
    plain = reader._open

    def slow(location: Location, generation: Path, backend: VectorBackend) -> Any:
        opened.append(generation.name)
        if len(opened) <= 20:
            write_tree(root, len(opened))
            build_small(root, home)
            raise gone(generation)
        return plain(location, generation, backend)

    monkeypatch.setattr(reader, "_open", slow)
    index = open_small(root, home)
    try:
        # Never the one before, though it is still there and whole: it is older than what was published.
        assert index.generation == opened[-1] == current_generation(root, home).name
        assert len(set(opened)) == len(opened) == 21
        assert index.notices == ()
    finally:
        index.close()


@pytest.mark.parametrize(
    "gone",
    [
        *("vectors/segments/*", "vectors/segments/*/vector_storage-dense", "vectors/segments/*/*id_tracker*"),
        *("*-delta.db", "*.pages-*"),
    ],
)
def test_a_generation_that_is_half_removed_when_it_is_opened_is_left_for_the_newest(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    """Questions would be answered with nothing, or with what the changed files said before: the engine takes what is
    missing for new and empty, and without a file of changes the base looks like all there is.
    """
    write_tree(root, 0, files=40)
    build_small(root, home)
    for version in (0.5, 1):
        (root / "part_0.py").write_text(f"VERSION = {version}\n")
        build_small(root, home)
    assert list(current_generation(root, home).glob(gone))
    overtaken: list[str] = []

    def removed_afterwards(location: Location, generation: Path) -> Any:
        manifest = verify_once(location, generation)
        if not overtaken:
            overtaken.append(generation.name)
            (generation / "manifest.json").unlink()  # as the collector does first
            for path in generation.glob(gone):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
            write_tree(root, 2, files=40)
            with monkeypatch.context() as patch:
                patch.setattr("citeline.indexing.builds.building.collect", lambda *_, **__: [])
                build_small(root, home)
        return manifest

    monkeypatch.setattr(reader, "verify_once", removed_afterwards)
    assert versions(root, home) == {2}
    assert overtaken


@pytest.mark.parametrize("private", [False, True])
def test_a_file_that_another_reader_makes_for_a_moment_is_no_obstacle(root: Path, home: Path, private: bool) -> None:
    """Listed and gone when it is looked at: the store was then taken for read-only, and copying it failed."""
    build_small(root, home)
    vectors = current_generation(root, home) / "vectors"
    for segment in (vectors / "segments").iterdir():
        (segment / ".atomicwriteQG8gTj").symlink_to("gone")
    store = EdgeStore.open(vectors, private=private)
    assert (store._private_copy is not None) == private
    store.close()


def test_a_file_that_cannot_be_opened_is_said_where_nothing_is_written(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_small(root, home)
    tried: list[Path] = []

    def refused(location: Location, generation: Path, backend: VectorBackend) -> Any:
        tried.append(generation)
        raise StorageError(generation, why="Too many open files")

    monkeypatch.setattr(reader, "_open", refused)
    with pytest.raises(StorageError, match="Too many open files"):
        open_small(root, home)
    assert len(tried) == 1


def test_readers_during_rebuilds_see_whole_versions_only(root: Path, home: Path) -> None:
    build_small(root, home)
    stop = threading.Event()
    seen: list[set[int]] = []
    errors: list[Exception] = []

    def read() -> None:
        while not stop.is_set():
            try:
                seen.append(versions(root, home))
            except Exception as error:  # noqa: BLE001 - any at all fails the test
                errors.append(error)

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for version in range(1, 7):
        write_tree(root, version)
        build_small(root, home)
    stop.set()
    for thread in threads:
        thread.join()
    assert errors == []
    assert seen
    assert all(len(found) == 1 for found in seen)


def test_read_only_state_directory_can_be_searched(root: Path, home: Path) -> None:
    build_small(root, home)
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*")}
    for path in home.rglob("*"):
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        if os.access(current_generation(root, home), os.W_OK):
            pytest.skip("root may write everywhere; test_crash.py mounts a read-only folder")
        assert versions(root, home) == {0}
        assert {path: path.stat().st_mtime_ns for path in home.rglob("*")} == before
    finally:
        for path in home.rglob("*"):
            path.chmod(path.stat().st_mode | 0o200)


def test_queries_are_embedded_once(root: Path, home: Path) -> None:
    build_small(root, home)
    index = open_index(root, settings_for(home), warm=True)
    assert index.embed_query("a question") is index.embed_query("a question")
    np.testing.assert_allclose(np.linalg.norm(index.embed_query("a question")), 1.0, atol=1e-5)
    index.close()


def test_an_index_of_another_model_is_told_so_and_made_anew(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after an upgrade of Citeline: no file has changed, and yet nothing of the index can be searched."""
    build_small(root, home)
    monkeypatch.setattr("citeline.indexing.reader.embedder_name", lambda _: "another-model")
    monkeypatch.setattr("citeline.indexing.builds.building.embedder_name", lambda _: "another-model")
    with pytest.raises(IndexUnfitError, match=r"was made with .* and here is 'another-model'") as caught:
        open_small(root, home)
    assert "damaged" not in str(caught.value) and "citeline index" in caught.value.remedy
    report = build_small(root, home)
    assert report.outcome == "built" and [note for note in report.notices if "model has changed" in note]
    monkeypatch.undo()
    open_small(root, home).close()


def test_an_index_of_an_older_layout_is_made_anew(root: Path, home: Path) -> None:
    """It lacks what a search looks up; that must not be a failing query."""
    build_small(root, home)
    generation = current_generation(root, home)
    # Its vectors lie elsewhere: they must not be missed before the layout is looked at.
    shutil.rmtree(generation / "terms")
    manifest = read_manifest(generation)
    files = {name: entry for name, entry in manifest.files.items() if not name.startswith("terms/")}
    write_manifest(generation, replace(manifest, files=files, format=OLDEST_FORMAT - 1))
    with pytest.raises(IndexUnfitError, match="was made with an older version"):
        open_small(root, home)


def test_holes_in_files_take_no_space(tmp_path: Path) -> None:
    (tmp_path / "log").touch()
    os.truncate(tmp_path / "log", 50_000_000)
    (tmp_path / "data").write_bytes(b"x" * 5_000)
    assert 5_000 <= disk_usage(tmp_path) < 100_000


def test_status_tells_what_is_there_and_how_old_it_is(root: Path, home: Path) -> None:
    (root / "image.dat").write_bytes(b"\0" * 100)
    build_small(root, home)
    index = open_small(root, home)
    status = status_of(index)
    assert not status.stale
    assert (status.counts["documents"], status.languages) == (6, {"python": 6})
    assert [skip.path for skip in status.skipped] == ["image.dat"]
    # The store of vectors may give back some pages between the two.
    assert status.size_bytes > 0
    assert status.size_bytes == pytest.approx(disk_usage(index.location.directory), rel=0.01)
    (root / "part_0.py").unlink()
    (root / "part_1.py").write_text("VERSION = 1\n")
    (root / "new.py").write_text("VERSION = 1\n")
    status = status_of(index)
    assert (status.added, status.changed, status.removed, status.stale) == (1, 1, 1, True)
    index.close()


def test_open_indexes_share_the_embedding_model(root: Path, home: Path, tmp_path: Path) -> None:
    """20 MB and 70 ms for each of them otherwise, and again after each refresh."""
    other = write_tree(tmp_path / "other")
    for tree in (root, other):
        build_small(tree, home)
    first, second = (open_small(tree, home) for tree in (root, other))
    assert first.embedder is second.embedder
    first.close()
    second.close()
