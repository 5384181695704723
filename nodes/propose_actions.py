"""Fills in what the actions take that were asked for; a person decides afterwards."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from citeline.state import ActionCall, RAGState, StateUpdate
from citeline.text import unique
from citeline.tools.actions import Action, ActionError, Outcome, known_actions, outcome_of, proposed
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
    return {"actions": [proposed(action, _outcome(state, run, action)) for action in _planned(state, run)]}


@step_with_model("planner", _PROMPT, twin=_as_far_as_told)
async def propose_actions(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
    """Each planned action with arguments that fit it, or the reason why it cannot be proposed. Does nothing yet.

    The twin takes the arguments from the words of question and answer. A model fills in what these leave out: what it
    makes up is marked, and what it says otherwise is dropped.
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
        own = _outcome(state, run, action)
        try:
            calls.append(proposed(action, own, given.get(action.name)))
            held = calls[-1]["arguments"]
            dropped = [name for name, value in given.get(action.name, {}).items() if held.get(name, value) != value]
            if dropped:
                said = f"{', '.join(dropped)} of {model.model.name}"
                run.degrade(source=said, to="what question and answer say", why="it says something else")
        except ActionError as error:
            run.degrade(source=f"arguments of {model.model.name}", to="those of question and answer", why=str(error))
            calls.append(proposed(action, own))
    return {"actions": calls}


def _planned(state: RAGState, run: Run) -> list[Action]:
    registry = known_actions(run.resources.actions)
    # A person may have edited the plan.
    names = unique(state["plan"].get("actions", []))
    return [found for name in names if (found := registry.get(name)) is not None]


def _outcome(state: RAGState, run: Run, action: Action) -> Outcome:
    return outcome_of(state, run.settings.actions_folder, run.index.tree, action.name)


def _described(action: Action) -> str:
    schema = json.dumps(action.arguments.model_json_schema(), ensure_ascii=False)
    return f"{action.name}: {action.description} Arguments: {schema}"
