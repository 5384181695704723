"""How far a tree has moved on since it was indexed."""

import math
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import citeline
from citeline.indexing.files.source_tree import Root, real_path
from citeline.indexing.reader import Index
from citeline.indexing.staleness import Staleness, staleness_of
from citeline.indexing.status import status_of
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.model import DocumentId
from citeline.settings import Settings

from .small_index import FILES, build_small, open_small, write_tree


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree")


@pytest.fixture
def index(root: Path, home: Path) -> Iterator[Index]:
    (root / "image").write_bytes(b"\0\1\2\3")
    (root / "empty.py").write_text("")
    build_small(root, home)
    index = open_small(root, home)
    yield index
    index.close()


def counts(index: Index) -> tuple[int, int, int]:
    found = staleness_of(index)
    assert found.files == found.added + found.changed + found.removed
    return found.added, found.changed, found.removed


def test_a_tree_as_it_was_indexed_is_not_stale(index: Index) -> None:
    assert counts(index) == (0, 0, 0)


def test_added_changed_and_removed_files_are_counted(index: Index, root: Path) -> None:
    (root / "new.py").write_text("FRESH = 1\n")
    (root / "empty.py").write_text("FILLED = 1\n")
    (root / "part_0.py").write_text("CHANGED = 1\n")
    (root / "part_1.py").unlink()
    assert counts(index) == (2, 1, 1)


def test_a_touched_file_has_not_changed(index: Index, root: Path) -> None:
    os.utime(root / "part_0.py", (1, 1))
    os.utime(root / "empty.py", (1, 1))
    assert counts(index) == (0, 0, 0)


def test_a_file_that_is_no_text_does_not_make_an_index_stale(index: Index, root: Path) -> None:
    (root / "image").write_bytes(b"\0\1\2\3\4")
    assert counts(index) == (0, 0, 0)


def test_a_tree_that_is_gone_is_told_as_such(index: Index, root: Path) -> None:
    shutil.rmtree(root)
    assert staleness_of(index) == Staleness(0, 0, FILES, gone=True, refresh_s=math.inf)
    root.write_text("a file in its place")
    assert staleness_of(index).gone


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs permissions that hold")
def test_a_folder_that_cannot_be_listed_is_no_error(index: Index, root: Path) -> None:
    root.chmod(0)
    try:
        assert staleness_of(index).gone
    finally:
        root.chmod(0o755)


def test_the_estimate_grows_with_what_has_changed(index: Index, root: Path) -> None:
    (root / "new.py").write_text("FRESH = 1\n")
    little = staleness_of(index).refresh_s
    (root / "large.py").write_text("FRESH = 1\n" * 10_000)
    assert 0.5 < little < staleness_of(index).refresh_s < math.inf


def test_looking_reads_no_file_whose_time_tells(root: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    an_hour_ago = time.time() - 3_600
    for file in root.iterdir():
        os.utime(file, (an_hour_ago, an_hour_ago))
    os.utime(root / "part_0.py")
    build_small(root, home)
    (root / "part_1.py").touch()
    read: list[str] = []

    def recorded(at: Root, path: str) -> str:
        read.append(path)
        return real_path(at, path)

    monkeypatch.setattr("citeline.indexing.changes.real_path", recorded)
    with closing(open_small(root, home)) as index:
        assert counts(index) == (0, 0, 0)
    assert sorted(read) == ["part_0.py", "part_1.py"]


def test_a_document_that_cannot_be_read_is_not_new_at_every_look(tmp_path: Path, home: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "cut.docx").write_bytes(b"PK\x03\x04 and nothing that a document has")
    (tmp_path / "tree" / "a.md").write_text("# A\n")
    settings = Settings(home=home, workers=1)
    with citeline.index(tmp_path / "tree", settings=settings) as handle:
        assert [skip.path for skip in handle.reader.structure.skipped()] == ["cut.docx"]
        assert handle.staleness().files == 0


def test_looking_holds_no_digest_of_a_file_whose_time_tells(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A million of them are 110 MB, in every process that asks whether its index is behind."""
    an_hour_ago = time.time() - 3_600
    for file in root.iterdir():
        os.utime(file, (an_hour_ago, an_hour_ago))
    build_small(root, home)
    (root / "part_1.py").touch()
    asked: list[int] = []
    digest = StructureReader.sha256

    def recorded(self: StructureReader, document: DocumentId) -> str:
        asked.append(document)
        return digest(self, document)

    monkeypatch.setattr(StructureReader, "sha256", recorded)
    with closing(open_small(root, home)) as index:
        assert counts(index) == (0, 0, 0)
        assert asked == [index.structure.fingerprints()["part_1.py"].document]
        monkeypatch.setattr(StructureReader, "documents", None)  # nor do notes need every document
        assert status_of(index).noted == {}
