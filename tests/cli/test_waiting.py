"""Two processes and one index: whoever comes second waits for the first, says so, and can be told not to."""

import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.console import Console

from citeline.cli import waiting
from citeline.cli.main import run
from citeline.indexing.generations.location import Location, locate
from citeline.indexing.generations.lock import holder, writer_lock
from citeline.indexing.stores.overlay import DELTA_NAME
from citeline.settings import Settings

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="needs signals that stop and continue a process"),
    pytest.mark.usefixtures("builder_process"),
]

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    """Starts `citeline` with these arguments."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "citeline.cli.main", *arguments]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))
        return started[-1]

    yield begin
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def location(shop: Path, home: Path) -> Location:
    return locate(shop.resolve(), home)


@pytest.fixture
def builder(start: Start, shop: Path, location: Location) -> Iterator[int]:
    """The process that is building the first index of `shop`, stopped in the middle of it."""
    for number in range(100):
        (shop / f"module_{number}.py").write_text(f"def function_{number}():\n    return {number}\n", "utf-8")
    start("index", str(shop))
    deadline = time.monotonic() + 60
    while (name := holder(location)) is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)
    pid = int(name.split()[1])
    os.kill(pid, signal.SIGSTOP)
    assert not location.current.exists()
    yield pid
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def first_line(process: "subprocess.Popen[str]") -> str:
    assert process.stderr is not None
    return process.stderr.readline()


@pytest.mark.parametrize("command", ["search", "ask"])
def test_a_first_question_waits_for_the_index_that_another_process_builds(
    command: str, builder: int, start: Start, shop: Path
) -> None:
    process = start(command, "charge a card", "--repo", str(shop))
    waits = first_line(process)
    assert waits.startswith(f"Waiting for process {builder} on ") and "since 20" in waits
    assert process.poll() is None
    os.kill(builder, signal.SIGCONT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "src/shop/payment.py" in out


def test_when_the_builder_dies_the_one_who_waited_builds(builder: int, start: Start, shop: Path) -> None:
    process = start("search", "charge a card", "--repo", str(shop))
    assert "Waiting" in first_line(process)
    os.kill(builder, signal.SIGKILL)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and "building it once" in err
    assert "src/shop/payment.py" in out


def test_an_interrupt_while_waiting_is_quiet(builder: int, start: Start, shop: Path) -> None:
    process = start("search", "charge a card", "--repo", str(shop))
    assert "Waiting" in first_line(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (out, err.strip()) == ("", "interrupted")
    assert process.returncode == 130


def test_status_says_who_builds_the_first_index(builder: int, shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["status", str(shop)]) == 1
    assert f"no index yet: process {builder} on " in capsys.readouterr().err


def test_who_has_an_index_asks_it_while_the_next_one_is_written(
    shop: Path, location: Location, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", str(shop)]) == 0
    capsys.readouterr()
    with writer_lock(location, "citeline index"):
        assert run(["search", "charge a card", "--repo", str(shop)]) == 0
    printed = capsys.readouterr()
    assert printed.err == "" and "payment.py" in printed.out


def test_an_older_generation_is_used_rather_than_waited_for(
    shop: Path, location: Location, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", str(shop)]) == 0
    (shop / "new.py").write_text("def new():\n    pass\n", "utf-8")
    assert run(["index", str(shop)]) == 0
    generation = location.generations / location.current.read_text("ascii").strip()
    os.truncate(generation / DELTA_NAME, 100)
    with writer_lock(location, "citeline index"):
        assert run(["search", "charge a card", "--repo", str(shop)]) == 0
    printed = capsys.readouterr()
    assert "damaged" in printed.err and "payment.py" in printed.out


def test_a_second_index_waits_and_then_brings_it_up_to_date(start: Start, shop: Path, location: Location) -> None:
    with writer_lock(location, "citeline clean"):
        process = start("index", str(shop))
        assert f"Waiting for process {os.getpid()} on " in first_line(process)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("Indexed 10 files")


def test_a_second_index_that_may_not_wait_names_the_first(
    shop: Path, location: Location, capsys: pytest.CaptureFixture[str]
) -> None:
    with writer_lock(location, "citeline index elsewhere"):
        assert run(["index", str(shop), "--no-wait"]) == 1
    assert f"process {os.getpid()} on " in capsys.readouterr().err


def test_on_a_terminal_a_spinner_names_the_holder(
    shop: Path, home: Path, location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = io.StringIO()
    console = Console(file=screen, force_terminal=True, width=200)
    monkeypatch.setattr(waiting, "stderr", lambda: console)
    waiter = threading.Thread(target=waiting.wait_for_turn, args=(shop, Settings()))
    with writer_lock(location, "citeline index ."):
        waiter.start()
        deadline = time.monotonic() + 30
        while "`citeline index .`" not in screen.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    waiter.join(30)
    assert not waiter.is_alive()
    assert f"Waiting for process {os.getpid()} on " in screen.getvalue()
