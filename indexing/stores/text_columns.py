"""Python strings in SQLite TEXT columns and Qdrant payloads, reversibly.

Both stores refuse lone surrogates, and Python has them: `os.fsdecode` gives U+DC80…U+DCFF for each byte of a file
name that is not UTF-8, and JSON may spell any of them. Such a character is stored as U+10FFFF followed by six hex
digits of its code point (`b"caf\\xe9.py"` is read as `caf\\udce9.py` and stored as `caf\\U0010ffff00dce9.py`).
U+10FFFF is a noncharacter, which no text uses; should it occur all the same, it is escaped likewise.
Every other string is stored as it is, so plain SQL on the columns works. Escaping is character by character:
a prefix of a text stays a prefix.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from citeline.patterns import re

_MARK: Final = "\U0010ffff"
LAST: Final = _MARK
"""No stored text that begins otherwise comes after it."""
_UNSTORABLE: Final = re.compile(f"[\ud800-\udfff{_MARK}]")
_UNSTORABLE_IN_LINE: Final = re.compile(f"[\ud800-\udfff{_MARK}\n]")
_ESCAPED: Final = re.compile(f"{_MARK}([0-9a-f]{{6}})")


def to_column(text: str) -> str:
    """The text as the stores take it: valid UTF-8."""
    return text if text.isascii() else _UNSTORABLE.sub(_escape, text)


def from_column(stored: str) -> str:
    """The text that `to_column` was given."""
    return _ESCAPED.sub(_unescape, stored) if _MARK in stored else stored


def names_to_column(names: Iterable[str]) -> str:
    """Names one per line; a newline inside a name (a JSON key may have one) is escaped too."""
    names = list(names)
    column = "\n".join(names)
    if column.isascii() and column.count("\n") == len(names) - 1:
        return column
    return "\n".join(_UNSTORABLE_IN_LINE.sub(_escape, name) for name in names)


def names_from_column(stored: str) -> tuple[str, ...]:
    """The names that `names_to_column` was given, in order; empty names are not kept apart from none."""
    return tuple(from_column(name) for name in stored.split("\n")) if stored else ()


def _escape(match: re.Match[str]) -> str:
    return f"{_MARK}{ord(match[0]):06x}"


def _unescape(match: re.Match[str]) -> str:
    return chr(int(match[1], 16))
