"""A question is read once, and what it holds is found again in every later step."""

import json

import pytest

from citeline.tools.question.question import Chat
from citeline.tools.question.read import read


def test_a_question_has_its_language_names_intent_and_slot() -> None:
    question = read("where is `parse_args` defined?")
    assert question.language == "en"
    assert [(name.text, name.mark) for name in question.names] == [("parse_args", "backquotes")]
    assert question.intents[0] == "locate"
    assert question.slot == "place"


def test_marks_say_how_a_name_can_be_seen() -> None:
    marks = {name.text: name.mark for name in read("does run() in app/main.py read --dry-run or MAX_SIZE").names}
    assert marks == {"run": "call", "app/main.py": "path", "--dry-run": "option", "MAX_SIZE": "shape"}


def test_a_pasted_error_gives_its_message_and_what_stands_between_the_holes() -> None:
    question = read("ValueError: cannot open 'a/b.txt' after 3 attempts.  -- when is this raised?")
    (error, *_) = question.quoted
    assert (error.kind, error.text) == ("error", "cannot open 'a/b.txt' after 3 attempts.")
    assert error.pieces == ("cannot open",)
    assert question.intents[0] == "error"


def test_a_pasted_log_line_ends_where_the_asker_goes_on() -> None:
    question = read("log says [WARNING] Body was read before. Use the cached one. i only call it twice")
    assert [(one.kind, one.text) for one in question.quoted] == [
        ("log", "Body was read before. Use the cached one."),
    ]


def test_line_ends_end_a_message() -> None:
    (error,) = read("panic: runtime failure in worker\nwhat causes it?").quoted
    assert error.text == "runtime failure in worker"


@pytest.mark.parametrize(
    ("text", "chat"),
    [
        ("hello there!", "greeting"),
        ("多谢", "thanks"),
        ("auf Wiedersehen", "farewell"),
        ("Bonjour !", "greeting"),
        ("merci beaucoup", "thanks"),
        ("???", "empty"),
        ("`bye()`", None),
        ("where is hello printed", None),
    ],
)
def test_small_talk_is_told_from_questions(text: str, chat: Chat | None) -> None:
    assert read(text).chat == chat


def test_the_form_for_the_state_is_plain_json_and_holds_every_field() -> None:
    question = read('why does "lock is held" appear, and where is Lock.take?')
    stored = question.to_json()
    assert json.loads(json.dumps(stored)) == stored
    assert stored["intents"] == list(question.intents)
    assert stored["slot"] == question.slot


def test_a_question_of_any_length_is_read() -> None:
    assert len(read("why " * 5000).text) <= 4000
