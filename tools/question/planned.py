"""What a planning model says of a question, put into what was read without it, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, get_args

from citeline.text import words

from .cues import Cue
from .intents import INTENTS
from .question import Name, Question

_MOST_PARTS: Final = 4
_SURE: Final = 1.0
"""Of an intent that a model has named, beside the fitted ones of the others."""


def with_planned(
    question: Question,
    *,
    intents: Sequence[str] = (),
    names: Sequence[str] = (),
    about: str = "",
    parts: Sequence[str] = (),
    cues: Sequence[str] = (),
) -> Question:
    """The question with each field that the model has filled, and filled with what such a field can hold.

    A name counts that stands in the question, a part that asks in its words; a field without any stays as it was read.
    """
    said = tuple(intent for intent in INTENTS if intent in intents)
    found = tuple(dict.fromkeys(name for name in names if name and name in question.text))
    known = {name.text: name for name in question.names}
    asked = [part for part in parts if part.strip() and _is_part(part, question)]
    changes: dict[str, object] = {}
    if said:
        changes["intents"] = tuple(sorted(said, key=list(intents).index))
        changes["chances"] = {**question.chances, **dict.fromkeys(said, _SURE)}
    if found:
        changes["names"] = tuple(known.get(name, Name(name, "symbol", "none")) for name in found)
    if about and about in question.text:
        changes["about"] = about
    if 1 < len(asked) <= _MOST_PARTS and len(asked) == len(parts):
        changes["parts"] = tuple(asked)
    if wanted := [cue for cue in get_args(Cue) if cue in cues and cue not in question.cues]:
        changes["cues"] = (*question.cues, *wanted)
    return replace(question, **changes)  # type: ignore[arg-type]  # each by its name, as it is declared


def _is_part(part: str, question: Question) -> bool:
    """Whether it says nothing that the question does not say; a name may stand again for a pronoun."""
    return set(words(part.lower())) <= set(words(question.text.lower()))
