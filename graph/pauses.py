"""Where a run waits for a person, and how it goes on with the reply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

from pydantic import BaseModel, ValidationError

from citeline.dataclass import dataclass
from citeline.errors import UsageError
from citeline.nodes.approve_actions import Approval
from citeline.nodes.review import AnswerReview, EvidenceReview, PlanReview

from .answer import Answer

if TYPE_CHECKING:
    from langgraph.types import Command

ReviewPoint: TypeAlias = Literal["plan", "evidence", "answer"]
PauseKind: TypeAlias = ReviewPoint | Literal["actions", "tool"]


@dataclass(frozen=True, slots=True)
class Pause:
    """One question to a person."""

    kind: PauseKind
    shown: Mapping[str, Any]
    """What is to be judged, plain JSON values: the plan, the evidence, the claims, or the actions.

    Of kind `tool`, an action that asks by itself: what it asks, under `asked`.
    """
    reply_schema: Mapping[str, Any]
    """JSON Schema of the reply."""
    answer: Answer
    """As far as the run has come; complete when `kind` is `actions`."""


Decide: TypeAlias = Callable[[Pause], Any]
"""Asks a person and returns the reply: a mapping, or for a tool whatever it takes.

May wait as long as it likes, waiting costs nothing of the budget.
"""


_REPLIES: Final[Mapping[PauseKind, type[BaseModel]]] = {
    "plan": PlanReview,
    "evidence": EvidenceReview,
    "answer": AnswerReview,
    "actions": Approval,
}
"""What a reply has to be; LangGraph checks it once more, but says so in the words of pydantic."""


def pause_of(interrupt: Any, answer: Answer) -> Pause:
    """The question behind an interrupt."""
    if not isinstance(interrupt.value, Mapping) or interrupt.value.get("kind") not in _REPLIES:
        return Pause("tool", {"asked": interrupt.value}, {}, answer)
    value = dict(interrupt.value)
    kind = cast(PauseKind, value.pop("kind"))
    return Pause(kind, value, _REPLIES[kind].model_json_schema(), answer)


def resumed_with(decide: Decide, interrupts: Iterable[Any], answer: Answer) -> Command[Any]:
    """The replies to all that a run waits for, as LangGraph takes them. Raises UsageError for one that does not fit."""
    from langgraph.types import Command

    replies: dict[str, Any] = {}
    for interrupt in interrupts:
        pause = pause_of(interrupt, answer)
        reply = decide(pause)
        kind = pause.kind
        if kind == "actions" and isinstance(reply, Mapping) and reply.get("approve"):
            reply = {"digest": pause.shown["digest"], **reply}  # it was asked with what is shown in that very pause
        try:
            if kind in _REPLIES:
                _REPLIES[kind].model_validate(reply)
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(map(str, problem["loc"])) or "reply"
            raise UsageError(
                f"the reply to {kind!r} cannot be used: {where}: {problem['msg']}",
                remedy="return what `reply_schema` of the pause asks for",
            ) from error
        replies[interrupt.id] = reply
    return Command(resume=replies)
