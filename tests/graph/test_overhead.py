"""What the machine itself costs: its tools answer from a script here, at once. Its seconds: docs/models.md."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

from citeline.graph import run as module
from citeline.graph.events import StepStartEvent
from citeline.graph.run import run_with_events
from citeline.nodes.running.context import using
from citeline.tools.handle import IndexHandle

from .conftest import World


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1_000_000


def test_the_first_event_comes_before_anything_is_searched(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = world.build()
    monkeypatch.setattr(module, "_machine", lambda: machine)
    events = run_with_events("where is part1?", IndexHandle(world.resources().index, world.settings))
    assert isinstance(next(events), StepStartEvent)
    assert world.calls == []
    list(events)
    assert "rank" in world.calls


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_hundreds_of_runs_keep_nothing(world: World) -> None:
    machine = world.build()
    with using(world.resources()):
        for _ in range(50):
            machine.invoke({"question": "where is part1?"})
        gc.collect()
        before = resident_mb()
        for _ in range(200):
            world.calls.clear()
            machine.invoke({"question": "where is part1?"})
        gc.collect()
    # 20 MB for a thousand are promised.
    assert resident_mb() - before < 4
