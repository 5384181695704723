"""Lengths of time and sums of money as people write them, in any of the languages: `two weeks`, `under $500`."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import chain
from typing import Any, Final, get_args

from citeline.data_files import shipped_table
from citeline.dataclass import dataclass
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
_WRITTEN: Final = re.compile(r"(\d(?:[\d.,]*\d)?)\s?(\D*)$")
_BARE: Final = re.compile(r"(?<![\w.,])\d")
_WORD: Final = re.compile(r"\s*[^\W\d_]")
_POINT_IS_COMMA: Final = re.compile(r"\d+,\d{1,2}|\d{1,3}(?:\.\d{3})+(?:,\d+)?")
_SIGNS: Final = {">": "above", ">=": "at_least", "≥": "at_least", "<": "below", "<=": "at_most", "≤": "at_most"}
_money_words: Final = partial(shipped_table, "citeline.tools.question.tables", "money.toml")


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time in days, or a sum of money in the currency that its unit is, or all between two."""

    low: float
    high: float
    count: float
    """The number of it, as written; of several the last."""
    unit: str
    """As it is written; of money the sign of its currency."""
    text: str
    """As it is written, in small letters, with what makes more of it: `more than 2 years`."""

    @property
    def is_money(self) -> bool:
        """Whether its unit is a currency."""
        return self.unit in _currencies()

    @property
    def needle(self) -> re.Pattern[str]:
        """What a text has that may hold it: a unit of time; the currency, or the number where the head has that."""
        if not self.is_money:
            return units_of_time()
        numbers = f"{self.count:.10g}", f"{self.count:,.10g}"
        return re.compile("|".join((_any(_currencies()[self.unit]), *map(re.escape, numbers))))

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
    if not _currency().search(said):
        return times
    return (*times, *(sum_ for found in _money().finditer(said) if (sum_ := _read_money(found))))


def sums_below(head: str, cell: str, currency: str) -> tuple[Length, ...]:
    """Sums of money in a cell whose head names the currency, `Budget (EUR)`; empty where it does not."""
    named = (_sign_of(found[0]) for found in _currency().finditer(head.lower()))
    return lengths_in(_BARE.sub(rf"{currency}\g<0>", cell)) if currency in named else ()


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
    number, size = _amount(found["number"] or found["number_behind"])
    first, first_size = _amount(found["first"]) if found["first"] else (number, size)
    if number is None or first is None:
        return None
    if first_size == 1 and first < number:
        first_size = size  # `1-3 million`
    low, high = first * first_size, number * size
    signs = found["sign"], found["sign_behind"], found["first_sign"]
    unit, end = _sign_of(next(filter(None, signs))), found.end()
    if not (any(signs[:2]) or found["dash"]) and _WORD.match(found.string, end):
        high, end = low, found.end("first")  # of `£5 to 10 people` only the first is money
    return Length(*_bounds(found, min(low, high), high), high, unit, found.string[found.start() : end].strip())


def _sign_of(spelling: str) -> str:
    return next(sign for sign, spellings in _currencies().items() if spelling in spellings)


def _amount(text: str) -> tuple[float | None, float]:
    """The number of `1,234.5`, `1.234,5` or `1.2m`, and how many its magnitude is; no money has three digits behind its
    point. None for what is no number: `1.2.3`.
    """
    written = _WRITTEN.match(text)
    digits, word = written.groups() if written else (text, "")
    point, parts = (",", ".") if _POINT_IS_COMMA.fullmatch(digits) else (".", ",")
    with suppress(ValueError):
        return float(digits.replace(parts, "").replace(point, ".")), _magnitudes().get(word, 1.0)
    return None, 1.0


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
    sign, number = _currency().pattern, rf"\d(?:[\d.,]*\d)?(?:\s?(?:{_any(_magnitudes())}))?"
    return re.compile(
        rf"(?:(?P<before>{_any(before)})\s*)?(?<![\w.,])"
        rf"(?:(?P<first_sign>{sign})?\s?(?P<first>{number})\s?(?:{sign})?\s*(?:(?P<dash>[-–—~〜～])|{_any(_of_all('to'))})\s*)?"
        # `$5x` and `$5 zillion` are no five dollars.
        rf"(?:(?P<sign>(?(first_sign)(?:{sign})?|(?:{sign})))\s?(?P<number>{number})(?![\d.,]*\d|[a-z]|\s?[a-z]*illion)"
        rf"|(?P<number_behind>{number})\s?(?P<sign_behind>{sign})(?!\d))"
        rf"(?P<more>\+)?(?:\s*(?P<behind>{_any(behind)}))?"
    )


@cache
def _currency() -> re.Pattern[str]:
    """Any spelling of a currency in a text of small letters."""
    return re.compile(rf"(?<![a-z])(?:{_any(list(chain.from_iterable(_currencies().values())))})")


@cache
def _currencies() -> Mapping[str, frozenset[str]]:
    """Spellings of each by its sign."""
    return {sign: frozenset(words.split()) for sign, words in _money_words()["currencies"].items()}


@cache
def _magnitudes() -> Mapping[str, float]:
    sizes = _money_words()["magnitudes"].items()
    return {word: float(size) for size, words in sizes for word in words.split()}


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
