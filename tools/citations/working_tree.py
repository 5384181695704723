"""The files of a source as they are on disk now, each read at most once."""

from __future__ import annotations

import hashlib
import os
import posixpath
import stat
from collections import OrderedDict
from pathlib import PurePosixPath
from threading import Lock
from typing import Final, Literal, Protocol

from citeline.dataclass import dataclass
from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.formats import document_format
from citeline.indexing.files.source_tree import Root, SourceTree, real_path
from citeline.indexing.files.walk import WalkedFile, never_read, open_unfollowed
from citeline.left_out import Skipped
from citeline.model import SourceFile
from citeline.remembering import remembered

# Far above the indexing limit: a file that has grown since must still be found to hold the cited lines.
MAX_CHECKED_BYTES = 10_000_000
_READ_BYTES: Final = 1 << 20
_KEPT: Final = 16
"""Documents; what is extracted of one is seldom more than a megabyte."""


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a file has no lines to compare with."""

    reason: Literal["deleted", "outside", "unreadable", "secret"]
    detail: str


@dataclass(frozen=True, slots=True)
class Location:
    """Something inside the root."""

    path: str
    """Without links on the way, POSIX, relative to the root; `.` for the root itself."""
    facts: os.stat_result


class Indexed(Protocol):
    """What an index knows of its files; `Baseline` is one."""

    def sha256(self, path: str) -> str:
        """Of the file's bytes when it was indexed; empty when it was not."""
        ...

    def lines(self, path: str) -> tuple[str, ...] | None:
        """The file's lines when it was indexed, None when it was not."""
        ...


class _Newest:
    """The last few readings, by path and hash of the bytes: extracting a long PDF takes seconds."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, str], SourceFile] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[str, str]) -> SourceFile | None:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)

    def put(self, key: tuple[str, str], source: SourceFile) -> None:
        with self._lock:
            self._found[key] = source
            if len(self._found) > _KEPT:
                self._found.popitem(last=False)


_EXTRACTED: Final = _Newest()
"""Of all trees: a server compares the same kept answers with the same files at each look."""


class WorkingTree:
    """Reads lines by path in one tree; answers from memory the second time, so keep it for one answer only.

    A document without lines of its own, as a PDF, is extracted once a process for each content that it has.
    """

    def __init__(self, root: Root, indexed: Indexed | None = None) -> None:
        """With `indexed`, such a document whose bytes are those of the index is not extracted at all."""
        self.sources = SourceTree.of(root)
        self._indexed = indexed

    def lines(self, path: str) -> tuple[str, ...] | Absence:
        """The file's lines as the indexer would decode them. Paths and links that leave the root are never opened."""
        found = self.source(path)
        return found if isinstance(found, Absence) else found.lines

    def locate(self, path: str) -> Location | Absence:
        """Where a path leads, links followed, without opening it."""
        pure = PurePosixPath(path)
        if not path or "\0" in path or "\\" in path or pure.is_absolute() or ".." in pure.parts:
            return Absence("outside", f"{path!r} is not a path inside the source")
        try:
            folder, inside, prefix = self.sources.place(str(pure))
            root = folder.resolve()
            real = (root / inside).resolve(strict=True)
            facts = real.stat()
        except (FileNotFoundError, NotADirectoryError):
            return Absence("deleted", f"{path} no longer exists")
        except (OSError, RuntimeError, ValueError) as error:  # RuntimeError: a loop of links on older Pythons
            return Absence("unreadable", f"{path} cannot be read: {error}")
        if not real.is_relative_to(root):
            return Absence("outside", f"{path} is a link that leaves the source")
        return Location(posixpath.normpath(prefix + real.relative_to(root).as_posix()), facts)

    @remembered
    def source(self, path: str) -> SourceFile | Absence:
        """The file as the indexer would read it."""
        found = self.locate(path)
        if isinstance(found, Absence):
            return found
        if not stat.S_ISREG(found.facts.st_mode):
            return Absence("unreadable", f"{path} is no longer a regular file")
        if why := never_read(found.path):
            return Absence("secret", f"{path} is never read ({why}): its lines cannot be checked")
        walked = WalkedFile(str(PurePosixPath(path)), found.facts.st_size, found.facts.st_mtime_ns)
        extracted = document_format(walked.path) is not None
        # Of a larger file of records the index may have other lines than are read here: its setting says how many.
        sampled = self._indexed is not None and walked.size_bytes > MAX_CHECKED_BYTES
        digest = self._digest(walked) if extracted or sampled else ""
        if digest and (known := self._as_indexed(walked, digest) or _EXTRACTED.get((walked.path, digest))):
            return known
        source = read_source(self.sources, walked, max_file_bytes=MAX_CHECKED_BYTES, by_name=True)
        if isinstance(source, Skipped):
            return Absence("unreadable", f"{path} can no longer be read as text ({source.reason})")
        if extracted and digest:
            _EXTRACTED.put((source.path, source.sha256), source)
        return source

    def _digest(self, walked: WalkedFile) -> str:
        """Of the file's bytes; empty where they cannot be read."""
        digest = hashlib.sha256()
        try:
            with open_unfollowed(real_path(self.sources, walked.path)) as file:
                if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                    return ""
                while data := file.read(_READ_BYTES):
                    digest.update(data)
        except OSError:
            return ""
        return digest.hexdigest()

    def _as_indexed(self, walked: WalkedFile, digest: str) -> SourceFile | None:
        if self._indexed is None or self._indexed.sha256(walked.path) != digest:
            return None
        lines = self._indexed.lines(walked.path)
        return None if lines is None else SourceFile(walked.path, lines, digest, walked.size_bytes, walked.mtime_ns, "")
