"""Reviews: a person accepts, changes, drops or asks anew, and what they change is checked like anything else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import ValidationError

import citeline
from citeline.errors import UsageError
from citeline.graph.pauses import Pause
from citeline.nodes.review import MOST_SENT_BACK
from citeline.nodes.running.context import Context, Resources
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

from .test_real_run import TREE

QUESTION = "where is the total price of a cart computed?"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("reviewed") / "shop"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


class Person:
    """Gives the replies in order, then accepts."""

    def __init__(self, *replies: Mapping[str, Any]) -> None:
        self.replies = list(replies)
        self.seen: list[Pause] = []

    def __call__(self, pause: Pause) -> Mapping[str, Any]:
        self.seen.append(pause)
        return self.replies.pop(0) if self.replies else {}


def test_to_accept_everything_changes_nothing(shop: IndexHandle) -> None:
    person = Person()
    answer = citeline.ask(QUESTION, shop, review=["answer", "plan", "evidence"], decide=person)
    assert [pause.kind for pause in person.seen] == ["plan", "evidence", "answer"]
    assert answer.answer == citeline.ask(QUESTION, shop).answer
    assert person.seen[1].shown["evidence"][0]["path"] == "shop/cart.py"
    assert all(claim["verdicts"] for claim in person.seen[2].shown["claims"])


def drop_all(pause: Pause) -> Mapping[str, Any]:
    return {"drop": [piece["id"] for piece in pause.shown["evidence"]]}


def test_a_piece_that_is_not_there_cannot_be_dropped(shop: IndexHandle) -> None:
    with pytest.raises(UsageError, match="no piece 999"):
        citeline.ask(QUESTION, shop, review=["evidence"], decide=lambda pause: {"drop": [999]})


def test_dropped_evidence_is_not_answered_from(shop: IndexHandle) -> None:
    def drop_code(pause: Pause) -> Mapping[str, Any]:
        code = [piece["id"] for piece in pause.shown["evidence"] if piece["path"] == "shop/cart.py"]
        assert code
        return {"drop": code}

    answer = citeline.ask(QUESTION, shop, review=["evidence"], decide=drop_code)
    assert "shop/cart.py" not in {piece["path"] for piece in answer.evidence}
    none_left = citeline.ask(QUESTION, shop, review=["evidence"], decide=drop_all)
    assert none_left.status == "not_found"


def test_an_answer_from_one_piece_alone_cites_nothing_else(shop: IndexHandle) -> None:
    def take_other(pause: Pause) -> Mapping[str, Any]:
        others = [piece["id"] for piece in pause.shown["evidence"] if piece["path"] != "shop/cart.py"]
        assert others
        return {"only": others[:1]}

    answer = citeline.ask(QUESTION, shop, review=["evidence"], decide=take_other)
    assert len({piece["path"] for piece in answer.evidence}) == 1
    assert "shop/cart.py" not in {piece["path"] for piece in answer.evidence}


@pytest.mark.parametrize("point", ["plan", "evidence", "answer"])
def test_another_question_is_answered_instead_at_every_point(shop: IndexHandle, point: Any) -> None:
    person = Person({"ask": "within how many days can goods be returned?"})
    answer = citeline.ask(QUESTION, shop, review=[point], decide=person)
    assert "30 days" in answer.answer and len(person.seen) == 2
    assert answer.question == "within how many days can goods be returned?"


def test_questions_without_end_end_and_it_is_told(shop: IndexHandle) -> None:
    asked: list[str] = []

    def another(pause: Pause) -> Mapping[str, Any]:
        asked.append(pause.kind)
        return {"ask": f"within how many days can goods be returned, at the {len(asked)}th time of asking?"}

    answer = citeline.ask(QUESTION, shop, review=["plan", "answer"], decide=another)
    assert len(asked) == MOST_SENT_BACK and answer.question.startswith("within how many days")
    assert f"the {MOST_SENT_BACK}th time" in answer.question
    assert any("sent this run back" in note["why"] for note in answer.degradations)


def test_sentences_that_are_changed_without_end_end_too(shop: IndexHandle) -> None:
    said: list[str] = []

    def change(pause: Pause) -> Mapping[str, Any]:
        said.append("`total_price` is a function in `shop/cart.py`" + "." * (len(said) % 2))
        return {"claims": [{"text": said[-1], "evidence": pause.shown["claims"][0]["evidence"]}]}

    answer = citeline.ask(QUESTION, shop, review=["answer"], decide=change)
    assert len(said) == MOST_SENT_BACK and answer.answer.startswith("`total_price` is a function")


def test_a_second_question_of_a_thread_can_be_sent_back_as_often_as_the_first(shop: IndexHandle) -> None:
    machine = citeline.build_graph(whole=True).copy({"checkpointer": InMemorySaver()})
    context = Context(review="plan").carrying(Resources(shop.reader, shop.settings))
    thread: Any = {"configurable": {"thread_id": "1"}}
    for _ in range(2):
        machine.invoke({"messages": [{"role": "user", "content": QUESTION}]}, thread, context=context)
        state = machine.invoke(Command(resume={"ask": "what is returned?"}), thread, context=context)
        assert state["sent_back"] == ["what is returned?"] and "__interrupt__" in state


@pytest.mark.parametrize("blank", ["   ", "\n", " ? "])
def test_a_blank_question_is_no_question(shop: IndexHandle, blank: str) -> None:
    with pytest.raises(UsageError, match="no question"):
        citeline.ask(QUESTION, shop, review=["plan"], decide=Person({"ask": blank}))


def test_a_mark_that_a_person_types_points_to_nothing(shop: IndexHandle) -> None:
    typed = "`total_price` is a function in `shop/cart.py` [7], see `cart[0]`. [9]"
    seen: list[Pause] = []

    def change(pause: Pause) -> Mapping[str, Any]:
        seen.append(pause)
        first = pause.shown["claims"][0]
        return {"claims": [{"text": typed, "evidence": first["evidence"]}]} if len(seen) == 1 else {}

    citeline.ask(QUESTION, shop, review=["answer"], decide=change)
    assert seen[1].shown["claims"][0]["text"] == "`total_price` is a function in `shop/cart.py`, see `cart[0]`."


def test_a_changed_plan_is_followed(shop: IndexHandle) -> None:
    answer = citeline.ask(QUESTION, shop, review=["plan"], decide=Person({"mode": "explore"}))
    assert "explore" in answer.timings_ms and answer.status == "answered"


def test_a_changed_sentence_is_checked_and_a_false_one_does_not_stay(shop: IndexHandle) -> None:
    def say(text: str) -> Any:
        def change(pause: Pause) -> Mapping[str, Any]:
            first = pause.shown["claims"][0]
            if len(seen) > 0 or first["text"] == text:
                return {}
            seen.append(pause)
            return {"claims": [{"text": text, "evidence": first["evidence"]}]}

        return change

    seen: list[Pause] = []
    true = "`total_price` is a function in `shop/cart.py`"
    answer = citeline.ask(QUESTION, shop, review=["answer"], decide=say(true))
    assert answer.answer.startswith(true) and len(answer.claims) == 1
    assert next(iter(answer.claims[0]["verdicts"].values()))["supports"] == "supported"
    seen.clear()
    answer = citeline.ask(QUESTION, shop, review=["answer"], decide=say("`RedisCart` keeps 4711 sessions."))
    assert "RedisCart" not in answer.answer


def test_small_talk_is_not_reviewed(shop: IndexHandle) -> None:
    person = Person()
    assert citeline.ask("hello", shop, review=["plan", "evidence", "answer"], decide=person).status == "answered"
    assert person.seen == []


@pytest.mark.parametrize(
    ("point", "reply"),
    [("plan", {"mode": "fast"}), ("evidence", {"drop": "all"}), ("answer", {"claims": [{"text": "x"}]})],
)
def test_a_reply_that_does_not_fit_is_named(shop: IndexHandle, point: Any, reply: Mapping[str, Any]) -> None:
    with pytest.raises(UsageError, match=next(iter(reply))):
        citeline.ask(QUESTION, shop, review=[point], decide=Person(reply))


def test_a_review_without_anybody_to_ask_is_refused(shop: IndexHandle) -> None:
    with pytest.raises(UsageError, match="somebody"):
        citeline.ask(QUESTION, shop, review=["plan"])


def test_where_nobody_can_be_asked_the_setting_does_not_stop_a_run(shop: IndexHandle, tmp_path: Path) -> None:
    chosen = shop.settings.model_copy(update={"review": "plan,answer"})
    assert citeline.ask(QUESTION, shop, settings=chosen).status == "answered"
    person = Person()
    assert citeline.ask(QUESTION, shop, settings=chosen, decide=person).status == "answered"
    assert [pause.kind for pause in person.seen] == ["plan", "answer"]


@pytest.mark.parametrize(
    ("point", "args", "changed"),
    [
        ("plan", {"mode": "explore", "max_rounds": "2"}, "plan"),
        ("evidence", {"drop": "[1]"}, "context"),
        (
            "answer",
            {"claims": '[{"text": "`total_price` is a function in `shop/cart.py`", "evidence": [1]}]'},
            "claims",
        ),
    ],
)
def test_a_chat_front_end_reviews_with_decisions(shop: IndexHandle, point: str, args: Any, changed: str) -> None:
    machine = citeline.build_graph(whole=True).copy({"checkpointer": InMemorySaver()})
    context = Context(review=point).carrying(Resources(shop.reader, shop.settings))

    def run(number: str, given: Any) -> dict[str, Any]:
        return machine.invoke(given, {"configurable": {"thread_id": number}}, context=context)

    (asked,) = run("1", {"question": QUESTION})["__interrupt__"]
    (request,) = asked.value["action_requests"]
    assert request["name"] == f"review_{point}" and set(args) <= set(request["args"])
    accepted = run("1", Command(resume={"decisions": [{"type": "approve"}]}))
    assert accepted["answer"] == citeline.ask(QUESTION, shop).answer
    run("2", {"question": QUESTION})
    edit = {"type": "edit", "edited_action": {"name": f"review_{point}", "args": {**request["args"], **args}}}
    edited = run("2", Command(resume={"decisions": [edit]}))
    assert edited[changed] != accepted[changed]
    run("3", {"question": QUESTION})
    with pytest.raises(ValidationError, match="approve or edit"):
        run("3", Command(resume={"decisions": [{"type": "reject", "message": "no"}]}))
