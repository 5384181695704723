"""A call beside the builder: its result and its error are the caller's, and it has ended when the block has."""

from __future__ import annotations

from threading import Event

import pytest

from citeline.indexing.builds.aside import aside


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
