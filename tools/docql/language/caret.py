"""Shows a place in a text: the text on one line, `^` under the place on the next."""

from __future__ import annotations

import unicodedata
from typing import Final

from citeline.visible import visible

WINDOW: Final = 100
"""Characters of the text that are shown, ellipses included."""
_PICTURES: Final = 0x2400
_DELETE: Final = 0x7F


def caret(text: str, position: int) -> str:
    """Two lines; of a long text only what is around the position. Columns count wide and combining characters as
    terminals do.
    """
    position = min(max(position, 0), len(text))
    start, stop = 0, len(text)
    if stop > WINDOW:
        # One character is kept free behind the text, for a caret at its end.
        start = min(max(position - WINDOW // 2, 0), stop - WINDOW + 1)
        stop = min(start + WINDOW - 1, stop)
    before, after = pictured(text[start:position]), pictured(text[position:stop])
    if start:
        before = "…" + before[1:]
    if stop < len(text):
        after = after[:-1] + "…"
    return f"{before}{after}\n{' ' * width(before)}^"


def pictured(text: str) -> str:
    """The text on one line, one character for each, so that a place in it stays its place.

    Pictures stand for control characters, U+FFFD for whatever else `citeline.visible` would write out.
    """
    return "".join(map(_picture, text))


def shorten(text: str, limit: int = 40) -> str:
    """The text as messages quote it: on one line, and cut when it is long."""
    shown = pictured(text[: limit + 1])
    return shown if len(text) <= limit else shown[: limit - 1] + "…"


def width(text: str) -> int:
    """Columns of a terminal that the text takes."""
    return sum(_columns(character) for character in text)


def _picture(character: str) -> str:
    code = ord(character)
    if code < ord(" "):
        return chr(_PICTURES + code)
    if code == _DELETE:
        return "\N{SYMBOL FOR DELETE}"
    if visible(character) == character:
        return character
    return "\N{REPLACEMENT CHARACTER}"


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
