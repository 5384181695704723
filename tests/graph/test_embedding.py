"""The machine inside other programs: as a subgraph, stepped by hand, and over several questions of one thread."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from citeline.errors import UsageError
from citeline.graph.resources import open_resources
from citeline.nodes.running.context import Context, set_factory, using

from .conftest import World


class Desk(TypedDict, total=False):
    """State of a host that shares one key with ours, and has one of its own."""

    question: str
    ticket: int
    answer: str


@dataclass(frozen=True)
class DeskContext:
    """A host's own context: it knows nothing of Citeline but the folder's name."""

    user: str
    repo: str = ""
    citeline: Any = None


def open_ticket(state: Desk) -> Desk:
    return {"ticket": 7, "question": f"{state['question']} please"}


def desk(world: World) -> Any:
    host = StateGraph(Desk, context_schema=DeskContext)
    host.add_node("open", open_ticket)
    host.add_node("citeline", world.build())
    host.add_edge(START, "open")
    host.add_edge("open", "citeline")
    host.add_edge("citeline", END)
    return host.compile()


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        (DeskContext(user="ann"), Context()),
        (DeskContext(user="ann", repo="/shop"), Context(repo="/shop")),
        (
            DeskContext(user="ann", repo="/desk", citeline=Context(repo="/shop", top_k=3)),
            Context(repo="/shop", top_k=3),
        ),
        (DeskContext(user="ann", citeline={"repo": "/shop"}), Context(repo="/shop")),
        (None, Context()),
    ],
)
def test_a_host_with_another_state_and_context_can_embed_the_machine(
    world: World, context: DeskContext | None, expected: Context
) -> None:
    opened: list[Context] = []

    def open_world(given: Context) -> Any:
        opened.append(given)
        return world.resources()

    set_factory(open_world)
    try:
        done = desk(world).invoke({"question": "where is part1?"}, context=context)
    finally:
        set_factory(open_resources)
    assert done == {"question": "where is part1? please", "ticket": 7, "answer": "Claim about (1,)."}
    assert opened == [expected]


def test_a_hosts_value_out_of_range_is_named(world: World) -> None:
    with pytest.raises(UsageError, match="top_k"):
        Context.of(SimpleNamespace(context={"top_k": 1000}))


def test_a_host_can_hand_its_own_index_in(world: World) -> None:
    with using(world.resources()):
        assert desk(world).invoke({"question": "where is part1?"}, context=DeskContext("ann"))["ticket"] == 7


def test_a_person_can_step_and_take_evidence_away(world: World) -> None:
    machine = world.stepping(InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    with using(world.resources()):
        machine.invoke({"question": "where is part1?"}, config, interrupt_before=["assemble_context"])
        stopped = machine.get_state(config)
        assert stopped.next == ("assemble_context",)
        evidence = [piece for piece in stopped.values["evidence"] if piece["chunk_id"] != 1]
        machine.update_state(config, {"evidence": evidence})
        done = machine.invoke(None, config)
    assert [piece["chunk_id"] for piece in done["evidence"]] == [2]
    assert done["status"] == "answered"


def test_every_step_can_be_stopped_at(world: World) -> None:
    machine = world.stepping(InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    seen: list[tuple[str, ...]] = []
    with using(world.resources()):
        machine.invoke({"question": "where is part1?"}, config, interrupt_before="*")
        while (waiting := machine.get_state(config).next) and len(seen) < 50:
            seen.append(waiting)
            machine.invoke(None, config, interrupt_before="*")
    assert seen[4] == ("left", "right")
    assert [names[0] for names in seen[5:]] == [
        "fuse_rankings",
        "walk_graph",
        "rerank",
        "filter_documents",
        "grade_evidence",
        "assemble_context",
        "review_evidence",
        "generate_answer",
        "check_citations",
        "review_answer",
        "finish",
    ]


def test_a_pause_does_not_spend_the_budget(world: World) -> None:
    machine = world.stepping(InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    with using(world.resources()):
        machine.invoke({"question": "where is part1?"}, config, interrupt_before=["rerank"])
        world.clock.advance(3600)
        done = machine.invoke(None, config)
    assert done["status"] == "answered"
    assert done["usage"]["seconds"] == 0.0


def test_a_second_question_of_a_thread_starts_afresh_and_keeps_the_conversation(world: World) -> None:
    machine = world.stepping(InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    world.seconds = {"rank": 2.0}
    with using(world.resources()):
        machine.invoke({"question": "where is part1?"}, config)
        done = machine.invoke({"messages": [{"role": "user", "content": "where is part2?"}]}, config)
    assert done["question"] == "where is part2?"
    assert done["usage"]["seconds"] == pytest.approx(2.0)
    assert len(done["looked"]) == 1
    assert [message.type for message in done["messages"]] == ["human", "ai", "human", "ai"]


def test_a_run_goes_on_after_its_generation_is_gone(world: World) -> None:
    machine = world.stepping(InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    with using(world.resources()):
        machine.invoke({"question": "where is part1?"}, config, interrupt_before=["rerank"])
    world.index = type(world.index)(generation="g2", chunks=1)
    with using(world.resources()):
        done = machine.invoke(None, config)
    assert done["index"]["generation"] == "g2"
    assert [piece["chunk_id"] for piece in done["evidence"]] == [1]
    assert [(note["source"], note["to"]) for note in done["degradations"]] == [
        ("generation g1", "generation g2"),
        ("what left, right found", "another search"),
    ]


class Planner(TypedDict, total=False):
    """State of a host that has keys of its own called like ours."""

    question: str
    plan: str
    queries: list[str]
    answer: str


def test_a_hosts_keys_that_are_called_like_ours_stay_its_own(world: World) -> None:
    world.whole = False
    host = StateGraph(Planner)
    host.add_node("citeline", world.build())
    host.add_edge(START, "citeline")
    host.add_edge("citeline", END)
    given: Any = {"question": "where is part1?", "plan": "mine", "queries": ["mine too"]}
    with using(world.resources()):
        done = host.compile().invoke(given)
    assert done == {**given, "answer": "Claim about (1,)."}


@pytest.mark.parametrize(
    ("before", "edit", "why"),
    [
        ("review_plan", {"plan": {}}, "plan.intent"),
        ("rerank", {"candidates": [{"chunk": 1}]}, "candidates.0.chunk_id"),
        ("assemble_context", {"evidence": ["shop.py"]}, "evidence.0"),
        ("finish", {"claims": [{"text": "So it is."}]}, "claims.0.evidence"),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused_with_the_key_that_is_wrong(
    world: World, before: str, edit: Any, why: str
) -> None:
    machine = world.stepping(InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    with using(world.resources()):
        machine.invoke({"question": "where is part1?"}, config, interrupt_before=[before])
        with pytest.raises(UsageError, match=why):
            machine.update_state(config, edit)
            machine.invoke(None, config)
