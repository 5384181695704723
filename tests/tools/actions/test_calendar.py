"""The meeting as a file: what any calendar reads out of it, and where it is never written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar

from citeline.indexing.files.source_tree import Source, SourceTree
from citeline.tools.actions import ACTIONS, ActionError, Outcome
from citeline.tools.actions.calendar import CalendarArguments, create_meeting, to_ics

ANSWER = "PR-4827 ships on 2026-03-04; it needs three approvals, of the board, the owner and security. [1]"


def outcome(tmp_path: Path, question: str = "When does PR-4827 ship? Create a release meeting") -> Outcome:
    return Outcome(question, ANSWER, ("[1] releases/PR-4827.md:3-3",), tmp_path / "out", tmp_path / "sources")


def event_of(content: bytes) -> Any:
    (event,) = Calendar.from_ical(content).walk("VEVENT")
    return event


def meeting(**given: Any) -> CalendarArguments:
    return CalendarArguments.model_validate({"title": "Release meeting", "start": "2026-03-04", **given})


def test_the_description_holds_the_answer_and_its_citations(tmp_path: Path) -> None:
    event = event_of(to_ics(meeting(), outcome(tmp_path)))
    assert ANSWER in event["description"] and "[1] releases/PR-4827.md:3-3" in event["description"]
    assert event["summary"] == "Release meeting"


def test_the_file_is_what_rfc_5545_asks_for(tmp_path: Path) -> None:
    long = Outcome("?", "Aé;,\\ — " * 100, (), tmp_path, tmp_path / "sources")
    content = to_ics(meeting(start="2026-03-04T10:00", timezone="Europe/Berlin"), long)
    lines = content.split(b"\r\n")
    assert lines[0] == b"BEGIN:VCALENDAR" and lines[-2:] == [b"END:VCALENDAR", b""]
    assert all(len(line) <= 75 for line in lines) and b"\n" not in b"".join(lines)
    assert {b"VERSION:2.0", b"BEGIN:VTIMEZONE"} <= set(lines)
    event = event_of(content)
    assert event["uid"] and event["dtstamp"] and event["description"] == "?\n\n" + "Aé;,\\ — " * 100


def test_a_date_is_a_whole_day_and_a_time_has_an_end(tmp_path: Path) -> None:
    assert event_of(to_ics(meeting(), outcome(tmp_path))).decoded("dtstart") == date(2026, 3, 4)
    timed = event_of(to_ics(meeting(start="2026-03-04T10:00", duration_minutes=45), outcome(tmp_path)))
    assert timed.decoded("dtstart") == datetime(2026, 3, 4, 10)
    assert timed.decoded("dtend") - timed.decoded("dtstart") == timedelta(minutes=45)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"start": "2026-03-04T10:00+02:00"}, b"DTSTART:20260304T080000Z"),
        ({"start": "2026-03-04T10:00Z"}, b"DTSTART:20260304T100000Z"),
        (
            {"start": "2026-03-04T10:00+05:00", "timezone": "Europe/Berlin"},
            b"DTSTART;TZID=Europe/Berlin:20260304T060000",
        ),
        ({"start": "2026-03-04T10:00"}, b"DTSTART:20260304T100000"),
    ],
)
def test_a_time_with_an_offset_is_the_same_instant_in_every_calendar(
    tmp_path: Path, given: dict[str, Any], line: bytes
) -> None:
    content = to_ics(meeting(**given), outcome(tmp_path))
    assert line in content.split(b"\r\n") and b"UTC+" not in content


def test_an_action_that_is_run_again_makes_the_same_meeting(tmp_path: Path) -> None:
    first, again = (event_of(to_ics(meeting(), replace(outcome(tmp_path), call=call))) for call in ("ab12", "ab12"))
    assert first["uid"] == again["uid"] != event_of(to_ics(meeting(), outcome(tmp_path)))["uid"]


def test_attendees_and_place_are_kept(tmp_path: Path) -> None:
    event = event_of(to_ics(meeting(attendees=["a@example.org"], location="Room 4"), outcome(tmp_path)))
    assert event["attendee"] == "mailto:a@example.org" and event["location"] == "Room 4"


@pytest.mark.parametrize(
    "wrong",
    [
        {"start": "soon"},
        {"start": "20260304"},
        {"start": 20260304},
        {"start": "1772582400.5"},
        {"start": "0001-01-01"},
        {"start": "9999-12-31T23:59"},
        {"timezone": "Middle/Earth"},
        {"attendees": ["nobody"]},
        {"titel": "x"},
        {"title": ""},
        {"duration_minutes": 0},
    ],
)
def test_wrong_arguments_are_named(wrong: dict[str, Any]) -> None:
    action = ACTIONS.get("calendar.create")
    assert action is not None
    with pytest.raises(ActionError, match=next(iter(wrong))):
        action.fill({"title": "Release meeting", "start": "2026-03-04", **wrong})


def test_no_file_is_written_over(tmp_path: Path) -> None:
    first = create_meeting(meeting(), outcome(tmp_path))
    second = create_meeting(meeting(), outcome(tmp_path))
    assert first != second
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "2026-03-04-release-meeting-2.ics",
        "2026-03-04-release-meeting.ics",
    ]


def test_a_title_cannot_lead_out_of_the_folder(tmp_path: Path) -> None:
    create_meeting(meeting(title="../../etc/passwd"), outcome(tmp_path))
    (written,) = (tmp_path / "out").iterdir()
    assert written.name == "2026-03-04-etc-passwd.ics"


def test_nothing_is_written_into_the_sources(tmp_path: Path) -> None:
    inside = Outcome("?", "", (), tmp_path / "sources" / "out", tmp_path / "sources")
    with pytest.raises(ActionError, match="CITELINE_ACTIONS_FOLDER"):
        create_meeting(meeting(), inside)
    assert not (tmp_path / "sources").exists()


def test_nothing_is_written_into_a_mounted_source(tmp_path: Path) -> None:
    handbook = Source("policy", str(tmp_path / "handbook"), "policy/", outside=True)
    tree = SourceTree(tmp_path / "sources", (handbook,))
    with pytest.raises(ActionError, match="in the sources"):
        create_meeting(meeting(), Outcome("?", "", (), tmp_path / "handbook" / "out", tree))
    assert not (tmp_path / "handbook").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(ActionError, match="out"):
        create_meeting(meeting(), outcome(tmp_path))
