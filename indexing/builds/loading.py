"""When a process of a build looks for garbage, and gives memory back."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

_NEW_OBJECTS: Final = 20_000
"""Objects, some 2 MB, between two looks. Python's own 700 are a tenth of what one file is read into, and all of it is
in use: looking through it was 4 % of an index."""


@contextmanager
def loading() -> Iterator[None]:
    """What is imported inside is never garbage: it is not looked through while it is loaded, nor ever again.

    For processes of our own alone: what the process has made before is never looked through again either.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def look_for_garbage_seldom() -> None:
    """For a process of our own that reads or links files: nearly all that it makes is freed without a look."""
    gc.set_threshold(_NEW_OBJECTS)


def release_freed_memory() -> None:
    """Return freed memory to the system where the C library can be asked to: glibc keeps 200 to 700 MB of a closed
    store in reserve, through the phase that needs the most. Elsewhere nothing happens.
    """
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Callable[[int], int] | None:
    import ctypes  # a build that finds nothing changed asks for none

    try:
        found: Callable[[int], int] | None = getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):  # Windows has no library without a name
        return None
    return found
