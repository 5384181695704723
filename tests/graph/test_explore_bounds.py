"""What bounds an exploration: the seconds, whatever hangs; and its first hits, which are always looked at."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.explore import call
from citeline.tools.explore.table import Result
from citeline.tools.handle import IndexHandle
from citeline.tools.models.turns import MAX_CALLS
from tests.scripted_server import Call, Calls, Fails, Reply, Says, ScriptedServer

from .obedient_model import obey, step_of
from .test_explore import BOARD, DONE, QUESTION, TREE, Explorer, first_search_misses_the_board, search, turn_of
from .test_with_model import BUSY_S, ask, asked_steps, reasons

__all__ = ["first_search_misses_the_board"]

LINKED = {**TREE, "policy/release.md": TREE["policy/release.md"].replace("data board.", "[data board](data-board.md).")}


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    """Records whose first hits link to the page that has the answer."""
    root = tmp_path_factory.mktemp("linked") / "ledger"
    for path, text in LINKED.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    handle = citeline.index(root, settings=Settings(home=root.parent / "home"))
    citeline.ask(QUESTION, handle)
    return handle


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A search of the tools that does not come back before the test is over."""
    released = threading.Event()

    def wait(*given: Any, **options: Any) -> None:
        released.wait(60)
        raise ValueError("too late")

    monkeypatch.setattr("citeline.tools.explore.finding.search", wait)
    yield released
    released.set()


@pytest.mark.timeout(120)
def test_a_tool_that_hangs_costs_no_more_than_the_share_of_exploring(
    model_server: ScriptedServer, linked: IndexHandle, stuck: threading.Event
) -> None:
    model_server.reply(Explorer(Calls((Call("retrieve_documents", '{"query": "board"}'),) * 3)))
    budget_s = 4.0
    answer = ask(model_server, linked, QUESTION, budget_s=budget_s)
    assert answer.usage["seconds"] <= budget_s + BUSY_S
    # The time is over for exploring, not for the answer.
    assert "generate_answer" in asked_steps(model_server) and answer.claims
    assert "out of time" in reasons(answer, "explore")


LINE_BY_LINE = [
    Calls((Call("read_lines", json.dumps({"file": "src/ledger.py", "first": 1, "last": last})),))
    for last in range(1, 30)
]


def test_the_last_turn_is_judged_with_what_the_first_hits_point_to(
    model_server: ScriptedServer, linked: IndexHandle
) -> None:
    explorer = Explorer(*LINE_BY_LINE)
    model_server.reply(explorer)
    answer = ask(model_server, linked, QUESTION, budget_s=20.0)
    assert "would not end" in reasons(answer, "explore")
    assert BOARD in explorer.graded[-1] and answer.evidence[0]["path"] == "policy/data-board.md"


def test_a_model_that_fails_half_way_leaves_what_the_first_hits_point_to(
    model_server: ScriptedServer, linked: IndexHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def remember(*given: Any) -> Result:
        result = call(*given)
        shown.append(result.text)
        return result

    monkeypatch.setattr("citeline.nodes.explore.call", remember)
    model_server.reply(Explorer(search("append"), Fails(401)))
    assert ask(model_server, linked, QUESTION, budget_s=20.0).claims
    assert "policy/data-board.md" in "".join(shown)


def test_to_look_at_what_points_to_the_first_hits_is_not_to_follow_them(
    model_server: ScriptedServer, linked: IndexHandle
) -> None:
    def inwards(body: dict[str, Any]) -> Reply:
        if turn_of(body):
            return DONE
        return Calls(
            tuple(Call("walk_graph", json.dumps({"piece": piece, "direction": "in"})) for piece in range(1, MAX_CALLS))
        )

    explorer = Explorer(inwards)
    model_server.reply(explorer)
    assert ask(model_server, linked, QUESTION, budget_s=20.0).evidence[0]["path"] == "policy/data-board.md"


@pytest.mark.parametrize(
    "odd",
    [
        Says("see [" + "1" * 5_000 + "]"),
        Calls((Call("search_sources", "[" * 20_000),)),
        Calls((Call("walk_graph", '{"name": "\\ud800"}'),)),
        Calls((Call("walk_graph", '{"name": "a\\u0000b"}'),)),
        Says("half a character \ud83d"),
    ],
    ids=["number", "nested", "surrogate", "zero byte", "text"],
)
def test_what_no_person_would_write_ends_no_run(odd: Reply, model_server: ScriptedServer, linked: IndexHandle) -> None:
    model_server.reply(Explorer(odd, search("board asks"), DONE))
    answer = ask(model_server, linked, QUESTION, budget_s=20.0)
    assert answer.evidence[0]["path"] == "policy/data-board.md"
    json.dumps(answer.to_json(), ensure_ascii=False).encode()


def test_half_a_character_in_a_reply_reaches_no_answer(model_server: ScriptedServer, linked: IndexHandle) -> None:
    def write(body: dict[str, Any]) -> Reply:
        said = obey(body)
        if step_of(body) != "generate_answer":
            return said
        return Says('{"claims": [{"text": "R-19 \\ud83d ships.", "cites": [{"piece": 1}]}]}')

    model_server.reply(write)
    answer = ask(model_server, linked, "when does R-19 ship?", budget_s=20.0)
    json.dumps(answer.to_json(), ensure_ascii=False).encode()
