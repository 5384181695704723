"""What one document may take."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

MEMORY_BYTES: Final = 256 << 20
"""More than the process has when it begins with the document, whose bytes it already holds."""
TIME_S: Final = 45.0
"""A 10-K of 300 pages takes five; less than the silence after which a parser process is ended."""


@contextmanager
def memory_limit(more_bytes: int) -> Iterator[None]:
    """A block that asks for more memory than this gets a MemoryError, or ends its process; on Linux only."""
    if sys.platform != "linux":
        yield
        return
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    # Counted as the kernel counts: pages of data and stack.
    held = int(Path("/proc/self/statm").read_text("ascii").split()[5]) * resource.getpagesize()
    wanted = [limit for limit in (held + more_bytes, before, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(wanted), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))
