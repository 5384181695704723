"""An action as a person is shown it: its arguments, where each comes from, and what is left to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

from citeline.state import ActionCall, ArgumentChoice, ArgumentSource

from ..question.wishes import condition_in
from .ledger import digest_of
from .outcome import ActionError, Outcome
from .registry import Action
from .sourced import Sourced, Suggested, absent, traced


def proposed(action: Action, outcome: Outcome, given: Mapping[str, Any] | None = None) -> ActionCall:
    """The action with its arguments, or `failed` with the reason why it cannot be proposed.

    `given`: what a model has filled in. It counts where question and answer say nothing, and is marked as made up where
    neither has its words. Raises ActionError where it does not fit the action.
    """
    call: ActionCall = {"name": action.name, "arguments": {}, "status": "proposed", "told": "", "id": uuid4().hex}
    if missing := absent(outcome):
        return {**call, "status": "failed", "told": f"nothing that the answer cites names {', '.join(missing)}"}
    suggested = _suggested(action, outcome)
    more = {name: value for name, value in (given or {}).items() if name not in suggested.choices}
    arguments = {name: traced(value, outcome) for name, value in more.items() if not _is_default(action, name, value)}
    arguments |= suggested.arguments
    refused = {name: why for name, why in suggested.refused.items() if name not in more}
    values = {name: one.value for name, one in arguments.items()}
    call["arguments"] = values
    choices: dict[str, list[ArgumentChoice]] = {
        name: [{"value": one.value, "sources": list(one.sources)} for one in options]
        for name, options in suggested.choices.items()
    }
    try:
        if refused:
            raise ActionError(f"{action.name}: {'; '.join(refused.values())}")
        filled = action.fill({**values, **{name: options[0].value for name, options in suggested.choices.items()}})
        for name, options in suggested.choices.items():
            for option in options:
                action.fill({**filled, name: option.value})
    except ActionError as error:
        if given:
            raise
        return {**call, "status": "failed", "told": str(error)}
    call["arguments"] = {name: value for name, value in filled.items() if name not in choices}
    call["sources"] = {
        name: list(arguments[name].sources) if name in arguments else [{"kind": "default", "text": ""}]
        for name in call["arguments"]
    }
    if choices:
        call["choices"] = choices
    if suggested.unused:
        call["unused"] = list(suggested.unused)
    return {**call, "as_proposed": digest_of(call)}


def changed(action: Action | None, call: ActionCall, arguments: Mapping[str, Any]) -> ActionCall:
    """The action with a person's arguments in place of those shown. Raises ActionError where they do not fit."""
    filled = action.fill(arguments) if action else dict(arguments)
    before, options = call.get("sources", {}), call.get("choices", {})
    sources: dict[str, list[ArgumentSource]] = {}
    for name, value in filled.items():
        chosen = next((one["sources"] for one in options.get(name, []) if one["value"] == value), None)
        is_kept = name in before and call["arguments"].get(name) == value
        sources[name] = before[name] if is_kept else chosen or [{"kind": "person", "text": ""}]
    kept: ActionCall = {**call, "arguments": filled, "sources": sources}
    kept.pop("choices", None)
    return kept


def _suggested(action: Action, outcome: Outcome) -> Suggested:
    found = action.suggest(outcome) if action.suggest is not None else {}
    if isinstance(found, Suggested):
        return found
    # An action of others knows nothing of when it is wanted: no argument holds a condition, so a person decides.
    said = outcome.wish.arguments if outcome.wish else ()
    told = (condition_in(one.text) for one in said if one.kind == "other")
    conditions = tuple(dict.fromkeys(filter(None, told)))
    return Suggested({name: _of_action(traced(value, outcome)) for name, value in found.items()}, unused=conditions)


def _of_action(one: Sourced) -> Sourced:
    """No model has had a hand in it: what neither question nor answer says, the action works out by itself."""
    is_own = any(source["kind"] == "model" for source in one.sources)
    return replace(one, sources=({"kind": "action", "text": ""},)) if is_own else one


def _is_default(action: Action, name: str, value: Any) -> bool:
    known = action.arguments.model_fields.get(name)
    return known is not None and not known.is_required() and known.get_default(call_default_factory=True) == value
