import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from filelock import FileLock

from citeline.errors import IndexBusyError, StorageError
from citeline.indexing.generations.location import Location
from citeline.indexing.generations.lock import hold, holder, wait_for_writer, writer_lock

HOLD = """
import sys, time
from pathlib import Path
from citeline.indexing.generations.location import Location
from citeline.indexing.generations.lock import writer_lock
with writer_lock(Location(Path(sys.argv[1])), "citeline index ."):
    print("held", flush=True)
    time.sleep(60)
"""


def start_holder(directory: Path) -> "subprocess.Popen[str]":
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(directory)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_second_writer_is_told_who_holds_the_lock(tmp_path: Path) -> None:
    process = start_holder(tmp_path)
    try:
        with (
            pytest.raises(IndexBusyError, match=rf"process {process.pid} on .*`citeline index \.`, since "),
            writer_lock(Location(tmp_path), "other"),
        ):
            pass
    finally:
        process.kill()
        process.communicate()


def test_killed_holder_leaves_the_lock_free(tmp_path: Path) -> None:
    process = start_holder(tmp_path)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert (tmp_path / "writer.json").exists()
    assert holder(Location(tmp_path)) is None
    with writer_lock(Location(tmp_path), "next"):
        assert "`next`" in (holder(Location(tmp_path)) or "")


def test_two_threads_of_one_process_exclude_each_other(tmp_path: Path) -> None:
    refused: list[str] = []

    def try_it() -> None:
        try:
            with writer_lock(Location(tmp_path), "second"):
                pass
        except IndexBusyError as error:
            refused.append(str(error))

    with writer_lock(Location(tmp_path), "first"):
        thread = threading.Thread(target=try_it)
        thread.start()
        thread.join()
    assert len(refused) == 1
    assert "`first`" in refused[0]


def test_lock_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), writer_lock(Location(tmp_path), "fails"):
        raise ZeroDivisionError
    with writer_lock(Location(tmp_path), "works"):
        pass
    assert holder(Location(tmp_path)) is None


def test_state_directory_that_cannot_be_made_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError), writer_lock(Location(tmp_path / "file" / "index"), "x"):
        pass


@pytest.mark.parametrize("note", ["", "{", "[]", json.dumps({"pid": "x"}), json.dumps({"pid": 1})])
def test_note_that_makes_no_sense_names_nobody(note: str, tmp_path: Path) -> None:
    (tmp_path / "writer.json").write_text(note)
    assert holder(Location(tmp_path)) is None


def test_there_is_nothing_to_wait_for_when_nobody_writes(tmp_path: Path) -> None:
    told: list[str] = []
    assert not wait_for_writer(Location(tmp_path / "nothing"), told.append)
    with writer_lock(Location(tmp_path), "done"):
        pass
    (tmp_path / "writer.json").write_text(json.dumps({"pid": os.getpid()}))
    assert not wait_for_writer(Location(tmp_path), told.append)
    assert told == []
    assert not (tmp_path / "nothing").exists()


def test_waiting_names_the_holder_once_and_ends_with_it(tmp_path: Path) -> None:
    process = start_holder(tmp_path)
    told: list[str] = []

    def tell(name: str) -> None:
        told.append(name)
        threading.Timer(0.2, process.kill).start()

    assert wait_for_writer(Location(tmp_path), tell)
    process.communicate()
    (name,) = told
    assert name.startswith(f"process {process.pid} on ")
    assert name.endswith(" UTC")
    with writer_lock(Location(tmp_path), "next"):
        pass


def test_those_who_wait_do_not_keep_a_writer_out(tmp_path: Path) -> None:
    location = Location(tmp_path)
    stop = threading.Event()

    def look() -> None:
        while not stop.is_set():
            wait_for_writer(location, lambda _: None)

    waiters = [threading.Thread(target=look) for _ in range(3)]
    for waiter in waiters:
        waiter.start()
    try:
        for _ in range(20):
            with writer_lock(location, "writes"):
                pass
    finally:
        stop.set()
        for waiter in waiters:
            waiter.join()


def test_a_note_that_another_host_has_left_refuses_no_writer_while_somebody_looks(tmp_path: Path) -> None:
    """Who looks whether the lock is free holds it for a moment; the killed writer of another host seemed to."""
    location, looks = Location(tmp_path), FileLock(tmp_path / "writer.lock", is_singleton=False, thread_local=False)
    location.holder_file.write_text(json.dumps({"pid": 1, "host": "elsewhere", "command": "x", "since": "2026"}))
    looks.acquire()
    timer = threading.Timer(0.05, looks.release)
    timer.start()
    with writer_lock(location, "writes"):
        assert "`writes`" in (holder(location) or "")
    timer.join()


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
