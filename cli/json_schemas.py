"""JSON Schemas of what commands print with `--format json`, made from the types of the state.

The number under `schema` of an output grows when a key changes its meaning or goes; keys may be added without that.
"""

from __future__ import annotations

from typing import Any, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from citeline.state import ActionCall, Answers, Claim, MissingName, Status


class IndexJson(TypedDict):
    """Which index has answered."""

    name: str
    generation: str
    commit: str
    stale: NotRequired[int]
    """Files that differ from it, where it was left so."""


class EvidenceJson(TypedDict):
    """Cited lines; numbers are 1-based and inclusive."""

    id: int
    path: str
    start_line: int
    end_line: int
    page: int | None
    kind: str
    name: str
    text: str
    sha256: str
    channels: dict[str, int]
    place: NotRequired[str]


class AnswerJson(TypedDict):
    """What `citeline ask` prints."""

    schema: int
    question: str
    status: Status
    answer: str
    answers: NotRequired[Answers]
    claims: list[Claim]
    more: NotRequired[list[Claim]]
    evidence: list[EvidenceJson]
    unanswered: NotRequired[list[str]]
    missing_names: NotRequired[list[MissingName]]
    actions: NotRequired[list[ActionCall]]
    usage: dict[str, float]
    degradations: list[dict[str, str]]
    timings_ms: dict[str, float]
    index: IndexJson


class PlaceJson(TypedDict):
    """Lines of a file."""

    start_line: int
    end_line: int
    page: NotRequired[int | None]
    place: NotRequired[str]
    kind: str
    name: str
    qualified_name: str
    definitions: list[str]
    text: str


class HitJson(PlaceJson):
    """A file that was found, with its best place and further ones."""

    path: str
    language: str
    score: float
    channels: dict[str, int]
    features: dict[str, float]
    also: list[PlaceJson]


class SearchJson(TypedDict):
    """What `citeline search` prints."""

    schema: int
    query: str
    index: IndexJson
    hits: list[HitJson]
    timings_ms: dict[str, float]


def schema_of(shape: Any, title: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of an output."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **TypeAdapter(shape).json_schema(),
        "title": title,
    }
