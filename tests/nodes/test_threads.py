"""Calls in threads: started once, left behind where they hang."""

from __future__ import annotations

import threading
from contextvars import ContextVar

import pytest

from citeline.nodes.running.threads import in_thread

_asked: ContextVar[str] = ContextVar("_asked", default="")


def test_a_later_call_starts_no_thread_and_has_the_context_of_its_caller() -> None:
    """Ten threads a question, one for each search of a channel, were a twenty-fifth of what it cost."""
    idle = threading.Event()
    in_thread(idle.set).result()
    started = [in_thread(threading.get_ident).result(timeout=5) for _ in range(50)]
    assert len({*started}) < 10
    _asked.set("who calls it?")
    assert in_thread(_asked.get).result(timeout=5) == "who calls it?"


def test_a_call_that_hangs_keeps_no_later_one_from_its_thread() -> None:
    """A search service that never answers would hold up every question behind it."""
    end = threading.Event()
    hanging = in_thread(end.wait)
    assert in_thread(lambda: 1).result(timeout=5) == 1
    assert not hanging.done()
    end.set()
    with pytest.raises(ZeroDivisionError):
        in_thread(lambda: 1 // 0).result(timeout=5)
