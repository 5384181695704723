"""Which files the index has not read, or not whole: what is not found may stand in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from citeline.state import MissingName
from citeline.tools.answer.writing.phrases import quoted, refusal_phrase
from citeline.tools.evidence.names import sampled_paths, unread_places
from citeline.tools.question.vocabulary.language import Language

from .steps import Run

_UNREAD: Final = ("too_large", "unreadable", "parse_failed")
"""Of the reasons to leave a file out, those that a person may not know of."""
_MOST: Final = 3


def left_out_phrase(run: Run, language: Language, missing: Sequence[MissingName]) -> str:
    """Sentences that name a few of them, and lines of those read in part that have a missing name; empty where every
    file was read.
    """
    return " ".join(_said(run, language, missing))


def _said(run: Run, language: Language, missing: Sequence[MissingName]) -> Iterator[str]:
    index = run.index
    if paths := [one.path for one in index.structure.skipped() if one.reason in _UNREAD]:
        yield refusal_phrase("skipped", language, path=", ".join(paths[:_MOST]))
    sampled = sampled_paths(index)
    places = unread_places(index, [one["name"] for one in missing], sampled) if sampled else []
    for place in places[:_MOST]:
        yield refusal_phrase("unread", language, name=quoted(place.name), path=f"{place.path}:{place.line}")
    if sampled:
        yield refusal_phrase("sampled", language, path=", ".join(sampled[:_MOST]))
