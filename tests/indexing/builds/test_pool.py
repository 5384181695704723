import faulthandler
import gc
import os
import time
from collections.abc import Generator
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from citeline.errors import BuildFailedError, EmbeddingError
from citeline.indexing.builds.file_reader import FileReader
from citeline.indexing.builds.limits import SILENCE_S
from citeline.indexing.builds.pool import ReadFile, ask, read_in_processes, start_worker
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.generations.documents import Outcome, ReadDocument
from citeline.left_out import Skipped
from tests.indexing.crashing_reads import Dying, FragileReader, Reader


@pytest.fixture(autouse=True)
def importable_in_spawned_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2]))


def files(count: int, **special: int) -> list[WalkedFile]:
    names = {place: name for name, place in special.items()}
    return [WalkedFile(f"{place:04d}-{names.get(place, 'plain')}", 1, 1) for place in range(count)]


def outcomes_of(
    files: list[WalkedFile], workers: int, read: ReadFile | None = None, silence_s: float = SILENCE_S
) -> Generator[Outcome, None, None]:
    started = [start_worker() for _ in range(workers)]
    try:
        yield from read_in_processes(files, read or Reader(), started, silence_s=silence_s)
    finally:
        for worker in started:
            worker.kill()


def skipped(outcomes: list[Outcome]) -> dict[str, str]:
    """Path to detail of what failed; asserts that all answers are there, once, in order."""
    found = [outcome for outcome in outcomes if isinstance(outcome, Skipped)]
    assert [outcome.path[:4] for outcome in found] == [f"{place:04d}" for place in range(len(outcomes))]
    return {outcome.path: outcome.detail for outcome in found if outcome.reason == "parse_failed"}


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def looks_for_garbage_after(_: object) -> int:
    return gc.get_threshold()[0]


def test_processes_look_for_garbage_after_more_objects_than_a_file_is_read_into() -> None:
    worker = start_worker()
    try:
        assert ask(worker, looks_for_garbage_after, None) >= 10_000
    finally:
        worker.kill()


def test_files_come_back_in_order_from_other_processes() -> None:
    outcomes = list(outcomes_of(files(100, slow=3), 2))
    assert skipped(outcomes) == {}
    pids = {int(outcome.detail) for outcome in outcomes if isinstance(outcome, Skipped)}
    assert len(pids) == 2
    assert os.getpid() not in pids
    assert not any(is_alive(pid) for pid in pids)


def test_file_that_kills_its_process_is_skipped_by_name_and_nothing_else_is_lost() -> None:
    outcomes = list(outcomes_of(files(40, segfault=5, exit=22), 2))
    assert len(outcomes) == 40
    failed = skipped(outcomes)
    assert set(failed) == {"0005-segfault", "0022-exit"}
    assert "signal 11" in failed["0005-segfault"]
    assert "exit code 7" in failed["0022-exit"]


def test_file_that_defeats_its_parser_is_read_as_plain_text(tmp_path: Path) -> None:
    # C takes gigabytes for this; the process dies, whichever limit it meets first.
    (tmp_path / "strange.c").write_text("() => " * 5_000)
    (tmp_path / "plain.py").write_text("def greet():\n    return 1\n")
    files = [WalkedFile("strange.c", 30_000, 1), WalkedFile("plain.py", 1, 1)]
    # Not pytest's faulthandler, inherited by the fork: its dump would alarm whoever reads the log.
    started = [start_worker(faulthandler.disable, memory_bytes=1 << 30)]
    try:
        strange, plain = read_in_processes(files, FileReader(tmp_path, 1_000_000), started, silence_s=30)
    finally:
        for worker in started:
            worker.kill()
    assert isinstance(strange, ReadDocument) and isinstance(plain, ReadDocument)
    assert strange.document.note.startswith("read as plain text: ") and "failed" in strange.document.note
    assert "greet" in {node.name for node in plain.document.nodes}


def test_a_process_that_dies_before_it_sees_a_file_blames_none() -> None:
    started = [start_worker()]
    started[0].process.kill()
    started[0].process.join()
    try:
        outcomes = list(read_in_processes(files(4), Reader(), started, silence_s=30))
    finally:
        for worker in started:
            worker.kill()
    assert skipped(outcomes) == {} and not any(isinstance(outcome, dict) for outcome in outcomes)


@pytest.mark.parametrize("how", ["hang", "stuck"])
def test_file_that_never_ends_is_skipped_by_name(how: str) -> None:
    outcomes = list(outcomes_of(files(20, **{how: 4}), 2, silence_s=0.8))
    assert set(skipped(outcomes)) == {f"0004-{how}"}


def test_a_build_that_was_stopped_for_an_hour_blames_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a paused container or a debugger does it: all its processes were stopped, and none was in a loop."""
    hours = [0]

    def stopped(connections: list[Any], timeout: float) -> list[Any]:
        if not hours[0]:
            hours[0] = 1
            return []
        return wait(connections, timeout)

    monkeypatch.setattr("citeline.indexing.builds.pool.wait", stopped)
    monkeypatch.setattr("citeline.indexing.builds.pool.time.monotonic", lambda: 3600.0 * hours[0])
    started = [start_worker() for _ in range(2)]
    first = {worker.process.pid for worker in started}
    try:
        outcomes = list(read_in_processes(files(20), Reader(), started))
        assert {worker.process.pid for worker in started} == first  # none was ended
    finally:
        for worker in started:
            worker.kill()
    assert skipped(outcomes) == {}


def test_processes_that_all_die_fail_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citeline.indexing.builds.pool._MAX_DEATHS", 2)
    with pytest.raises(BuildFailedError, match="keep dying"):
        list(outcomes_of(files(20), 1, Dying()))


def test_documents_that_end_processes_do_not_end_the_build(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citeline.indexing.builds.pool._MAX_DEATHS", 0)
    started = [start_worker()]
    hurtful = [WalkedFile(f"{place:04d}.xlsx", 1, 1) for place in range(60)]
    try:
        outcomes = list(read_in_processes(hurtful, FragileReader(), started))
    finally:
        for worker in started:
            worker.kill()
    assert skipped(outcomes) == {}
    # Each of the first three documents ended a process; the third that took a place answered for all that were left.
    pids = {outcome.detail for outcome in outcomes if isinstance(outcome, Skipped)}
    assert len(pids) == 3


def test_typed_error_in_a_process_is_raised_here() -> None:
    with pytest.raises(EmbeddingError, match="no model") as caught:
        list(outcomes_of(files(20, error=9), 2))
    assert caught.value.remedy == "get one"


def test_closing_early_ends_the_processes() -> None:
    outcomes = outcomes_of(files(200, slow=150), 2)
    first = next(outcomes)
    assert isinstance(first, Skipped)
    outcomes.close()
    deadline = time.monotonic() + 60
    while is_alive(int(first.detail)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
