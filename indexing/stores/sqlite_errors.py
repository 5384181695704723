"""SQLite's errors at the border of the structure store, as Citeline's."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from citeline.errors import CitelineError, IndexDamagedError, StorageError

_STORAGE_CODES: Final = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
)


@contextmanager
def sqlite_errors(path: Path) -> Iterator[None]:
    """Raise StorageError when the disk refuses, IndexDamagedError when the file at `path` makes no sense.

    Misuse (a closed store, a chunk id added twice) stays what SQLite raises: it is a bug, not a state of the disk.
    """
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError):
        raise
    except sqlite3.DatabaseError as error:
        raise _translated(path, error) from error


def _translated(path: Path, error: sqlite3.DatabaseError) -> CitelineError:
    # Errors that the Python module raises itself (text that is not UTF-8) carry no code.
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    # A short read is a truncated file, not a failing disk.
    if code & 0xFF in _STORAGE_CODES and code != sqlite3.SQLITE_IOERR_SHORT_READ:
        return StorageError(path, why=str(error))
    return IndexDamagedError(path.parent, what=f"{path.name}: {error}")
