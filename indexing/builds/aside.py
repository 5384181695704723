"""One call in a thread of its own, beside what the builder does meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TypeVar

Result = TypeVar("Result")


@contextmanager
def aside(call: Callable[[], Result]) -> Iterator[Callable[[], Result]]:
    """Start the call; what is given waits for it, and returns or raises what it did. It has ended when the block has.

    `concurrent.futures` loads a logger and a queue for that.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(call())
        except BaseException as error:  # noqa: BLE001 - raised again where the result is asked for
            errors.append(error)

    def result() -> Result:
        thread.join()
        if errors:
            raise errors[0]
        return results[0]

    thread = Thread(target=run)
    thread.start()
    try:
        yield result
    finally:
        thread.join()
