"""What bounds a column of numbers in a question, `over 50`, `between 20 and 40`, and how many of the most it wants."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import nan
from typing import Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.text import digits_of, is_cjk

from ..vocabulary.language import Language
from ..vocabulary.languages import table_of
from .words import Words, find_phrase, words_of

NUMBER: Final = re.compile(r"\d[\d.,]*\d|\d")
_PLAIN: Final = rf"\d{{1,3}}(?:[ \u00a0\u202f]\d{{3}})+(?!\d)|{NUMBER.pattern}"
_MONEY: Final = "$€£¥"
_DOTS: Final = 2
"""In a version, of which no column is more or less."""
_SIGNS: Final = {">": "above", "<": "below", ">=": "at_least", "≥": "at_least", "<=": "at_most", "≤": "at_most"}
_SIGN: Final = {how: sign for sign, how in _SIGNS.items()}
_MILLION: Final = 1_000_000
_MOST_FEW: Final = 20
_FIRST_WORDS: Final = 3
"""In which a number says how many are wanted: `which three cities have the highest`, not `which of the three`."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A condition on the numbers of a column."""

    how: str
    """`above`, `at_least`, `below`, `at_most`"""
    number: float
    """Not a number where what bounds the column was not understood."""
    start: int
    """Where it stands in the question, and where it ends."""
    end: int

    def holds(self, value: float) -> bool:
        """Whether a value fulfils it."""
        if self.how in ("above", "below"):
            return value > self.number if self.how == "above" else value < self.number
        return value >= self.number if self.how == "at_least" else value <= self.number

    @property
    def said(self) -> str:
        """`> 50`"""
        return f"{_SIGN[self.how]} {self.number:,.10g}"


def compared_in(language: Language, lower: str) -> tuple[Compared, ...]:
    """The conditions on numbers in a text of small letters, in order; those of a range have the same place."""
    found: list[Compared] = []
    for bounds, (start, end) in _bounds(words_of(language), language, lower):
        if not any(start < one.end and one.start < end for one in found):
            found += [Compared(how, _amount(number, language), start, end) for how, number in bounds.items()]
    return tuple(sorted(found, key=lambda one: one.start))


_Bound: TypeAlias = tuple[Mapping[str, str], tuple[int, int]]
"""Numbers by how they bound, and the place."""


def _bounds(words: Words, language: Language, lower: str) -> Iterator[_Bound]:
    """The longest wordings first."""
    amount = rf"({_amounts(language).pattern})"
    for pattern in _ranges(language):
        yield from (({"at_least": m[1], "at_most": m[2]}, m.span()) for m in pattern.finditer(lower))
    for phrase, how in ((phrase, how) for phrase, how in words.compared if phrase in lower):
        edge, joint = ("", r"\s*") if is_cjk(phrase) else (r"(?<!\w)", r"\s+")
        pattern = re.compile(rf"{edge}{re.escape(phrase)}{joint}{amount}")
        yield from (({how: m[1]}, m.span()) for m in pattern.finditer(lower))
    for phrase, how in ((phrase, how) for phrase, how in words.compared_after if phrase in lower):
        pattern = re.compile(rf"{amount}[^\W\d]{{0,3}}\s*{re.escape(phrase)}")
        yield from (({how: m[1]}, m.span()) for m in pattern.finditer(lower))
    yield from (({_SIGNS[m[1]]: m[2]}, m.span()) for m in re.finditer(rf"([<>]=?|[≥≤])\s*{amount}", lower))


@cache
def _scales(language: Language) -> Mapping[str, float]:
    """What a number is multiplied by that such a word stands behind, in its language and English."""
    return {**table_of("en")["tables"]["scales"], **table_of(language)["tables"]["scales"]}


@cache
def _amounts(language: Language) -> re.Pattern[str]:
    """Amounts with their sign and what scales them: `-10`, `$1.5m`, `1 000 000`, `1.5 million`, `100万`."""
    scales = sorted(_scales(language), key=len, reverse=True)
    said = "|".join(one if is_cjk(one) else rf"{re.escape(one)}(?!\w)" for one in scales)
    plain = rf"(?:{_PLAIN})(?:\s?(?:{said}))?"
    return re.compile(rf"(?<![\d.])(?:(?<!\w)[-−])?(?:[{_MONEY}]\s?(?:(?:{_PLAIN})m(?!\w)|{plain})|{plain})")


def _amount(said: str, language: Language) -> float:
    """The number of an amount; `nan` for a version."""
    found = re.search(_PLAIN, said)
    if found is None:
        return nan
    plain = re.sub(r"\s", "", found[0])
    if plain.count(".") >= _DOTS and not re.fullmatch(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?", plain):
        return nan
    scale = said[found.end() :].strip()
    times = _MILLION if scale == "m" else _scales(language).get(scale, 1)
    return as_number(plain) * times * (-1 if said[0] in "-−" else 1)


@cache
def _ranges(language: Language) -> tuple[re.Pattern[str], ...]:
    """Of the question's language and English: `between 20 and 40`, `20 到 40 之间`."""
    found: list[re.Pattern[str]] = []
    amount = rf"({_amounts(language).pattern})"
    for one in dict.fromkeys((language, "en")):
        table = table_of(one)["spans"]
        lead, joint = table.get("between", ""), f"{table['to']}|{table['joined']}"
        edge = "" if is_cjk(lead) else r"(?<!\w)"
        two = rf"{amount}\s*(?:{joint})\s*{amount}"
        found += [re.compile(rf"{edge}(?:{lead})\s*{two}(?![\w-])")] if lead else []
        if behind := table.get("between_behind"):
            found.append(re.compile(rf"(?<![a-z0-9_.,-]){two}\s*(?:{behind})"))
    return tuple(found)


def joints_of(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What stands between names in place of one another, and between any that are joined; in English as well."""
    return _joints(language, "or"), _joints(language, "any")


@cache
def _joints(language: Language, key: str) -> re.Pattern[str]:
    said = [table_of(one)["tables"]["joints"][key] for one in dict.fromkeys((language, "en"))]
    return re.compile("|".join(f"(?:{one})" if is_cjk(one) else rf"(?<!\w)(?:{one})(?!\w)" for one in said), re.I)


def few_in(words: Words, language: Language, lower: str) -> tuple[int, tuple[int, int]]:
    """How many rows are wanted of the most or the least, `top 3`, `the three largest`, and where that number stands; 1
    where nothing says it.
    """
    numbers = table_of(language)["tables"]["numbers"]
    number = "|".join([r"\d{1,2}", *sorted(map(re.escape, numbers), key=len, reverse=True)])
    start = re.match(rf"\W*(?:\w+\s+){{0,{_FIRST_WORDS - 1}}}({number})\s+\w", lower)
    for phrase, operation in words.operations:
        if operation not in ("max", "min", "latest", "earliest") or not find_phrase(phrase, lower):
            continue
        edge, said = "" if is_cjk(phrase) else r"(?!\w)", re.escape(phrase)
        near = re.search(rf"(?<![\w.,-])(?:({number})\s+{said}|{said}\s*({number}){edge}(?![\d.,]\d))", lower)
        if not (found := near or start):
            return 1, (0, 0)
        told = found[found.lastindex or 1]
        count = int(told) if told.isdigit() else int(numbers[told])
        return (count, found.span(found.lastindex or 1)) if 1 < count <= _MOST_FEW else (1, (0, 0))
    return 1, (0, 0)


def blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text as long as it is, with blanks in these places."""
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def as_number(text: str) -> float:
    """`300,000`, `300.000` and `1.5`: groups of three behind the first mark are thousands."""
    plain = text.strip(".,")
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", plain):
        return float(digits_of(plain))
    whole, _, part = plain.rpartition("." if plain.rfind(".") > plain.rfind(",") else ",")
    if not whole:
        return float(plain)
    return float(f"{digits_of(whole)}.{part}")
