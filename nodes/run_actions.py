"""Does what the person has said yes to, once each."""

from __future__ import annotations

from citeline.state import ActionCall, RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.tools.actions import ActionError, Outcome, known_actions, outcome_of
from citeline.visible import one_line


@step
def run_actions(state: RAGState, run: Run) -> StateUpdate:
    """The actions with what was done, or why not; told in the conversation too. One that fails stops no other."""
    calls = [_run(call, run, outcome_of(state, run.resources)) for call in state.get("actions", [])]
    told = "\n".join(f"{call['name']}: {call['told']}" for call in calls if call["told"])
    return {"actions": calls, "messages": [{"role": "assistant", "content": told}] if told else []}


def _run(call: ActionCall, run: Run, outcome: Outcome) -> ActionCall:
    if call["status"] != "approved":
        return call
    action = known_actions(run.resources).get(call["name"])
    if action is None:
        return {**call, "status": "failed", "told": f"there is no action {call['name']!r}"}
    run.tell(tool=call["name"], arguments=call["arguments"])
    try:
        arguments = action.arguments.model_validate(action.fill(call["arguments"]))
        told, status = action.run(arguments, outcome), "done"
    except ActionError as error:
        told, status = str(error), "failed"
    except Exception as error:  # noqa: BLE001  # a tool of anybody's may stand behind it; the answer is there already
        told, status = f"{type(error).__name__}: {error}", "failed"
    run.tell(tool=call["name"], result=told)
    return {**call, "status": "done" if status == "done" else "failed", "told": one_line(told)}
