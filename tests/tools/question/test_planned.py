"""What a planning model says fills the same question, and a field that cannot be costs nothing but itself."""

from __future__ import annotations

from citeline.tools.models.schemas import PlanReply
from citeline.tools.question.planned import with_planned
from citeline.tools.question.question import Question
from citeline.tools.question.read import read

ASKED = "when does Pool.take block and who wakes it up"


def test_every_field_is_filled() -> None:
    parts = ["when does Pool.take block", "who wakes it up"]
    question = with_planned(
        read(ASKED), intents=["when", "callers"], names=["Pool.take"], about="Pool.take", parts=parts, cues=["flow"]
    )
    assert question.intents == ("when", "callers") and question.chances["when"] == 1.0
    assert [name.text for name in question.names] == ["Pool.take"]
    assert (question.about, question.parts) == ("Pool.take", tuple(parts))
    assert "flow" in question.cues


def test_what_a_field_cannot_hold_leaves_it_as_it_was_read() -> None:
    before = read(ASKED)
    after = with_planned(
        before, intents=["gossip"], names=["Lock"], about="Lock", parts=["who is the author", "why"], cues=["sunny"]
    )
    assert after == before


def test_a_field_of_another_kind_costs_no_other() -> None:
    reply = PlanReply.model_validate({"intents": "why", "names": 3, "about": "Pool.take", "needs_search": "perhaps"})
    assert (reply.intents, reply.names, reply.about, reply.needs_search) == ([], [], "Pool.take", True)


def test_a_question_comes_back_from_the_state_as_it_went() -> None:
    question = read('why does "lock is held" appear when Pool.take waits?')
    assert Question.from_json(question.to_json(), lambda: question) == question
