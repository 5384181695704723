from __future__ import annotations

from typing import Any, cast

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.types import Overwrite

from citeline.errors import UsageError
from citeline.graph.build import build_graph
from citeline.nodes.plan_intent import asked, plan_intent
from citeline.nodes.running.context import Resources, using
from citeline.state import RAGState, StateUpdate
from citeline.tools.question.clean import MAX_QUESTION

from . import fakes

pytestmark = pytest.mark.usefixtures("given")


def plan(question: str, **state: Any) -> StateUpdate:
    return plan_intent(RAGState(question=question, **state), fakes.runtime())  # type: ignore[typeddict-item]  # any keys


@pytest.mark.parametrize(
    ("question", "chat"),
    [
        ("Hello!", "greeting"),
        ("hi there", "greeting"),
        ("你好！", "greeting"),
        ("Guten Tag!", "greeting"),
        ("¡Hola!", "greeting"),
        ("こんにちは", "greeting"),
        ("Vielen Dank für die Hilfe!", "thanks"),
        ("muchas gracias", "thanks"),
        ("ありがとうございます。", "thanks"),
        ("Tschüss", "farewell"),
        ("hasta luego", "farewell"),
        ("Hilfe!", "help"),
        ("Wie?", "empty"),
        ("¿Cómo?", "empty"),
        ("どうやって？", "empty"),
        ("Thanks a lot.", "thanks"),
        ("ok, thank you", "thanks"),
        ("非常感谢", "thanks"),
        ("bye", "farewell"),
        ("再见", "farewell"),
        ("who are you?", "help"),
        ("", "empty"),
        ("  \n\t ", "empty"),
        ("\x00\x01\x1b", "empty"),
        ("🎉🎉🎉", "empty"),
        ("???", "empty"),
        ("what is it?", "empty"),
    ],
)
def test_small_talk_and_empty_questions_are_not_searched(question: str, chat: str) -> None:
    found = plan(question)["plan"]
    assert (found["intent"], found["chat"]) == ("chat", chat)


def test_no_question_is_to_blame_where_the_folder_is_empty() -> None:
    with using(fakes.resources(index=fakes.FakeIndex(chunks=0))):
        assert plan("what is this?")["plan"]["intent"] == "search"


@pytest.mark.parametrize(
    "question", ["where is hello printed?", "thanks_page", "HELP_TEXT", "谢谢页面在哪里", "bye()", "`get`"]
)
def test_questions_with_the_words_of_small_talk_are_searched(question: str) -> None:
    assert plan(question)["plan"]["intent"] == "search"


def test_the_question_is_read_once_into_the_state() -> None:
    read = plan('Why is "lock is held" written\nbefore `take_lock` returns?')["read"]
    assert read["intents"][0] == "why"
    assert [name["text"] for name in read["names"]] == ["take_lock"]
    assert "lock is held" in read["quoted"]


def test_the_style_is_left_to_what_the_channels_find() -> None:
    assert "style" not in plan("how long is the warranty?")["plan"]


def test_a_huge_question_is_cut_and_says_so() -> None:
    update = plan("where is the parser? " * 5000)
    assert MAX_QUESTION - 10 < len(update["question"]) <= MAX_QUESTION
    assert [note["step"] for note in update["degradations"]] == ["plan_intent"]


def test_control_characters_and_lone_surrogates_are_removed() -> None:
    assert plan("where\x00 is\n the\tpar\ud800ser?\x1b")["question"] == "where is the parser?"


def test_the_run_begins_on_the_index_that_answers() -> None:
    update = plan("where is the parser?")
    assert update["index"] == {"name": "shop", "generation": "g1", "commit": "abc"}
    assert update["round"] == 0


def test_damage_that_was_stepped_around_is_said(given: Resources, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given.index, "notices", ("generation 'g2' is damaged",))
    (note,) = plan("where is the parser?")["degradations"]
    assert note["why"] == "generation 'g2' is damaged"


def test_a_conversation_that_ends_with_a_person_gives_the_question() -> None:
    messages = [HumanMessage("old"), AIMessage("answer"), HumanMessage("where is the parser?")]
    assert plan("old", messages=messages)["question"] == "where is the parser?"
    assert plan("newer?", messages=messages[:2])["question"] == "newer?"


def test_what_the_last_question_cost_is_forgotten() -> None:
    update = plan("where is it parsed?", usage={"seconds": 9.0}, timings={"rerank": 3.0}, looked=[{"round": 1}])
    assert isinstance(update["usage"], Overwrite)
    assert update["usage"].value == {"seconds": 0.0}
    assert update["timings"].value == {"plan_intent": 0.0}
    assert update["looked"].value == []


def test_a_first_question_writes_plain_values(given: Resources) -> None:
    update = plan("where is it parsed?")
    assert update["usage"] == {"seconds": 0.0}
    assert not any(isinstance(value, Overwrite) for value in update.values())


def test_without_a_model_a_question_of_a_thread_is_about_what_the_last_answer_was_about() -> None:
    said = [
        HumanMessage("where is a card charged?"),
        AIMessage("`Payments.charge`: charges a card [1]"),
        HumanMessage("and where is that tested?"),
    ]
    assert plan("", messages=said)["question"] == "and where is Payments.charge tested?"
    assert plan("谁调用它？", messages=said[:2])["question"] == "谁调用 Payments.charge？"


@pytest.mark.parametrize("question", [5, ["how?"], {"text": "how?"}, True])
def test_a_question_that_is_no_text_is_refused(question: Any) -> None:
    with pytest.raises(UsageError, match="no text") as caught:
        asked(cast(RAGState, {"question": question}))
    assert "question" in caught.value.remedy


@pytest.mark.parametrize("state", [{}, {"question": ""}, {"question": None}])
def test_no_question_is_an_empty_one(state: Any) -> None:
    assert asked(state) == ""


def test_studio_says_what_to_fill_in() -> None:
    fields = build_graph().get_input_jsonschema()["properties"]
    assert all(fields[name]["description"] for name in ("question", "messages"))
