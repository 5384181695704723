"""What a workbook of Excel 97 says of itself."""

from __future__ import annotations

import random
import struct
from datetime import UTC, datetime

import pytest

from citeline.indexing.extraction.line_writer import LineWriter
from citeline.indexing.extraction.workbooks.containers import write_book_properties

_END, _FREE, _FAT = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
NAME = "\x05SummaryInformation"


def _set(code_page: int, texts: dict[int, bytes], days: dict[int, datetime]) -> bytes:
    values = {1: struct.pack("<2I", 2, code_page)}
    values |= {number: struct.pack("<2I", 0x1E, len(text) + 1) + text + b"\0" for number, text in texts.items()}
    for number, day in days.items():
        ticks = int((day - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds()) * 10_000_000
        values[number] = struct.pack("<IQ", 0x40, ticks)
    at, places, body = 8 + 8 * len(values), b"", b""
    for number, value in values.items():
        padded = value + b"\0" * (-len(value) % 4)
        places += struct.pack("<2I", number, at)
        body, at = body + padded, at + len(padded)
    section = struct.pack("<2I", at, len(values)) + places + body
    return struct.pack("<2HI16sI16sI", 0xFFFE, 0, 0, b"", 1, b"", 48) + section


def _entry(name: str, kind: int, start: int, size: int) -> bytes:
    written = name.encode("utf-16-le")
    head = written.ljust(64, b"\0") + struct.pack("<HBB", len(written) + 2, kind, 1)
    return head.ljust(116, b"\0") + struct.pack("<2I", start, size) + b"\0" * 4


def container(stream: bytes) -> bytes:
    """With one stream, which shares the sectors of the first entry where it is small."""
    small = len(stream) < 4_096
    sectors = -(-len(stream) // 512)
    first = 3  # after the table, the directory and the table of small sectors
    chain = [*range(first + 1, first + sectors), _END]
    table = [_FAT, _END, _END, *chain]
    table += [_FREE] * (128 - len(table))
    smalls = -(-len(stream) // 64)
    small_table = [*range(1, smalls), _END] + [_FREE] * (128 - smalls) if small else [_FREE] * 128
    root = _entry("Root Entry", 5, first if small else _END, sectors * 512 if small else 0)
    directory = root + _entry(NAME, 2, 0 if small else first, len(stream)) + b"\0" * 256
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(24, b"\0") + struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6)
    header = header.ljust(44, b"\0") + struct.pack("<2I", 1, 1)
    header = header.ljust(56, b"\0") + struct.pack("<5I", 4_096, 2 if small else _END, int(small), _END, 0)
    header += struct.pack("<109I", 0, *[_FREE] * 108)
    body = struct.pack("<128I", *table) + directory + struct.pack("<128I", *small_table)
    return header + body + stream.ljust(sectors * 512, b"\0")


def told(data: bytes) -> dict[str, str]:
    found: dict[str, str] = {}

    class Writer(LineWriter):
        def about(self, key: str, value: str | None) -> None:
            if value:
                found[key] = value

    write_book_properties(data, Writer())
    return found


@pytest.mark.parametrize("size", [0, 4_096])
@pytest.mark.parametrize(
    ("page", "author"), [(1252, "José Núñez".encode("cp1252")), (936, "王芳".encode("gbk")), (65001, "王芳".encode())]
)
def test_author_title_and_days_of_an_old_workbook_are_read(size: int, page: int, author: bytes) -> None:
    """`who wrote harvest.xls?` had no answer, though Excel shows both."""
    days = {12: datetime(2008, 6, 27, 16, 7, 30, tzinfo=UTC), 13: datetime(2009, 8, 28, tzinfo=UTC)}
    data = container(_set(page, {2: b"Harvest", 4: author}, days).ljust(size, b"\0"))
    assert told(data) == {
        "title": "Harvest",
        "author": author.decode({1252: "cp1252", 936: "gbk", 65001: "utf-8"}[page]),
        "created": "2008-06-27T16:07:30Z",
        "modified": "2009-08-28T00:00:00Z",
    }


def test_a_damaged_set_of_properties_harms_no_workbook() -> None:
    data = container(_set(1252, {2: b"Harvest", 4: b"Ada"}, {12: datetime(2008, 6, 27, tzinfo=UTC)}))
    draw = random.Random(5)
    for _ in range(2_000):
        broken = bytearray(data[: draw.randrange(600, len(data))] if draw.random() < 0.3 else data)
        for _ in range(draw.randrange(1, 30)):
            broken[draw.randrange(len(broken))] = draw.randrange(256)
        told(bytes(broken))
