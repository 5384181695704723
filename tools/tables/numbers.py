"""Numbers as people write them in tables: `1,234.5`, `1.234,5`, `$ 12`, `(7)`, `45 %`, `12 ms`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from citeline.indexing.extraction.workbooks.number_formats import CURRENCY
from citeline.text import digits_of

Point: TypeAlias = Literal[".", ","]
"""What parts the whole from its fraction."""

_SHAPE: Final = re.compile(
    rf"(?P<open>\()?\s*(?P<sign>[-+−–]?)\s*(?P<before>{CURRENCY}|[A-Z]{{3}}(?=\s?\d))?\s*(?P<inner>[-−]?)"
    r"(?P<digits>\d[\d.,'’ \u00a0\u202f]*?|[.,]\d+)(?P<power>[eE][-+]?\d{1,3})?"
    rf"\s*(?P<after>{CURRENCY}|[%‰°]|[A-Za-zµ°][A-Za-zµ°/]{{0,11}}|)\s*(?P<close>\))?"
)
_WRITTEN: Final = {
    ".": re.compile(r"(?P<whole>\d{1,3}(?:[,'’ \u00a0\u202f]\d{3})+|\d{1,2}(?:,\d\d)+,\d{3}|\d+|)(?:\.(?P<part>\d+))?"),
    ",": re.compile(r"(?P<whole>\d{1,3}(?:[.'’ \u00a0\u202f]\d{3})+|\d+|)(?:,(?P<part>\d+))?"),
}
_MOST_DIGITS: Final = 18
"""Longer whole numbers name something, and SQLite has no room for them."""
_CURRENCY: Final = re.compile(CURRENCY)
_VERSION_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Number:
    """A cell that is a number."""

    value: int | float
    unit: str
    """`%`, `$`, `ms`, `USD`; empty without one."""
    part: str
    """The digits of its fraction, as written."""


def read_number(text: str, point: Point) -> Number | None:
    """The number that a cell holds; None for text, for dates and versions, and for names made of digits (`007`)."""
    if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and (text[0] != "0" or len(text) == 1):
        return Number(int(text), "", "")
    shape = _SHAPE.fullmatch(text)
    if shape is None or (shape["open"] is None) != (shape["close"] is None):
        return None
    written = _WRITTEN[point].fullmatch(shape["digits"])
    if written is None:
        return None
    whole, part = digits_of(written["whole"]), written["part"] or ""
    if len(whole) > _MOST_DIGITS or (len(whole) > 1 and whole[0] == "0"):
        return None
    is_negative = bool(shape["open"] or shape["inner"] or shape["sign"].strip("+"))
    value: int | float = int(whole or "0")
    if part or shape["power"]:
        value = float(f"{whole or '0'}.{part or '0'}{shape['power'] or ''}")
    return Number(-value if is_negative else value, _unit(shape["before"], shape["after"]), part)


def common_unit(numbers: Sequence[Number]) -> str | None:
    """The unit of all of them; None when they have several.

    Of a sum of money only the first and the last row may name the currency, and a zero needs no unit.
    """
    units = {number.unit for number in numbers if number.value}
    named = units - {""}
    if len(named) > 1 or ("" in units and not all(map(_CURRENCY.fullmatch, named))):
        return None
    return next(iter(named), "")


def is_grouped_money(numbers: Sequence[Number]) -> bool:
    """Whether `1.234 €` means 1234: every fraction of the money has three digits, which no money has."""
    parts = [number.part for number in numbers if number.part]
    return bool(parts) and all(len(part) == 3 for part in parts) and any(_CURRENCY.fullmatch(n.unit) for n in numbers)


def tells_versions(numbers: Sequence[Number]) -> bool:
    """Whether `3.9` and `3.10` stand side by side: as numbers they would be in the wrong order, and `3.10` be `3.1`.

    `875.0` beside `85.95` is what a program writes of a number, and so is a fraction of many digits.
    """
    parts = [number.part for number in numbers if number.part]
    lengths = set(map(len, parts))
    is_measured = any(number.value < 0 for number in numbers) or max(lengths, default=0) > _VERSION_DIGITS
    return not is_measured and len(lengths) > 1 and any(len(part) > 1 and part.endswith("0") for part in parts)


def _unit(before: str | None, after: str) -> str:
    return " ".join(filter(None, (before, after)))
