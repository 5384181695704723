"""What the structure store of a published generation says about files: all that a look for changes asks it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from citeline.errors import IndexDamagedError
from citeline.left_out import Skipped

from . import overlay
from .sqlite_errors import sqlite_errors
from .text_columns import from_column

if TYPE_CHECKING:
    from citeline.model import DocumentId


class Fingerprint(NamedTuple):
    """What tells whether a file has changed since it was indexed."""

    document: DocumentId
    size_bytes: int
    mtime_ns: int


class FileRecords:
    """Rows about files; safe for several threads.

    The store's files must not change while they are open: SQLite is told so, and neither locks them nor looks again.
    Raises IndexDamagedError when the file is missing or makes no sense; corrupt pages are noticed when they are read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        if not path.is_file():
            raise IndexDamagedError(path.parent, what=f"{path.name} is missing")
        with sqlite_errors(path):
            self._connection, self._has_changes = overlay.connect(path)

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a query of the caller's own; texts as stored, see `text_columns`."""
        with self._lock, sqlite_errors(self._path):
            return self._connection.execute(sql, parameters).fetchall()

    def fingerprints(self) -> dict[str, Fingerprint]:
        """Path to size and time, of every document."""
        sql = "SELECT path, id, size_bytes, mtime_ns FROM documents"
        # Row by row: of a million documents the rows alone would take 300 MB.
        with self._lock, sqlite_errors(self._path):
            return {from_column(path): Fingerprint(*rest) for path, *rest in self._connection.execute(sql)}

    def sha256(self, document: DocumentId) -> str:
        """Of the bytes that a document was read from."""
        ((digest,),) = self.rows("SELECT sha256 FROM documents WHERE id = ?", [document])
        return str(digest)

    def skipped(self) -> list[Skipped]:
        """Files that are not in the index, by path."""
        found = self.rows("SELECT path, reason, detail FROM skipped ORDER BY path")
        return [Skipped(from_column(path), reason, from_column(detail)) for path, reason, detail in found]

    def meta(self, key: str) -> bytes | None:
        """What the writer stored under the key."""
        found = self.rows("SELECT value FROM meta WHERE key = ?", [key])
        return bytes(found[0][0]) if found else None

    def close(self) -> None:
        """Release the file; a second call does nothing."""
        with self._lock:
            self._connection.close()
