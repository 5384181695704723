"""What documents say about themselves: who wrote them and when."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from citeline.dataclass import dataclass
from citeline.patterns import re

from .dates import Order, read_date

_DATE: Final = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ].*)?)?)?$")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_AUTHORS: Final = ("author", "authors", "creator", "by")
_CREATED: Final = ("created", "date", "published", "pubdate", "revdate")
_MODIFIED: Final = (
    *("modified", "updated", "last_modified", "lastmod", "last-modified", "last_updated", "date", "revdate"),
)
_VERSIONS: Final = ("version", "revision", "revnumber", "release")
_ADDRESS: Final = re.compile(r"\s*<[^<>@\s]+@[^<>\s]+>|(?<=\w)\s+\(?[^\s@<>()]+@[^\s@<>()]+\)?$")
"""Behind a name."""
_MOST_AUTHORS: Final = 20
_LONGEST: Final = 100
_TIME: Final = re.compile(r",?\s+\d{1,2}:\d\d.*$")
_ORDINAL: Final = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
"""Behind a day: `March 15th, 2026`."""
_ORDERS: Final[tuple[Order, Order]] = ("day", "month")


@dataclass(frozen=True, slots=True)
class About:
    """Texts; empty for what nobody says."""

    author: str
    """Several with commas between them."""
    created: str
    """A day, `2026-01-31`."""
    modified: str
    """A day."""
    version: str
    """As it is written: `1.2`."""


NOTHING: Final = About("", "", "", "")


def read_about(rows: Callable[[str], Iterable[tuple[Any, ...]]]) -> dict[int, About]:
    """Of each document of a structure store that says something: in its front matter, or the head of its page."""
    sql = "SELECT doc_id, data FROM nodes WHERE kind = '{}' AND data <> '{{}}'"
    found = {document: about_document(json.loads(data)) for document, data in rows(sql.format("file"))}
    found |= {document: about_document(json.loads(data)) for document, data in rows(sql.format("frontmatter"))}
    return {document: about for document, about in found.items() if about != NOTHING}


def about_document(front: Mapping[str, Any]) -> About:
    """From the keys of a front matter, which every format with such facts has in the index."""
    folded = {key.lower().replace(" ", "_"): value for key, value in front.items()}
    return About(
        author=next(filter(None, (_names(folded.get(key)) for key in _AUTHORS)), ""),
        created=_first_day(folded, _CREATED),
        modified=_first_day(folded, _MODIFIED) or _first_day(folded, _CREATED),
        version=next(filter(None, (_version(folded.get(key)) for key in _VERSIONS)), ""),
    )


def looks_like_date(value: object) -> bool:
    """A text that compares with others like it: a year, a month, a day, or a time of it."""
    return isinstance(value, str) and _DATE.match(value) is not None


def _names(value: object) -> str:
    names = value if isinstance(value, list) else [value]
    texts = [_ADDRESS.sub("", _name(name)).strip() for name in names[:_MOST_AUTHORS] if isinstance(name, str)]
    return ", ".join(filter(None, texts))


def _name(text: str) -> str:
    """That of a map, which front matter keeps as JSON: `author: {name: Ida, url: …}`."""
    if not text.startswith("{"):
        return text
    try:
        person = json.loads(text)
    except ValueError:
        return text
    name = person.get("name", "") if isinstance(person, dict) else ""
    return name if isinstance(name, str) else ""


def _version(value: object) -> str:
    is_told = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).strip()[:_LONGEST] if is_told else ""


def _first_day(front: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return next(filter(None, (_day(str(front.get(key, "")).strip()[:_LONGEST]) for key in keys)), "")


def _day(text: str) -> str:
    """`2026-03-04`, also of `4 March 2026`, `2026/03/04 10:00` and `<2026-03-04 Wed>`; of `3/4/2026` nobody knows."""
    text = text.lstrip("<[")  # as Org writes a time
    if found := _DAY.match(text):
        return found[0]
    plain = _ORDINAL.sub("", _TIME.sub("", text))
    by_day, by_month = (read_date(plain, order) for order in _ORDERS)
    return by_day if by_day and by_day == by_month else ""


def day_of(mtime_ns: int) -> str:
    """The day of a file's time; empty for one that no calendar has."""
    try:
        return datetime.fromtimestamp(mtime_ns // 1_000_000_000, UTC).date().isoformat()
    except (OverflowError, OSError, ValueError):
        return ""
