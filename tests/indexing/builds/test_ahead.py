import threading
from collections.abc import Generator

import pytest

from citeline.indexing.builds.aside import read_ahead


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
