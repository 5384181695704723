"""Figures as people read them: shares in percent, times in milliseconds."""

from __future__ import annotations

from typing import Final

from .compare import Change
from .measures import Measure
from .result import Estimate, Result

GROUP_COLUMNS: Final = (
    "NDCG@10",
    "Hit@10",
    "recall@10",
    "cites gold",
    "line recall",
    "line precision",
    "refused, rightly",
    "refused, wrongly",
)
"""What is told of each language, corpus, type and tag."""
GRADE_COLUMNS: Final = (
    "full",
    "pointer",
    "useless",
    "refused",
    "first line right",
    "claims useful",
    "unanswerable told",
    "yes is full",
    "says yes",
    "lines printed",
)
"""The same, where answers are graded."""


def written(value: float, measure: Measure) -> str:
    """`87.5 %`, `12.3 ms` or `3.25`; NDCG and MRR, which are no shares of anything, with three decimals."""
    if measure.unit == "ms":
        return f"{value:,.1f} ms"
    if measure.unit == "count":
        return f"{value:,.1f}" if value >= 100 else f"{value:.2f}"
    if measure.name.startswith(("NDCG", "MRR")):
        return f"{value:.3f}"
    return f"{value * 100:.1f} %"


def interval_written(estimate: Estimate, measure: Measure) -> str:
    """`81.2 … 93.0 %`."""
    return between(estimate.low, estimate.high, measure)


def between(low: float, high: float, measure: Measure) -> str:
    """Two ends, the unit once."""
    return f"{written(low, measure).split(' ')[0]} … {written(high, measure)}".replace("-", "−")


def difference_written(change: Change) -> str:
    """`+1.2 %`, with a real minus sign."""
    difference = written(abs(change.difference), change.measure)
    if not difference.strip("0., %ms"):
        return "±0"
    return ("−" if change.difference < 0 else "+") + difference


def made_with(result: Result) -> str:
    """The version of Citeline that a result is of, and the models that were asked."""
    code = f"commit {result.commit[:12]}" if result.commit else f"version {result.citeline}"
    return f"Citeline {code} · {', '.join(result.models) or 'no model'}"
