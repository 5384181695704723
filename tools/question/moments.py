"""Dates, times, time zones and lengths of time that a text writes out, in all languages that questions are read in.

Nothing is completed: a date without a year, `tomorrow` and `before 2026-03-04` are read and have no value, so that
whoever uses them can say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias, get_args

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.text import digits_of

from .vocabulary.language import Language
from .vocabulary.languages import table_of

MomentKind: TypeAlias = Literal["date", "time", "zone", "minutes"]

_ISO: Final = r"(?a:(?<![\w.-])(?P<y>\d{4})-(?P<mo>\d{1,2})-(?P<d>\d{1,2})(?:T(?=\d)|(?![\d-])))"
_YEAR_FIRST: Final = r"(?a:(?<![\w./])(?P<y>\d{4})(?P<sep>[/.])(?P<mo>\d{1,2})(?P=sep)(?P<d>\d{1,2})(?![\w/]))"
_DOTTED: Final = r"(?a:(?<![\w.])(?P<d>\d{1,2})\.\s?(?P<mo>\d{1,2})\.\s?(?P<y>\d{4})(?!\w))"
_SLASHED: Final = r"(?a:(?<![\w/])(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y>\d{4})(?![\w/]))"
"""Which is the month is known only where one of them is above 12."""
_CLOCK: Final = (
    r"(?a:(?<![\d:.-])(?P<h>\d{1,2}):(?P<m>\d{2})(?::\d{2})?(?:\s*(?:(?P<am>a\.?m\.?)|(?P<pm>p\.?m\.?))(?!\w))?"
    r"(?P<offset>Z(?!\w)|[+-]\d{2}:?\d{2}(?!\d))?(?![\d:]))"
)
_ZONE: Final = (
    r"(?<![\w/])(?P<iana>[A-Z][A-Za-z]+(?:/[A-Z][A-Za-z_+-]+\d*)+|UTC|GMT)"
    r"(?P<hours>[+-]\d{1,2}(?::?\d{2})?)?(?!\w)"
)
_LETTERS: Final = re.compile(r"\s*\(?(?P<letters>[A-Z]{2,4}T)\b\)?")
"""Behind a time: `CEST` means one thing, `IST` three."""
_BETWEEN_TIMES: Final = r"\s*(?:-|–|—|~|〜|{to})\s*"
_JOINS: Final = re.compile(r"[\s,(（]*(?:the|den|dem|el|le)?[\s,(（]*", re.IGNORECASE)
_HOURS: Final = 24
_HALF_DAY: Final = 12


@dataclass(frozen=True, slots=True)
class Moment:
    """One of them with its place in the text."""

    kind: MomentKind
    values: tuple[str, ...]
    """`2026-03-04`, `10:30`, `Europe/Berlin` or `+02:00`, minutes. Two readings of `3/4/2026`, none where it is left
    open.
    """
    start: int
    end: int


@lru_cache(maxsize=256)
def moments_in(text: str) -> tuple[Moment, ...]:
    """All of them, in order; none overlaps another, and what is read of more letters counts."""
    readings = [one for reader in (_dates, _lengths, _times, _zones) for one in reader(text)]
    found: list[Moment] = []
    for reading in sorted(readings, key=lambda one: one[0].start - one[-1].end):
        if not any(one.start < other.end and other.start < one.end for one in reading for other in found):
            found += reading
    found += [
        Moment("zone", (), at.start("letters"), at.end("letters"))
        for one in found
        if one.kind == "time" and (at := _LETTERS.match(text, one.end)) and not _is_taken(found, at.start("letters"))
    ]
    return tuple(_with_weekdays(sorted(found, key=lambda one: one.start), text))


def days_in(text: str) -> list[Moment]:
    """The dates alone."""
    return [one for one in moments_in(text) if one.kind == "date"]


def written_days(text: str) -> list[tuple[str, int, int]]:
    """Days that are written out with their year, with their places, whatever stands before or behind them."""
    found = ((_days(one), *one.span()) for pattern in _patterns().dates for one in pattern.finditer(text))
    return [(values[0], start, end) for values, start, end in found if values and len(values) == 1]


def is_ordinal_day(text: str, at: int) -> bool:
    """Whether a full stop that ends before `at` is that of a day: `4. März`."""
    return _ordinal_months().match(text, at) is not None


@cache
def _ordinal_months() -> re.Pattern[str]:
    """Names of months in the languages that write a day so."""
    tables = [table_of(language)["time"] for language in get_args(Language)]
    forms = [
        form
        for table in tables
        if any(r"\. ?{month}" in date for date in table.get("dates", ()))
        for form in table["months"]
    ]
    return re.compile(rf"\s?(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)


def _is_taken(found: Sequence[Moment], at: int) -> bool:
    return any(one.start <= at < one.end for one in found)


def _with_weekdays(found: list[Moment], text: str) -> list[Moment]:
    """A weekday beside a date is a part of it; of another day, it leaves the date open."""
    kept: list[Moment] = []
    for one in found:
        before = kept[-1] if kept else None
        beside = before is not None and before.kind == one.kind == "date" and before.end <= one.start
        if before is not None and beside and _JOINS.fullmatch(text, before.end, one.start):
            first, second = (_weekday(text[each.start : each.end]) for each in (before, one))
            day = one.values if first is not None else before.values
            weekday = first if first is not None else second
            if weekday is not None and (first is None or second is None):
                fits = tuple(value for value in day if date.fromisoformat(value).weekday() == weekday)
                kept[-1] = Moment("date", fits, before.start, one.end)
                continue
        kept.append(one)
    return kept


def _weekday(text: str) -> int | None:
    return next((number for number, day in enumerate(_patterns().weekdays) if day.fullmatch(text)), None)


def _dates(text: str) -> Iterator[list[Moment]]:
    patterns = _patterns()
    for pattern in patterns.dates:
        for found in pattern.finditer(text):
            values = _days(found)
            if values is None:
                continue
            before = patterns.not_before.search(text[: found.start()])
            after = patterns.not_after.match(text, found.end())
            start, end = before.start() if before else found.start(), after.end() if after else found.end()
            yield [Moment("date", () if before or after else values, start, end)]
    for found in patterns.relative.finditer(text):
        yield [Moment("date", (), found.start(), found.end())]


def _days(found: re.Match[str]) -> tuple[str, ...] | None:
    """Its readings; none for a day without a year or one that is in no calendar, None for what is no date."""
    parts = found.groupdict()
    if parts.get("a"):
        pairs = {(int(parts["a"]), int(parts["b"])), (int(parts["b"]), int(parts["a"]))}
        return tuple(sorted({day for month, number in pairs if (day := _day(parts["y"], month, number))}))
    month = int(parts["mo"]) if parts.get("mo") else _month_of(parts)
    if not parts.get("y"):
        return () if _day("2024", month, int(parts["d"])) else None
    day = _day(parts["y"], month, int(parts["d"]))
    return (day,) if day else ()


def _month_of(parts: dict[str, str | None]) -> int:
    return next(
        (int(name[1:]) for name, value in parts.items() if value and name[0] == "m" and name[1:].isdecimal()), 0
    )


def _day(year: str, month: int, day: int) -> str:
    try:
        return date(int(year), month, day).isoformat()
    except ValueError:
        return ""


def _times(text: str) -> Iterator[list[Moment]]:
    for pattern in _patterns().times:
        for found in pattern.finditer(text):
            yield _clock(found)


def _clock(found: re.Match[str]) -> list[Moment]:
    """A time, the length of time up to a second one, and the offset behind it."""
    parts = found.groupdict()
    first = _minute(parts["h"], parts.get("m") or parts.get("m3"), parts.get("am"), parts.get("pm"), parts.get("half"))
    end = found.start("offset") if parts.get("offset") else found.end()
    zone = [Moment("zone", (_offset(parts["offset"]),), end, found.end())] if parts.get("offset") else []
    if not parts.get("h2"):
        return [Moment("time", () if first is None else (_written(first),), found.start(), end), *zone]
    later = _minute(parts["h2"], parts.get("m2"), parts.get("am2"), parts.get("pm2"), None)
    if first is not None and parts.get("pm2") and not parts.get("am") and first < _HALF_DAY * 60:
        first += _HALF_DAY * 60  # `from 2 to 3 pm`
    at = found.start("h2")
    if first is None or later is None or later <= first:
        return [Moment("time", (), found.start(), at), Moment("minutes", (), at, end), *zone]
    length = Moment("minutes", (str(later - first),), at, end)
    return [Moment("time", (_written(first),), found.start(), at), length, *zone]


def _minute(hour: str, minute: str | None, am: str | None, pm: str | None, half: str | None) -> int | None:
    """Of the day."""
    hours, minutes = int(hour), 30 if half else int(minute or 0)
    if (am or pm) and hours > (_HALF_DAY if am else _HOURS - 1):
        return None
    if am and hours == _HALF_DAY:
        hours = 0
    if pm and hours < _HALF_DAY:
        hours += _HALF_DAY
    return hours * 60 + minutes if hours < _HOURS and minutes < 60 else None


def _written(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _lengths(text: str) -> Iterator[list[Moment]]:
    for pattern in _patterns().lengths:
        for found in pattern.finditer(text):
            parts = found.groupdict()
            hours, minutes = (parts.get("hours") or "0").replace(",", "."), parts.get("minutes") or "0"
            total = round(float(hours) * 60) + int(minutes) + (30 if parts.get("half") else 0)
            total += 60 if parts.get("one") else 0
            yield [Moment("minutes", (str(total),), found.start(), found.end())]


def _zones(text: str) -> Iterator[list[Moment]]:
    for found in _patterns().iana.finditer(text):
        name, hours = found["iana"], found["hours"]
        if hours:
            yield [Moment("zone", (_offset(hours),) if name in ("UTC", "GMT") else (), found.start(), found.end())]
        elif name in ("UTC", "GMT") or name in _by_name():
            yield [Moment("zone", ("UTC" if name == "GMT" else name,), found.start(), found.end())]
    for pattern in _patterns().cities:
        for found in pattern.finditer(text):
            named = _by_city().get(found["city"].replace(" ", "_").lower(), ())
            yield [Moment("zone", named if len(named) == 1 else (), found.start(), found.end())]


def _offset(text: str) -> str:
    if text == "Z":
        return "UTC"
    digits = digits_of(text)
    hours, minutes = (digits[:-2], digits[-2:]) if len(digits) > 2 else (digits, "00")
    return f"{text[0]}{int(hours):02}:{minutes}"


@cache
def _by_name() -> frozenset[str]:
    from zoneinfo import available_timezones  # few questions name a zone

    return frozenset(available_timezones())


@cache
def _by_city() -> dict[str, tuple[str, ...]]:
    cities: dict[str, tuple[str, ...]] = {}
    for name in sorted(_by_name()):
        region, _, city = name.rpartition("/")
        if region and region.partition("/")[0] not in ("Etc", "US", "posix", "right", "Canada", "Brazil", "Chile"):
            cities[city.lower()] = (*cities.get(city.lower(), ()), name)
    return cities


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Those of all languages: a sentence of a source may be in any."""

    dates: tuple[re.Pattern[str], ...]
    weekdays: tuple[re.Pattern[str], ...]
    """Monday first."""
    relative: re.Pattern[str]
    not_before: re.Pattern[str]
    """In front of a date that is no day of its own: `before`, `not on`."""
    not_after: re.Pattern[str]
    times: tuple[re.Pattern[str], ...]
    lengths: tuple[re.Pattern[str], ...]
    iana: re.Pattern[str]
    cities: tuple[re.Pattern[str], ...]


@cache
def _patterns() -> _Patterns:
    tables = [table_of(language).get("time", {}) for language in get_args(Language)]
    weekdays = [table["weekdays"] for table in tables]
    to = "|".join(table["to"] for table in tables if table.get("to"))
    between = _BETWEEN_TIMES.replace("{to}", to)
    second = re.sub(
        r"\?P<(h|m|am|pm)>", r"?P<\g<1>2>", _CLOCK.removeprefix("(?a:(?<![\\d:.-])").split("(?P<offset>")[0]
    )
    times = [_CLOCK.replace("(?P<offset>", f"(?:{between}{second})?(?P<offset>", 1)]
    dates = [_ISO, _YEAR_FIRST, _DOTTED, _SLASHED]
    for table in tables:
        names = table.get("months", [])
        month = "|".join(f"(?P<m{number}>{forms})" for number, forms in enumerate(names, 1))
        dates += [pattern.replace("{month}", f"(?:{month})") for pattern in table.get("dates", [])]
        times += [pattern.replace("{between}", between) for pattern in table.get("times", [])]
    return _Patterns(
        tuple(re.compile(pattern, re.IGNORECASE) for pattern in dates),
        tuple(re.compile("|".join(forms), re.IGNORECASE) for forms in zip(*weekdays, strict=True)),
        re.compile("|".join(table["relative"] for table in tables if table.get("relative")), re.IGNORECASE),
        re.compile(f"(?:{'|'.join(table['not_before'] for table in tables if table.get('not_before'))})$", re.I),
        re.compile("|".join(table["not_after"] for table in tables if table.get("not_after")), re.IGNORECASE),
        tuple(re.compile(pattern, re.IGNORECASE) for pattern in times),
        tuple(re.compile(one, re.IGNORECASE) for table in tables for one in table.get("lengths", [])),
        re.compile(_ZONE),
        tuple(re.compile(one) for table in tables for one in table.get("cities", [])),
    )
