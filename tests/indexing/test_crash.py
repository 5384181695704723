"""Faults for real: processes killed at random moments, disks that are full, folders that cannot be written."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from citeline.errors import StorageError
from citeline.indexing.builds.messages import BuildRequest
from citeline.indexing.builds.writer import build_index
from citeline.indexing.generations.generation import candidates, verify_generation
from citeline.indexing.status import status_of
from tests.indexing.small_index import (
    build_small,
    current_generation,
    location_of,
    open_small,
    request_for,
    settings_for,
    versions,
    write_tree,
)

pytestmark = pytest.mark.usefixtures("builder_process")

KILLS = 12
FILES = 12
"""More than ten, so that one changed file is an update in place of a build from scratch."""


def start_builder(request: BuildRequest) -> "subprocess.Popen[bytes]":
    builder = subprocess.Popen(
        [sys.executable, "-P", "-m", "citeline.indexing.builds.build_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert builder.stdin is not None
    builder.stdin.write(request.to_line().encode() + b"\n")
    builder.stdin.flush()
    return builder


def run_builder(request: BuildRequest) -> float:
    """Build in a process of its own; seconds from its start to its last word."""
    started = time.monotonic()
    builder = start_builder(request)
    assert builder.stdout is not None
    last = [json.loads(line) for line in builder.stdout][-1]
    assert "report" in last, last
    builder.communicate()
    return time.monotonic() - started


def test_kill_at_any_moment_leaves_the_old_generation_or_the_new_one(tmp_path: Path) -> None:
    dice = random.Random(7)
    root, home = write_tree(tmp_path / "tree", files=FILES), tmp_path / "home"
    duration = run_builder(request_for(root, home))
    current = 0
    survived: list[int] = []
    for number in range(1, KILLS + 1):
        if number % 2:
            write_tree(root, number, files=FILES)
        else:
            # One file alone changes: an update in place of a build from scratch. All files stay of one version.
            (root / "extra.py").write_text(f"VERSION = {current}\nROUND = {number}\n")
            write_tree(root, current, files=FILES)
        new = number if number % 2 else current
        if number % 2:
            (root / "extra.py").unlink(missing_ok=True)
        builder = start_builder(request_for(root, home, workers=2))
        # Stratified, so that a dozen kills cover the whole build and its end.
        time.sleep(duration * (0.25 + 0.85 * (number - dice.random()) / KILLS))
        builder.kill()
        builder.communicate()
        (found,) = versions(root, home)
        assert found in {current, new}
        survived.append(found == new)
        current = found
        verify_generation(current_generation(root, home), deep=True)
    run_builder(request_for(root, home))
    left = list(location_of(root, home).generations.iterdir())
    assert sorted(candidates(location_of(root, home))) == sorted(left)
    assert len(left) <= 2


def test_kill_during_the_very_first_build_leaves_nothing_or_an_index(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree")
    for number in range(4):
        home = tmp_path / f"home{number}"
        builder = start_builder(request_for(root, home))
        time.sleep(0.3 + 0.25 * number)
        os.kill(builder.pid, signal.SIGKILL)
        builder.communicate()
        location = location_of(root, home)
        if location.current.exists():
            assert versions(root, home) == {0}
        build_small(root, home)
        assert versions(root, home) == {0}


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Path]:
    """A file system of its own at `folder`; skips where we may not mount."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("mounting needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="loop devices")
@pytest.mark.parametrize("kilobytes", [20, 100, 250])
def test_full_disk_is_said_and_the_old_generation_is_still_searched(kilobytes: int, tmp_path: Path) -> None:
    root, image = write_tree(tmp_path / "tree"), tmp_path / "disk"
    image.touch()
    os.truncate(image, 60_000_000)
    if not shutil.which("mkfs.ext4"):
        pytest.skip("no mkfs.ext4")
    subprocess.run(["mkfs.ext4", "-q", "-m", "0", str(image)], check=True)
    with mounted(tmp_path / "home", "-o", "loop", str(image)) as home:
        build_small(root, home)
        write_tree(root, 1, files=60)
        with (home / "ballast").open("wb") as ballast:
            free = os.statvfs(home)
            os.posix_fallocate(ballast.fileno(), 0, free.f_bavail * free.f_frsize - kilobytes * 1024)
        with pytest.raises(StorageError) as caught:
            build_index(root, settings_for(home))
        assert "CITELINE_HOME" in caught.value.remedy
        assert versions(root, home) == {0}
        (home / "ballast").unlink()
        assert build_small(root, home).outcome == "built"
        assert versions(root, home) == {1}


@pytest.mark.skipif(sys.platform != "linux", reason="bind mounts")
def test_read_only_home_can_be_searched_but_not_written(tmp_path: Path) -> None:
    root, home = write_tree(tmp_path / "tree"), tmp_path / "home"
    build_small(root, home)
    view = tmp_path / "view"
    with mounted(view, "--bind", str(home)):
        subprocess.run(["mount", "-o", "remount,bind,ro", str(view)], check=True)
        assert versions(root, view) == {0}
        index = open_small(root, view)
        assert status_of(index).counts["documents"] == 6
        index.close()
        write_tree(root, 1)
        with pytest.raises(StorageError, match="Read-only file system"):
            build_index(root, settings_for(view))
        assert versions(root, view) == {0}
