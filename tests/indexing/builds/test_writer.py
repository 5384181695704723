import faulthandler
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from citeline.errors import BuildFailedError, IndexBusyError, SourceNotFoundError, StorageError, UnsafeRootError
from citeline.indexing.builds import builder, reading
from citeline.indexing.builds.messages import BuildReport, BuildRequest, error_from_json, error_to_json
from citeline.indexing.builds.writer import Builder, build_index
from citeline.indexing.generations.lock import holder, writer_lock
from citeline.protocols import ProgressListener
from tests.indexing.small_index import (
    build_small,
    location_of,
    open_small,
    request_for,
    settings_for,
    versions,
    write_tree,
)

pytestmark = pytest.mark.usefixtures("builder_process")
KINDS = pytest.mark.parametrize("kind", ["", "forks"])

SCRIPT = """
import sys
from pathlib import Path
from citeline.indexing.builds.writer import Builder, build_index
from citeline.settings import Settings
print("started", flush=True)
with Builder(stays="stays" in sys.argv, forks="forks" in sys.argv) as builder:
    print(type(builder._process).__name__, flush=True)
    report = build_index(
        Path(sys.argv[1]), Settings(home=Path(sys.argv[2]), workers=2), builder=builder,
        progress=lambda stage, done, total: print(stage, done, total, flush=True),
    )
print(report.outcome, flush=True)
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def start_script(root: Path, home: Path, *, kind: str = "") -> "subprocess.Popen[str]":
    """`kind`: `stays`, `forks` or nothing."""
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(root), str(home), kind],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(script: "subprocess.Popen[str]", start: str) -> None:
    assert script.stdout is not None
    for line in script.stdout:
        if line.startswith(start):
            return
    raise AssertionError(f"the script ended before {start!r}")


def wait_until_nobody_writes(root: Path, home: Path) -> None:
    deadline = time.monotonic() + 60
    while holder(location_of(root, home)) is not None:
        assert time.monotonic() < deadline, "the builder outlived its parent"
        time.sleep(0.02)


def test_build_reports_progress_and_counts(root: Path, home: Path) -> None:
    stages: list[str] = []
    report = build_index(root, settings_for(home), progress=lambda stage, done, total: stages.append(stage))
    assert (report.outcome, report.counts["documents"]) == ("built", 6)
    assert list(dict.fromkeys(stages)) == ["walk", "read", "store", "link", "publish"]
    assert versions(root, home) == {0}
    assert build_index(root, settings_for(home)).outcome == "unchanged"


def test_empty_tree_is_an_index_that_finds_nothing(tmp_path: Path, home: Path) -> None:
    root = tmp_path / "empty"
    root.mkdir()
    assert build_index(root, settings_for(home)).counts["documents"] == 0
    index = open_small(root, home)
    assert index.vectors.search_dense("dense", index.embed_query("anything"), limit=5).pairs() == []
    assert index.samples("dense").shape == (0, 256)
    index.close()
    assert build_index(root, settings_for(home)).outcome == "unchanged"


def test_roots_that_cannot_be_indexed_are_refused_before_anything_is_written(root: Path, home: Path) -> None:
    with pytest.raises(SourceNotFoundError):
        build_index(root / "nowhere", settings_for(home))
    with pytest.raises(SourceNotFoundError):
        build_index(root / "part_0.py", settings_for(home))
    with pytest.raises(UnsafeRootError):
        build_index(Path("/"), settings_for(home))
    assert not home.exists()


def test_second_writer_learns_who_the_first_is(root: Path, home: Path) -> None:
    with (
        writer_lock(location_of(root, home), "citeline index elsewhere"),
        pytest.raises(IndexBusyError, match=f"process {os.getpid()} .*`citeline index elsewhere`"),
    ):
        build_index(root, settings_for(home))


def test_two_writers_at_once_leave_one_whole_index(root: Path, home: Path) -> None:
    scripts = [start_script(root, home) for _ in range(2)]
    ends = [script.communicate(timeout=60) for script in scripts]
    built = [script.returncode == 0 for script in scripts]
    assert any(built)
    for (_, stderr), succeeded in zip(ends, built, strict=True):
        assert succeeded or "IndexBusyError: another process is writing this index: process" in stderr
    assert versions(root, home) == {0}


def test_state_directory_that_cannot_be_made_is_said(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="Not a directory"):
        build_index(root, settings_for(tmp_path / "file" / "home"))


@KINDS
def test_script_needs_no_main_guard_and_ignores_modules_of_the_current_folder(
    kind: str, root: Path, home: Path
) -> None:
    for name in ("numpy", "json", "tools", "graph"):
        (root / f"{name}.py").write_text("raise SystemExit('the wrong module')\n")
    script = home.parent / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, str(script), str(root), str(home), kind], cwd=root, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.endswith("built\n"), done.stderr
    assert ("ForkedBuilder" in done.stdout) is (kind == "forks" and sys.platform == "linux")


@KINDS
def test_interrupt_ends_the_builder_and_leaves_the_old_generation(kind: str, root: Path, home: Path) -> None:
    build_small(root, home)
    write_tree(root, 1, files=300)
    script = start_script(root, home, kind=kind)
    wait_for(script, "read")
    script.send_signal(signal.SIGINT)
    _, stderr = script.communicate(timeout=60)
    assert "KeyboardInterrupt" in stderr
    wait_until_nobody_writes(root, home)
    assert versions(root, home) == {0}
    assert build_small(root, home).outcome == "built"
    assert versions(root, home) == {1}


@pytest.mark.parametrize("kind", ["", "stays", "forks"])
def test_builder_and_its_processes_do_not_outlive_a_killed_parent(kind: str, root: Path, home: Path) -> None:
    write_tree(root, 1, files=300)
    script = start_script(root, home, kind=kind)
    wait_for(script, "read")
    script.kill()
    script.communicate()
    wait_until_nobody_writes(root, home)
    with writer_lock(location_of(root, home), "next"):
        pass


@pytest.mark.parametrize("stays", [False, True])
def test_killed_builder_is_said_and_costs_nothing(stays: bool, root: Path, home: Path) -> None:
    build_small(root, home)
    write_tree(root, 1, files=300)

    def kill(stage: str, done: int, total: int) -> None:
        if stage == "read":
            name = holder(location_of(root, home))
            assert name is not None
            os.kill(int(name.split()[1]), signal.SIGKILL)

    with Builder(stays=stays) as builder:
        with pytest.raises(BuildFailedError, match="was killed"):
            build_index(root, settings_for(home), progress=kill, builder=builder)
        assert versions(root, home) == {0}
        builder.renew()
        assert build_index(root, settings_for(home), builder=builder).outcome == "built"
    assert versions(root, home) == {1}


def test_a_builder_that_stays_is_one_process_whatever_becomes_of_a_build(root: Path, home: Path) -> None:
    """With `citeline watch` each save would otherwise load everything anew, three times what it costs."""
    build_small(root, home)
    processes = set()
    with Builder(stays=True) as builder:
        for version in (1, 2, 3):
            write_tree(root, version)
            builder.renew()
            if version == 2:
                with writer_lock(location_of(root, home), "another"), pytest.raises(IndexBusyError):
                    build_index(root, settings_for(home), builder=builder)
                builder.renew()
            assert build_index(root, settings_for(home), builder=builder).outcome == "built"
            assert versions(root, home) == {version}
            processes.add(builder._process.pid)
    assert len(processes) == (1 if sys.platform == "linux" else 3)


def test_file_that_may_not_grow_is_a_storage_error(root: Path, home: Path) -> None:
    build_small(root, home)
    write_tree(root, 1)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, hard))
    try:
        with pytest.raises(StorageError):
            build_index(root, settings_for(home))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert versions(root, home) == {0}
    assert build_small(root, home).outcome == "built"


def test_request_and_errors_survive_the_pipe(root: Path, home: Path) -> None:
    request = request_for(Path(os.fsdecode(b"/caf\xe9/a\nb")), home, qdrant_api_key="s3cret", workers=3)
    assert BuildRequest.from_line(request.to_line()) == request
    assert "\n" not in request.to_line()
    assert "s3cret" not in repr(request)
    for error in (StorageError(home, why="full"), UnsafeRootError(home), BuildFailedError("why")):
        again = error_from_json(error_to_json(error))
        assert (type(again), str(again), again.remedy) == (type(error), str(error), error.remedy)
    assert isinstance(error_from_json({"type": "Path", "message": "m", "remedy": "r"}), BuildFailedError)


def fall(source: object) -> None:
    """As a grammar that reads where it must not."""
    faulthandler.disable()  # of the test, which would tell of it
    os.kill(os.getpid(), signal.SIGSEGV)


def run_on(source: object) -> None:
    """As a grammar in a loop: nothing in Python ends it."""
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)
    while True:
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="builders are not forked there")
@pytest.mark.parametrize("parse", [fall, run_on])
def test_a_file_that_ends_the_builder_is_read_in_a_process_of_its_own(
    parse: Callable[[object], None], tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_tree(tmp_path / "more", files=20)
    build_small(root, home)
    (root / "part_0.py").write_text("VERSION = 0\n\ndef quartz():\n    return 1\n")
    asked: list[bool] = []
    converse = Builder._converse

    def noting(self: Builder, request: BuildRequest, progress: ProgressListener | None) -> BuildReport | None:
        asked.append(request.is_cautious)
        return converse(self, request, progress)

    monkeypatch.setattr(Builder, "_converse", noting)
    monkeypatch.setattr(reading, "parse", parse)  # in the process that is forked, and in none that is started
    monkeypatch.setattr(builder, "can_fork", lambda: True)
    with Builder(forks=True) as forked:
        report = build_index(root, settings_for(home), builder=forked)
    assert (report.outcome, report.changed, report.skipped) == ("updated", 1, 0)
    assert asked == [False, True]
    with closing(open_small(root, home)) as index:
        assert index.structure.suggest_names("quartz", 1) == ["quartz"]
