"""Imports while nobody looks for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
