"""Dates and times as six languages write them; what is left open has no value, and nothing is completed."""

from __future__ import annotations

import pytest

from citeline.tools.question.moments import moments_in


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("on 2026-03-04 at 10:00", [("date", "2026-03-04"), ("time", "10:00")]),
        ("2026-03-04T10:00+02:00", [("date", "2026-03-04"), ("time", "10:00"), ("zone", "+02:00")]),
        ("Friday, 6 March 2026", [("date", "2026-03-06")]),
        ("March 4th, 2026 from 2 to 3:30 pm", [("date", "2026-03-04"), ("time", "14:00"), ("minutes", "90")]),
        ("14:00-15:30 Europe/Berlin", [("time", "14:00"), ("minutes", "90"), ("zone", "Europe/Berlin")]),
        ("9 am New York time", [("time", "09:00"), ("zone", "America/New_York")]),
        ("12 am UTC+2 for 45 minutes", [("time", "00:00"), ("zone", "+02:00"), ("minutes", "45")]),
        ("13/4/2026", [("date", "2026-04-13")]),
        (
            "Mittwoch, 4. März 2026 von 10 bis 11.30 Uhr",
            [("date", "2026-03-04"), ("time", "10:00"), ("minutes", "90")],
        ),
        ("el 4 de marzo de 2026 a las 3 de la tarde", [("date", "2026-03-04"), ("time", "15:00")]),
        ("jeudi 5 mars 2026 de 14h à 15h30", [("date", "2026-03-05"), ("time", "14:00"), ("minutes", "90")]),
        ("2026年3月4日上午10点半", [("date", "2026-03-04"), ("time", "10:30")]),
        ("2026年3月4日（水曜日）午後3時", [("date", "2026-03-04"), ("time", "15:00")]),
        ("発売日は2026-03-04です", [("date", "2026-03-04")]),
    ],
)
def test_what_is_written_out_is_read(text: str, read: list[tuple[str, str]]) -> None:
    assert [(one.kind, *one.values) for one in moments_in(text)] == read


@pytest.mark.parametrize(
    "text",
    [
        "tomorrow",
        "next Friday",
        "4 March",
        "3月4日",
        "before 2026-03-04",
        "not on 2026-03-04",
        "2026年3月4日之前",
        "2026-02-30",
        "Friday, 5 March 2026",
        "nächsten Montag",
        "la semana próxima",
        "demain",
    ],
)
def test_what_is_left_open_has_no_value(text: str) -> None:
    assert any(one.kind == "date" for one in moments_in(text)) and not any(one.values for one in moments_in(text))


def test_a_date_of_two_readings_has_both() -> None:
    (date,) = moments_in("3/4/2026")
    assert date.values == ("2026-03-04", "2026-04-03")


@pytest.mark.parametrize(
    "text", ["we may sit in room 12", "version 1.2.3 of section 4.5", "PR-4827 in R-19", "10.0.0.1", "port 8080:80", ""]
)
def test_other_numbers_and_words_are_none(text: str) -> None:
    assert not moments_in(text)
