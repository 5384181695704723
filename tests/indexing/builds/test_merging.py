"""The process that makes a new base in the background: when it starts, that nobody waits for it, what it leaves."""

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from citeline.errors import BuildFailedError, StorageError
from citeline.indexing.builds import merging
from citeline.indexing.builds.builder import Builder
from citeline.indexing.builds.building import build
from citeline.indexing.builds.merging import merge, merge_later
from citeline.indexing.builds.messages import BuildRequest
from citeline.indexing.builds.writer import build_index
from citeline.indexing.changes import call_for_merge
from citeline.indexing.generations.location import Location
from citeline.indexing.generations.lock import holder, only_one, writer_lock
from citeline.indexing.generations.manifest import read_manifest
from citeline.settings import Settings
from tests.indexing.builds.test_building import content_of
from tests.indexing.small_index import (
    build_small,
    current_generation,
    location_of,
    open_small,
    request_for,
    silent,
    write_tree,
)

MERGER = """
import sys
from citeline.indexing.builds.merging import merge
from citeline.indexing.builds.messages import BuildRequest
merge(BuildRequest.from_line(sys.stdin.readline()), idle_s=0)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree", files=30)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def grown(root: Path, home: Path) -> BuildRequest:
    """An index with so much beside its base that a merge is due."""
    build_small(root, home)
    for number in range(3):
        (root / f"part_{number}.py").write_text(f"VERSION = 0\n\ndef quartz_{number}():\n    return 1\n")
    assert build_small(root, home).merge_is_due
    return request_for(root, home)


def is_merged(root: Path, home: Path) -> bool:
    manifest = read_manifest(current_generation(root, home))
    return manifest.changed_since == 0 and not call_for_merge(manifest)


def test_a_merge_makes_a_base_that_says_what_base_and_delta_said(root: Path, home: Path, grown: BuildRequest) -> None:
    with closing(open_small(root, home)) as index:
        before = content_of(index)
    report = merge(grown, idle_s=0)
    assert report and report.outcome == "built" and not report.merge_is_due
    assert is_merged(root, home)
    with closing(open_small(root, home)) as index:
        assert content_of(index) == before
    assert merge(grown, idle_s=0) is None  # nothing to merge any more


def test_one_merges_at_a_time(root: Path, home: Path, grown: BuildRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citeline.indexing.generations.lock._ENDING_S", 0.0)
    with only_one(location_of(root, home).merge_lock) as is_ours:
        assert is_ours
        assert merge(grown, idle_s=0) is None
    assert not is_merged(root, home)


def test_a_merge_that_fails_is_not_begun_again_by_the_next_command(
    root: Path, home: Path, grown: BuildRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StorageError(home, why="full")

    started = starts(monkeypatch)
    monkeypatch.setattr(Builder, "build", full)
    with pytest.raises(StorageError):
        merge(grown, idle_s=0)
    due = build(grown, silent)
    assert due.merge_is_due
    merge_later(grown, due, Settings(home=home))
    assert started == []
    failed = location_of(root, home).merge_failed
    os.utime(failed, (0, 0))
    merge_later(grown, due, Settings(home=home))
    assert len(started) == 1


def starts(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Command lines of the processes that would have been left behind, with what they were told."""
    monkeypatch.delenv("CI", raising=False)
    started: list[list[str]] = []

    class Started:
        def __init__(self, command: list[str], **_: Any) -> None:
            self.stdin = io.BytesIO()
            started.append(command)

        def poll(self) -> int:
            return 0

    monkeypatch.setattr("citeline.indexing.builds.merging.subprocess.Popen", Started)
    return started


def test_a_process_is_left_behind_only_where_one_is_due_and_allowed(
    root: Path, home: Path, grown: BuildRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = starts(monkeypatch)
    build_index(root, Settings(home=home))
    assert [command[1:] for command in started] == [["-P", "-m", "citeline.indexing.builds.merging"]]
    build_index(root, Settings(home=home, merge="never"))
    monkeypatch.setenv("CI", "true")
    build_index(root, Settings(home=home))
    monkeypatch.setenv("CI", "false")
    for other in ({"qdrant_url": "http://localhost:6333"}, {"embedder": "BAAI/bge-small-en-v1.5"}):
        merge_later(BuildRequest(root, home, "x", **other), build(grown, silent), Settings(home=home))  # type: ignore[arg-type]
    assert len(started) == 1
    merge(grown, idle_s=0)
    build_index(root, Settings(home=home))
    assert len(started) == 1


@contextmanager
def merging_process(request: BuildRequest) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen([sys.executable, "-c", MERGER], stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(request.to_line().encode() + b"\n")
        process.stdin.flush()
        yield process


def wait_until_it_writes(root: Path, home: Path) -> str:
    deadline = time.monotonic() + 100
    while not (name := holder(location_of(root, home))):
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return name


@pytest.mark.timeout(120)
def test_who_wants_to_write_does_not_wait_for_a_merge(root: Path, home: Path, grown: BuildRequest) -> None:
    write_tree(root, files=300)  # a merge takes longer than what follows
    build_small(root, home)
    for number in range(20):
        (root / f"part_{number}.py").write_text(f"VERSION = 0\n\ndef topaz_{number}():\n    return 1\n")
    assert build_small(root, home).merge_is_due
    before = current_generation(root, home)
    with merging_process(grown) as process:
        assert "a new base, in the background" in wait_until_it_writes(root, home)
        with writer_lock(location_of(root, home), "a command"):
            assert process.wait() == 0
    assert current_generation(root, home) == before
    assert not location_of(root, home).wanted.exists()
    assert build_small(root, home).outcome == "unchanged"


@pytest.mark.timeout(120)
def test_nothing_is_left_of_a_merge_that_is_killed(root: Path, home: Path, grown: BuildRequest) -> None:
    with merging_process(grown) as process:
        wait_until_it_writes(root, home)
        process.kill()
    with writer_lock(location_of(root, home), "next"):  # its builder ends with it
        pass
    assert merge(grown, idle_s=0) or is_merged(root, home)


def test_a_killed_builder_of_a_merge_is_noted(home: Path, grown: BuildRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise BuildFailedError("the builder was killed")

    monkeypatch.setattr(Builder, "build", killed)
    with pytest.raises(BuildFailedError):
        merge(grown, idle_s=0)
    assert location_of(grown.root, home).merge_failed.exists()


@pytest.mark.timeout(10)
def test_a_note_of_another_host_keeps_no_merge_waiting(tmp_path: Path) -> None:
    """It waited for the note, and not for the lock: for ever, in a container with a shared home."""
    location = Location(tmp_path)
    location.holder_file.write_text(json.dumps({"pid": 1, "host": "elsewhere", "command": "x", "since": "2026"}))
    assert merging._rest(location, 0) is False


@pytest.mark.timeout(10)
def test_a_merge_gives_up_while_somebody_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merging, "_PATIENCE_S", 0.3)
    with writer_lock(Location(tmp_path), "long"):
        assert merging._rest(Location(tmp_path), 0) is False
