"""One writer per index at a time, and a name for whoever it is.

The vector store loses data in silence under two writers, so the lock is ours. The system drops it with its holder,
so a dead holder never has to be cleaned up after; the note beside it only serves the message.
"""

from __future__ import annotations

import errno
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from citeline.errors import IndexBusyError, StorageError

from .location import Location, keep_out_of_sources

_POLL_S = 0.05
_ENDING_S = 1.0
_LOOK_S = 0.2
"""Longer than anybody holds the lock who only looks whether it is free. Until then a note is not believed: a writer of
another host that was killed has left it, and nobody here can tell."""
_DYING_S = 3.0
"""How long to wait for a holder whose process is gone: its children may keep the lock for a moment."""


@contextmanager
def writer_lock(location: Location, command: str, *, gives_way: bool = False) -> Iterator[None]:
    """Hold the writer's lock; `command` is what other writers are told. One that `gives_way` is asked to end when
    somebody else wants to write, and must then release the lock at once.

    Raises IndexBusyError naming the holder, and StorageError when the state directory cannot be written.
    """
    try:
        location.directory.mkdir(parents=True, exist_ok=True)
        keep_out_of_sources(location.directory)
        release = _acquire(location)
    except OSError as error:
        raise StorageError(location.directory, why=error.strerror or str(error)) from error
    try:
        location.wanted.unlink(missing_ok=True)
        _write_note(location, command, gives_way=gives_way)
        yield
    finally:
        location.holder_file.unlink(missing_ok=True)
        release()


@contextmanager
def only_one(lock_file: Path) -> Iterator[bool]:
    """Whether this process is the one that holds the lock, which it then does; waits for none but who is ending."""
    release = _hold_soon(lock_file)
    if release is None:
        yield False
        return
    try:
        yield True
    finally:
        release()


def wait_for_writer(location: Location, tell: Callable[[str], None]) -> bool:
    """Return when nobody holds the writer's lock; True when somebody did.

    `tell` is called with who holds it, and again when that is somebody else. There is no limit: the system takes the
    lock from a holder that dies. Raises StorageError when the lock cannot be looked at.
    """
    told = ""
    waited = False
    while not is_free(location):
        waited = True
        name = holder(location)
        # Without a name: it has taken the lock and not said so yet, or it is dying. Either takes a moment.
        if name is not None and name != told:
            told = name
            tell(name)
        time.sleep(_POLL_S)
    return waited


def holder(location: Location) -> str | None:
    """Who is writing, in words; None when the note is missing, unreadable, or of a process that is gone."""
    try:
        note = json.loads(location.holder_file.read_text("utf-8"))
        pid, host, command, since = int(note["pid"]), str(note["host"]), str(note["command"]), str(note["since"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if host == _host() and not _alive(pid):
        return None
    return f"process {pid} on {host}, `{command}`, since {since.replace('T', ' ').replace('+00:00', ' UTC')}"


def _host() -> str:
    if sys.platform == "win32":
        import socket

        return socket.gethostname()
    return os.uname().nodename  # the same, and nothing is loaded for it


def is_free(location: Location) -> bool:
    """Whether nobody holds the writer's lock. Raises StorageError when it cannot be looked at."""
    try:
        # Never made here: without the file there has been no writer, or the index has been removed.
        release = hold(location.lock_file) if location.lock_file.exists() else _nothing
    except FileNotFoundError:  # removed this moment
        return True
    except OSError as error:
        raise StorageError(location.lock_file, why=error.strerror or str(error)) from error
    if release is None:
        return False
    release()
    return True


def _nothing() -> None:
    """Releases a lock that nobody had to take."""


def _hold_soon(lock_file: Path) -> Release | None:
    deadline = time.monotonic() + _ENDING_S
    with suppress(OSError):
        while not (release := hold(lock_file)) and time.monotonic() < deadline:
            time.sleep(_POLL_S)
        return release
    return None


def _acquire(location: Location) -> Release:
    started = time.monotonic()
    while not (release := hold(location.lock_file)):
        name, waited_s = holder(location), time.monotonic() - started
        if _gives_way(location):
            location.wanted.touch()
        elif name is not None and waited_s > _LOOK_S:
            raise IndexBusyError(name)
        if waited_s > _DYING_S:
            raise IndexBusyError("an unknown process")
        time.sleep(_POLL_S)
    return release


def _gives_way(location: Location) -> bool:
    with suppress(OSError, ValueError, AttributeError):
        return bool(json.loads(location.holder_file.read_text("utf-8")).get("gives_way"))
    return False


def _write_note(location: Location, command: str, *, gives_way: bool) -> None:
    since = datetime.now(UTC).isoformat(timespec="seconds")
    note = {"pid": os.getpid(), "host": _host(), "command": command, "since": since}
    note |= {"gives_way": True} if gives_way else {}
    try:
        location.holder_file.write_text(json.dumps(note), "utf-8")
    except OSError as error:
        raise StorageError(location.holder_file, why=error.strerror or str(error)) from error


def _alive(pid: int) -> bool:
    if os.name == "nt":  # os.kill would end it
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


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
