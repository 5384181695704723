"""What travels between the processes of a build."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from citeline.indexing.generations import documents
from citeline.model import Chunk, Node, Reference

assert documents  # with it the model's objects are ready to travel
MANY = [
    Node("function", "send", "Session.send", 3, 9, 0, 1, "def send(self)", "Send.", data={"type": "Response"}),
    Reference(1, "calls", "get", 4, "self.adapters"),
    Chunk("code", 1, 9, "text", "a.py › Session", "Session", 1, ("send",), "told"),
]


def calls_in(action: Callable[[], object]) -> int:
    """Functions in Python that are called meanwhile."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("sent", MANY, ids=lambda sent: type(sent).__name__)
def test_many_small_objects_travel_without_code_for_each_of_their_fields(sent: object) -> None:
    one = pickle.dumps([sent], pickle.HIGHEST_PROTOCOL)
    assert pickle.loads(one) == [sent]
    assert calls_in(lambda: pickle.dumps([sent], pickle.HIGHEST_PROTOCOL)) <= 2
    assert calls_in(lambda: pickle.loads(one)) <= 2
