"""Where a person steps in: accepts, changes, drops, asks anew. Steps of their own: after a pause they are run again."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field

from citeline.state import Claim, Plan, RAGState, StateUpdate
from citeline.steps import Run, step

T = TypeVar("T", bound="Review")


class Review(BaseModel):
    """A reply that changes nothing accepts."""

    model_config = ConfigDict(extra="forbid")

    ask: str = Field(default="", max_length=4000, description="Another question to be answered instead.")


class PlanReview(Review):
    """Of the plan."""

    mode: Literal["", "pipeline", "explore"] = Field(default="", description="Empty: as planned.")
    style: Literal["", "code", "prose", "mixed"] = Field(default="", description="Empty: as planned.")
    max_rounds: int = Field(default=0, ge=0, le=10, description="0: as planned.")
    actions: list[str] | None = Field(default=None, description="Those of the planned actions to keep.")


class EvidenceReview(Review):
    """Of the pieces that the answer is made from."""

    drop: list[int] = Field(default_factory=list, description="Ids of pieces that shall not be used.")


class EditedClaim(BaseModel):
    """A sentence and the ids of its evidence."""

    text: str = Field(min_length=1, max_length=2000)
    evidence: list[int] = Field(min_length=1)


class AnswerReview(Review):
    """Of the answer; sentences that differ are checked like those of a model."""

    claims: list[EditedClaim] | None = Field(default=None, description="The sentences in place of those shown.")


@step
def review_plan(state: RAGState, run: Run) -> StateUpdate:
    """The plan as a person wants it."""
    if state["plan"]["intent"] == "chat":
        return {}
    shown = {"question": state["question"], "plan": dict(state["plan"])}
    said = _ask("plan", shown, PlanReview, run)
    if said is None:
        return {}
    if said.ask:
        return _again(said.ask)
    plan: Plan = {**state["plan"]}
    plan["mode"] = said.mode or plan["mode"]
    plan["style"] = said.style or plan["style"]
    plan["max_rounds"] = said.max_rounds or plan["max_rounds"]
    if said.actions is not None:
        plan["actions"] = [name for name in plan.get("actions", []) if name in said.actions]
    return {"plan": plan, "again": False}


@step
def review_evidence(state: RAGState, run: Run) -> StateUpdate:
    """The pieces that a person leaves; their ids stay."""
    context = state.get("context", [])
    said = _ask("evidence", {"question": state["question"], "evidence": list(context)}, EvidenceReview, run)
    if said is None:
        return {}
    if said.ask:
        return _again(said.ask)
    left = [piece for piece in context if piece["id"] not in said.drop]
    return {"context": left, "evidence": left, "again": False}


@step
def review_answer(state: RAGState, run: Run) -> StateUpdate:
    """The sentences as a person wants them; those that were changed lose their verdicts and get new ones."""
    claims = state.get("claims", [])
    shown = {"question": state["question"], "claims": list(claims), "evidence": list(state.get("context", []))}
    said = _ask("answer", shown, AnswerReview, run)
    if said is None:
        return {}
    if said.ask:
        return _again(said.ask)
    if said.claims is None:
        return {"again": False}
    return {"claims": [_edited(one, claims) for one in said.claims], "again": False}


def _edited(said: EditedClaim, before: list[Claim]) -> Claim:
    changed: Claim = {"text": said.text, "evidence": said.evidence}
    known = (claim for claim in before if claim["text"] == said.text and claim["evidence"] == said.evidence)
    return next(known, changed)


def _ask(kind: str, shown: dict[str, Any], schema: type[T], run: Run) -> T | None:
    """The reply; None where nobody is to be asked."""
    points = {point.strip() for point in run.settings.review.split(",")}
    if kind not in points or not run.can_ask:
        return None
    said = interrupt({"kind": kind, **shown}, response_schema=schema)
    return said if isinstance(said, schema) else schema.model_validate(said)


def _again(question: str) -> StateUpdate:
    # A conversation ends with what was said last, and that is what is planned.
    return {"question": question, "again": True, "messages": [{"role": "user", "content": question}]}
