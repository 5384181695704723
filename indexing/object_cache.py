"""A cache for what is read of one open index, or of another object, and is dropped together with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import RLock
from typing import TypeVar
from weakref import WeakKeyDictionary

Owner = TypeVar("Owner")
Read = TypeVar("Read")


def cache_per_object(read: Callable[[Owner], Read]) -> Callable[[Owner], Read]:
    """Like `functools.cache` for a function of one object, which the cache does not keep alive.

    Threads that ask at the same time wait for the first of them, so nothing is read twice.
    """
    kept: WeakKeyDictionary[Owner, Read] = WeakKeyDictionary()
    lock = RLock()

    @wraps(read)
    def found_or_read(owner: Owner) -> Read:
        # Whoever finds it waits for nobody who reads that of another object.
        if (found := kept.get(owner)) is not None:
            return found
        with lock:
            if owner not in kept:
                kept[owner] = read(owner)
            return kept[owner]

    return found_or_read
