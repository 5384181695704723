"""One row of a dataset: a question, whether the corpus answers it, and where.

The JSON schema of a row is published as `docs/evals.schema.json`; `docs/evals.md` explains the fields.
"""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

Grade: TypeAlias = Literal[1, 2]
_SHORT: Final = 200
_MAX_QUESTION: Final = 2000
_MAX_GOLD: Final = 50

Word: TypeAlias = Annotated[str, StringConstraints(pattern=r"^\S(.*\S)?$", max_length=_SHORT)]
"""Not empty, on one line, no blanks around it."""

_GOLD_FOLLOWS_ANSWERABLE: Final[dict[str, Any]] = {
    "if": {"properties": {"answerable": {"const": False}}, "required": ["answerable"]},
    "then": {"properties": {"gold": {"maxItems": 0}}},
    "else": {"properties": {"gold": {"minItems": 1}}, "required": ["gold"]},
}


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Gold(_Row):
    """A place that answers the question; without lines, a whole document."""

    path: Annotated[str, StringConstraints(min_length=1, max_length=1000)] = Field(
        description="Of the document, POSIX, relative to its corpus."
    )
    start_line: int = Field(default=0, ge=0, description="First line, 1-based; left out for a whole document.")
    end_line: int = Field(default=0, ge=0, description="Last line, inclusive; left out for a whole document.")
    grade: Grade = Field(default=2, description="2: an answer needs it, 1: it is also right.")
    sha256: Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{64})?$")] = Field(
        default="", description="Of these lines joined with LF, UTF-8: tells when they change. Empty: not checked."
    )

    @field_validator("path")
    @classmethod
    def _is_inside(cls, path: str) -> str:
        pure = PurePosixPath(path)
        if pure.is_absolute() or ".." in pure.parts or "\\" in path or "\0" in path or path != str(pure):
            raise ValueError("not a POSIX path relative to the corpus, like `src/app.py`")
        return path

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        if bool(self.start_line) != bool(self.end_line):
            raise ValueError("`start_line` and `end_line` come together, from 1 on; a whole document has neither")
        if self.end_line < self.start_line:
            raise ValueError(f"`end_line` {self.end_line} comes before `start_line` {self.start_line}")
        return self

    def __str__(self) -> str:
        return f"{self.path}:{self.start_line}-{self.end_line}" if self.start_line else self.path


class Case(_Row):
    """A question with what is right."""

    model_config = ConfigDict(json_schema_extra=_GOLD_FOLLOWS_ANSWERABLE)

    id: Word = Field(description="Unique in the dataset; results are compared by it.")
    corpus: Annotated[str, StringConstraints(pattern=r"^([A-Za-z0-9][A-Za-z0-9._-]*)?$", max_length=_SHORT)] = Field(
        default="", description="Name of the folder, below --corpora, that is asked; empty: the one of --repo."
    )
    question: Annotated[str, StringConstraints(pattern=r"\S", max_length=_MAX_QUESTION)] = Field(
        description="As a person would ask it."
    )
    language: Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] = Field(
        default="en", description="Of the question, as a BCP 47 tag."
    )
    answerable: bool = Field(default=True, description="Whether the corpus holds the answer.")
    group: Annotated[str, StringConstraints(pattern=r"^(\S(.*\S)?)?$", max_length=_SHORT)] = Field(
        default="", description="Shared by paraphrases of one question, which should be answered alike; empty: none."
    )
    gold: Annotated[tuple[Gold, ...], Field(strict=False)] = Field(
        default=(), max_length=_MAX_GOLD, description="Every place that answers it; none for an unanswerable question."
    )
    tags: Annotated[tuple[Word, ...], Field(strict=False)] = Field(
        default=(), max_length=_MAX_GOLD, description="Results are also told for each tag."
    )

    @model_validator(mode="after")
    def _gold_follows_answerable(self) -> Self:
        if self.answerable and not self.gold:
            raise ValueError(
                "an answerable question needs `gold`; one that the corpus does not answer, `answerable: false`"
            )
        if not self.answerable and self.gold:
            raise ValueError("an unanswerable question has no `gold`")
        if len(set(self.tags)) < len(self.tags):
            raise ValueError("`tags` names one tag twice")
        if len({str(place) for place in self.gold}) < len(self.gold):
            raise ValueError("`gold` names one place twice")
        return self


def case_schema() -> str:
    """The JSON schema of a row, as it is published."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Case.model_json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
