"""A limit on the memory that a parser may take, where the system can see to that; see `time_limit`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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
