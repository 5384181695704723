"""When a question says that something was: a year, a month or a day, before, after, since, until or between two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, TypeAlias, get_args

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import is_cjk

from .moments import written_days
from .vocabulary.language import Language
from .vocabulary.languages import table_of

_YEAR: Final = r"(?P<y>(?:19|20)\d\d)"
_FREE: Final = r"(?<![\w.,:/-])"
_ENDS: Final = r"(?![\w:/-]|[.,]\d)"
_DAY_AHEAD: Final = re.compile(r"(?<!\d)\d{1,2}(?:st|nd|rd|th|\.)?\s*$")
_NUMBERED: Final = rf"{_FREE}{_YEAR}[-/.](?P<mo>0?[1-9]|1[0-2]){_ENDS}"
_QUARTER: Final = rf"{_FREE}(?:Q(?P<q>[1-4])\W?\s*{_YEAR}|{_YEAR.replace('<y>', '<y2>')}\W?\s*Q(?P<q2>[1-4])){_ENDS}"
_PLAIN_YEAR: Final = rf"(?:(?<![\w.,:/#-])|(?<=\bmid-)|(?<=\bmi-)){_YEAR}{_ENDS}"
_OF_PARTS: Final = {
    ("until", "last"): "until",
    ("before", "last"): "until",
    ("after", "last"): "after",
    ("since", "first"): "since",
    ("after", "first"): "since",
    ("before", "first"): "before",
}
"""What a bound by the beginning or the end of a time is for all of it; any other one is too vague."""
_LONG_NAME: Final = 4
"""Letters of a month from which it is no other word: `may` and `mar` are."""


_Marks: TypeAlias = tuple[tuple[str, re.Pattern[str]], ...]
"""What each kind of mark is called, and its words."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """Bounds of days, each as exact as it was said: `2024`, `2024-03`, `2024-03-05`; empty where there is none."""

    since: str = ""
    """Not before this began."""
    until: str = ""
    """Not after this ended."""
    after: str = ""
    """Only when this is over."""
    before: str = ""
    """Only until this begins."""
    month: str = ""
    """`03` of any year."""
    said: str = ""
    """The words."""

    def holds(self, day: str) -> bool:
        """Whether a day, or a month or year that stands for one, lies within; not where it is too vague to tell."""
        bounds = ((self.since, (0, 1)), (self.until, (-1, 0)), (self.after, (1,)), (self.before, (-1,)))
        lies_within = all(_order(day, bound) in allowed for bound, allowed in bounds if bound)
        return lies_within and self.month in ("", day[5:7])


def _order(day: str, bound: str) -> int | None:
    """-1 before a bound, 0 in it, 1 after it; None where `2024` may be any of them."""
    if len(day) < len(bound) and bound.startswith(day):
        return None
    exact, whole = day[: len(bound)], bound[: len(day)]
    return (exact > whole) - (exact < whole)


@dataclass(frozen=True, slots=True)
class _Point:
    first: str
    last: str
    """The same as the first, but for a quarter."""
    month: str
    start: int
    end: int


def time_span(text: str, language: Language) -> tuple[TimeSpan | None, str]:
    """The span that a text speaks of, and the text without its words; None for none, or for several."""
    points = _points(text, language)
    words = _bounds(language)
    if len(points) == 2 and (whole := _between(text, points[0], points[1], words)) is not None:
        return whole, _without(text, whole.said)
    if len(points) != 1:
        return None, text
    point = points[0]
    part, start, end = words.part(text, point.start, point.end)
    bound, start, end = words.around(text, start, end)
    said = text[start:end].strip()
    if bound == "from":
        bound = "since" if part or point.month else ""
    if part:
        bound = _OF_PARTS.get((bound, part), "")
        if not bound:
            return None, text
    if point.month:
        span = TimeSpan(month=point.month, said=said) if not bound else None
    elif bound in ("before", "until"):
        span = TimeSpan(**{bound: point.first if bound == "before" else point.last}, said=said)
    elif bound in ("after", "since"):
        span = TimeSpan(**{bound: point.last if bound == "after" else point.first}, said=said)
    else:
        span = TimeSpan(since=point.first, until=point.last, said=said)
    return (span, f"{text[:start]} {text[end:]}") if span else (None, text)


def bounds_of(text: str, places: Sequence[tuple[int, int]], language: Language) -> tuple[str, ...]:
    """How words bound each of these places: `after`, `since`, `before`, or nothing; of two with a range between them
    the first is `after` and the second `until`.
    """
    words = _bounds(language)
    if len(places) == 2:
        (first, start), (end, last) = places
        lead, tail = words.between.search(text, 0, first), words.between_behind.match(text, last)
        joint = text[start:end].strip()
        if (words.to.fullmatch(joint) or words.joined.fullmatch(joint)) and (lead or tail):
            return ("after", "until")
    found = (words.around(text, start, end)[0] for start, end in places)
    return tuple(bound if bound in ("after", "since", "before") else "" for bound in found)


def names_time(text: str, language: Language) -> bool:
    """Whether a text names a year, a month or a day."""
    return bool(_points(text, language))


def names_month(text: str, language: Language) -> bool:
    """Whether a text is the name of a month and nothing else."""
    return _month_names(language).fullmatch(text) is not None


@cache
def _month_names(language: Language) -> re.Pattern[str]:
    names = [name for one in dict.fromkeys((language, "en")) for name in _months(one)]
    return re.compile("|".join(names), re.IGNORECASE)


def _points(text: str, language: Language) -> list[_Point]:
    """Years, months, days and quarters, in order; of two that overlap the longer one, as it is the more exact."""
    found = [_Point(day, day, "", start, end) for day, start, end in written_days(text)]
    for pattern in _patterns(language):
        for match in pattern.finditer(text):
            point = _point(match)
            if not point.month or point.first or _is_month(text, match, language):
                found.append(point)
    found.sort(key=lambda one: one.start - one.end)
    kept: list[_Point] = []
    for one in found:
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _point(match: re.Match[str]) -> _Point:
    parts = match.groupdict()
    year, quarter = parts.get("y") or parts.get("y2") or "", parts.get("q") or parts.get("q2")
    if quarter:
        last = 3 * int(quarter)
        return _Point(f"{year}-{last - 2:02}", f"{year}-{last:02}", "", *match.span())
    named = next((name[1:] for name, value in parts.items() if value and re.fullmatch(r"m\d+", name)), "")
    month = f"{int(parts.get('mo') or named):02}" if parts.get("mo") or named else ""
    if not year:
        return _Point("", "", month, *match.span())
    exact = f"{year}-{month}" if month else year
    return _Point(exact, exact, "", *match.span())


def _is_month(text: str, match: re.Match[str], language: Language) -> bool:
    """Whether the name of a month alone is one: `may` is only behind `in`."""
    if len(match[0].strip(".")) >= _LONG_NAME or is_cjk(match[0]):
        return True
    ahead = (_bounds(language).inside, _bounds(language).between)
    return match[0][0].isupper() and any(words.search(text, 0, match.start()) for words in ahead)


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], ...]:
    forms = [_NUMBERED, _QUARTER, _PLAIN_YEAR]
    forms += [form for one in get_args(Language) for form in table_of(one)["spans"].get("points", [])]
    for one in dict.fromkeys((language, "en")):
        names = "|".join(f"(?P<m{number}>{form})" for number, form in enumerate(_months(one), 1))
        if names:
            month = names if is_cjk(names) else rf"\b(?:{names})(?!\w)"
            forms.append(rf"(?:{month})(?:(?:,| of| del?)?\s+{_YEAR}(?!\w))?")
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


def _months(language: str) -> list[str]:
    names: list[str] = table_of(language)["time"].get("months", [])
    return names


def _between(text: str, one: _Point, other: _Point, words: _Bounds) -> TimeSpan | None:
    """From a first to a last one: `2019 to 2021`, `between March and May 2024`, where both are of one year."""
    one, other = _in_year_of(one, other), _in_year_of(other, one)
    # `from 5 March to 7 May 2024`: a day without a year is no point.
    if one.month or other.month or one.first > other.last or _DAY_AHEAD.search(text, 0, one.start):
        return None
    joint, lead = text[one.end : other.start].strip(), words.between.search(text, 0, one.start)
    tail = words.between_behind.match(text, other.end)
    if not (words.to.fullmatch(joint) or ((lead or tail) and words.joined.fullmatch(joint))):
        return None
    said = text[lead.start() if lead else one.start : tail.end() if tail else other.end]
    return TimeSpan(since=one.first, until=other.last, said=said)


def _in_year_of(month: _Point, other: _Point) -> _Point:
    """A month without a year in that of another month or day."""
    if not month.month or len(other.first) <= len("2024"):
        return month
    exact = f"{other.first[:4]}-{month.month}"
    return replace(month, first=exact, last=exact, month="")


def _without(text: str, said: str) -> str:
    return text.replace(said, " ", 1)


def _beside(behind: _Marks, ahead: _Marks, text: str, start: int, end: int) -> tuple[str, int, int] | None:
    """The first mark that stands behind a time, else ahead of it, and where both begin and end."""
    for mark, pattern in behind:
        if found := pattern.match(text, end):
            return mark, start, found.end()
    for mark, pattern in ahead:
        if found := pattern.search(text, 0, start):
            return mark, found.start(), end
    return None


@dataclass(frozen=True, slots=True)
class _Bounds:
    """Words beside a time, of one language and of English."""

    ahead: _Marks
    """(`before`, `after`, `since`, `until`, `from`; what stands in front)"""
    behind: _Marks
    parts_ahead: _Marks
    """(`first`, `last`, `vague`; what stands in front)"""
    parts_behind: _Marks
    inside: re.Pattern[str]
    between: re.Pattern[str]
    between_behind: re.Pattern[str]
    to: re.Pattern[str]
    joined: re.Pattern[str]

    def part(self, text: str, start: int, end: int) -> tuple[str, int, int]:
        """Which part of a time is meant, where it is not all of it, and where both begin and end."""
        return _beside(self.parts_behind, self.parts_ahead, text, start, end) or ("", start, end)

    def around(self, text: str, start: int, end: int) -> tuple[str, int, int]:
        """What bounds a time, if anything does, and where it begins and ends with these words."""
        if bound := _beside(self.behind, self.ahead, text, start, end):
            return bound
        found = self.inside.search(text, 0, start)
        return "", found.start() if found else start, end


@cache
def _bounds(language: Language) -> _Bounds:
    tables: list[dict[str, Any]] = [table_of(one)["spans"] for one in dict.fromkeys((language, "en"))]

    def any_of(key: str, *, ahead: bool) -> re.Pattern[str]:
        forms = [table[key] for table in tables if table.get(key)]
        fills = [table["fill"] for table in tables if table.get("fill")]
        form, fill = "|".join(forms) or r"(?!)", "|".join(fills) or r"(?!)"
        if not ahead:
            return re.compile(rf"\s*(?:{form})", re.IGNORECASE)
        start = r"(?<![A-Za-z])" if is_cjk(form) else r"(?<!\w)"
        return re.compile(rf"{start}(?:{form})\s*(?:(?:{fill})\s*)*$", re.IGNORECASE)

    kinds, parts = ("since", "until", "before", "after", "from"), ("first", "last", "vague")
    return _Bounds(
        ahead=tuple((kind, any_of(kind, ahead=True)) for kind in kinds),
        behind=tuple((kind, any_of(f"{kind}_behind", ahead=False)) for kind in kinds),
        parts_ahead=tuple((part, any_of(part, ahead=True)) for part in parts),
        parts_behind=tuple((part, any_of(f"{part}_behind", ahead=False)) for part in parts),
        inside=any_of("inside", ahead=True),
        between=any_of("between", ahead=True),
        between_behind=any_of("between_behind", ahead=False),
        to=re.compile("|".join(table["to"] for table in tables), re.IGNORECASE),
        joined=re.compile("|".join(table["joined"] for table in tables), re.IGNORECASE),
    )
