"""Asks a person before anything with a side effect is done: a step of its own, as it is run again after the pause."""

from __future__ import annotations

from typing import Any

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field

from citeline.state import ActionCall, RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.tools.actions import ActionError, known_actions


class Approval(BaseModel):
    """A person's reply."""

    model_config = ConfigDict(extra="forbid")

    approve: bool | list[str] = Field(description="Yes or no to all, or the names of those that may be run.")
    arguments: dict[str, dict[str, Any]] = Field(
        default_factory=dict, description="By name: arguments to be run with in place of those shown."
    )


@step
def approve_actions(state: RAGState, run: Run) -> StateUpdate:
    """The proposed actions with the person's yes or no.

    Those that the run was started with a yes for are not asked about. Where nobody can be asked, they stay proposals.
    """
    calls = state.get("actions", [])
    open_ = [call for call in calls if call["status"] == "proposed" and call["name"] not in run.context.approved]
    reply = Approval(approve=False)
    if open_ and run.can_ask:
        shown = [{"name": call["name"], "arguments": call["arguments"]} for call in open_]
        said = interrupt({"kind": "actions", "actions": shown}, response_schema=Approval)
        reply = said if isinstance(said, Approval) else Approval.model_validate(said)
    return {"actions": [_decided(call, reply, run) for call in calls]}


def _decided(call: ActionCall, reply: Approval, run: Run) -> ActionCall:
    if call["status"] != "proposed":
        return call
    if call["name"] in run.context.approved:
        return {**call, "status": "approved"}
    if not run.can_ask:
        return {**call, "told": f"not run: it needs a yes, as with --yes {call['name']}"}
    if not (reply.approve is True or (isinstance(reply.approve, list) and call["name"] in reply.approve)):
        return {**call, "status": "declined", "told": "not run: the answer was no"}
    changed = reply.arguments.get(call["name"])
    if changed is None:
        return {**call, "status": "approved"}
    action = known_actions(run.resources).get(call["name"])
    try:
        return {**call, "arguments": action.fill(changed) if action else changed, "status": "approved"}
    except ActionError as error:
        return {**call, "status": "failed", "told": str(error)}
