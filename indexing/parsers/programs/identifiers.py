"""The identifiers that a file of code has in it."""

from __future__ import annotations

import re
from typing import Final

from .definitions import ByRole

_IDENTIFIER: Final = re.compile(r"[^\W\d][\w$]{3,}")
_MIN_IDENTIFIER: Final = 4
_DIGITS: Final = b"0123456789"
_OUTSIDE_WORDS: Final = bytes(code if chr(code).isalnum() or code in b"_$" else ord(" ") for code in range(256))
"""Bytes of ASCII that are no part of a word to spaces."""


def read_identifiers(text: bytes, roles: ByRole) -> frozenset[str]:
    """Distinct identifiers of four letters or more outside comments and strings."""
    pieces: list[bytes] = []
    position = 0
    for start, end in sorted(captures["skip"][0].byte_range for captures in roles["skip"]):
        if start > position:
            pieces.append(text[position:start])
        position = max(position, end)
    pieces.append(text[position:])
    return identifiers_in_bytes(b" ".join(pieces))


def identifiers_in_bytes(text: bytes) -> frozenset[str]:
    """Distinct identifiers of four letters or more."""
    if text.isascii():
        words = (word.lstrip(_DIGITS) for word in {*text.translate(_OUTSIDE_WORDS).split()})
        return frozenset(word.decode("ascii") for word in words if len(word) >= _MIN_IDENTIFIER)
    return frozenset(_IDENTIFIER.findall(text.decode("utf-8", "replace")))
