"""What the machine itself costs: its tools answer from a script here, at once."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest

from citeline.context import using
from citeline.graph import run as module
from citeline.graph.run import run_with_events
from citeline.tools.handle import IndexHandle

from .conftest import World


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1_000_000


def test_a_run_without_its_tools_takes_no_40_ms(world: World) -> None:
    machine = world.build()
    taken: list[float] = []
    with using(world.resources()):
        for _ in range(30):
            started = perf_counter()
            machine.invoke({"question": "where is part1?"})
            taken.append(perf_counter() - started)
    # The best half: this machine runs other tests meanwhile.
    assert median(sorted(taken)[:15]) < 0.040


def test_the_first_event_comes_at_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = world.build()
    monkeypatch.setattr(module, "_machine", lambda: machine)
    handle = IndexHandle(world.resources().index, world.settings)
    waited: list[float] = []
    for _ in range(10):
        started = perf_counter()
        events = run_with_events("where is part1?", handle)
        next(events)
        waited.append(perf_counter() - started)
        assert list(events)
    assert min(waited) < 0.050


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_hundreds_of_runs_keep_nothing(world: World) -> None:
    machine = world.build()
    with using(world.resources()):
        for _ in range(50):
            machine.invoke({"question": "where is part1?"})
        gc.collect()
        before = resident_mb()
        for _ in range(400):
            world.calls.clear()
            machine.invoke({"question": "where is part1?"})
        gc.collect()
    # 20 MB for a thousand are promised.
    assert resident_mb() - before < 8
