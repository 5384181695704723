"""Limits on the processor time and the memory that a parser may take, where the platform can enforce them.

Time is not the clock's: what an index holds would depend on what else the machine does. A parser that waits instead of
working is ended by those who wait for it (`builds/pool.py`).
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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


@contextmanager
def memory_limit(more_bytes: int) -> Iterator[None]:
    """A block that asks for more memory than this gets a MemoryError, or ends its process; on Linux only."""
    if sys.platform != "linux":
        yield
        return
    import resource

    # Counted as the kernel counts: pages of data and stack.
    held = int(Path("/proc/self/statm").read_text("ascii").split()[5]) * resource.getpagesize()
    with data_limit(held + more_bytes):
        yield


@contextmanager
def data_limit(total_bytes: int) -> Iterator[None]:
    """The same of all that the process holds, on POSIX; a lower limit that is set already stays."""
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = [limit for limit in (total_bytes, before, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(wanted), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))
