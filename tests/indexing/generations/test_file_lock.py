"""A lock excludes everybody else, whichever of the two ways each takes it, and is never one on a file that is gone."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from citeline.indexing.generations.lock import hold

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there the library locks, which has tests of its own")


def test_a_held_lock_is_held_for_its_own_process_too_until_it_is_released(tmp_path: Path) -> None:
    release = hold(tmp_path / "lock")
    assert release is not None
    assert hold(tmp_path / "lock") is None
    release()
    again = hold(tmp_path / "lock")
    assert again is not None
    again()


def test_older_processes_that_lock_with_the_library_exclude_us_and_we_them(tmp_path: Path) -> None:
    theirs = FileLock(tmp_path / "lock", is_singleton=False)
    with theirs:
        assert hold(tmp_path / "lock") is None
    release = hold(tmp_path / "lock")
    assert release is not None
    with pytest.raises(TimeoutError):
        theirs.acquire(timeout=0)
    release()


def test_a_lock_on_a_file_that_was_removed_meanwhile_is_taken_on_the_one_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, opened = tmp_path / "lock", os.open

    def removed_after_opening(name: Path, flags: int, mode: int) -> int:
        monkeypatch.undo()
        descriptor = opened(name, flags, mode)
        path.unlink()
        return descriptor

    monkeypatch.setattr(os, "open", removed_after_opening)
    release = hold(path)
    assert release is not None and path.exists()
    assert hold(path) is None, "the file that others see is locked"
    release()


def test_a_link_in_the_place_of_the_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic link"):
        hold(tmp_path / "lock")
    assert not (tmp_path / "elsewhere").exists()
