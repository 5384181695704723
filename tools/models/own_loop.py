"""An event loop in a thread of its own: a model's connections always meet the loop they were made in."""

from __future__ import annotations

from collections.abc import Coroutine
from contextvars import copy_context
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


def run_in_own_loop(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, from a thread that has no event loop or must not wait in it.

    Interrupting the wait cancels the work, so that no request outlives the person who asked for it.
    """
    import asyncio  # as below

    loop = _own_loop()
    context = copy_context()

    async def in_context() -> T:
        return await asyncio.get_running_loop().create_task(work, context=context)

    future = asyncio.run_coroutine_threadsafe(in_context(), loop)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


@cache
def _own_loop() -> asyncio.AbstractEventLoop:
    import asyncio  # .02 s, and a question without a model needs no loop

    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="citeline-models", daemon=True).start()
    return loop
