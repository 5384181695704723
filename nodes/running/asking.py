"""What a person is asked, also in the form in which chat front ends know it: LangChain's `HITLRequest`.

`action_requests` and `review_configs` go out beside our own keys; `decisions` may come back in place of our own reply.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from citeline.dataclass import dataclass

T = TypeVar("T", bound=BaseModel)

Allowed: TypeAlias = Literal["approve", "edit", "reject"]


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that a person decides."""

    name: str
    args: Mapping[str, Any]
    """Plain JSON values, which a front end shows as fields."""
    description: str
    """Markdown."""
    allowed: Sequence[Allowed]
    args_schema: Mapping[str, Any]


class EditedAction(BaseModel):
    """Arguments in place of those shown."""

    name: str = ""
    args: dict[str, Any]


class Decision(BaseModel):
    """On one request."""

    type: Allowed
    edited_action: EditedAction | None = None

    @model_validator(mode="after")
    def _edits_something(self) -> Decision:
        if self.type == "edit" and self.edited_action is None:
            raise ValueError("an edit needs `edited_action`")
        return self


class Decisions(BaseModel):
    """A reply of a front end, in the order of the requests."""

    model_config = ConfigDict(extra="forbid")

    decisions: list[Decision] = Field(min_length=1)


def ask_person(
    value: Mapping[str, Any],
    requests: Sequence[Request],
    schema: type[T],
    reply_of: Callable[[Sequence[Decision]], Mapping[str, Any]],
) -> T:
    """The reply to `value`, when it has come; LangGraph refuses one that does not fit the schema, and waits on.

    `reply_of` makes our own form of reply of decisions; what it raises as ValueError refuses them.
    """
    from langgraph.types import interrupt  # here, so that a run that pauses nowhere does without LangGraph

    def read(reply: Any) -> Any:
        if not isinstance(reply, Mapping) or "decisions" not in reply:
            return reply
        decisions = Decisions.model_validate(reply).decisions
        if len(decisions) > len(requests):
            raise ValueError(f"decisions: {len(decisions)} for {len(requests)} requests")
        for request, decision in zip(requests, decisions, strict=False):
            if decision.type not in request.allowed:
                raise ValueError(f"decisions: {request.name} may be decided by {' or '.join(request.allowed)}")
            if decision.edited_action and decision.edited_action.name not in ("", request.name):
                raise ValueError(f"decisions: {request.name} cannot become {decision.edited_action.name}")
        return reply_of(decisions)

    shown = {
        **value,
        "action_requests": [
            {"name": one.name, "args": dict(one.args), "description": one.description} for one in requests
        ],
        "review_configs": [
            {"action_name": one.name, "allowed_decisions": list(one.allowed), "args_schema": dict(one.args_schema)}
            for one in requests
        ],
    }
    reading: Any = Annotated[schema, BeforeValidator(read)]
    said = interrupt(shown, response_schema=reading)
    return said if isinstance(said, schema) else schema.model_validate(said)


def edited(decision: Decision, shown: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of an edit; None for another decision.

    A front end hands a field that was edited back as text: it is read as the kind of value that was shown. Raises
    ValueError for text that is none.
    """
    if decision.edited_action is None:
        return None
    return {name: _as_shown(value, name, shown.get(name)) for name, value in decision.edited_action.args.items()}


def _as_shown(value: Any, name: str, shown: Any) -> Any:
    if not isinstance(value, str) or isinstance(shown, str):
        return value
    if shown is None:
        return None if value == "null" else value
    try:
        return json.loads(value)
    except ValueError as error:
        raise ValueError(f"{name}: {value[:60]!r} is no JSON like {json.dumps(shown)[:60]}") from error
