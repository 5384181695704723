"""Threads that wait for another call when one has ended: to start one takes longer than most of what steps call."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from queue import SimpleQueue
from threading import Thread
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_idle: Final[list[SimpleQueue[Callable[[], None]]]] = []
"""Where each waiting thread takes its next call from."""
os.register_at_fork(after_in_child=_idle.clear)  # no thread comes along


def in_thread(call: Callable[[], T]) -> Future[T]:
    """The result or error to be of a call in a thread that keeps no process alive; it has the caller's context."""
    result: Future[T] = Future()
    context = copy_context()

    def settle() -> None:
        try:
            result.set_result(context.run(call))
        except BaseException as error:  # noqa: BLE001  # carried to the waiting thread, which raises it again
            result.set_exception(error)

    try:
        calls = _idle.pop()
    except IndexError:
        calls = SimpleQueue()
        Thread(target=_serve, args=(calls,), daemon=True).start()
    calls.put(settle)
    return result


async def to_thread(call: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """What a call gives in a thread, without holding up the event loop."""
    import asyncio  # .02 s, and a question without a model needs no loop

    return await asyncio.to_thread(call, *given, **named)


def _serve(calls: SimpleQueue[Callable[[], None]]) -> None:
    while True:
        calls.get()()
        _idle.append(calls)
