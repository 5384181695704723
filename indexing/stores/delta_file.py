"""A file of changes beside a base: a small database, written whole once and afterwards by what differs in its pages.

    structure-delta.db               whole
    structure-delta.db.pages-001     pages that the next refresh has changed; then .pages-002 and so on

None of them changes once it is published, and generations share all of them by links, so that a refresh writes what
differs from the one before and not all that differs from the base. Who opens a database with pages beside it has it in
memory. When they have grown to half of it, or are many, the next refresh writes it whole again.
"""

from __future__ import annotations

import mmap
import os
import sqlite3
import struct
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path
from typing import Final

from citeline.errors import IndexDamagedError

from .sqlite_errors import sqlite_errors

_MOST_FILES: Final = 64
"""Each is one more to open, and one more name in the manifest."""
_LEVEL: Final = 3
_HEAD: Final = struct.Struct("<II")
"""Of a file of pages: their size and how many there are. Then their places, ascending, four bytes each, and the pages,
compressed to half: what has changed in them alone would be no smaller."""
_HAS_COPIES: Final = hasattr(sqlite3.Connection, "serialize")
"""Python has an SQLite that takes a database from memory, as all have since 3.36 unless they are built otherwise."""


def open_delta(path: Path) -> sqlite3.Connection:
    """A published one, for reading from any thread.

    Raises IndexDamagedError when its pages make no sense, or it is gone: it may be collected at any moment.
    """
    if _page_files(path):
        return _load(_read(path))
    try:
        return sqlite3.connect(read_only(path), uri=True, check_same_thread=False)
    except sqlite3.OperationalError as error:
        if path.exists():
            raise
        raise IndexDamagedError(path.parent, what=f"{path.name} is missing") from error


class DeltaWriter:
    """One that changes in an unpublished generation, or is made there; in memory until it is saved."""

    def __init__(self, path: Path, page_bytes: int) -> None:
        """The size of pages is for a new one; the others keep theirs."""
        self._path = path
        self._before = _read(path) if path.exists() else b""
        self.is_new = not self._before
        with sqlite_errors(path):
            self.connection = _load(self._before)
            if self.is_new:
                self.connection.execute(f"PRAGMA page_size={page_bytes}")
            ((self._page_bytes,),) = self.connection.execute("PRAGMA page_size")

    def save(self) -> None:
        """Write what differs from what was there, after the last commit; files are not synced to disk."""
        with sqlite_errors(self._path):
            after = _dump(self.connection)
        files = _page_files(self._path)
        if self.is_new:
            self._path.write_bytes(after)
            return
        changed = _differing(self._before, after, self._page_bytes)
        pages = _pack(changed, self._page_bytes)
        grown = len(pages) + sum(file.stat().st_size for file in files)
        if grown > self._path.stat().st_size // 2 or len(files) == _MOST_FILES:
            # The file is that of other generations too: this name becomes that of another one.
            temporary = self._path.with_name(f"{self._path.name}.tmp")
            temporary.write_bytes(after)
            os.replace(temporary, self._path)  # noqa: PTH105 (one spelling for every atomic step)
            for file in files:
                file.unlink()
        elif changed:
            self._path.with_name(f"{self._path.name}.pages-{len(files) + 1:03d}").write_bytes(pages)


def read_only(path: Path) -> str:
    """The address of a file that nobody writes: SQLite neither locks it nor looks whether it has changed."""
    return f"{path.absolute().as_uri()}?mode=ro&immutable=1"


def _page_files(path: Path) -> list[Path]:
    """The oldest first."""
    try:
        return sorted(path.parent.glob(f"{path.name}.pages-*"))
    except OSError as error:
        raise IndexDamagedError(path.parent, what=f"its files cannot be listed: {error.strerror}") from error


def _read(path: Path) -> bytes:
    """The database as it is with all of its pages."""
    from zstandard import ZstdError, decompress  # who finds that nothing has changed seldom needs it

    changed: dict[int, bytes] = {}
    """Where each page begins, to what it is now."""
    try:
        for file in _page_files(path):
            packed = file.read_bytes()
            size, count = _HEAD.unpack_from(packed)
            places = struct.unpack_from(f"<{count}I", packed, _HEAD.size)
            pages = decompress(packed[_HEAD.size + 4 * count :], max_output_size=count * size)
            changed.update(zip((place * size for place in places), _pages(pages, size), strict=True))
        # Mapped, so that its bytes are copied but once: this is most of what an opening takes longer with pages.
        with path.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as whole:
            return _laid_over(whole, changed)
    except OSError as error:
        raise IndexDamagedError(path.parent, what=f"{path.name} cannot be read: {error.strerror}") from error
    except (struct.error, ZstdError, ValueError) as error:
        raise IndexDamagedError(path.parent, what=f"changes of {path.name}: {error}") from error


def _laid_over(whole: mmap.mmap, changed: Mapping[int, bytes]) -> bytes:
    with memoryview(whole) as old:
        parts: list[memoryview | bytes] = []
        end = 0
        for start in sorted(changed):
            parts += (old[end:start], changed[start])
            end = start + len(changed[start])
        parts.append(old[end:])
        content = b"".join(parts)
        for part in parts:
            if isinstance(part, memoryview):
                part.release()
        return content


def _differing(before: bytes, after: bytes, page_bytes: int) -> dict[int, bytes]:
    """Place to page, of those that are others or new."""
    old = chain(_pages(before, page_bytes), repeat(b""))
    pages = enumerate(zip(_pages(after, page_bytes), old, strict=False))
    return {place: page for place, (page, was) in pages if page != was}


def _pack(pages: Mapping[int, bytes], page_bytes: int) -> bytes:
    from zstandard import compress

    head = _HEAD.pack(page_bytes, len(pages)) + struct.pack(f"<{len(pages)}I", *pages)
    return head + compress(b"".join(pages.values()), _LEVEL)


def _pages(content: bytes, page_bytes: int) -> Iterator[bytes]:
    return (content[start : start + page_bytes] for start in range(0, len(content), page_bytes))


def _load(content: bytes) -> sqlite3.Connection:
    """A database in memory with this content, or an empty one."""
    connection = sqlite3.connect("file::memory:", uri=True, isolation_level=None, check_same_thread=False)
    if content and _HAS_COPIES:
        connection.deserialize(content)
    elif content:
        from tempfile import TemporaryDirectory

        with TemporaryDirectory() as folder:
            file = Path(folder, "delta.db")
            file.write_bytes(content)
            with closing(sqlite3.connect(file)) as stored:
                stored.backup(connection)
    return connection


def _dump(connection: sqlite3.Connection) -> bytes:
    if _HAS_COPIES:
        return connection.serialize()
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        file = Path(folder, "delta.db")
        with closing(sqlite3.connect(file)) as stored:
            connection.backup(stored)
        return file.read_bytes()
