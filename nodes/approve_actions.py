"""Asks a person before anything with a side effect is done: a step of its own, as it is run again after the pause."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr, model_validator

from citeline.state import ActionCall, RAGState, StateUpdate
from citeline.tools.actions import ActionError, changed, digest_of, known_actions, unsettled
from citeline.visible import one_line

from .running.steps import Run, step

_DIGITS: Final = 16
_MOST_ASKED: Final = 3
"""Times; whoever says yes to something else once more has said no."""
_SHOWN: Final = ("name", "arguments", "sources", "choices", "unused")
_CHANGED: Final = "the actions are no longer those that were shown: look again"


class Approval(BaseModel):
    """A person's reply."""

    model_config = ConfigDict(extra="forbid")

    approve: StrictBool | list[StrictStr] = Field(
        description="Yes or no to all, or the names of those that may be run."
    )
    digest: str = Field(default="", description="With a yes: `digest` of what was shown, so that nothing else is run.")
    arguments: dict[str, dict[str, Any]] = Field(
        default_factory=dict,
        description="By name: arguments to be run with in place of those shown, with what is chosen of `choices`.",
    )

    @model_validator(mode="after")
    def _names_what_was_shown(self) -> Approval:
        if self.approve and not self.digest:
            raise ValueError("approve: a yes needs the `digest` of what was shown")
        return self


@step
def approve_actions(state: RAGState, run: Run) -> StateUpdate:
    """The proposed actions with the person's yes or no.

    Those that the run was started with a yes for are not asked about, if the question or one cited line says each of
    their arguments: nobody has seen what a model made up. Where nobody can be asked, they stay proposals.
    What the state calls approved before is only proposed: whoever edits a state has not said yes to what is shown here.
    """
    calls = [_proposed(call) for call in state.get("actions", [])]
    open_ = [call for call in calls if call["status"] == "proposed" and not _is_agreed(call, run)]
    reply = _asked(open_) if open_ and run.can_ask else Approval(approve=False)
    return {"actions": [_decided(call, reply, run) for call in calls]}


def _proposed(call: ActionCall) -> ActionCall:
    return {**call, "status": "proposed"} if call["status"] == "approved" else call


def _asked(calls: Sequence[ActionCall]) -> Approval:
    """The reply to what is shown; a yes to anything else is asked for again."""
    from langgraph.types import interrupt  # here, so that a run that pauses nowhere does without LangGraph

    digest = sha256("".join(map(digest_of, calls)).encode()).hexdigest()[:_DIGITS]
    shown = [{key: dict(call)[key] for key in _SHOWN if key in call} for call in calls]
    value: dict[str, Any] = {"kind": "actions", "actions": shown, "digest": digest}
    for _ in range(_MOST_ASKED):
        said = interrupt(value, response_schema=Approval)
        reply = said if isinstance(said, Approval) else Approval.model_validate(said)
        if not reply.approve or reply.digest == digest:
            return reply
        value = {**value, "why": _CHANGED}
    return Approval(approve=False)


def _decided(call: ActionCall, reply: Approval, run: Run) -> ActionCall:
    if call["status"] != "proposed":
        return call
    if _is_agreed(call, run):
        return _with_a_yes(call)
    open_ = "; ".join(unsettled(call))
    if not run.can_ask:
        why = f"not run: {open_}" if open_ else f"not run: it needs a yes, as with --yes {call['name']}"
        return {**call, "told": one_line(why)}
    if not (reply.approve is True or (isinstance(reply.approve, list) and call["name"] in reply.approve)):
        return {**call, "status": "declined", "told": "not run: the answer was no"}
    given = reply.arguments.get(call["name"])
    if given is None and call.get("choices"):
        return {**call, "status": "failed", "told": one_line(f"not run: {open_}")}
    try:
        actions = known_actions(run.resources.actions)
        return _with_a_yes(call if given is None else changed(actions.get(call["name"]), call, given))
    except ActionError as error:
        return {**call, "status": "failed", "told": str(error)}


def _is_agreed(call: ActionCall, run: Run) -> bool:
    """Whether a yes was given beforehand to what sources say alone."""
    return call["name"] in run.context.approved and not unsettled(call)


def _with_a_yes(call: ActionCall) -> ActionCall:
    return {**call, "status": "approved", "yes": digest_of(call)}
