"""What each step of the machine costs, and how many right places get lost in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean

import numpy as np

from citeline.dataclass import dataclass

from .metrics import p50, p95
from .outcome import LOSSES, Outcome


@dataclass(frozen=True, slots=True)
class StepCost:
    """One step, over the runs that took it."""

    name: str
    runs: int
    p50_ms: float
    p95_ms: float
    share: float
    """Of the time of all steps of all runs."""
    tokens: float
    """Mean of the runs that took it."""


def step_costs(outcomes: Iterable[Outcome]) -> list[StepCost]:
    """Every step that any run took, the dearest first; times are summed over the rounds of a run."""
    runs = [outcome.run for outcome in outcomes if outcome.run]
    total = sum(sum(run.step_ms.values()) for run in runs) or 1.0
    costs = []
    for name in dict.fromkeys(step for run in runs for step in run.step_ms):
        took = [run for run in runs if name in run.step_ms]
        spent = np.asarray([run.step_ms[name] for run in took])
        tokens = fmean(run.step_tokens.get(name, 0) for run in took)
        costs.append(StepCost(name, len(took), float(p50(spent)), float(p95(spent)), spent.sum() / total, tokens))
    return sorted(costs, key=lambda cost: (-cost.share, cost.name))


def losses(outcomes: Iterable[Outcome]) -> list[tuple[str, int]]:
    """How many answers of answerable cases cite a right place, and at which step the others lost it, in order."""
    runs = [outcome.run for outcome in outcomes if outcome.run and outcome.case.right]
    counts = Counter(run.lost_at for run in runs)
    return [("cited", counts[None]), *((name, counts[name]) for name in LOSSES)]
