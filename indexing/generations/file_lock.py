"""A file that one process at a time holds locked; the system takes the lock from a holder that dies.

Where the system has `flock`, that is all it takes. Elsewhere the library `filelock` does it, which knows Windows and
file systems without locks, and imports an event loop: a tenth of a build that finds nothing changed. Both take the same
lock, so that processes of either kind exclude each other.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

if sys.platform != "win32":
    import fcntl

_HELD: Final = frozenset({errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK})
"""What the system says when somebody else holds the lock; some file systems say EACCES."""

Release: TypeAlias = Callable[[], None]


def hold(path: Path) -> Release | None:
    """Lock the file, which is made where there is none; what releases the lock. None when it is held already, also by
    this process. Raises OSError.
    """
    if sys.platform == "win32":
        return _hold_otherwise(path)
    try:
        descriptor = _flocked(path)
    except OSError as error:
        if error.errno != errno.ENOSYS:  # all others would also be raised by the library
            raise
        return _hold_otherwise(path)
    return None if descriptor is None else lambda: _release(descriptor)


def _flocked(path: Path) -> int | None:
    """A descriptor of the file with the lock on it; it stays locked until that is closed."""
    assert sys.platform != "win32"
    while True:
        # Not emptied, no link followed: whatever has the name, nothing of it is lost.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK | os.O_NOFOLLOW, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if error.errno in _HELD:
                return None
            raise
        if os.fstat(descriptor).st_nlink:
            return descriptor
        os.close(descriptor)  # removed before it was locked: a lock on it excludes nobody


def _release(descriptor: int) -> None:
    assert sys.platform != "win32"
    # Not by closing alone: a child that was forked meanwhile has it open too.
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)


def _hold_otherwise(path: Path) -> Release | None:
    from filelock import FileLock

    # Not reentrant across instances: two builds in one process exclude each other too.
    lock = FileLock(path, is_singleton=False, thread_local=False)
    try:
        lock.acquire(timeout=0)
    except TimeoutError:
        return None
    return lock.release
