"""What a generation was last linked at, so that a later pass knows whether it can be partial."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import Final

from .documents import Documents

_STATE_KEY: Final = "linked"


def digest_of(documents: Documents) -> str:
    """Of everything that import resolution looks at besides the imports and the defined names."""
    lines = sorted(f"{document.path}\0{document.package}\0{document.family}" for document in documents.by_id.values())
    lines.append(repr(documents.packages))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def last_linked(connection: sqlite3.Connection, digest: str) -> int | None:
    """The highest document when all before were linked at the same digest; else None."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_STATE_KEY,)).fetchone()
    before, _, last = bytes(row[0]).decode().partition(" ") if row else ("", "", "")
    return int(last) if before == digest else None


def remember(connection: sqlite3.Connection, digest: str, last: int) -> None:
    """Store that everything up to the document `last` is linked."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_STATE_KEY, f"{digest} {last}".encode()))
