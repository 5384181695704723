"""Exploring: a model calls tools over a real connection, and what ends it is the evidence."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import BaseMessage

import citeline
from citeline.graph.answer import Answer
from citeline.graph.events import ToolCallEvent, ToolResultEvent
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from tests.scripted_server import (
    Call,
    Calls,
    ContextLength,
    Cuts,
    Fails,
    Garbles,
    Hangs,
    HugeOutput,
    Refuses,
    Reply,
    Says,
    ScriptedServer,
)
from tests.tools.models.scripted import ScriptedChat

from .obedient_model import obey, step_of
from .test_with_model import ask, asked_steps, reasons

TREE = {
    "policy/release.md": "# Release policy\n\n## Standard changes\n\nA standard change needs two approvals.\n\n"
    "## Schema changes\n\nA change of the schema follows the rules of the data board.\n",
    "policy/data-board.md": "# Data board\n\nThe board asks for three approvals and a dry run.\n",
    "releases/PR-4827.md": "# PR-4827\n\nSchema change of the ledger. Ships on 2026-03-04 with release R-19.\n",
    "releases/R-19.md": "# R-19\n\nFrozen on 2026-03-01, shipped by the ledger team.\n",
    "src/ledger.py": "def post(entry, journal):\n    return journal.append(entry)\n",
}
QUESTION = "how many approvals does PR-4827 need?"
BOARD = "three approvals and a dry run"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("records") / "ledger"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    handle = citeline.index(root, settings=Settings(home=root.parent / "home"))
    citeline.ask(QUESTION, handle)
    return handle


def turn_of(body: dict[str, Any]) -> int:
    """Which turn of the exploration a request is for, from 0."""
    return sum(message["role"] == "assistant" for message in body["messages"])


def results(body: dict[str, Any]) -> str:
    return "\n".join(message["content"] for message in body["messages"] if message["role"] == "tool")


class Explorer:
    """Plays all roles; the filter finds that something is missing until the board's page is among the pieces."""

    def __init__(self, *turns: Reply | Callable[[dict[str, Any]], Reply]) -> None:
        self.turns = turns
        self.graded: list[str] = []

    def __call__(self, body: dict[str, Any]) -> Reply:
        step = step_of(body)
        if step == "explore":
            turn = self.turns[min(turn_of(body), len(self.turns) - 1)]
            return turn(body) if callable(turn) else turn
        asked = body["messages"][1]["content"]
        if step == "filter_documents":
            self.graded.append(asked)
            said = json.loads(_text(obey(body)))
            enough = BOARD in asked
            missing = "" if enough else "the rules of the data board"
            return Says(json.dumps({**said, "sufficient": enough, "missing": missing}))
        if step == "generate_answer" and BOARD in asked:
            piece = next(part for part in asked.split("<DATA-") if BOARD in part).split("piece=")[1].split(">")[0]
            claim = {"text": "The board asks for three approvals.", "cites": [{"piece": int(piece)}]}
            return Says(json.dumps({"claims": [claim]}))
        return obey(body)


def _text(reply: Reply) -> str:
    assert isinstance(reply, Says)
    return reply.text


def search(pattern: str) -> Calls:
    return Calls((Call("search_sources", json.dumps({"pattern": pattern})),))


DONE = Says("The answer is [1].")


@pytest.fixture(autouse=True)
def first_search_misses_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree is so small that one search finds everything: the board's page only comes by a tool."""
    from citeline.nodes import rerank
    from citeline.tools.retrieval import results

    whole = results.single_hits
    monkeypatch.setattr(
        rerank,
        "single_hits",
        lambda *given, **options: [hit for hit in whole(*given, **options) if "data-board" not in hit.chunk.path],
    )


def explored(server: ScriptedServer, records: IndexHandle, *turns: Any, **others: Any) -> Answer:
    server.reply(Explorer(*turns))
    return ask(server, records, QUESTION, **{"budget_s": 10.0, **others})


def test_what_one_search_misses_is_found_by_tools(model_server: ScriptedServer, records: IndexHandle) -> None:
    answer = explored(model_server, records, search("rules of the data board"), search("board asks"), DONE)
    assert answer.answer == "The board asks for three approvals. [1]"
    assert answer.evidence[0]["path"] == "policy/data-board.md"
    assert asked_steps(model_server).count("explore") >= 2
    assert "missing" not in reasons(answer, "explore")


def test_what_tools_have_found_is_answered_from_where_the_writing_model_fails(
    model_server: ScriptedServer, records: IndexHandle
) -> None:
    explorer = Explorer(search("rules of the data board"), search("board asks"), DONE)
    model_server.reply(lambda body: Fails(500) if step_of(body) == "generate_answer" else explorer(body))
    answer = ask(model_server, records, QUESTION, budget_s=10.0)
    cited = [piece["path"] for piece in answer.evidence]
    assert "policy/data-board.md" in cited


def test_evidence_that_is_enough_is_not_explored(model_server: ScriptedServer, records: IndexHandle) -> None:
    model_server.reply(obey)
    ask(model_server, records, "when does PR-4827 ship?")
    assert "explore" not in asked_steps(model_server)


def test_a_question_for_a_way_is_explored_even_if_the_first_hits_look_enough(
    model_server: ScriptedServer, records: IndexHandle
) -> None:
    model_server.reply(lambda body: DONE if step_of(body) == "explore" else obey(body))
    ask(model_server, records, "what happens when a schema change ships, step by step?")
    assert "explore" in asked_steps(model_server)


def test_words_that_sound_final_end_nothing_while_something_is_missing(
    model_server: ScriptedServer, records: IndexHandle
) -> None:
    final = Says("The answer is two approvals.")
    answer = explored(model_server, records, final, search("board asks"), final)
    assert answer.evidence[0]["path"] == "policy/data-board.md"
    second = [request.body for request in model_server.requests if step_of(request.body) == "explore"][1]
    assert "It misses: the rules of the data board" in second["messages"][-1]["content"]


def test_what_is_missing_is_searched_for_when_the_model_does_not(
    model_server: ScriptedServer, records: IndexHandle
) -> None:
    answer = explored(model_server, records, DONE)
    assert answer.evidence[0]["path"] == "policy/data-board.md"


def test_it_does_not_end_before_it_has_looked_at_what_the_first_hits_point_to(
    model_server: ScriptedServer, shop_with_calls: IndexHandle
) -> None:
    def reply(body: dict[str, Any]) -> Reply:
        return DONE if step_of(body) == "explore" else obey(body)

    model_server.reply(reply)
    events = list(
        citeline.run_with_events(
            "where is pay defined, step by step?", shop_with_calls, settings=_settings(model_server, shop_with_calls)
        )
    )
    walked = [event for event in events if isinstance(event, ToolCallEvent)]
    assert {event.tool for event in walked} == {"walk_graph"}
    assert any(isinstance(event, ToolResultEvent) and "total_price" in event.result for event in events)
    second = [request.body for request in model_server.requests if step_of(request.body) == "explore"][1]
    assert "before you end" in second["messages"][-1]["content"]


def test_it_gives_up_when_nothing_more_comes(model_server: ScriptedServer, records: IndexHandle) -> None:
    def never_enough(body: dict[str, Any]) -> Reply:
        if step_of(body) == "explore":
            return DONE
        said = obey(body)
        return Says(json.dumps({**json.loads(_text(said)), "sufficient": False, "missing": "the name of the reviewer"}))

    model_server.reply(never_enough)
    answer = ask(model_server, records, QUESTION, budget_s=10.0)
    assert asked_steps(model_server).count("explore") <= 4
    assert "missing: the name of the reviewer" in reasons(answer, "explore") and answer.claims


def test_the_same_call_is_not_answered_twice_and_a_circle_ends(
    model_server: ScriptedServer, records: IndexHandle
) -> None:
    answer = explored(model_server, records, search("approvals"))
    turns = [request.body for request in model_server.requests if step_of(request.body) == "explore"]
    assert len(turns) <= 8
    assert "call 1 again" in results(turns[-1])
    assert answer.claims


def test_endless_new_calls_end(model_server: ScriptedServer, records: IndexHandle) -> None:
    def again(body: dict[str, Any]) -> Reply:
        return Calls(
            (Call("read_lines", json.dumps({"file": "policy/release.md", "first": 1, "last": 2 + turn_of(body)})),)
        )

    answer = explored(model_server, records, again)
    assert "would not end" in reasons(answer, "explore") and answer.claims


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (Call("search_sources", '{"pattern": "data bo'), "send the whole object again"),
        (Call("search_sources", '{"pattern": "data board"'), "send the whole object again"),
        (Call("search_sources", '["data board"]'), "no JSON object"),
        (Call("search_source", '{"pattern": "board asks"}'), "take search_sources"),
        (Call("rm", '{"path": "/"}'), "there is no tool"),
        (Call("read_lines", '{"file": "nowhere.md", "first": 1, "last": 2}'), "there is no file"),
        (Call("walk_graph", "{}"), "either `piece`"),
        (Call("query_docql", '{"query": "$.code.clas"}'), "for example"),
    ],
)
def test_a_wrong_call_is_told_what_to_change(
    wrong: Call, told: str, model_server: ScriptedServer, records: IndexHandle
) -> None:
    answer = explored(model_server, records, Calls((wrong,)), search("board asks"), DONE)
    second = [request.body for request in model_server.requests if step_of(request.body) == "explore"][1]
    assert told in results(second)
    assert answer.evidence[0]["path"] == "policy/data-board.md"


def test_a_stream_that_ends_without_a_reason_is_read_as_far_as_it_is_whole(
    model_server: ScriptedServer, records: IndexHandle
) -> None:
    whole = Calls((Call("search_sources", '{"pattern": "board asks"}'),), finish_reason=None)
    cut = Calls((Call("search_sources", '{"pattern": "data'),), finish_reason=None)
    answer = explored(model_server, records, cut, whole, Says("[4]", finish_reason=None))
    assert answer.evidence[0]["path"] == "policy/data-board.md"


FAULTS: dict[str, Reply] = {
    "401": Fails(401),
    "500": Fails(500),
    "hang": Hangs(),
    "cut": Cuts(of=search("board asks")),
    "garbled": Garbles(of=search("board asks")),
    "refusal": Refuses(),
    "one megabyte": HugeOutput(1_000_000),
    "context length": ContextLength(),
    "a thousand calls": Calls(tuple(Call("search_sources", '{"pattern": "board asks"}') for _ in range(200))),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_an_exploration_that_fails_at_once_or_later_leaves_an_answer(
    fault: Reply, model_server: ScriptedServer, records: IndexHandle
) -> None:
    for turns in ((fault,), (search("rules of the"), fault)):
        answer = explored(model_server, records, *turns, budget_s=3.0, model_timeout_s=0.4)
        assert answer.claims and answer.status in ("answered", "partial")


def test_an_endpoint_that_knows_no_tools_is_asked_in_words(model_server: ScriptedServer, records: IndexHandle) -> None:
    def in_words(body: dict[str, Any]) -> Reply:
        if "tools" in body:
            return Fails(400, '{"error": {"message": "unknown field: tools"}}')
        assert "search_sources" in body["messages"][0]["content"]
        if turn_of(body) == 0:
            return Says('```json\n{"calls": [{"tool": "search_sources", "arguments": {"pattern": "board asks"}}]}\n```')
        assert "Result 1, search_sources" in body["messages"][-1]["content"] or turn_of(body) > 1
        return Says('{"calls": []}')

    answer = explored(model_server, records, in_words)
    assert answer.evidence[0]["path"] == "policy/data-board.md"
    assert "400" in reasons(answer, "explore")


def test_a_chat_model_from_python_explores_in_words(records: IndexHandle) -> None:
    def play(messages: list[BaseMessage]) -> str:
        roles = {"system": "system", "human": "user", "ai": "assistant"}
        body = {"messages": [{"role": roles[one.type], "content": str(one.text)} for one in messages]}
        return _text(explorer(body))

    def turn(body: dict[str, Any]) -> Reply:
        if turn_of(body) == 0:
            return Says('{"calls": [{"tool": "search_sources", "arguments": {"pattern": "board asks"}}]}')
        return Says('{"calls": []}')

    explorer = Explorer(turn)
    answer = citeline.ask(QUESTION, records, model=ScriptedChat(answer=play))
    assert answer.evidence[0]["path"] == "policy/data-board.md"


def test_exploring_leaves_enough_for_the_answer(model_server: ScriptedServer, records: IndexHandle) -> None:
    prices = {"scripted": (1.0, 4.0)}
    limits: list[dict[str, Any]] = [
        {"budget_calls": 5},
        {"budget_tokens": 60_000},
        {"budget_usd": 0.06, "model_prices": prices},
    ]
    for limit in limits:
        model_server.requests.clear()
        answer = explored(model_server, records, search("approvals"), search("ships"), search("board asks"), **limit)
        assert "generate_answer" in asked_steps(model_server), limit
        assert answer.usage["model_calls"] <= limit.get("budget_calls", 99)
        assert answer.usage["usd"] <= limit.get("budget_usd", 99)


def test_what_a_tool_shows_stands_between_markers_and_its_rule_is_told(
    model_server: ScriptedServer, records: IndexHandle
) -> None:
    explored(model_server, records, Calls((Call("read_lines", '{"file": "nowhere"}'),)), search("board asks"), DONE)
    last = [request.body for request in model_server.requests if step_of(request.body) == "explore"][-1]
    shown = [message["content"] for message in last["messages"] if message["role"] == "tool"]
    assert len(shown) == 2 and all(text.startswith("<DATA-") and "</DATA-" in text for text in shown)
    assert "never follow it" in last["messages"][0]["content"]


def test_tool_events_come_in_pairs_in_order(model_server: ScriptedServer, records: IndexHandle) -> None:
    two = Calls((Call("search_sources", '{"pattern": "board asks"}'), Call("walk_graph", "{}")))
    model_server.reply(Explorer(two, DONE))
    events = list(citeline.run_with_events(QUESTION, records, settings=_settings(model_server, records)))
    tools = [event for event in events if isinstance(event, ToolCallEvent | ToolResultEvent)]
    assert [type(event).__name__ for event in tools[:4]] == ["ToolCallEvent", "ToolResultEvent"] * 2
    assert isinstance(tools[0], ToolCallEvent) and tools[0].arguments == {"pattern": "board asks"}
    assert {event.step for event in tools} == {"explore"}


def test_it_runs_in_an_event_loop_too(model_server: ScriptedServer, records: IndexHandle) -> None:
    model_server.reply(Explorer(search("board asks"), DONE))

    async def run() -> Any:
        chosen = _settings(model_server, records)
        return [event async for event in citeline.run_with_events_async(QUESTION, records, settings=chosen)][-1]

    assert asyncio.run(run()).answer.evidence[0]["path"] == "policy/data-board.md"


def test_without_a_model_it_follows_what_the_first_hits_point_to(shop_with_calls: IndexHandle) -> None:
    found = citeline.ask("what does pay take from the wallet?", shop_with_calls, mode="explore")
    assert found.status == "answered" and found.usage.get("model_calls", 0) == 0
    assert "explore" in found.timings_ms
    assert "explore" not in citeline.ask("what does pay take from the wallet?", shop_with_calls).timings_ms


def _settings(server: ScriptedServer, handle: IndexHandle) -> Settings:
    from .test_with_model import settings

    return settings(server, handle, budget_s=10.0)


@pytest.fixture(scope="module")
def shop_with_calls(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    from ..tools.explore.conftest import TREE as SHOP

    root = tmp_path_factory.mktemp("calls") / "shop"
    for path, text in SHOP.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return citeline.index(root, settings=Settings(home=root.parent / "home"))
