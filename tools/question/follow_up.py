"""A question that goes on from the one before: its pronoun stands for what that was about."""

from __future__ import annotations

from citeline.text import identifiers_in

from .parts import with_pronoun_named
from .question import Question


def followed(question: str, before: Question | None) -> str:
    """The question as it can be answered by itself; as it is where it names something, or nothing went before."""
    if before is None or identifiers_in(question):
        return question
    names = [*identifiers_in(before.text), *([before.about] if before.about else []), *(n.text for n in before.names)]
    return with_pronoun_named(question, names[0]) if names else question
