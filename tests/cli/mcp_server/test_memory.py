"""A server lives for weeks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .memory import measured


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow_with_calls(shop_indexed: Path) -> None:
    """10,000 calls, measured by hand: docs/agents.md."""
    measured(shop_indexed, 80, 1)  # models, tables and code are loaded
    first, *_, last = measured(shop_indexed, 240, 6)
    assert last - first < 25
