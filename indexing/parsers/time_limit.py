"""A limit on the processor time that a parser may take, where the platform can enforce one.

Not on the clock's: what an index holds would depend on what else the machine does. A parser that waits instead of
working is ended by those who wait for it (`builds/pool.py`).
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeLimitExceeded(Exception):  # noqa: N818 - reads as what happened, like TimeoutExpired
    """The block worked longer than it may."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeLimitExceeded in the block after `seconds` of this process's processor time.

    Works in the main thread on POSIX, which is where builder processes parse; elsewhere the block runs without a
    limit. A timer that was already running is set again afterwards with the time that it has left.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        raise TimeLimitExceeded(f"took more than {seconds:g} s")

    started = time.process_time()
    handler = signal.signal(signal.SIGPROF, stop)
    before, interval = signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
        if before:
            # 1 ms instead of "already over": zero would switch the timer off.
            signal.setitimer(signal.ITIMER_PROF, max(0.001, before - (time.process_time() - started)), interval)
