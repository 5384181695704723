"""A call beside the builder: its result and its error are the caller's, and it has ended when the block has."""

from __future__ import annotations

import threading
from collections.abc import Generator
from threading import Event

import pytest

from citeline.indexing.builds.aside import aside, read_ahead


def test_the_result_is_waited_for() -> None:
    go_on = Event()

    def call() -> int:
        assert go_on.wait(10)
        return 3

    with aside(call) as result:
        go_on.set()
        assert result() == result() == 3


def test_an_error_is_raised_where_the_result_is_asked_for() -> None:
    def call() -> int:
        raise ValueError("no disk")

    with aside(call) as result, pytest.raises(ValueError, match="no disk"):
        result()


def test_the_call_has_ended_when_the_block_fails() -> None:
    ended: list[bool] = []
    go_on = Event()

    def call() -> None:
        assert go_on.wait(10)
        ended.append(True)

    def fail() -> None:
        go_on.set()
        raise KeyError

    with pytest.raises(KeyError), aside(call):
        fail()
    assert ended == [True]


def test_items_come_in_order() -> None:
    assert list(read_ahead((number for number in range(1000)), items=3)) == list(range(1000))


def test_error_comes_after_the_items_before_it() -> None:
    def source() -> Generator[int, None, None]:
        yield 1
        raise KeyError("broken")

    ahead = read_ahead(source(), items=3)
    assert next(ahead) == 1
    with pytest.raises(KeyError, match="broken"):
        next(ahead)


def test_it_never_runs_further_ahead_than_told() -> None:
    produced: list[int] = []

    def source() -> Generator[int, None, None]:
        for number in range(100):
            produced.append(number)
            yield number

    ahead = read_ahead(source(), items=2)
    for expected in range(20):
        assert next(ahead) == expected
        # Two in the queue, one in the thread's hand, one being made.
        assert len(produced) <= expected + 5
    ahead.close()


def test_closing_closes_the_source_and_ends_the_thread() -> None:
    closed = threading.Event()

    def source() -> Generator[int, None, None]:
        try:
            while True:
                yield 1
        finally:
            closed.set()

    ahead = read_ahead(source(), items=2)
    next(ahead)
    ahead.close()
    assert closed.is_set()
