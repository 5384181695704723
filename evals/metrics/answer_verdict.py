"""Whether the verdict of a whole answer, `answers: yes`, may be believed, and how often it is given."""

from __future__ import annotations

from citeline.state import Status

from ..answers import AnswerVerdict


def says_yes(status: Status, verdict: AnswerVerdict) -> float:
    """1.0 when the answer claims to answer the question; its mean is the coverage of the verdict."""
    return float(status != "not_found" and verdict == "yes")


def yes_is_full(status: Status, verdict: AnswerVerdict, *, is_full: bool) -> float | None:
    """1.0 when an answer that claims to answer is full; None for one that claims no such thing.

    Its mean is the precision of the verdict. An answer to an unanswerable question is never full.
    """
    return float(is_full) if says_yes(status, verdict) else None
