"""One row of a dataset: a question, whether the corpus answers it, and where.

The JSON schema of a row is published as `docs/evals.schema.json`; `docs/evals.md` explains the fields.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

Grade: TypeAlias = Literal[1, 2]
_SHORT: Final = 200
_MAX_QUESTION: Final = 2000
_MAX_GOLD: Final = 50
_MAX_PATTERN: Final = 500
_MAX_ANSWER: Final = 2000

Word: TypeAlias = Annotated[str, StringConstraints(pattern=r"^\S(.*\S)?$", max_length=_SHORT)]
"""Not empty, on one line, no blanks around it."""

_GOLD_FOLLOWS_ANSWERABLE: Final[dict[str, Any]] = {
    "if": {"properties": {"answerable": {"const": False}}, "required": ["answerable"]},
    "then": {"properties": {"gold": {"maxItems": 0}, "needs": {"maxItems": 0}, "says": {"maxItems": 0}}},
    "else": {
        "oneOf": [
            {"properties": {"gold": {"minItems": 1}}, "required": ["gold"]},
            {"properties": {"needs": {"minItems": 1}, "says": {"minItems": 1}}, "required": ["needs", "says"]},
        ]
    },
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


Pattern: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=_MAX_PATTERN)]
"""A regular expression of Python; matched anywhere, case-insensitive."""
Places: TypeAlias = Annotated[tuple[Gold, ...], Field(strict=False, min_length=1, max_length=_MAX_GOLD)]
Patterns: TypeAlias = Annotated[tuple[Pattern, ...], Field(strict=False, min_length=1, max_length=_MAX_GOLD)]


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
    type: Annotated[str, StringConstraints(pattern=r"^(\S(.*\S)?)?$", max_length=_SHORT)] = Field(
        default="", description="Kind of question, as `value` or `callers`: results are also told for each."
    )
    needs: Annotated[tuple[Places, ...], Field(strict=False)] = Field(
        default=(),
        max_length=_MAX_GOLD,
        description="Instead of `gold`: groups of places. A full answer cites at least one place of each group.",
    )
    says: Annotated[tuple[Patterns, ...], Field(strict=False)] = Field(
        default=(),
        max_length=_MAX_GOLD,
        description="With `needs`: groups of patterns. The sentences of a full answer, or the lines that they cite, "
        "match one of each group.",
    )
    also: Annotated[tuple[Gold, ...], Field(strict=False)] = Field(
        default=(),
        max_length=_MAX_GOLD,
        description="Places that help and do not suffice, or that show why there is no answer.",
    )
    answer: Annotated[str, StringConstraints(max_length=_MAX_ANSWER)] = Field(
        default="", description="What is true, in a sentence or two, for people."
    )
    same_as: Annotated[str, StringConstraints(pattern=r"^(\S(.*\S)?)?$", max_length=_SHORT)] = Field(
        default="", description="Id of the case whose question this one rewords; empty: none."
    )

    @property
    def places(self) -> tuple[Gold, ...]:
        """Every labelled place, as it was written."""
        return (*self.gold, *(place for group in self.needs for place in group), *self.also)

    @property
    def right(self) -> tuple[Gold, ...]:
        """The places that answer it, each once: `gold`, or those of `needs`, and with grade 1 those of `also`.

        None of an unanswerable question: its `also` says why there is no answer.
        """
        if not self.answerable:
            return ()
        helping = (place.model_copy(update={"grade": 1}) for place in self.also)
        once: dict[str, Gold] = {}
        for place in (*self.gold, *(place for group in self.needs for place in group), *helping):
            once.setdefault(str(place), place)
        return tuple(once.values())

    @property
    def is_graded(self) -> bool:
        """Whether answers to it are graded: it has `needs`, or a `type` and no answer in the corpus."""
        return bool(self.needs or (self.type and not self.answerable))

    @field_validator("says")
    @classmethod
    def _are_patterns(cls, says: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        for at, group in enumerate(says):
            for number, pattern in enumerate(group):
                try:
                    re.compile(pattern)
                except re.error as error:
                    raise ValueError(
                        f"pattern [{at}][{number}] {pattern!r} is no regular expression: {error}; "
                        "put a backslash before what is meant literally"
                    ) from error
        return says

    @model_validator(mode="after")
    def _labels_follow_answerable(self) -> Self:
        if problem := next(_wrong_labels(self), None):
            raise ValueError(problem)
        return self

    @model_validator(mode="after")
    def _nothing_stands_twice(self) -> Self:
        if len(set(self.tags)) < len(self.tags):
            raise ValueError("`tags` names one tag twice")
        if len({str(place) for place in self.gold}) < len(self.gold):
            raise ValueError("`gold` names one place twice")
        return self


def _wrong_labels(case: Case) -> Iterator[str]:
    if not case.answerable:
        if case.gold or case.needs or case.says:
            yield "an unanswerable question has no `gold`, `needs` or `says`"
    elif not case.gold and not case.needs:
        yield "an answerable question needs `gold`, or `needs` and `says`; one without an answer `answerable: false`"
    elif case.gold and (case.needs or case.says or case.also):
        yield "a case has either `gold` or `needs`, `says` and `also`: move the places of `gold` into groups of `needs`"
    elif case.needs and not case.says:
        yield "`needs` comes with `says`: add what a full answer must say, a group of patterns for each point"
    if case.same_as and case.group:
        yield "a case has either `same_as` or `group`: both make pairs of wordings"
    if case.same_as == case.id:
        yield "`same_as` names the case itself: name the one that it rewords"


def case_schema() -> str:
    """The JSON schema of a row, as it is published."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Case.model_json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
