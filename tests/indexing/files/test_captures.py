"""Data that tests keep: which files these are, and that of a large one a head is in the index."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from citeline.indexing.builds.loose_files import open_loose_files
from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.captures import capture_bytes, is_capture, whole_bytes
from citeline.indexing.files.source_tree import Source, SourceTree
from citeline.indexing.files.walk import WalkedFile, walk
from citeline.left_out import Skipped
from citeline.model import SAMPLE, SourceFile

LIMIT = 320_000
WHOLE = whole_bytes(LIMIT)


def capture(size: int = 5 * WHOLE) -> bytes:
    """A JSON document with comments, a name in each line."""
    lines = ["// captured by a program", "{"]
    lines += [f'\t"node-{number}": {{"state": "up"}},' for number in range(size // 30)]
    return "\n".join([*lines, '\t"last": {}', "}"]).encode()


def put(folder: Path, path: str, data: bytes) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file


def read(folder: Path, path: str, *, by_name: bool = False) -> SourceFile | Skipped:
    return read_source(folder, WalkedFile(path, 0, 0), max_file_bytes=LIMIT, by_name=by_name)


@pytest.mark.parametrize(
    "path",
    [
        "policy/testdata/acl_results/a.hujson",
        "tests/fixtures/answer.json",
        "web/__snapshots__/page.snap",
        "app/fixtures/answer.yaml",
        "tests/cassettes/Login.YAML",
        "test/golden/out.xml",
        "test/fixtures/rows.csv",
        "tests/rows.csv",
        "spec/fixtures/log.txt",
    ],
)
def test_data_of_tests_are_known_by_folder_and_ending(path: str) -> None:
    assert is_capture(path)


@pytest.mark.parametrize(
    "path",
    [
        "answer.json",  # a folder of captures that is indexed itself
        "testdata.json",
        "spec/openapi.yaml",
        "data/test/rows.csv",  # beside data/train
        "fixtures/2026.csv",  # of a season
        "snapshots/2026-01.jsonl",
        "tests/test_app.py",
        "tests/README.md",
        "testing/guide.xml",
        "contest/data.json",
        "tests/data.xlsx",
    ],
)
def test_what_may_be_no_data_of_tests_is_read_whole(path: str) -> None:
    assert not is_capture(path)


def test_of_a_large_capture_the_first_lines_are_read_and_the_note_says_how_much(tmp_path: Path) -> None:
    data = capture()
    put(tmp_path, "x/testdata/a.hujson", data)
    found = read(tmp_path, "x/testdata/a.hujson")
    assert isinstance(found, SourceFile)
    assert data.decode().startswith("\n".join(found.lines) + "\n")
    assert 0 < sum(len(line) + 1 for line in found.lines) <= capture_bytes(LIMIT)
    assert found.note.startswith(f"{SAMPLE}the first {len(found.lines):,} lines, ")
    assert f"of {len(data):,} bytes" in found.note and "CITELINE_MAX_FILE_BYTES" in found.note
    # Of the whole file: one with another time and the same bytes has not changed.
    assert (found.sha256, found.size_bytes) == (hashlib.sha256(data).hexdigest(), len(data))


def test_a_small_capture_is_read_whole(tmp_path: Path) -> None:
    put(tmp_path, "tests/a.json", capture()[:WHOLE])
    found = read(tmp_path, "tests/a.json")
    assert isinstance(found, SourceFile) and not found.note and found.size_bytes == WHOLE


def test_the_setting_reads_more_of_a_capture() -> None:
    assert whole_bytes(1_000_000) == 31_250 and capture_bytes(1_000_000) == 3_906
    assert whole_bytes(100_000_000) == 3_125_000


def test_a_folder_of_captures_that_is_indexed_itself_is_read_whole(tmp_path: Path) -> None:
    data = capture()
    put(tmp_path, "repository/testdata/a.json", data)
    (tmp_path / "repository" / ".git").mkdir()
    found = read(tmp_path / "repository" / "testdata", "a.json")
    assert isinstance(found, SourceFile) and len(found.lines) == data.count(b"\n") + 1
    mounted = Source("fixtures", str(tmp_path / "repository" / "testdata"), "fixtures/", outside=True)
    tree = SourceTree(tmp_path, (mounted,))
    found = read_source(tree, WalkedFile("fixtures/a.json", 0, 0), max_file_bytes=LIMIT)
    assert isinstance(found, SourceFile) and not found.note


def test_a_capture_that_somebody_names_is_read_whole(tmp_path: Path) -> None:
    file = put(tmp_path, "tests/a.json", capture())
    found = read(tmp_path, "tests/a.json", by_name=True)
    assert isinstance(found, SourceFile) and found.lines[-2] == '\t"last": {}'
    with open_loose_files([file], max_file_bytes=LIMIT, base=tmp_path) as loose:
        (document,) = loose.structure.documents()
        assert document.path == "tests/a.json" and not loose.structure.notes()


def test_captures_above_the_limit_for_files_are_found_by_name(tmp_path: Path) -> None:
    put(tmp_path, "tests/a.json", capture(LIMIT + 100))
    put(tmp_path, "docs/a.json", capture(LIMIT + 100))
    found = walk(tmp_path, max_file_bytes=LIMIT)
    assert [file.path for file in found.files] == ["tests/a.json"]
    assert [(skip.path, skip.reason) for skip in found.skipped] == [("docs/a.json", "too_large")]
    # Whose own folder is called so: the path begins at the folder that is indexed, not at the repository around it.
    (tmp_path / ".git").mkdir()
    assert not walk(tmp_path / "tests", max_file_bytes=LIMIT).files


def test_a_capture_on_one_line_is_what_it_would_be_elsewhere(tmp_path: Path) -> None:
    data = json.dumps({f"node-{number}": "up" for number in range(WHOLE // 4)}).encode()
    for folder in ("tests", "docs"):
        put(tmp_path, f"{folder}/a.json", data)
    here, elsewhere = read(tmp_path, "tests/a.json"), read(tmp_path, "docs/a.json")
    assert isinstance(here, Skipped) and isinstance(elsewhere, Skipped)
    assert (here.reason, here.detail) == (elsewhere.reason, elsewhere.detail)
