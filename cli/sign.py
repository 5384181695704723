"""The first sign of life: what a command is about to do, on stderr at a terminal, before what it needs is imported.

Taken away again by whatever is printed first. Imports nothing that takes time.
"""

from __future__ import annotations

import sys

_shown = False


def show(text: str) -> None:
    """Say it where a person can see it; nothing on a pipe."""
    global _shown
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r{text}")
        sys.stderr.flush()
        _shown = True


def hide() -> None:
    """Take it away, if it is there."""
    global _shown
    if _shown:
        sys.stderr.write("\r\x1b[2K")
        sys.stderr.flush()
        _shown = False
