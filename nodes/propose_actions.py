"""Fills in what the actions take that were asked for; a person decides afterwards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from citeline.state import ActionCall, RAGState, StateUpdate
from citeline.text import unique
from citeline.tools.actions import Action, ActionError, Outcome, known_actions, outcome_of
from citeline.tools.evidence.fencing import DATA_RULE, fence_text, new_marker
from citeline.tools.evidence.masks import Masks
from citeline.tools.models.prompts import load_prompt
from citeline.tools.models.schemas import ProposalReply
from citeline.visible import one_line

from .running.model_steps import step_with_model
from .running.steps import Run

if TYPE_CHECKING:
    from citeline.tools.models.role import ModelRun

_PROMPT: Final = load_prompt("citeline.nodes", "propose_actions")
_OUTPUT_TOKENS: Final = 500


def _as_far_as_told(state: RAGState, run: Run) -> StateUpdate:
    outcome = outcome_of(state, run.settings.actions_folder, run.index.tree)
    return {"actions": [_proposed(action, _suggested(action, outcome)) for action in _planned(state, run)]}


@step_with_model("planner", _PROMPT, twin=_as_far_as_told)
async def propose_actions(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
    """Each planned action with arguments that fit it, or the reason why it cannot be proposed. Does nothing yet.

    The twin takes the arguments from the words of question and answer; so does this where a model's do not fit.
    """
    actions = _planned(state, run)
    outcome = outcome_of(state, run.settings.actions_folder, run.index.tree)
    # It quotes sources.
    answer = Masks(run.index).sentence(outcome.answer, state.get("evidence", []))
    told = "\n".join((answer, *outcome.citations))
    messages = _PROMPT.render(
        name=one_line(run.index.name),
        today=f"{datetime.now(UTC):%A, %Y-%m-%d}",
        actions="\n".join(map(_described, actions)),
        data_rule=DATA_RULE,
        question=outcome.question,
        answer=fence_text(told, new_marker(), what="answer"),
    )
    reply = await model.ask(messages, ProposalReply, max_output_tokens=_OUTPUT_TOKENS)
    given = {one.name: one.arguments for one in reply.actions}
    calls: list[ActionCall] = []
    for action in actions:
        call = _proposed(action, given.get(action.name, {}))
        if call["status"] == "failed" and action.suggest is not None:
            run.degrade(source=f"arguments of {model.model.name}", to="those of question and answer", why=call["told"])
            call = _proposed(action, _suggested(action, outcome))
        calls.append(call)
    return {"actions": calls}


def _planned(state: RAGState, run: Run) -> list[Action]:
    registry = known_actions(run.resources.actions)
    # A person may have edited the plan.
    names = unique(state["plan"].get("actions", []))
    return [found for name in names if (found := registry.get(name)) is not None]


def _suggested(action: Action, outcome: Outcome) -> Mapping[str, Any]:
    return action.suggest(outcome) if action.suggest is not None else {}


def _proposed(action: Action, arguments: Mapping[str, Any]) -> ActionCall:
    call: ActionCall = {
        "name": action.name,
        "arguments": dict(arguments),
        "status": "proposed",
        "told": "",
        "id": uuid4().hex,
    }
    try:
        return {**call, "arguments": action.fill(arguments)}
    except ActionError as error:
        return {**call, "status": "failed", "told": str(error)}


def _described(action: Action) -> str:
    schema = json.dumps(action.arguments.model_json_schema(), ensure_ascii=False)
    return f"{action.name}: {action.description} Arguments: {schema}"
