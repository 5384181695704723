"""Whatever a model does, a run keeps its seconds and sends no more than it has announced."""

from __future__ import annotations

import re
from typing import Any

from citeline.nodes.explore import most_excerpts
from citeline.tools.handle import IndexHandle
from tests.scripted_server import Call, Calls, Hangs, Reply, Says, ScriptedServer, Stalls

from .obedient_model import obey, step_of
from .test_explore import QUESTION as APPROVALS
from .test_explore import TREE as RECORDS
from .test_explore import Explorer, first_search_misses_the_board, records, turn_of
from .test_with_model import BUSY_S, ask, reasons, shop

__all__ = ["first_search_misses_the_board", "records", "shop"]

_EXCERPT = re.compile(r"<DATA-[0-9a-f]{16} (?:piece=\d+|result)>")


def test_four_seconds_are_exceeded_by_less_than_five_percent_whatever_hangs_where(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    """Planning hangs before the first byte, the writer stalls, what is left trickles in without end."""

    def slow(body: dict[str, Any]) -> Reply:
        match step_of(body):
            case "translate_query" | "plan_intent":
                return Hangs()
            case "generate_answer":
                return Stalls()
            case _:
                return Says("x" * 4_000, delay_s=0.05)

    model_server.reply(slow)
    answer = ask(model_server, shop, budget_s=4.0)
    assert answer.usage["seconds"] <= 4.0 + BUSY_S
    assert answer.claims and answer.status == "answered"
    steps = [step_of(request.body) for request in model_server.requests]
    assert steps == ["translate_query", "generate_answer"]  # after a first timeout only the writer is asked


def test_seconds_hold_also_where_only_the_writer_is_slow(model_server: ScriptedServer, shop: IndexHandle) -> None:
    def slow(body: dict[str, Any]) -> Reply:
        return Says("x" * 4_000, delay_s=0.05) if step_of(body) == "generate_answer" else obey(body)

    model_server.reply(slow)
    answer = ask(model_server, shop, budget_s=2.0)
    assert answer.usage["seconds"] <= 2.0 + BUSY_S and answer.claims and reasons(answer, "generate_answer")


def test_no_call_sends_more_excerpts_than_were_announced(model_server: ScriptedServer, records: IndexHandle) -> None:
    def many(body: dict[str, Any]) -> Reply:
        read = [
            Call("read_lines", f'{{"file": "src/ledger.py", "first": {first}, "last": {2 + turn_of(body)}}}')
            for first in (1, 2)
        ]
        return Calls((*read, Call("search_sources", f'{{"pattern": "{turn_of(body)}"}}'), Call("rm"), Call("rm")))

    model_server.reply(Explorer(many))
    answer = ask(model_server, records, APPROVALS, budget_s=20.0)
    sent = [
        sum(len(_EXCERPT.findall(str(message.get("content")))) for message in request.body["messages"])
        for request in model_server.requests
    ]
    assert "would not end" in reasons(answer, "explore")
    assert len(RECORDS) < max(sent) <= most_excerpts(len(RECORDS))
