"""Copying and digesting the store's files, most of which are preallocated and nearly empty.

A vector store of 5,000 points has 140 MB of files and 9 MB of data. Both functions look only at blocks that are not
all zero, so their cost follows the data; a copy stays sparse, and digest and copy are one pass.
"""

from __future__ import annotations

import errno
import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar

BLOCK_BYTES = 64 * 1024
_ZEROS = bytes(BLOCK_BYTES)
_SYNC_THREADS = 8
_ALONE_S = 0.02
T = TypeVar("T")
R = TypeVar("R")


def side_by_side(work: Callable[[T], R], items: Iterable[T], *, threads: int) -> list[R]:
    """What `work` gives for each item, in their order: in this thread for some milliseconds, in others what is left.

    Threads take longer to start than a small index and a fast disk have to do. They have ended when this returns or
    raises: those of a generator that is given up end in whichever thread collects it, even one of themselves.
    """
    left = iter(items)
    until = time.monotonic() + _ALONE_S
    found: list[R] = []
    for item in left:
        found.append(work(item))
        if time.monotonic() > until:
            break
    else:
        return found
    from concurrent.futures import ThreadPoolExecutor  # brings a logger, and few builds come this far

    with ThreadPoolExecutor(threads) as others:
        found += others.map(work, left)
    return found


def digest_file(path: Path) -> str:
    """SHA-256, in hex, over offset and content of every 64 KiB block that is not all zero.

    Equal for files of equal content, however they are allocated. The length is not in it: compare that first.
    """
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        for offset, block in _blocks(file):
            digest.update(offset.to_bytes(8, "little"))
            digest.update(block)
    return digest.hexdigest()


def copy_file(source: Path, target: Path) -> str:
    """Copy a file to a new path, holes staying holes; the digest, as `digest_file` gives it, of what was copied."""
    digest = hashlib.sha256()
    with source.open("rb", buffering=0) as reading, target.open("xb", buffering=0) as writing:
        for offset, block in _blocks(reading):
            digest.update(offset.to_bytes(8, "little"))
            digest.update(block)
            writing.seek(offset)
            _write_all(writing, block)
        writing.truncate(os.fstat(reading.fileno()).st_size)
    return digest.hexdigest()


def sync_files(paths: Iterable[Path]) -> None:
    """Force the content of files to disk."""
    # Together, so that the file system commits them together: 0.1 s instead of 0.4 s for 100 files.
    side_by_side(sync_file, paths, threads=_SYNC_THREADS)


def sync_folders(top: Path) -> None:
    """Force the names in a folder and in all folders below it to disk."""
    folders = [Path(parent) for parent, _, _ in os.walk(top)]
    side_by_side(sync_folder, folders, threads=_SYNC_THREADS)


def sync_file(path: Path) -> None:
    """Force one file's content to disk."""
    # Windows flushes only through a handle that may write.
    descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Force the names in a folder to disk; Windows cannot, and does it by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _blocks(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Offset and bytes of each block that is not all zero; the last one may be short."""
    for offset, end in _data_ranges(file.fileno()):
        file.seek(offset)
        while offset < end:
            block = _read_block(file)
            if not block:
                break
            if block != _ZEROS[: len(block)]:
                yield offset, block
            offset += len(block)


def _data_ranges(descriptor: int) -> Iterator[tuple[int, int]]:
    """Start and end of what may hold data: whole blocks, in order, none twice."""
    size = os.fstat(descriptor).st_size
    if not hasattr(os, "SEEK_DATA"):
        yield 0, size
        return
    end = 0
    while end < size:
        try:
            start = os.lseek(descriptor, end, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:  # only a hole is left
                return
            yield end, size  # a file system that does not know holes
            return
        hole = os.lseek(descriptor, start, os.SEEK_HOLE)
        # Aligned, so that blocks do not depend on where the file system put its holes.
        start -= start % BLOCK_BYTES
        end = min(-(-hole // BLOCK_BYTES) * BLOCK_BYTES, size)
        yield start, end


def _read_block(file: BinaryIO) -> bytes:
    block = file.read(BLOCK_BYTES)
    while block and len(block) < BLOCK_BYTES:
        more = file.read(BLOCK_BYTES - len(block))
        if not more:
            break
        block += more
    return block


def _write_all(file: BinaryIO, block: bytes) -> None:
    view = memoryview(block)
    while view:
        # A short write is how a disk says that it is nearly full; the next one raises.
        view = view[file.write(view) :]
