"""What a generation was last linked at, so that a later pass knows whether it can be partial."""

from __future__ import annotations

import hashlib
import sqlite3
from typing import Final

from .documents import Documents

_STATE_KEY: Final = "linked"


def digest_of(documents: Documents) -> str:
    """Of what decides about all imports of a project at once: what its build files map."""
    return hashlib.sha256(repr(documents.packages).encode()).hexdigest()


def is_linked(connection: sqlite3.Connection, digest: str) -> bool:
    """Whether everything was linked at the same digest."""
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_STATE_KEY,)).fetchone()
    return row is not None and bytes(row[0]).decode() == digest


def remember(connection: sqlite3.Connection, digest: str) -> None:
    """Store that everything is linked."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_STATE_KEY, digest.encode()))
