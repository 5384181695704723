"""What every test may ask for: a state folder of its own, a small project to index, and a scripted model server."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from .scripted_server import ScriptedServer

FIXTURES = Path(__file__).parent / "fixtures"

_LOCAL = {"127.0.0.1", "::1", "localhost"}
_MEMORY = Path("/dev/shm")
_MEMORY_NEEDED = 8 << 30


def pytest_configure() -> None:
    """Tests write into memory where there is enough, here and in every process that they start.

    Each of a thousand small indexes is made safe against a loss of power; a disk keeps the tests waiting for that.
    """
    if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _MEMORY_NEEDED:
        os.environ["TMPDIR"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = str(_MEMORY)
        tempfile.tempdir = None
    # How busy the machine is decides no test.
    settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("any machine")
    # Nothing that the person has configured who runs the tests.
    os.environ["CITELINE_CONFIG"] = ""
    # No process that merges in the background is left behind.
    os.environ["CI"] = "true"
    # Hundreds of processes are started, each of which would compile the product anew.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Idle threads of the algebra spin beside the other workers.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Thousands of tests and their modules stay: the garbage collector need not look through them again and again.
    gc.disable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One worker more than there are cores: a third of the tests' time is waiting for processes, servers and clocks.

    What a person has set in `PYTEST_XDIST_AUTO_NUM_WORKERS` holds.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (cores or 1) + 1


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that reaches for the network fails, on every machine and not only on those without one."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: object) -> None:
        if isinstance(address, tuple) and address[0] not in _LOCAL:
            raise OSError(f"a test tried to reach {address[0]}")
        connect(self, address)  # type: ignore[arg-type]  # whatever socket.connect takes

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session", autouse=True)
def builds_here() -> None:
    """Indexes are built in the process of the test, unless it asks for a `builder_process`."""
    from citeline.indexing.builds.builder import Builder

    from .building_here import HERE

    for name, method in HERE.items():
        setattr(Builder, name, method)


@pytest.fixture
def builder_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Indexes are built as they are outside of tests: in a process of their own, whose end is part of the test."""
    from citeline.indexing.builds.builder import Builder

    from .building_here import IN_A_PROCESS

    for name, method in IN_A_PROCESS.items():
        monkeypatch.setattr(Builder, name, method)


@pytest.fixture(scope="session", autouse=True)
def reads_here() -> None:
    """Documents are read in the process of the test, as in a parser process, unless it asks for a `reader_process`."""
    from citeline.indexing.extraction.process import let_this_process_die

    let_this_process_die()


@pytest.fixture
def reader_process(reads_here: None) -> Iterator[None]:
    """Documents are read as they are outside of tests and of parser processes: each in a process of its own."""
    from citeline.indexing.extraction.process import let_this_process_die, spare_this_process

    spare_this_process()
    yield
    let_this_process_die()


@pytest.fixture(scope="session", autouse=True)
def can_be_interrupted() -> None:
    """In the background of a shell script an interrupt is ignored, by us and by every process that we start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty state folder; nothing else is configured."""
    for name in [name for name in os.environ if name.startswith("CITELINE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CITELINE_CONFIG", "")
    folder = tmp_path / "home"
    monkeypatch.setenv("CITELINE_HOME", str(folder))
    return folder


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A copy of `tests/fixtures/shop` that a test may change."""
    return Path(shutil.copytree(FIXTURES / "shop", tmp_path / "shop"))


@pytest.fixture(scope="session")
def shop_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A state folder that all tests of a worker share, for indexes that nobody changes."""
    yield tmp_path_factory.mktemp("shop-home")


@pytest.fixture(scope="session")
def indexed_shop(tmp_path_factory: pytest.TempPathFactory, shop_home: Path, builds_here: None) -> Path:
    """A copy of the shop whose index lies in `shop_home`; nobody changes it."""
    import citeline
    from citeline.settings import Settings

    root = Path(shutil.copytree(FIXTURES / "shop", tmp_path_factory.mktemp("indexed") / "shop"))
    citeline.index(root, settings=Settings(home=shop_home)).close()
    return root


@pytest.fixture
def model_server() -> Iterator[ScriptedServer]:
    """A server that speaks OpenAI's protocol and answers what the test tells it to."""
    from .scripted_server import ScriptedServer

    with ScriptedServer() as server:
        yield server
