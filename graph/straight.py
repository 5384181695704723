"""Walks the table of `build.py` in order, without LangGraph, for a run that nobody keeps or interrupts.

A question from a fresh process would wait longer for the import of LangGraph than for its answer. The steps, the
ways between them and the reducers are the same; what is missing is checkpoints and interrupts. So a run ends
here at `WAITS`, where a person may be asked: the caller hands the state over to LangGraph, which goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import wait
from functools import cache, partial
from typing import Any, Final, TypeAlias, cast, get_type_hints

from citeline.dataclass import dataclass
from citeline.errors import CitelineError
from citeline.nodes.running.context import Context
from citeline.nodes.running.threads import in_thread
from citeline.state import RAGState, StateUpdate, append
from citeline.tools.retrieval.channels import Channel

from .build import BRANCHES, END, START, channel_steps, edges_with, step_called
from .routing import RECURSION_LIMIT

WAITS: Final = "propose_actions"
"""The step before which a run ends here: what comes after may ask a person."""


@dataclass(frozen=True, slots=True)
class _Runtime:
    """What steps look at of LangGraph's."""

    context: Context
    stream_writer: Callable[[Any], None]
    """Takes what a step tells of itself while it works."""


Parts: TypeAlias = Generator[Mapping[str, Any], None, tuple[RAGState, str]]


def stream(given: Mapping[str, Any], context: Context, channels: Sequence[Channel]) -> Parts:
    """The parts that LangGraph streams of such a run as `tasks`, `custom` and, at the end, `values`.

    What a step tells of itself comes when it has ended. Returns the state at the end and nothing, or where `WAITS`
    comes next the state there and the step before it. Raises what the steps raise.
    """
    steps, told = channel_steps(channels), list[Any]()
    runtime = _Runtime(context, told.append)
    ways: dict[str, list[str]] = {}
    for here, there in edges_with(channels):
        ways.setdefault(here, []).append(there)
    state = dict(given)
    front = [START]
    for _ in range(RECURSION_LIMIT):
        for name in front:
            yield _part("tasks", {"name": name, "input": state})
        updates = _run([steps.get(name) or step_called(name) for name in front], state, runtime)
        for one in told:
            yield _part("custom", one)
        told.clear()
        for name, update in zip(front, updates, strict=True):
            _apply(update, state)
            yield _part("tasks", {"name": name, "result": update})
        ahead = {step for name in front for step in ways.get(name, ())}
        ahead |= {BRANCHES[name].to[BRANCHES[name].decide(cast(RAGState, state))] for name in front if name in BRANCHES}
        if ahead in ({END}, {WAITS}):
            yield _part("values", state)
            return cast(RAGState, state), front[0] if WAITS in ahead else ""
        # In the order of their names, as LangGraph applies what steps beside each other write.
        front = sorted(ahead)
    raise CitelineError("the run did not end", remedy="ask again; if it happens again, please report it")


def _part(kind: str, data: Any) -> Mapping[str, Any]:
    return {"type": kind, "ns": (), "data": data}


def _run(steps: Sequence[Callable[..., StateUpdate]], state: Mapping[str, Any], runtime: _Runtime) -> list[StateUpdate]:
    """What steps beside each other write, each from the same state."""
    if len(steps) == 1:
        return [steps[0](dict(state), runtime)]
    results = [in_thread(partial(step, dict(state), runtime)) for step in steps]
    wait(results)  # nobody reads an index any more when a step tells that it is damaged
    return [one.result() for one in results]


def _apply(update: StateUpdate, state: dict[str, Any]) -> None:
    for key, value in update.items():
        reducer = _reducers().get(key)
        state[key] = reducer(state.get(key), value) if reducer else value


@cache
def _reducers() -> Mapping[str, Callable[[Any, Any], Any]]:
    """By key, as the state declares them. Messages are only collected: LangGraph's own reducer would load it."""
    hints = get_type_hints(RAGState, include_extras=True)
    found = {key: hint.__metadata__[0] for key, hint in hints.items() if hasattr(hint, "__metadata__")}
    return {**found, "messages": append}
