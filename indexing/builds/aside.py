"""One call in a thread of its own, beside what the builder does meanwhile."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Final, Generic, TypeVar

from citeline.dataclass import dataclass

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


T = TypeVar("T")

_POLL_S: Final = 0.1


@dataclass(frozen=True, slots=True)
class _Item(Generic[T]):
    value: T


@dataclass(frozen=True, slots=True)
class _End:
    error: BaseException | None


def read_ahead(source: Generator[T, None, None], *, items: int) -> Generator[T, None, None]:
    """The items of `source`, produced by a thread that is at most `items` ahead.

    An exception of the source is raised here, after the items before it. Closing this generator closes the source
    and waits until it is closed.
    """
    ready: queue.Queue[_Item[T] | _End] = queue.Queue(items)
    stopped = threading.Event()
    thread = threading.Thread(target=_produce, args=(source, ready, stopped), daemon=True)
    thread.start()
    try:
        while True:
            entry = ready.get()
            if isinstance(entry, _Item):
                yield entry.value
            elif entry.error is not None:
                raise entry.error
            else:
                return
    finally:
        stopped.set()
        thread.join()


def _produce(source: Generator[T, None, None], ready: queue.Queue[_Item[T] | _End], stopped: threading.Event) -> None:
    try:
        for item in source:
            if not _put(ready, _Item(item), stopped):
                return
        _put(ready, _End(None), stopped)
    except BaseException as error:  # noqa: BLE001 - raised again by the consumer
        _put(ready, _End(error), stopped)
    finally:
        source.close()


def _put(ready: queue.Queue[_Item[T] | _End], entry: _Item[T] | _End, stopped: threading.Event) -> bool:
    """False when nobody wants the entry any more."""
    while not stopped.is_set():
        try:
            ready.put(entry, timeout=_POLL_S)
        except queue.Full:
            continue
        return True
    return False
