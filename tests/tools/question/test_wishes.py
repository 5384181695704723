"""Wishes: which part of a question asks for something to be done, and what it says of it."""

from __future__ import annotations

import pytest

from citeline.tools.question.question import Wish
from citeline.tools.question.wishes import Wishes, asks_for, wishes_in

MEETING = {"calendar.create": asks_for("meeting")}


@pytest.mark.parametrize(
    ("question", "left"),
    [
        (
            "When does PR-4827 ship, what approvals does it need, and create a release meeting",
            "When does PR-4827 ship, what approvals does it need",
        ),
        ("What approvals are needed? Then schedule a meeting.", "What approvals are needed?"),
        ("Schedule the release meeting. When does it ship?", "When does it ship?"),
        ("需要哪些审批，并且安排一次发布会议", "需要哪些审批"),
        ("create a meeting about PR-4827", "create a meeting about PR-4827"),
        ("Which approvals are needed, and can you create a meeting?", "Which approvals are needed"),
        ("How are refunds posted? Please add a reminder for the review.", "How are refunds posted?"),
        (
            "how many approvals does PR-4827 need, and schedule a kick-off meeting",
            "how many approvals does PR-4827 need",
        ),
        ("When does PR-4827 ship and create a release meeting", "When does PR-4827 ship"),
        ("Who owns calendar.create, and add an event on 2026-03-04", "Who owns calendar.create"),
        ("PR-4827 的审批是什么？请安排一次会议。", "PR-4827 的审批是什么？"),
    ],
)
def test_what_is_to_be_done_is_told_from_what_is_asked(question: str, left: str) -> None:
    read = wishes_in(question, MEETING)
    assert [wish.action for wish in read.wishes] == ["calendar.create"]
    assert read.rest == left


@pytest.mark.parametrize(
    "question",
    [
        "how do I create a calendar event?",
        "Where are events created and scheduled?",
        "What does the code do when users book a meeting?",
        "who can book a room and what is the meeting policy",
        "what happens if I add items to the cart?",
        "How does the client log in and create a meeting?",
        "how does the client log in, and create a meeting",
        "How do I open the app, then schedule a meeting?",
        "What happens when users sign up and add a reminder?",
        "Where do we validate input and create an event?",
        "what must I do to lock the queue and set up an event",
        "Which approvals does a release need, and how do I sign in and create a meeting?",
        "what does the code do when users log in and create a meeting",
        "I log in, create a meeting, and nothing is saved",
        "explain how users log in and create a meeting",
        "how do I create a meeting room class",
        "Create a meeting room class",
        "in src, create an event loop: how?",
        "Create an event loop: where does asyncio do that?",
        "Create a meeting: how does the server do that?",
        "How do I subclass Thread and set up an event handler?",
        "add a click event to the button",
        "create a class that parses the meeting",
        "how does calendar.create work",
        "how does calendar.create a meeting",
        "如何创建会议？",
        "怎么登录，并且创建会议",
        "创建会议室类",
    ],
)
def test_a_question_about_meetings_asks_for_none_and_stays_whole(question: str) -> None:
    assert wishes_in(question, MEETING) == Wishes((), question)


@pytest.mark.parametrize("odd", [" and " * 800 + "x", ", " * 1_900 + "x", "!" * 3_900, "create a " * 400, "a" * 4_000])
@pytest.mark.timeout(120)
def test_a_question_without_sense_costs_no_time(odd: str) -> None:
    assert wishes_in(odd, MEETING) == Wishes((), odd)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "When does it ship, and create a meeting on March 4, 2026 at 10:00 Europe/Berlin "
            "with a@example.org, b@example.org for 90 minutes",
            {
                "date": ["2026-03-04"],
                "time": ["10:00"],
                "zone": ["Europe/Berlin"],
                "attendee": ["a@example.org", "b@example.org"],
                "minutes": ["90"],
                "what": ["meeting"],
            },
        ),
        (
            "When does it ship? On 2026-03-05 at 10:00, create a review meeting in room 4 "
            "about the refunds for PR-4827",
            {
                "date": ["2026-03-05"],
                "time": ["10:00"],
                "place": ["room 4"],
                "topic": ["the refunds"],
                "subject": ["PR-4827"],
                "what": ["review meeting"],
            },
        ),
        (
            'When is it due, and create a meeting called "Go live, at last" on 2026-03-05',
            {"title": ["Go live, at last"], "date": ["2026-03-05"], "what": ["meeting"]},
        ),
        (
            "Wann erscheint es? Bitte am 4. März 2026 um 10 Uhr einen Termin anlegen",
            {"date": ["2026-03-04"], "time": ["10:00"], "what": ["Termin"]},
        ),
        (
            "¿Cuándo sale? Crea una reunión de lanzamiento el 4 de marzo de 2026",
            {"date": ["2026-03-04"], "what": ["reunión de lanzamiento"]},
        ),
        ("Quand ça sort ? Crée une réunion le 4 mars 2026", {"date": ["2026-03-04"], "what": ["réunion"]}),
        ("什么时候发布，并且在2026年3月4日创建一个发布会议", {"date": ["2026-03-04"], "what": ["发布会议"]}),
        (
            "いつリリースされますか。2026年3月4日にリリース会議を作成してください。",
            {"date": ["2026-03-04"], "what": ["リリース会議"]},
        ),
    ],
)
def test_what_a_wish_writes_out_is_read(question: str, said: dict[str, list[str]]) -> None:
    (wish,) = wishes_in(question, MEETING).wishes
    read: dict[str, list[str]] = {}
    for one in wish.arguments:
        read.setdefault(one.kind, []).extend(one.values)
    assert read == said


def test_words_that_nothing_is_made_of_are_kept() -> None:
    (wish,) = wishes_in("When is it due, and create a meeting with the board at half past ten", MEETING).wishes
    assert [one.text for one in wish.arguments if one.kind == "other"] == ["with the board at half past ten"]


@pytest.mark.parametrize(
    ("question", "limit"),
    [
        (
            "When does Falcon ship? Create a meeting on 2026-03-04 at 10:00, only if Falcon ships before that.",
            "only if Falcon ships before that",
        ),
        ("If Heron has no owner, create a meeting on 2026-03-04 at 10:00", "If Heron has no owner"),
        ("Create a meeting on 2026-03-04 at 10:00, or at 11:00 if Ann is out", "or at 11:00 if Ann is out"),
        ("Create a meeting on 2026-03-04 at 10:00, or at 11:00", "or at 11:00"),
        ("Create a meeting on 2026-03-04 at 10:00, without bob@x.org", "without bob@x.org"),
        ("Create a meeting on 2026-03-04, please, unless Ann is out", "unless Ann is out"),
        ("Create a meeting on 2026-03-04 at 10:00, but ask Ann", "but ask Ann"),
        ("Create a meeting on 2026-03-04 at 10:00, except for the board", "except for the board"),
        ("Create a meeting on 2026-03-04 at 10:00; only if Falcon ships", "only if Falcon ships"),
        ("Create a meeting on 2026-03-04. Unless Falcon is late.", "Unless Falcon is late"),
        ("When does it ship? Create a meeting at 10:00, one week before that.", "one week before that"),
        ("When does it ship? Create a meeting and make it a week earlier", "make it a week earlier"),
        ("Create a meeting on 2026-03-04, remind me not ann@x.org", "remind me not ann@x.org"),
        ("Falls Heron keinen Besitzer hat, erstelle einen Termin am 4. März 2026", "Falls Heron keinen Besitzer hat"),
        ("Erstelle einen Termin am 4. März 2026, nur wenn Falcon erscheint", "nur wenn Falcon erscheint"),
        ("Erstelle einen Termin am 4. März 2026, ohne bob@x.org", "ohne bob@x.org"),
        ("Crea una reunión el 4 de marzo de 2026, solo si sale Falcon", "solo si sale Falcon"),
        ("Crea una reunión el 4 de marzo de 2026, a menos que Ann falte", "a menos que Ann falte"),
        ("Crée une réunion le 4 mars 2026, seulement si Falcon sort", "seulement si Falcon sort"),
        ("Crée une réunion le 4 mars 2026, sauf si Ann est absente", "sauf si Ann est absente"),
        ("S'il manque un responsable, crée une réunion le 4 mars 2026", "S'il manque un responsable"),
        ("如果没有负责人，请在2026年3月4日创建一个会议", "如果没有负责人"),
        ("请在2026年3月4日创建一个会议，除非已经发布", "除非已经发布"),
        ("担当者がいない場合は、2026年3月4日に会議を作成してください", "担当者がいない場合は"),
    ],
)
def test_a_condition_on_a_wish_and_what_is_taken_back_are_kept(question: str, limit: str) -> None:
    (wish,) = wishes_in(question, MEETING).wishes
    assert limit in [one.text for one in wish.arguments if one.kind == "other"]


@pytest.mark.parametrize(
    "question",
    [
        "If Heron is late, who is told? Create a meeting on 2026-03-04 at 10:00",
        "Create a meeting on 2026-03-04 at 10:00. If Heron is late, who is told?",
        "Quand sort PR-4827 ? Crée une réunion le 4 mars 2026, s'il te plaît",
        "When does PR-4827 or PR-4829 ship, and create a meeting on 2026-03-04",
    ],
)
def test_a_condition_of_what_is_asked_is_none_of_the_wish(question: str) -> None:
    (wish,) = wishes_in(question, MEETING).wishes
    assert not [one for one in wish.arguments if one.kind == "other"]


@pytest.mark.parametrize(
    "question",
    [
        "wie erstelle ich einen Termin",
        "Wo wird geprüft, ob ein Nutzer einen Termin anlegen darf?",
        "¿Cómo creo una reunión?",
        "comment je crée une réunion",
        "会議を作成する方法は？",
        "erstelle eine Meeting-Klasse",
    ],
)
def test_questions_about_meetings_in_other_languages_ask_for_none(question: str) -> None:
    assert not wishes_in(question, MEETING).wishes


def test_a_wish_comes_back_from_the_state_as_it_was() -> None:
    (wish,) = wishes_in("When is it due, and create a meeting tomorrow", MEETING).wishes
    assert Wish.of(wish.to_json()) == wish


@pytest.mark.parametrize("who", ["at 10:00 Europe/Berlin", "with ann@example.org", "at 9 am UTC with ann@example.org"])
def test_people_and_time_zones_of_a_wish_are_not_searched_for_where_nothing_else_is_asked(who: str) -> None:
    """The sources had no `Europe`, so the meeting was not proposed."""
    read = wishes_in(f"create a meeting about release 2.0 {who}", MEETING)
    assert len(read.wishes) == 1
    assert "release 2.0" in read.rest
    assert not any(one in read.rest for one in ("Europe", "Berlin", "UTC", "ann", "example"))
