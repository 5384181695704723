"""`citeline.ask`, and the printed form of an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from citeline.errors import UsageError
from citeline.graph import run as module
from citeline.graph.answer import Answer, to_answer
from citeline.graph.run import ask
from citeline.nodes.running.context import Context, describe
from citeline.tools.handle import IndexHandle

from ..nodes import fakes
from .conftest import World


@pytest.fixture
def handle(world: World, monkeypatch: pytest.MonkeyPatch) -> IndexHandle:
    machine = world.build()
    monkeypatch.setattr(module, "_machine", lambda: machine)
    return IndexHandle(world.resources().index, world.settings)


def test_an_answer_carries_what_the_run_came_to(handle: IndexHandle) -> None:
    answer = ask("where is part1?", handle)
    assert (answer.status, answer.answer) == ("answered", "Claim about (1,).")
    assert answer.index == {"name": "shop", "generation": "g1", "commit": "abc"}
    assert answer.timings_ms["total"] > 0


def test_the_printed_form_has_exactly_the_promised_keys(handle: IndexHandle) -> None:
    printed = json.loads(json.dumps(ask("where is part1?", handle).to_json()))
    assert list(printed) == [
        "schema",
        "question",
        "status",
        "answer",
        "answers",
        "claims",
        "evidence",
        "usage",
        "degradations",
        "timings_ms",
        "index",
    ]
    assert printed["claims"] == [
        {
            "text": "Claim about (1,).",
            "evidence": [1],
            "verdicts": {
                "1": {
                    "resolves": True,
                    "unchanged": "unchanged",
                    "supports": "supported",
                    "basis": "quote",
                    "why": "it is there",
                }
            },
        }
    ]
    assert set(printed["evidence"][0]) == {
        *("id", "path", "start_line", "end_line", "page", "kind", "name", "text", "sha256", "channels")
    }
    assert set(printed["usage"]) == {"model_calls", "input_tokens", "output_tokens", "usd", "seconds", "retrievals"}


def test_degradations_are_printed_with_from_and_to(world: World, handle: IndexHandle) -> None:
    world.supports = ["not_shown", "supported"]
    (note,) = ask("where is part1?", handle).to_json()["degradations"]
    assert list(note) == ["step", "from", "to", "why"]
    assert (note["from"], note["to"]) == ("1 claim", "0 claims")


def test_the_question_is_printed_as_it_was_asked(handle: IndexHandle) -> None:
    asked = "  where\x00 is part1? " * 1000
    assert ask(asked, handle).question == asked


def test_limits_reach_the_run(handle: IndexHandle) -> None:
    assert len(ask("where is part1?", handle, evidence_k=1).evidence) == 1


def test_a_limit_out_of_range_is_named(handle: IndexHandle) -> None:
    with pytest.raises(UsageError, match="top_k"):
        ask("where is part1?", handle, top_k=1000)


def test_a_folder_is_opened_like_on_a_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def open_tree(path: Any, settings: Any) -> Any:
        seen.append((str(path), settings))
        return world.resources()

    monkeypatch.setattr(module, "resources_of", open_tree)
    monkeypatch.setattr(module, "_machine", world.build)
    assert ask("hello", "/shop", settings=world.settings).status == "answered"
    assert seen == [("/shop", world.settings)]


def test_an_empty_state_prints_as_not_found() -> None:
    answer = to_answer("?", {}, index=describe(fakes.resources()), total_ms=1.0)
    assert isinstance(answer, Answer)
    assert answer.to_json()["status"] == "not_found"


def test_a_context_without_choices_leaves_the_settings_alone(world: World) -> None:
    assert Context(repo="/shop").apply(world.settings) is world.settings
