"""Dates as people write them in tables and texts, in the form of SQLite: `2026-03-01`, with a time if there is one."""

from __future__ import annotations

from datetime import date, datetime
from functools import cache, partial
from typing import Final, Literal, TypeAlias

from citeline.data_files import shipped_table
from citeline.patterns import re

Order: TypeAlias = Literal["day", "month"]
"""What comes first in `3/4/2026`."""

_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})?)?")
_YEAR_FIRST: Final = re.compile(
    r"(\d{4})/(\d{1,2})/(\d{1,2})|(\d{4})\.\s?(\d{1,2})\.\s?(\d{1,2})\.?|(\d{4})[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일]"
)
_DOTTED: Final = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")
_SLASHED: Final = re.compile(r"(\d{1,2})(?P<mark>[/-])(\d{1,2})(?P=mark)(\d{4}|(?<=/)\d\d)")
_SHORT: Final = re.compile(r"(\d\d)\.(\d\d)\.(\d\d)", re.ASCII)
_DAY_MONTH: Final = re.compile(
    r"(\d{1,2})\.?[ /-](?:(?P<of>[a-z]{2,3}) )?([^\W\d_]{3,12})\.?[ /-](?:(?P=of) )?(\d{4}|(?<=[ -])\d\d)"
)
_MONTH_DAY: Final = re.compile(r"([^\W\d_]{3,12})\.? (\d{1,2}),? (\d{4})")
_DIGITS: Final = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)", re.ASCII)
DATE: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}|\d{4}[/.]\d{1,2}[/.]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}"
    r"|(?<![\d/])\d{1,2}/\d{1,2}/(?:\d{4}|\d\d)(?![\d/])"
    r"|\d{1,2}(?:st|nd|rd|th)?[ -][A-Z][a-z]{2,8}\.?,?[ -]\d{4}|[A-Z][a-z]{2,8}\.? \d{1,2}(?:st|nd|rd|th)?,?"
    r"(?: \d{2}:\d{2}:\d{2}(?: [A-Z]{2,5})?)? \d{4}"
)
_CLOCK: Final = re.compile(r" \d{2}:\d{2}:\d{2}(?: [A-Z]{2,5})?(?= )")
"""Between day and year, as `date` prints it."""
_LAST_SHORT_YEAR: Final = 68
"""`5/13/68` is of 2068, `5/13/69` of 1969, as POSIX has it."""
_MONTH_NAMES: Final = "months.toml"
_LEAST_LETTERS: Final = 3
"""Of the name of a month."""
_month_names: Final = partial(shipped_table, "citeline.tools.documents", _MONTH_NAMES)


def read_date(text: str, order: Order) -> str | None:
    """The date that a cell holds, in ISO 8601; None when it holds none. A month without a day is none."""
    if _ISO.fullmatch(text):
        return text if _is_real(text) else None
    if found := _YEAR_FIRST.fullmatch(text):
        year, month, day = filter(None, found.groups())
    elif found := _DOTTED.fullmatch(text):
        day, month, year = found.groups()
    elif found := _SLASHED.fullmatch(text):
        first, _, second, year = found.groups()
        day, month = (first, second) if order == "day" else (second, first)
    elif (found := _DAY_MONTH.fullmatch(text)) and (found["of"] is None or found["of"] in _month_names()["of"]):
        day, _, month, year = found.groups()
    elif found := _MONTH_DAY.fullmatch(text):
        month, day, year = found.groups()
    else:
        return None
    return _iso(year, month, day)


def date_of(text: str) -> str:
    """The first date of a text as it is written; empty without one."""
    found = DATE.search(text)
    return found[0] if found and day_of(found[0]) else ""


def day_of(text: str) -> str:
    """The day of a date as it is written in a text, in ISO 8601; of `3/4/2026` the fourth of March; empty for none."""
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", _CLOCK.sub("", text))
    return read_date(plain, "month") or read_date(plain, "day") or ""


def read_digits(text: str) -> str | None:
    """The day that eight digits hold, year first (`20260131`), in ISO 8601; None for another number, and before 1900 or
    after 2099, as a number that happens to fit would be.
    """
    found = _DIGITS.fullmatch(text)
    return _iso(*found.groups()) if found else None


def read_short(text: str, first: Literal["day", "year"]) -> str | None:
    """The day of `13.04.26`, or of `26.04.13`, in ISO 8601; None for anything else."""
    found = _SHORT.fullmatch(text)
    if found is None:
        return None
    year, month, day = found.groups() if first == "year" else reversed(found.groups())
    return _iso(year, month, day)


def _iso(year: str, month: str, day: str) -> str | None:
    if len(year) == 2:
        year = f"{19 if int(year) > _LAST_SHORT_YEAR else 20}{year}"
    number = int(month) if month.isdigit() else _month(month.lower())
    try:
        return date(int(year), number, int(day)).isoformat()
    except ValueError:
        return None


def _is_real(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


@cache
def _month(name: str) -> int:
    """The month that a name or its beginning means in any of the languages; 0 for none, and where it may be several."""
    months = _month_names()["months"]
    exact = [number for number, names in enumerate(months, start=1) if name in names]
    begun = [number for number, names in enumerate(months, start=1) if any(one.startswith(name) for one in names)]
    found = exact or (begun if len(name) >= _LEAST_LETTERS else [])
    return found[0] if len(found) == 1 else 0
