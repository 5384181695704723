"""A fresh run without LangGraph is the same run: one table, two ways to walk it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from citeline import open_index
from citeline.graph.build import build_graph
from citeline.graph.events import EventReader, StepEndEvent, StepStartEvent
from citeline.graph.straight import WAITS, stream
from citeline.nodes.running.context import Context, Resources
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.retrieval.channels import CHANNELS

_QUESTIONS = (
    "how is a card charged?",
    "who calls charge?",
    "what does this project do?",
    "how does checkout get to charge?",
    "how are kubernetes pods scheduled?",
    "what is the discount rate and who calls charge?",
    "hello",
    "",
    "???",
    "如何支付？",
)
_VARYING = ("usage", "timings", "channel_seconds", "messages")


def comparable(state: Any) -> dict[str, Any]:
    """Without what a clock or a random number has written, and without keys that hold nothing."""
    return {key: value for key, value in dict(state).items() if key not in _VARYING and value not in ({}, [])}


def walk(question: str, context: Context) -> tuple[Any, str]:
    """What a run ends with."""
    parts = stream({"question": question}, context, CHANNELS)
    while True:
        try:
            next(parts)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def handle(indexed_shop: Path, shop_home: Path) -> Iterator[IndexHandle]:
    with open_index(indexed_shop, settings=Settings(home=shop_home)) as opened:
        yield opened


@pytest.mark.parametrize("mode", ["pipeline", "explore"])
@pytest.mark.parametrize("question", _QUESTIONS)
def test_both_ways_end_in_the_same_state(question: str, mode: str, handle: IndexHandle) -> None:
    context = Context.from_values({"mode": mode, "asks": False}).carrying(Resources(handle.reader, handle.settings))
    straight, last = walk(question, context)
    assert last == ""
    graph = build_graph(whole=True).invoke({"question": question}, context=context)
    assert comparable(straight) == comparable(graph)
    assert straight["timings"].keys() == graph["timings"].keys()


@pytest.mark.parametrize("question", ["how is a card charged?", "how are kubernetes pods scheduled?"])
def test_both_ways_tell_the_same_events_to_who_watches(question: str, handle: IndexHandle) -> None:
    context = Context.from_values({"asks": False}).carrying(Resources(handle.reader, handle.settings))
    graph = build_graph(whole=True).stream(
        {"question": question}, context=context, stream_mode=["tasks", "custom", "values"], version="v2"
    )
    told = []
    for parts in (stream({"question": question}, context, CHANNELS), graph):
        reader = EventReader()
        events = [event for part in parts for event in reader.read(cast(Any, part))]
        ends = {event.step: sorted(event.changed) for event in events if isinstance(event, StepEndEvent)}
        starts = [event.step for event in events if isinstance(event, StepStartEvent)]
        told.append((sorted(starts), ends, comparable(reader.state)))
    assert told[0] == told[1]


def test_it_ends_before_a_person_may_be_asked(handle: IndexHandle) -> None:
    context = Context().carrying(Resources(handle.reader, handle.settings))
    question = "how is a card charged? put a meeting about it into my calendar on 3 March 2027 at 10:00"
    state, last = walk(question, context)
    assert state["plan"]["actions"] and state["claims"]
    assert last == "finish" and WAITS == "propose_actions"


_ASKS = """
import json, sys, citeline
handle = citeline.open_index(sys.argv[1])
question = "how is a card charged?"
wish = question + " put a meeting about it into my calendar on 3 March 2027 at 10:00"

def told(question, **options):
    found = citeline.ask(question, handle, **options).to_json()
    statuses = [call["status"] for call in found.get("actions", [])]
    print(json.dumps([found["status"], statuses, "langgraph" in sys.modules]))

def no(pause):
    return {"approve": False}

events = [type(event).__name__ for event in citeline.run_with_events(question, handle)]
print(json.dumps([events[0], events[-1], "langgraph" in sys.modules]))
told(question, decide=no)
told(wish, decide=no)
told(wish)
"""


def test_langgraph_is_loaded_where_something_is_to_be_done_and_no_sooner(handle: IndexHandle, home: Path) -> None:
    """In one fresh process: a question that is watched, one that is asked, a wish that is declined, one that nobody
    decides.
    """
    command = [sys.executable, "-c", _ASKS, handle.reader.manifest.root]
    environment = {**os.environ, "CITELINE_HOME": str(handle.settings.home)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        ["StepStartEvent", "CompletionEvent", False],
        ["answered", [], False],
        ["answered", ["declined"], True],
        ["answered", ["proposed"], True],
    ]
