"""What models are asked to fill in. Fields with a default may be wrong or absent without spoiling the others."""

from __future__ import annotations

from typing import Any

from pydantic import (
    BaseModel,
    Field,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    field_validator,
)

from citeline.state import Supports


class PlanReply(BaseModel):
    """What a message in a conversation asks for."""

    question: str = ""
    needs_search: bool = True
    domains: list[str] = Field(default_factory=list)
    actions: list[str] = Field(default_factory=list)
    intents: list[str] = Field(default_factory=list)
    names: list[str] = Field(default_factory=list)
    about: str = ""
    parts: list[str] = Field(default_factory=list)
    cues: list[str] = Field(default_factory=list)

    @field_validator("*", mode="wrap")
    @classmethod
    def _or_nothing(cls, value: Any, validate: ValidatorFunctionWrapHandler, field: ValidationInfo) -> Any:
        """A field of another kind is as if it had been left out: it costs none of the others."""
        try:
            return validate(value)
        except ValidationError:
            return cls.model_fields[field.field_name or ""].get_default(call_default_factory=True)


class ProposedAction(BaseModel):
    """An action with its arguments."""

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class ProposalReply(BaseModel):
    """What shall be done."""

    actions: list[ProposedAction]


class TranslationReply(BaseModel):
    """A question in the forms that a search can use."""

    english: str = ""
    hypothetical: str = ""
    names: list[str] = Field(default_factory=list)
    words: list[str] = Field(default_factory=list)


class PieceScore(BaseModel):
    """How relevant one piece is."""

    piece: int
    score: float


class RelevanceReply(BaseModel):
    """How relevant each piece is, and whether they suffice together."""

    relevance: list[PieceScore]
    sufficient: bool | None = None
    missing: str = ""


class Cite(BaseModel):
    """Lines of one piece."""

    piece: int
    first: int | None = None
    last: int | None = None


class ClaimReply(BaseModel):
    """One sentence and what shows it."""

    text: str
    cites: list[Cite] = Field(default_factory=list)


class AnswerReply(BaseModel):
    """An answer, sentence by sentence."""

    claims: list[ClaimReply]
    answered: bool = True


class PairVerdict(BaseModel):
    """What one pair of sentence and lines came to."""

    pair: int
    verdict: Supports
    why: str = ""


class JudgeReply(BaseModel):
    """What each pair came to."""

    verdicts: list[PairVerdict]
