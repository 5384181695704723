"""Whether a question that the corpus does not answer is told to be one."""

from __future__ import annotations

from collections.abc import Sequence

from citeline.state import Status

from ..answers import AnswerVerdict


def told_unanswerable(status: Status, verdict: AnswerVerdict, missing_names: Sequence[str]) -> float:
    """1.0 when the run refuses, says `not_stated`, or names what of the question is absent; else 0.0."""
    return float(status == "not_found" or verdict == "not_stated" or bool(missing_names))
