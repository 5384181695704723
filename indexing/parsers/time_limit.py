"""A limit on the seconds that a parser may take, where the platform can enforce one."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeLimitExceeded(Exception):  # noqa: N818 - reads as what happened, like TimeoutExpired
    """The block ran longer than it may."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeLimitExceeded in the block after `seconds`.

    Works in the main thread on POSIX, which is where builder processes parse; elsewhere the block runs without a
    limit. A timer that was already running (a test runner's) is set again afterwards with the time that it has left.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        raise TimeLimitExceeded(f"took more than {seconds:g} s")

    started = time.monotonic()
    handler = signal.signal(signal.SIGALRM, stop)
    before, interval = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        if before:
            # 1 ms instead of "already over": zero would switch the timer off.
            signal.setitimer(signal.ITIMER_REAL, max(0.001, before - (time.monotonic() - started)), interval)
