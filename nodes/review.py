"""Where a person steps in: accepts, changes, drops, asks anew. Steps of their own: after a pause they are run again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from citeline.errors import UsageError
from citeline.markup import inert, without_marks
from citeline.pages import place
from citeline.state import Claim, Plan, RAGState, StateUpdate
from citeline.text import has_word
from citeline.visible import one_line

from .running.asking import Request, ask_person, edited
from .running.steps import Run, step

T = TypeVar("T", bound="Review")

MOST_SENT_BACK: Final = 10
"""Replies: each begins a run anew, or a check, and a program that replies would never end."""
_EDIT: Final = ""


class Review(BaseModel):
    """A reply that changes nothing accepts."""

    model_config = ConfigDict(extra="forbid")

    ask: str = Field(default="", max_length=4000, description="Another question to be answered instead.")

    @field_validator("ask")
    @classmethod
    def _says_something(cls, value: str) -> str:
        if value and not has_word(value):
            raise ValueError("there is no question in it; leave it empty to accept")
        return value.strip()


class PlanReview(Review):
    """Of the plan."""

    mode: Literal["", "pipeline", "explore"] = Field(default="", description="Empty: as planned.")
    style: Literal["", "code", "prose", "mixed"] = Field(default="", description="Empty: as planned.")
    max_rounds: int = Field(default=0, ge=0, le=10, description="0: as planned.")
    actions: list[str] | None = Field(default=None, description="Those of the planned actions to keep.")


class EvidenceReview(Review):
    """Of the pieces that the answer is made from."""

    drop: list[int] = Field(default_factory=list, description="Ids of pieces that shall not be used.")
    only: list[int] = Field(default_factory=list, description="Ids of the pieces that alone are used. Empty: all.")


class EditedClaim(BaseModel):
    """A sentence and the ids of its evidence."""

    text: str = Field(min_length=1, max_length=2000)
    evidence: list[int] = Field(min_length=1)

    @field_validator("text")
    @classmethod
    def _says_something(cls, value: str) -> str:
        if not has_word(without_marks(value)):
            raise ValueError("there is no sentence in it")
        return value


class AnswerReview(Review):
    """Of the answer; sentences that differ are checked like those of a model."""

    claims: list[EditedClaim] | None = Field(default=None, description="The sentences in place of those shown.")


@step
def review_plan(state: RAGState, run: Run) -> StateUpdate:
    """The plan as a person wants it."""
    if state["plan"]["intent"] == "chat":
        return {}
    before = state["plan"]
    shown = {"question": state["question"], "plan": dict(before)}
    fields: dict[str, Any] = {
        "mode": before["mode"],
        "style": before.get("style", ""),
        "max_rounds": before["max_rounds"],
    }
    if "actions" in before:
        fields["actions"] = before["actions"]
    said = _ask("plan", shown, PlanReview, state, run, fields, [before["why"]])
    if not isinstance(said, PlanReview):
        return said
    plan: Plan = {**before}
    plan["mode"] = said.mode or plan["mode"]
    if said.style:
        plan["style"] = said.style
    plan["max_rounds"] = said.max_rounds or plan["max_rounds"]
    if said.actions is not None:
        plan["actions"] = [name for name in plan.get("actions", []) if name in said.actions]
    return {"plan": plan, "again": False}


@step
def review_evidence(state: RAGState, run: Run) -> StateUpdate:
    """The pieces that a person leaves; their ids stay."""
    context = state.get("context", [])
    shown = {"question": state["question"], "evidence": list(context)}
    told = [f"- [{piece['id']}] `{place(piece)}`" for piece in context]
    said = _ask("evidence", shown, EvidenceReview, state, run, {"drop": [], "only": []}, told)
    if not isinstance(said, EvidenceReview):
        return said
    for name, ids in (("drop", said.drop), ("only", said.only)):
        if unknown := sorted(set(ids) - {piece["id"] for piece in context}):
            there_are = ", ".join(str(piece["id"]) for piece in context)
            raise UsageError(f"{name}: there is no piece {unknown[0]}", remedy=f"there are {there_are}")
    wanted = said.only or [piece["id"] for piece in context]
    left = [piece for piece in context if piece["id"] in wanted and piece["id"] not in said.drop]
    kept = {piece["chunk_id"] for piece in left}
    dropped = {piece["chunk_id"] for piece in context} - kept
    # Of what was found beside the pieces nothing is used either, where some are to be used alone.
    passages = [
        one
        for one in state.get("passages", [])
        if (one["chunk_id"] in kept if said.only else one["chunk_id"] not in dropped)
    ]
    return {"context": left, "evidence": left, "passages": passages, "alone": bool(said.only), "again": False}


@step
def review_answer(state: RAGState, run: Run) -> StateUpdate:
    """The sentences as a person wants them; those that were changed lose their verdicts and get new ones."""
    claims = state.get("claims", [])
    shown = {"question": state["question"], "claims": list(claims), "evidence": list(state.get("context", []))}
    fields = {"claims": [{"text": claim["text"], "evidence": claim["evidence"]} for claim in claims]}
    told = [f"- {inert(one_line(claim['text']))} {claim['evidence']}" for claim in claims]
    said = _ask("answer", shown, AnswerReview, state, run, fields, told)
    if not isinstance(said, AnswerReview):
        return said
    if said.claims is None:
        return {"again": False}
    edited = [_edited(one, claims) for one in said.claims]
    return {"claims": edited, "again": False, "sent_back": [*state.get("sent_back", []), _EDIT]}


def _edited(said: EditedClaim, before: list[Claim]) -> Claim:
    known = (claim for claim in before if claim["text"] == said.text and claim["evidence"] == said.evidence)
    # The marks are made from `evidence`, which is checked; one that was typed would point to anything.
    changed: Claim = {"text": without_marks(said.text), "evidence": list(dict.fromkeys(said.evidence))}
    return next(known, changed)


def _ask(
    kind: str,
    shown: dict[str, Any],
    schema: type[T],
    state: RAGState,
    run: Run,
    fields: Mapping[str, Any],
    told: Sequence[str],
) -> T | StateUpdate:
    """The reply; else what the step changes: all begins anew with another question, and nothing does where nobody is to
    be asked, or replies have sent the run back too often.

    `fields`: what can be edited, as it is; `told`: Markdown above them.
    """
    points = {point.strip() for point in run.settings.review.split(",")}
    if kind not in points or not run.can_ask:
        return {}
    if len(state.get("sent_back", [])) >= MOST_SENT_BACK:
        why = f"{MOST_SENT_BACK} replies have sent this run back: ask what is left by itself"
        run.degrade(source=f"review of the {kind}", to="what there is", why=why)
        return {}
    args = {"ask": "", **fields}
    description = "\n".join([inert(one_line(shown["question"])), "", *told])
    request = Request(f"review_{kind}", args, description, ("approve", "edit"), schema.model_json_schema())
    said = ask_person(
        {"kind": kind, **shown}, [request], schema, lambda decisions: edited(decisions[0], args) or {"ask": ""}
    )
    if not said.ask:
        return said
    return {
        "question": said.ask,
        "again": True,
        "sent_back": [*state.get("sent_back", []), said.ask],
        # A conversation ends with what was said last, and that is what is planned.
        "messages": [{"role": "user", "content": said.ask}],
    }
