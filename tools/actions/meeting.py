"""The arguments of a meeting, each from the question or from one cited line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Final

from citeline.dataclass import dataclass
from citeline.state import ArgumentSource
from citeline.text import terms

from ..question.mentions import records_in
from ..question.moments import Moment, moments_in
from ..question.question import Said, SaidKind
from ..question.wishes import names_dates
from .outcome import Outcome
from .sourced import CitedLine, Sourced, Suggested, cited_lines, from_question, is_of_another, names, subjects_of

_CELLS: Final = " · "
_OPEN: Final = {
    "date": "names no single day: write it as 2026-03-04",
    "time": "names no time: write it as 14:30",
    "zone": "names no single time zone: write it as Europe/Berlin",
    "minutes": "names no length of time: write it as 45 minutes",
}


def meeting_from(outcome: Outcome) -> Suggested:
    """What question and answer say of a meeting. No date, time or person is made up, and none is chosen of several."""
    return _Meeting(outcome).suggested()


@dataclass(frozen=True, slots=True)
class _CitedDay:
    line: CitedLine
    day: str
    time: str
    """`10:00`; empty without one."""
    fits: bool
    """Whether it is the date that the question asks for, and not another one of the same record."""


@dataclass
class _Meeting:
    """One meeting on its way from what is said to arguments."""

    outcome: Outcome
    arguments: dict[str, Sourced] = field(default_factory=dict)
    choices: dict[str, tuple[Sourced, ...]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    unused: list[str] = field(default_factory=list)

    def suggested(self) -> Suggested:
        self._title()
        self._start()
        self._one("place", "location")
        attendees = [one for one in self._said("attendee") if one.values]
        if attendees:
            sources = tuple(from_question(one.text) for one in attendees)
            self._set("attendees", [Sourced([one.values[0] for one in attendees], sources)])
        self.unused += [one.text for one in self._said("other") if self._is_told]
        return Suggested(self.arguments, self.choices, self.refused, tuple(self.unused))

    @property
    def _is_told(self) -> bool:
        """Whether the words of the question tell the wish; else all of them may be about something else."""
        return self.outcome.wish is not None and bool(self.outcome.wish.clause)

    def _said(self, kind: SaidKind) -> list[Said]:
        return [one for one in self.outcome.wish.arguments if one.kind == kind] if self.outcome.wish else []

    def _set(self, name: str, options: Sequence[Sourced]) -> None:
        """One value is taken, of several a person chooses; so of one that the wish itself does not name."""
        if len(options) == 1 and self._is_told:
            self.arguments[name] = options[0]
        elif options:
            self.choices[name] = tuple(options)

    def _one(self, kind: SaidKind, name: str) -> None:
        self._set(name, self._options(kind))

    def _options(self, kind: SaidKind) -> list[Sourced]:
        """The different values that are said; what is said and left open is refused."""
        found: dict[str, Sourced] = {}
        for said in self._said(kind):
            if not said.values and self._is_told:
                self.refused["start" if kind != "minutes" else "duration_minutes"] = f"{said.text!r} {_OPEN[kind]}"
            for value in said.values:
                found.setdefault(value, Sourced(value, (from_question(said.text),)))
        return list(found.values())

    def _title(self) -> None:
        """What is to be made, and which record or topic it is about: in the words of the question."""
        if quoted := self._said("title"):
            self.arguments["title"] = Sourced(quoted[0].values[0], (from_question(quoted[0].text),))
            return
        what = next(iter(self._said("what")), None)
        name = what.values[0] if what else "meeting"
        sources: list[ArgumentSource] = [from_question(what.text) if what else {"kind": "default", "text": name}]
        about = [value for kind in ("topic", "subject") for one in self._said(kind) for value in one.values]
        about = (about or records_in(" ".join(self.outcome.when.subjects)))[:1]
        about = [one for one in about if one not in name]
        sources += [from_question(one) for one in about]
        self.arguments["title"] = Sourced(": ".join([f"{name[:1].upper()}{name[1:]}", *about]), tuple(sources))

    def _start(self) -> None:
        dates = self._options("date")
        times, zones, lengths = self._options("time"), self._options("zone"), self._options("minutes")
        cited = [] if dates else list(_cited_days(self.outcome))
        fitting = [one for one in cited if one.fits]
        days = dates or [_day(one, with_time=not times) for one in fitting or cited]
        offsets = [one for one in zones if re.fullmatch(r"[+-]\d\d:\d\d", one.value)]
        options = [_at(day, time) for day in days for time in times] if times else days
        if len(offsets) == 1 and times:
            options = [_with(one, f"{one.value}{offsets[0].value}", offsets[0]) for one in options]
        options = [] if "start" in self.refused else _distinct(options)
        if len(options) == 1 and self._is_told and (dates or fitting):
            self.arguments["start"] = options[0]
        elif options:
            self.choices["start"] = tuple(options)
        has_time = bool(times) or any("T" in one.value for one in options)
        if not has_time:
            self.unused += [one.sources[0]["text"] for one in (*zones, *lengths)]
            return
        self._set("timezone", [one for one in zones if one not in offsets])
        if len(offsets) > 1:
            self.refused["start"] = f"{offsets[0].value} and {offsets[1].value} are two offsets: give one"
        self._set("duration_minutes", [Sourced(int(one.value), one.sources) for one in lengths])


def _day(cited: _CitedDay, *, with_time: bool) -> Sourced:
    return Sourced(f"{cited.day}T{cited.time}" if cited.time and with_time else cited.day, (cited.line.source,))


def _at(day: Sourced, time: Sourced) -> Sourced:
    return _with(day, f"{day.value}T{time.value}", time)


def _with(one: Sourced, value: str, other: Sourced) -> Sourced:
    return Sourced(value, (*one.sources, *other.sources))


def _distinct(options: Sequence[Sourced]) -> list[Sourced]:
    """The first of each value."""
    return list({one.value: one for one in reversed(options)}.values())[::-1]


def _cited_days(outcome: Outcome) -> Iterator[_CitedDay]:
    """The days in cited lines about what the question is about, which the answer states too."""
    for line in cited_lines(outcome):
        if is_of_another(line, outcome) or not _is_about(line, outcome):
            continue
        stated = {value for one in moments_in(line.claim) if one.kind == "date" for value in one.values}
        moments = moments_in(line.text)
        days = [one for one in moments if one.kind == "date"]
        times = [one for one in moments if one.kind == "time" and one.values]
        for day in days:
            head = _head(line, day)
            # Which of two dates of a sentence is asked for is not told by its words.
            fits = (bool(head) or len(days) == 1) and _fits(head, line, outcome)
            time = times[0].values[0] if len(days) == len(times) == 1 else ""
            for value in day.values:
                if value in stated:
                    yield _CitedDay(line, value, time, fits)


def _is_about(line: CitedLine, outcome: Outcome) -> bool:
    subjects = subjects_of(outcome)
    if not subjects:
        return True
    records = bool(records_in(" ".join(subjects)))
    piece = line.piece
    said = [line.text]
    if not records_in(line.text):
        said = [line.text, piece["path"], piece["name"], piece["qualified_name"]]
    told = [any(names(text, subject) for text in said) for subject in subjects]
    return any(told) if records else all(told)


def _head(line: CitedLine, day: Moment) -> str:
    """The head of its column, as the claim has it; empty for what stands in a sentence."""
    for cell in line.claim.split(_CELLS) if _CELLS in line.claim else ():
        head, colon, value = cell.partition(": ")
        if colon and any(set(day.values) & set(one.values) for one in moments_in(value)):
            return head
    return ""


def _fits(head: str, line: CitedLine, outcome: Outcome) -> bool:
    """Whether a date is the one that is asked for: `Ships` of `when does it ship`."""
    when = outcome.when
    if not when.asked or len(records_in(" ".join(subjects_of(outcome)))) > 1:
        return False  # of two records, which one the meeting is for is not said
    held = set(terms(head or line.text))
    if not when.subjects:
        held.update(terms(line.text))
    return bool(head and names_dates(head)) or any(wanted <= held for wanted in when.terms)
