"""Asks a person before anything with a side effect is done: a step of its own, as it is run again after the pause."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr, model_validator

from citeline.markup import inert
from citeline.state import ActionCall, RAGState, StateUpdate
from citeline.tools.actions import ActionError, changed, digest_of, known_actions, place, unsettled
from citeline.visible import one_line

from .running.asking import Allowed, Decision, Request, ask_person, edited
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
    decided: int = Field(default=0, ge=0, description="How many of the actions, from the first, it is about; 0: all.")

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
    reply = _asked(open_, run) if open_ and run.can_ask else Approval(approve=False)
    return {"actions": [_decided(call, reply, run) for call in calls]}


def _proposed(call: ActionCall) -> ActionCall:
    return {**call, "status": "proposed"} if call["status"] == "approved" else call


def _asked(calls: Sequence[ActionCall], run: Run) -> Approval:
    """The replies to what is shown, as one; a yes to anything else is asked for again.

    A front end's yes names no digest: it counts for what was proposed, or else for what this very step has shown.
    """
    left, more, digest = list(calls), dict[str, str](), ""
    names: list[str] = []
    arguments: dict[str, dict[str, Any]] = {}
    is_known = all(call.get("as_proposed") == digest_of(call) for call in calls)
    for _ in range(_MOST_ASKED + len(calls) - 1):
        digest = sha256("".join(map(digest_of, left)).encode()).hexdigest()[:_DIGITS]
        shown = [{key: dict(call)[key] for key in _SHOWN if key in call} for call in left]
        said = ask_person(
            {"kind": "actions", "actions": shown, "digest": digest, **more},
            [_request(call, run) for call in left],
            Approval,
            partial(_of_decisions, calls=left, digest=digest if is_known else "of something else"),
        )
        is_known = True
        if said.approve and said.digest != digest:
            more = {"why": _CHANGED}
            continue
        decided, left = left[: said.decided or len(left)], left[said.decided or len(left) :]
        names += [call["name"] for call in decided if said.approve is True or call["name"] in (said.approve or [])]
        arguments |= said.arguments
        if not left:
            break
    return Approval(approve=names, digest=digest, arguments=arguments)


def _request(call: ActionCall, run: Run) -> Request:
    action = known_actions(run.resources.actions).get(call["name"])
    args = {**dict.fromkeys(call.get("choices", {}), ""), **call["arguments"]}
    told = [f"{name}: {value} ({place(call.get('sources', {}).get(name, []))})" for name, value in args.items()]
    allowed: tuple[Allowed, ...] = ("edit", "reject") if call.get("choices") else ("approve", "edit", "reject")
    return Request(
        call["name"],
        args,
        "\n".join(f"- {inert(one_line(line))}" for line in [*told, *unsettled(call)]),
        allowed,
        action.arguments.model_json_schema() if action else {},
    )


def _of_decisions(decisions: Sequence[Decision], *, calls: Sequence[ActionCall], digest: str) -> dict[str, Any]:
    """Decisions on the first of the calls, as a reply of our own."""
    pairs = list(zip(calls, decisions, strict=False))
    changes = {call["name"]: edited(decision, call["arguments"]) for call, decision in pairs}
    return {
        "approve": [call["name"] for call, decision in pairs if decision.type != "reject"],
        "digest": digest,
        "arguments": {name: arguments for name, arguments in changes.items() if arguments is not None},
        "decided": len(pairs),
    }


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
