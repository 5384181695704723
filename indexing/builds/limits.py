"""What one file may take of the process that reads it. Light: a builder that finds nothing changed loads it too."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from ..parsers.limits import data_limit

SILENCE_S: Final = 60.0
"""No real file takes a second; after a minute the parser is in a loop."""
MEMORY_BYTES: Final = 2 << 30
"""Real files take some 60 MB; a grammar on a file of another language has asked for 6 GB."""


@contextmanager
def limits(seconds: float = SILENCE_S) -> Iterator[None]:
    """End this process with SIGVTALRM when the block takes so much processor time, also in code that is not Python's,
    which no handler could interrupt; let nothing be allocated beyond MEMORY_BYTES, where the system can see to that.
    """
    if sys.platform == "win32":
        yield
        return
    with data_limit(MEMORY_BYTES):
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
