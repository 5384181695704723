"""Streams of the container that files of Office before 2007 are; none of its numbers is trusted."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

_SECTOR: Final = 512
_SMALL_SECTOR: Final = 64
_ENTRY: Final = 128
"""Bytes of an entry of the directory."""
_SMALL: Final = 4_096
"""Bytes of a stream below which it shares sectors with others, in a stream of the first entry."""
_LAST: Final = 0xFFFFFFFA
"""Numbers of sectors from here on mean something else."""


def stream_of(data: bytes, name: str) -> bytes:
    """The stream with a name; empty when there is none, or the container is damaged."""
    written = name.encode("utf-16-le") + b"\0\0"
    try:
        if struct.unpack_from("<H", data, 30)[0] != 9:
            return b""
        first_of_directory, first_of_small, first_of_list = (
            struct.unpack_from("<I", data, at)[0] for at in (48, 60, 68)
        )
        tables = list(struct.unpack_from("<109I", data, 76))
        for sector in _chain_of_lists(data, first_of_list):
            tables += struct.unpack("<127I", sector[:-4])
            if len(tables) > len(data) // _SECTOR:
                break
        following = _numbers(b"".join(_sector(data, number) for number in tables if number < _LAST))
        directory = _chain(data, following, first_of_directory)
        for at in range(0, len(directory) - _ENTRY + 1, _ENTRY):
            start, size = struct.unpack_from("<2I", directory, at + 116)
            if directory[at : at + len(written)] != written:
                continue
            if size >= _SMALL:
                return _chain(data, following, start)[:size]
            shared = _chain(data, following, struct.unpack_from("<I", directory, 116)[0])
            return _small_chain(shared, _numbers(_chain(data, following, first_of_small)), start)[:size]
    except struct.error:
        pass
    return b""


def _numbers(table: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(table) // 4}I", table[: len(table) // 4 * 4])


def _sector(data: bytes, number: int) -> bytes:
    return data[(number + 1) * _SECTOR : (number + 2) * _SECTOR]


def _chain_of_lists(data: bytes, number: int) -> Iterator[bytes]:
    """Sectors that name those of the table, each with the number of the next at its end."""
    for _ in range(len(data) // _SECTOR):
        sector = _sector(data, number) if number < _LAST else b""
        if len(sector) < _SECTOR:
            return
        yield sector
        number = int.from_bytes(sector[-4:], "little")


def _chain(data: bytes, following: tuple[int, ...], number: int) -> bytes:
    sectors: list[bytes] = []
    # No more than the file has: a chain may be a circle.
    while number < len(following) and len(sectors) <= len(data) // _SECTOR:
        sectors.append(_sector(data, number))
        number = following[number]
    return b"".join(sectors)


def _small_chain(shared: bytes, following: tuple[int, ...], number: int) -> bytes:
    sectors: list[bytes] = []
    while number < len(following) and len(sectors) * _SMALL_SECTOR < _SMALL:
        sectors.append(shared[number * _SMALL_SECTOR : (number + 1) * _SMALL_SECTOR])
        number = following[number]
    return b"".join(sectors)
