"""What a workbook of Excel 97 says of itself: the set of properties beside its sheets (MS-OLEPS)."""

from __future__ import annotations

import codecs
import struct
from datetime import UTC, datetime, timedelta
from typing import Final

from ..line_writer import LineWriter
from .containers import stream_of

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
