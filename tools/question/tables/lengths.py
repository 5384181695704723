"""Lengths of time and sums of money as people write them, in any of the languages: `two weeks`, `under $500`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final, get_args

from citeline.text import is_cjk

from ..vocabulary.language import Language
from ..vocabulary.languages import table_of
from .words import words_of

_DAYS: Final = {
    **{"second": 1 / 86_400, "minute": 1 / 1_440, "hour": 1 / 24},
    **{"day": 1.0, "week": 7.0, "month": 365 / 12, "year": 365.0},
}
_MOST_CHARS: Final = 1_000
_APART: Final = 1e-4
"""Share by which `more than 2 years` is more than 2 years; what is closer is the same, as a year and twelve months."""
_CURRENCIES: Final = "$€£¥₹"
_POINT_IS_COMMA: Final = re.compile(r"\d+,\d{1,2}|\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_SIGNS: Final = {">": "above", ">=": "at_least", "≥": "at_least", "<": "below", "<=": "at_most", "≤": "at_most"}


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time in days, or a sum of money in the currency that its unit is, or all between two."""

    low: float
    high: float
    count: float
    """The number of it, as written; of several the last."""
    unit: str
    """As it is written."""
    text: str
    """As it is written, in small letters, with what makes more of it: `more than 2 years`."""

    @property
    def is_money(self) -> bool:
        """Whether its unit is a currency."""
        return self.unit in _CURRENCIES

    @property
    def needle(self) -> re.Pattern[str]:
        """What a text has that may hold it: a unit of time; the currency, or the number where the head has that."""
        if not self.is_money:
            return units_of_time()
        return re.compile(
            rf"{re.escape(self.unit)}|{re.escape(f'{self.count:.10g}')}|{re.escape(f'{self.count:,.10g}')}"
        )

    def has(self, other: Length) -> bool:
        """Whether the other lies within; one currency is no other, nor a time."""
        if (self.is_money or other.is_money) and self.unit != other.unit:
            return False
        return self.low * (1 - _APART / 2) <= other.low and other.high <= self.high * (1 + _APART / 2)


@lru_cache(maxsize=20_000)
def lengths_in(text: str) -> tuple[Length, ...]:
    """Those of the first thousand characters, in order, those of time first."""
    said = text[:_MOST_CHARS].lower()
    times = tuple(map(_read, _length().finditer(said)))
    if not any(sign in said for sign in _CURRENCIES):
        return times
    return (*times, *(sum_ for found in _money().finditer(said) if (sum_ := _read_money(found))))


def days_of_unit(head: str) -> float:
    """How many days the unit of time is that the head of a column names; 0 for none."""
    found = units_of_time().search(head.lower())
    return _units()[found[0]] if found else 0.0


@cache
def units_of_time() -> re.Pattern[str]:
    """A unit of time in a text of small letters."""
    return re.compile(rf"(?<![a-z])(?:{_any(_units())})")


def _read(found: re.Match[str]) -> Length:
    days = _units()[found["unit"]]
    count = _number(found["number"])
    low = high = count * days
    if found["first"]:
        low = min(high, _number(found["first"]) * _units().get(found["first_unit"], days))
    return Length(*_bounds(found, low, high), count, found["unit"], found[0].strip())


def _read_money(found: re.Match[str]) -> Length | None:
    high = _amount(found["number"] or found["number_behind"])
    low = _amount(found["first"]) if found["first"] else high
    if high is None or low is None:
        return None
    sign = found["sign"] or found["sign_behind"] or found["first_sign"]
    return Length(*_bounds(found, min(low, high), high), high, sign, found[0].strip())


def _amount(text: str) -> float | None:
    """`1,234.5` or `1.234,5`; no money has three digits behind its point. None for what is no amount: `1.2.3`."""
    point, parts = (",", ".") if _POINT_IS_COMMA.fullmatch(text) else (".", ",")
    with suppress(ValueError):
        return float(text.replace(parts, "").replace(point, "."))
    return None


def _bounds(found: re.Match[str], low: float, high: float) -> tuple[float, float]:
    """From where to where it goes with what makes more or less of it."""
    before, behind = _compared()
    how = before.get(found["before"], behind.get(found["behind"], "at_least" if found["more"] else ""))
    if how in ("above", "at_least"):
        return high * (1 + _APART * (how == "above")), float("inf")
    if how in ("below", "at_most"):
        return 0.0, high * (1 - _APART * (how == "below"))
    return low, high


def _number(text: str) -> float:
    return _numbers()[text] if text in _numbers() else float(text.replace(",", "."))


@cache
def _length() -> re.Pattern[str]:
    before, behind = _compared()
    number = rf"(?:\d{{1,3}}(?:[.,]\d{{1,2}})?|{_any(_numbers())})"
    unit = rf"[\s-]*(?:(?:{_any(_of_all('kinds'))})\s+)?(?P<{{}}>{_any(_units())})"
    return re.compile(
        rf"(?:(?P<before>{_any(before)})\s*)?(?<![a-z0-9_.,])"
        rf"(?:(?P<first>{number})(?:{unit.format('first_unit')})?\s*(?:[-–—~〜～]|{_any(_of_all('to'))})\s*)?"
        rf"(?P<number>{number})(?P<more>\+)?{unit.format('unit')}(?:\s*(?P<behind>{_any(behind)}))?"
    )


@cache
def _money() -> re.Pattern[str]:
    before, behind = _compared()
    sign, number = f"[{_CURRENCIES}]", r"\d(?:[\d.,]*\d)?"
    return re.compile(
        rf"(?:(?P<before>{_any(before)})\s*)?(?<![\w.,])"
        rf"(?:(?P<first_sign>{sign})?\s?(?P<first>{number})\s?{sign}?\s*(?:(?P<dash>[-–—~〜～])|{_any(_of_all('to'))})\s*)?"
        # `$5m` and `$5 million` are no five dollars.
        rf"(?:(?P<sign>(?(dash)(?(first_sign){sign}?|{sign})|{sign}))\s?(?P<number>{number})(?![\d.,]*\d|[a-z]|\s?[a-z]*illion)"
        rf"|(?P<number_behind>{number})\s?(?P<sign_behind>{sign})(?!\d))"
        rf"(?P<more>\+)?(?:\s*(?P<behind>{_any(behind)}))?"
    )


@cache
def _compared() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """What makes more or less of a length, before and behind it."""
    every = [words_of(language) for language in get_args(Language)]
    before = dict(chain.from_iterable(words.compared for words in every))
    return _SIGNS | before, dict(chain.from_iterable(words.compared_after for words in every))


@cache
def _numbers() -> Mapping[str, float]:
    return {word: float(number) for table in _tables("numbers") for word, number in table.items()}


@cache
def _units() -> Mapping[str, float]:
    return {word: days for table in _tables("lengths") for unit, days in _DAYS.items() for word in table[unit]}


def _of_all(key: str) -> list[str]:
    return [word for table in _tables("lengths") for word in table[key]]


def _tables(name: str) -> list[Mapping[str, Any]]:
    return [table_of(language)["tables"][name] for language in get_args(Language)]


def _any(words: Collection[str]) -> str:
    """Any of the words, as whole words where words are apart."""
    ordered = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(
        re.escape(word) + (r"(?!\w)" if word[-1].isalpha() and not is_cjk(word) else "") for word in ordered
    )
