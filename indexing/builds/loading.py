"""When a process of a build looks for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
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
