from __future__ import annotations

from collections.abc import Iterator

import pytest

from citeline.nodes.running.context import Resources, using

from . import fakes


@pytest.fixture
def clock() -> fakes.FakeClock:
    return fakes.FakeClock()


@pytest.fixture
def given(clock: fakes.FakeClock) -> Iterator[Resources]:
    """Resources that every step of the test works with."""
    made = fakes.resources(clock=clock)
    with using(made):
        yield made
