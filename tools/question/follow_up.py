"""A question that goes on from the one before: its pronoun stands for what that was about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from citeline.model import DEFINITION_KINDS
from citeline.text import identifiers_in

from .parts import with_pronoun_named
from .read import read


def followed(question: str, before: Mapping[str, Any] | None) -> str:
    """The question as it can be answered by itself; as it is where it names something, or nothing went before.

    `before`: the answer to the question before, as `Answer.to_json` gives it.
    """
    if before is None or identifiers_in(question):
        return question
    name = next(_named(before), "")
    return with_pronoun_named(question, name) if name else question


def _named(before: Mapping[str, Any]) -> Iterator[str]:
    """What the question was about, then the definition that its answer cites first."""
    asked = read(before["question"])
    yield from identifiers_in(asked.text)
    if asked.about:
        yield asked.about
    yield from (name.text for name in asked.names)
    cited = before["claims"][0]["evidence"] if before["claims"] else ()
    yield from (
        item["name"] for item in before["evidence"] if item["id"] in cited[:1] and item["kind"] in DEFINITION_KINDS
    )
