"""What the machine itself costs: its tools answer from a script here, at once. Its seconds: docs/models.md."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from citeline.graph import run as module
from citeline.graph.events import StepStartEvent
from citeline.graph.run import run_with_events
from citeline.nodes.running.context import using
from citeline.tools.handle import IndexHandle

from .conftest import World


def test_the_first_event_comes_before_anything_is_searched(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = world.build()
    monkeypatch.setattr(module, "_machine", lambda: machine)
    events = run_with_events("where is part1?", IndexHandle(world.resources().index, world.settings))
    assert isinstance(next(events), StepStartEvent)
    assert world.calls == []
    list(events)
    assert "rank" in world.calls


@pytest.mark.slow
def test_runs_keep_nothing(world: World) -> None:
    machine = world.build()

    def kept_by(runs: int) -> int:
        """Bytes that are kept of so many runs; not what the process holds, which other tests have made large."""
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(runs):
            world.calls.clear()
            machine.invoke({"question": "where is part1?"})
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before

    with using(world.resources()):
        kept_by(10)
        tracemalloc.start()
        try:
            kept_by(10)
            # 20 MB for a thousand are promised. Tracing makes a run three times as slow.
            assert kept_by(20) < 400_000
        finally:
            tracemalloc.stop()
