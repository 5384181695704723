"""Seconds as a contract: how much of a run's budget is left, and the note that says it ran out.

What counts is the time that steps have used (`usage.seconds`), not the wall clock: a pause in Studio costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from citeline.dataclass import dataclass
from citeline.state import Degradation, RAGState

RESERVE: Final = 0.05
"""Share of the budget kept for grading, answering and checking, so that a search that ran out can still be used."""

_TWIN_SHARE: Final = 0.1
_TWIN_S: Final = 1.5
_MOST_TWIN_SHARE: Final = 0.3
"""What no model may use of the budget: a tenth, and at least 1.5 s unless that is a third of it. A twin takes less,
unless the machine is busy, as with a model of its own: then as long as the steps without a model have taken so far."""

_OUT_OF_TIME: Final = "out of time"
_SPENT: Final = "over budget"


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a step has to be done, on the run's own clock."""

    at: float
    clock: Callable[[], float]

    def left_s(self) -> float:
        """Seconds left; zero or less when it has passed."""
        return self.at - self.clock()


def searching_s(budget_s: float) -> float:
    """Seconds of a budget that searching and ranking may use in all."""
    return budget_s * (1 - RESERVE)


def modelled_s(budget_s: float, unmodelled_s: float = 0.0) -> float:
    """Seconds of a budget that the steps may have used when the last call of a model ends.

    `unmodelled_s`: what the steps that asked no model have used so far.
    """
    return budget_s - max(_TWIN_SHARE * budget_s, min(max(_TWIN_S, unmodelled_s), _MOST_TWIN_SHARE * budget_s))


def unmodelled_s(state: RAGState) -> float:
    """Seconds that the steps which asked no model have used so far: how fast this machine is at present."""
    timings = state.get("timings", {})
    return used_s(state) - sum(timings.get(step, 0.0) for step in state.get("prompts", {})) / 1000


def used_s(state: RAGState) -> float:
    """Seconds that the steps of the run have used so far."""
    return state.get("usage", {}).get("seconds", 0.0)


def out_of_time(step: str, *, source: str, to: str, budget_s: float) -> Degradation:
    """The note of a step that did less because the time was up."""
    return {"step": step, "source": source, "to": to, "why": f"{_OUT_OF_TIME}: the budget is {budget_s:g} s"}


def over_budget(why: str) -> str:
    """The reason of a step that did less because calls, tokens or money were spent."""
    return f"{_SPENT}: {why}"


def was_cut_short(degradations: Iterable[Degradation]) -> bool:
    """True when some step did less because the time was up, or another part of the budget spent."""
    return any(note["why"].startswith((_OUT_OF_TIME, _SPENT)) for note in degradations)
