"""Letters with an accent that a PDF draws as two signs, as what TeX sets in its first fonts: `M´ın` is `Mín`."""

from __future__ import annotations

import ctypes
import re
from typing import Any, Final
from unicodedata import normalize

import pypdfium2.raw as pdfium

JOINED: Final = "\u2060"
"""What stands inside of a word in the place of an accent that its letter has."""
_ACCENTS: Final = {
    "`": "\u0300", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "¯": "\u0304", "˘": "\u0306", "˙": "\u0307",
    "¨": "\u0308", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327",
}  # fmt: skip
"""Signs that stand alone, with those that stand above or below the letter before."""
_ACCENT: Final = re.compile(f"[{''.join(_ACCENTS)}]")
_FARTHEST: Final = 200
"""Characters of a line between an accent and its letter."""
_WHOLE: Final = {"ı": "i", "ȷ": "j"}
"""Letters without their dots."""


def with_accents(text_page: Any, text: str) -> str:
    """The text of a page, one character for each that pdfium counts, with letters that have their accents."""
    if not _ACCENT.search(text):
        return text
    letters = list(text)
    for match in _ACCENT.finditer(text):
        at = match.start()
        # pdfium tells the accent of the one or other letter at the end of its line.
        before = range(at - 1, max(text.rfind("\n", 0, at), at - _FARTHEST), -1)
        for other in (at + 1, *(before if text[at + 1 : at + 2].isspace() else before[:1])):
            letter = letters[other] if other < len(letters) else ""
            if not letter.isalpha():
                continue
            whole = normalize("NFC", _WHOLE.get(letter, letter) + _ACCENTS[match[0]])
            if len(whole) == 1 and _is_within(text_page, at, other):
                is_inner = 0 < at < len(text) - 1 and not (text[at - 1].isspace() or text[at + 1].isspace())
                letters[other], letters[at] = whole, JOINED if is_inner else "\x00"
                break
    return "".join(letters)


def _is_within(text_page: Any, accent: int, letter: int) -> bool:
    """Whether the middle of an accent is above or below a letter: a quotation mark stands beside it."""
    (left, right), (low, high) = _sides(text_page, accent), _sides(text_page, letter)
    return low < (left + right) / 2 < high


def _sides(text_page: Any, at: int) -> tuple[float, float]:
    """Left and right of a character."""
    sides = tuple(ctypes.c_double() for _ in range(4))
    pdfium.FPDFText_GetCharBox(text_page, at, *map(ctypes.byref, sides))
    return sides[0].value, sides[1].value
