"""Whole runs of the machine on scripted tools: which way they go, and that they end."""

from __future__ import annotations

from typing import Any

import pytest

from citeline.graph.build import build_graph
from citeline.graph.resources import open_resources
from citeline.nodes.running.context import Context, using
from citeline.settings import Settings
from citeline.tools.retrieval.channels import CHANNELS

from .conftest import World

SHAPE = """
__start__ -> plan_intent
approve_actions -> run_actions
assemble_context -> review_evidence
check_citations -finish-> review_answer
check_citations -refuse-> refuse
check_citations -rewrite-> generate_answer
expand_keywords -> dense_english
expand_keywords -> dense_hyde
expand_keywords -> entities
expand_keywords -> headings
expand_keywords -> lexical
expand_keywords -> symbols
explore -> grade_evidence
dense_english -> fuse_rankings
dense_hyde -> fuse_rankings
entities -> fuse_rankings
headings -> fuse_rankings
lexical -> fuse_rankings
symbols -> fuse_rankings
filter_documents -> grade_evidence
finish -act-> propose_actions
finish -end-> __end__
fuse_rankings -> walk_graph
generate_answer -> check_citations
grade_evidence -answer-> assemble_context
grade_evidence -explore-> explore
grade_evidence -refuse-> refuse
grade_evidence -widen-> expand_keywords
plan_intent -> review_plan
propose_actions -> approve_actions
refuse -> finish
reply -> finish
rerank -> filter_documents
review_answer -again-> plan_intent
review_answer -check-> check_citations
review_answer -finish-> finish
review_answer -refuse-> refuse
review_evidence -again-> plan_intent
review_evidence -answer-> generate_answer
review_evidence -refuse-> refuse
review_plan -again-> plan_intent
review_plan -chat-> reply
review_plan -search-> translate_query
run_actions -end-> __end__
run_actions -next-> run_actions
translate_query -> expand_keywords
walk_graph -> rerank
"""


def test_the_machine_has_exactly_these_edges() -> None:
    drawn = build_graph().get_graph()
    edges = {
        f"{edge.source} -{edge.data or edge.target}-> {edge.target}"
        if edge.conditional
        else f"{edge.source} -> {edge.target}"
        for edge in drawn.edges
    }
    assert sorted(edges) == sorted(SHAPE.split("\n")[1:-1])


def test_every_channel_is_a_box_of_its_own() -> None:
    assert {channel.name for channel in CHANNELS} <= set(build_graph().nodes)


def test_the_context_is_served_as_a_form() -> None:
    schema = build_graph().get_context_jsonschema()
    assert schema is not None
    assert set(schema["properties"]) == set(Context.model_fields)
    assert all("description" in field for field in schema["properties"].values())


def test_streams_show_everything_that_steps_write() -> None:
    assert {"evidence", "rankings", "timings"} <= set(build_graph(whole=True).get_output_jsonschema()["properties"])


def test_enough_evidence_is_answered_in_one_round(world: World) -> None:
    state = world.run()
    assert state["status"] == "answered"
    assert state["answer"] == "Claim about (1,)."
    assert [looked["round"] for looked in state["looked"]] == [1]
    assert state["usage"]["retrievals"] == 2
    assert {"left", "right", "rerank", "finish"} <= set(state["timings"])
    assert "degradations" not in state or not state["degradations"]


def test_small_talk_is_not_searched(world: World) -> None:
    state = world.run("hello")
    assert world.calls == []
    assert state["status"] == "answered"
    assert state["claims"] == []


def test_too_little_is_widened_level_by_level_until_it_is_enough(world: World) -> None:
    world.grades = ["too_little", "too_little", "enough"]
    state = world.run()
    assert [call for call in world.calls if call.startswith("level")] == ["level 1", "level 2", "level 3"]
    assert state["status"] == "answered"
    assert state["level"] == 3


@pytest.mark.parametrize("rounds", [1, 2, 5, 10])
def test_always_too_little_is_answered_after_the_rounds_with_a_verdict_that_says_so(world: World, rounds: int) -> None:
    world.grades = ["too_little"]
    state = world.run(context=Context(max_rounds=rounds))
    assert state["answers"] is not None and state["answers"]["verdict"] != "yes"
    assert state["round"] == rounds == len(state["looked"])
    assert world.calls.count("answer") == 1


def test_nothing_is_refused_at_once(world: World) -> None:
    world.found = []
    state = world.run()
    assert (state["status"], state["round"], state["evidence"]) == ("not_found", 1, [])


def test_the_join_runs_once_a_round(world: World) -> None:
    world.grades = ["too_little", "enough"]
    state = world.run()
    assert [looked["round"] for looked in state["looked"]] == [1, 2]
    assert world.calls.count("channel") == 4


def test_an_answer_that_fails_its_check_is_tried_once_from_other_evidence(world: World) -> None:
    world.supports = ["not_shown", "supported"]
    state = world.run()
    assert state["status"] == "answered"
    # Numbered anew, from the second piece of the context.
    assert state["claims"][0]["evidence"] == [1]
    assert [piece["path"] for piece in state["evidence"]] == ["src/part2.py"]
    assert world.calls.count("answer") == 2


def test_an_answer_that_always_fails_its_check_is_refused(world: World) -> None:
    world.supports = ["not_shown"]
    world.found = [1, 2, 3, 4, 5]
    state = world.run()
    assert (state["status"], state["claims"]) == ("not_found", [])
    assert world.calls.count("answer") == 2


def test_time_counts_once_for_channels_that_run_side_by_side(world: World) -> None:
    world.seconds = {"rank": 2.0, "grade": 1.0}
    assert world.run()["usage"]["seconds"] == pytest.approx(3.0)


def test_a_spent_budget_ends_in_a_partial_answer_that_says_so(world: World) -> None:
    world.settings = Settings(budget_s=5)
    world.grades = ["too_little"]
    world.seconds = {"rank": 6.0}
    state = world.run()
    assert (state["status"], state["round"]) == ("partial", 1)
    assert {note["why"] for note in state["degradations"]} == {"out of time: the budget is 5 s"}
    assert state["claims"]


def test_a_budget_spent_before_anything_is_found_ends_in_a_refusal(world: World) -> None:
    world.settings = Settings(budget_s=5)
    world.seconds = {"level 1": 6.0}
    state = world.run()
    assert state["status"] == "not_found"
    assert "before the time was up" in state["answer"]
    assert "channel" not in world.calls


def test_the_context_of_a_run_changes_its_limits(world: World) -> None:
    assert len(world.run(context=Context(evidence_k=1))["evidence"]) == 1


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_the_machine_runs_in_an_event_loop(world: World, anyio_backend: str) -> None:
    with using(world.resources()):
        state = await world.build().ainvoke({"question": "where is part1?"})
    assert state["status"] == "answered"


def test_without_a_hand_in_the_factory_opens_the_index(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    from citeline.nodes.running.context import set_factory

    opened: list[Context] = []

    def open_world(context: Context) -> Any:
        opened.append(context)
        return world.resources()

    set_factory(open_world)
    try:
        state = world.build().invoke({"question": "where is part1?"}, context=Context(repo="/shop"))
    finally:
        set_factory(open_resources)
    assert state["status"] == "answered"
    assert opened == [Context(repo="/shop")]
