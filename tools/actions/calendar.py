"""`calendar.create`: a meeting as an RFC 5545 file, with the answer and its citations in the description."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import uuid4
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, field_validator

from citeline.text import split_identifier, word_runs

from .outcome import ActionError, Outcome

NAME: Final = "calendar.create"
_MAX_NAME: Final = 60
_MOST_SAME: Final = 100
_NUMBER: Final = re.compile(r"\s*[-+]?[\d._]+\s*")
_FIRST_YEAR: Final = 1970
_LAST_YEAR: Final = 9000
_ADDRESS: Final = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


class CalendarArguments(BaseModel):
    """A meeting."""

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1, max_length=200, description="Summary of the meeting.")
    start: datetime | date = Field(
        description="Date (2026-03-04: all day), or date and time (2026-03-04T10:00, or with an offset)."
    )
    duration_minutes: int = Field(default=60, ge=5, le=1440, description="Of a meeting with a time.")
    timezone: str = Field(
        default="", description="IANA name such as Europe/Berlin; empty: the local time of whoever reads."
    )
    location: str = Field(default="", max_length=200, description="Room or link.")
    attendees: list[str] = Field(default_factory=list, max_length=50, description="Email addresses.")

    @field_validator("start", mode="before")
    @classmethod
    def _date_or_time(cls, value: Any) -> Any:
        """A text without a time is a date: pydantic alone would read it as midnight, and a number as seconds."""
        if isinstance(value, int | float) or (isinstance(value, str) and _NUMBER.fullmatch(value)):
            raise ValueError("write it with hyphens, as 2026-03-04 or 2026-03-04T10:00")
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
            return date.fromisoformat(value)
        return value

    @field_validator("start")
    @classmethod
    def _in_reach(cls, value: datetime | date) -> datetime | date:
        """Time zones and ends are reckoned from it."""
        if not _FIRST_YEAR <= value.year <= _LAST_YEAR:
            raise ValueError(f"give a year from {_FIRST_YEAR} to {_LAST_YEAR}")
        return value

    @field_validator("timezone")
    @classmethod
    def _known(cls, value: str) -> str:
        if value:
            try:
                ZoneInfo(value)
            except (KeyError, ValueError, OSError) as error:
                raise ValueError(f"no time zone is called {value!r}") from error
        return value

    @field_validator("attendees")
    @classmethod
    def _addresses(cls, values: list[str]) -> list[str]:
        wrong = [value for value in values if not _ADDRESS.fullmatch(value)]
        if wrong:
            raise ValueError(f"{wrong[0]!r} is no email address")
        return values


def create_meeting(asked: CalendarArguments, outcome: Outcome) -> str:
    """Write the file; never over another one. Raises ActionError."""
    folder = outcome.writable()
    content = to_ics(asked, outcome)
    path = _write(folder, _file_name(asked), content)
    return f"wrote {path}"


def to_ics(asked: CalendarArguments, outcome: Outcome) -> bytes:
    """The calendar with its one event, CRLF line ends, lines folded at 75 bytes."""
    from icalendar import Calendar, Event, vCalAddress

    event = Event()
    # The same for an action that is run again: a calendar that has the meeting takes it for the one it has.
    event.add("uid", f"{outcome.call or uuid4()}@citeline")
    event.add("dtstamp", datetime.now(UTC))
    event.add("summary", asked.title)
    event.add("description", description_of(outcome))
    start = _placed(asked)
    event.add("dtstart", start)
    # RFC 5545: without an end, a date means that whole day.
    if isinstance(start, datetime):
        event.add("dtend", start + timedelta(minutes=asked.duration_minutes))
    if asked.location:
        event.add("location", asked.location)
    for address in asked.attendees:
        event.add("attendee", vCalAddress(f"mailto:{address}"))
    calendar = Calendar()
    calendar.add("prodid", "-//Citeline//calendar.create//EN")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def description_of(outcome: Outcome) -> str:
    """Question, answer, and where each of its sentences stands."""
    return "\n\n".join(part for part in (outcome.question, outcome.answer, "\n".join(outcome.citations)) if part)


def _placed(asked: CalendarArguments) -> datetime | date:
    start = asked.start
    if not isinstance(start, datetime):
        return start
    zone = ZoneInfo(asked.timezone) if asked.timezone else None
    if start.tzinfo is None:
        return start.replace(tzinfo=zone)
    # An offset is no time zone that a calendar knows.
    return start.astimezone(zone or UTC)


def _file_name(asked: CalendarArguments) -> str:
    words = "-".join(part for word in word_runs(asked.title) for part in split_identifier(word) or [word.lower()])
    return f"{asked.start:%Y-%m-%d}-{words[:_MAX_NAME] or 'meeting'}"


def _write(folder: Path, name: str, content: bytes) -> Path:
    for number in range(1, _MOST_SAME):
        path = folder / (f"{name}.ics" if number == 1 else f"{name}-{number}.ics")
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            continue
        except OSError as error:
            raise ActionError(f"{str(path)!r} cannot be written: {error.strerror}") from error
        return path
    raise ActionError(f"{str(folder)!r} has {_MOST_SAME - 1} meetings of that name and day: remove some")
