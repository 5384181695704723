"""The numbers that headings of a PDF begin with, and which of them follows on which."""

from __future__ import annotations

from typing import Final

from .pdf_layout import GAP
from .pdf_patterns import ENUMERATED, LETTERED, NUMBERED

_UNITS: Final = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
_ROMAN: Final = {tens + units: 10 * len(tens) + at for tens in ("", "X", "XX") for at, units in enumerate(_UNITS)}
_DIGITS: Final = "〇一二三四五六七八九"


def number_of(text: str) -> tuple[int, ...] | None:
    """`2.1.3 Scope` is (2, 1, 3); a letter counts as its place in the alphabet."""
    match = NUMBERED.match(text.replace(GAP, " "))
    if match is None:
        return None
    return tuple(int(part) if part.isdigit() else ord(part) - 64 for part in match[1].split("."))


def enumerated(text: str) -> tuple[str, int] | None:
    """`(3) Scope` is ("()", 3), `第二章` ("章", 2), `제4조` ("조", 4): what it is written with, and the number."""
    match = ENUMERATED.match(text)
    if match is None:
        return None
    number = next(filter(None, (match["bracketed"], match["named"], match["listed"])))
    digits = number if number.isdecimal() else str(_ideographic(number))
    return match["name"] or ("()" if match["bracketed"] else "、"), int(digits)


def _ideographic(number: str) -> int:
    """`十二` is 12, `二十` 20, `三` 3."""
    tens, ten, units = number.rpartition("十")
    value = 10 * max(1, _DIGITS.find(tens)) if ten else 0
    return value + max(0, _DIGITS.find(units))


class Series:
    """The numbers and letters of a document, as far as it was read."""

    def __init__(self) -> None:
        self._numbers: dict[int, tuple[int, ...]] = {}
        """The last of each depth."""
        self._items: dict[str, int] = {}
        """The last by what they are written with."""
        self._roman = self._letter = 0

    def is_next(self, text: str) -> bool:
        """Whether it begins with the next number, or the first below the last one, or the next letter: `IV.`, `B.`."""
        number = number_of(text)
        if number is not None:
            follows = self._follows(number)
            self._numbers[len(number)] = number
            return follows
        item = enumerated(text)
        if item is not None:
            last = self._items.get(item[0], 0)
            self._items[item[0]] = item[1]
            return item[1] in {1, last + 1}
        match = LETTERED.match(text)
        if match is None:
            return False
        roman, letter = _ROMAN.get(match[1], 0), ord(match[1]) - 64 if len(match[1]) == 1 else 0
        if letter and (letter == self._letter + 1 or not roman):
            follows = letter in {1, self._letter + 1}
            self._letter = letter
        else:
            follows = roman in {1, self._roman + 1}
            self._roman, self._letter = roman, 0
        return follows

    def _follows(self, number: tuple[int, ...]) -> bool:
        before = self._numbers.get(len(number))
        if before is not None and before[:-1] == number[:-1]:
            return number[-1] == before[-1] + 1
        return number[-1] == 1 and (len(number) == 1 or self._numbers.get(len(number) - 1) == number[:-1])
