"""Which files the index has not read: what is not found may stand in them."""

from __future__ import annotations

from typing import Final

from citeline.tools.answer.writing.phrases import refusal_phrase
from citeline.tools.question.vocabulary.language import Language

from .steps import Run

_UNREAD: Final = ("too_large", "unreadable", "parse_failed")
"""Of the reasons to leave a file out, those that a person may not know of."""
_MOST: Final = 3


def left_out_phrase(run: Run, language: Language) -> str:
    """A sentence that names a few of them; empty where every file was read."""
    paths = [one.path for one in run.index.structure.skipped() if one.reason in _UNREAD]
    return refusal_phrase("skipped", language, path=", ".join(paths[:_MOST])) if paths else ""
