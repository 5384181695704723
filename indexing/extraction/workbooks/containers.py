"""Streams of the container that files of Office before 2007 are; none of its numbers is trusted."""

from __future__ import annotations

import codecs
import struct
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from ..line_writer import LineWriter

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


_NAME: Final = "\x05SummaryInformation"
_SETS: Final = 44
"""Where the position of the first set stands."""
_KEYS: Final = {2: "title", 3: "subject", 4: "author", 5: "keywords", 12: "created", 13: "modified"}
_CODE_PAGE: Final = 1
_TEXT, _WIDE_TEXT, _TIME = 0x1E, 0x1F, 0x40
_EPOCH: Final = datetime(1601, 1, 1, tzinfo=UTC)
_MOST: Final = 1_000
"""Properties, and characters of one."""
_UNICODE: Final = 1_200
_UTF_8: Final = 65_001


def write_book_properties(data: bytes, writer: LineWriter) -> None:
    """Its title, author and days, as far as they can be read."""
    stream = stream_of(data, _NAME)
    try:
        found = _read(stream, struct.unpack_from("<I", stream, _SETS)[0])
    except (struct.error, OverflowError):
        return
    for key in _KEYS.values():
        writer.about(key, found.get(key, ""))


def _read(stream: bytes, start: int) -> dict[str, str]:
    _, count = struct.unpack_from("<2I", stream, start)
    places = [struct.unpack_from("<2I", stream, start + 8 + 8 * at) for at in range(min(count, _MOST))]
    page = next((start + at for number, at in places if number == _CODE_PAGE), -1)
    encoding = _encoding(struct.unpack_from("<H", stream, page + 4)[0]) if page >= 0 else "cp1252"
    return {_KEYS[number]: _value(stream, start + at, encoding) for number, at in places if number in _KEYS}


def _encoding(page: int) -> str:
    name = {_UNICODE: "utf-16-le", _UTF_8: "utf-8"}.get(page, f"cp{page}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return "cp1252"


def _value(stream: bytes, at: int, encoding: str) -> str:
    kind, size = struct.unpack_from("<2I", stream, at)
    if kind == _TIME:
        (ticks,) = struct.unpack_from("<Q", stream, at + 4)
        # Excel writes nothing as the first of all days.
        return (_EPOCH + timedelta(microseconds=ticks // 10)).strftime("%Y-%m-%dT%H:%M:%SZ") if ticks else ""
    if kind not in (_TEXT, _WIDE_TEXT):
        return ""
    wide = kind == _WIDE_TEXT or encoding == "utf-16-le"
    text = stream[at + 8 : at + 8 + min(size * (2 if kind == _WIDE_TEXT else 1), _MOST)]
    return text.decode("utf-16-le" if wide else encoding, "replace").partition("\0")[0]
