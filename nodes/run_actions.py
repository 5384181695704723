"""Does what the person has said yes to, once each."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from langgraph.errors import GraphBubbleUp, GraphInterrupt

from citeline.indexing.generations.location import expanded_home
from citeline.state import ActionCall, RAGState, StateUpdate
from citeline.tools.actions import Action, ActionError, Ledger, Outcome, digest_of, known_actions, outcome_of
from citeline.tools.actions.ledger import Status
from citeline.visible import one_line

from .running.steps import Run, step

LEDGER: Final = "actions"
"""In the folder of the indexes."""


@step
def run_actions(state: RAGState, run: Run) -> StateUpdate:
    """The actions with what was done, or why not. One that fails stops no other.

    One at a time, so that what was done is in the state before the next begins; the last tells the conversation.
    """
    calls = list(state.get("actions", []))
    left = [at for at, call in enumerate(calls) if call["status"] == "approved"]
    for at in left[:1]:
        calls[at] = _run(calls[at], run, outcome_of(state, run.settings.actions_folder, run.index.tree))
    if len(left) > 1:
        return {"actions": calls}
    told = "\n".join(f"{call['name']}: {call['told']}" for call in calls if call["told"])
    return {"actions": calls, "messages": [run.say(told)] if told else []}


def _run(call: ActionCall, run: Run, outcome: Outcome) -> ActionCall:
    action = known_actions(run.resources.actions).get(call["name"])
    if action is None:
        return {**call, "status": "failed", "told": f"there is no action {call['name']!r}"}
    digest = digest_of(call)
    if call.get("yes") != digest:
        return {**call, "status": "failed", "told": "not done: it was changed after the yes"}
    ledger = Ledger(expanded_home(run.settings.home) / LEDGER)
    try:
        earlier = ledger.begin(digest)
        if earlier is not None:
            return {**call, "status": earlier[0], "told": earlier[1]}
        status, told = _do(action, call, run, outcome)
    except GraphBubbleUp:
        ledger.forget(digest)
        raise
    except ActionError as error:  # it could not be noted, and was not done
        return {**call, "status": "failed", "told": one_line(str(error))}
    ledger.end(digest, status, told)
    return {**call, "status": status, "told": told}


def _do(action: Action, call: ActionCall, run: Run, outcome: Outcome) -> tuple[Status, str]:
    """What came of it, and what was done. Raises what LangGraph raises for a tool that pauses."""
    run.tell(tool=call["name"], arguments=call["arguments"])
    status: Status = "failed"
    try:
        arguments = action.arguments.model_validate(action.fill(call["arguments"]))
        status, told = "done", action.run(arguments, replace(outcome, call=digest_of(call)))
    except ActionError as error:
        told = str(error)
    except GraphInterrupt:
        if run.can_ask:
            raise
        told = "it asks a person, and nobody can be asked here"
    except GraphBubbleUp:
        raise
    except Exception as error:  # noqa: BLE001  # a tool of anybody's may stand behind it; the answer is there already
        told = f"{type(error).__name__}: {error}"
    run.tell(tool=call["name"], result=told)
    return status, one_line(told)
