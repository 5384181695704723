"""The tables of a result, for whatever lays them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import Final, NamedTuple

import numpy as np

from citeline.dataclass import dataclass

from ..compare import Change, Comparison
from ..measures import BY_NAME, MEASURES, Measure
from ..metrics import p50, p95
from ..outcome import LOSSES, Outcome
from ..places import match
from ..result import Estimate, Result, estimated

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


class Row(NamedTuple):
    """What stands in the first cell, and in the others."""

    name: str
    cells: Sequence[str] = ()
    style: str = ""


class Table(NamedTuple):
    """Titles of the columns, and the rows below them."""

    head: Sequence[str]
    rows: Sequence[Row]


def figures_table(result: Result) -> Table:
    """Every figure with its interval and n."""
    rows = []
    group = ""
    for measure in MEASURES:
        found = result.figures.get(measure.name)
        if found is None:
            continue
        if measure.group != group:
            group = measure.group
            rows.append(Row(group, style="group"))
        better = {"higher": "more is better", "lower": "less is better", "neither": ""}[measure.better]
        cells = (written(found.value, measure), interval_written(found, measure), str(found.n), better)
        rows.append(Row(measure.name, cells))
    return Table(("", "value", "95 % interval", "n", ""), rows)


def groups_table(result: Result, columns: Sequence[str]) -> Table:
    """Some figures for each language, corpus, type and tag."""
    measures = [BY_NAME[name] for name in columns if name in result.figures]
    rows = []
    for group, figures in result.groups.items():
        if found := [figures[measure.name] for measure in measures if measure.name in figures]:
            cells = (
                written(figures[measure.name].value, measure) if measure.name in figures else "" for measure in measures
            )
            rows.append(Row(group, (str(max(one.n for one in found)), *cells)))
    return Table(("", "n", *(measure.name for measure in measures)), rows)


def found_tables(result: Result) -> Iterator[tuple[str, Table]]:
    """At which rank the first right hit stands, at which step right lines get lost, and what each channel finds."""
    asked = [one for one in result.judged if one.case.right and not one.error]
    if not asked:
        return
    matches = [match(one.shown, one.case.right) for one in asked]
    ranks = Counter(next((rank for rank, places in enumerate(found, start=1) if places), 0) for found in matches)
    by_rank = [(str(rank), ranks[rank]) for rank in range(1, 11)] + [("none", ranks[0])]
    reached = channel_reach(result.judged).items()
    shares = [Row(name, (written(found.value, BY_NAME["Hit@10"]),)) for name, found in reached]
    yield "Rank of the first right hit, cases", _counts(by_rank)
    yield "Where the right lines got lost, cases", _counts(losses(one for one in asked if one.run))
    yield "Cases with a right hit that the channel found", Table(("", "share"), shares)


def _counts(counts: Iterable[tuple[str, int]]) -> Table:
    names, numbers = zip(*counts, strict=True)
    return Table(("", *names), [Row("", [*map(str, numbers)])])


def steps_table(result: Result) -> Table:
    """What each step costs."""
    rows = []
    for cost in step_costs(result.judged):
        times = (f"{cost.p50_ms:,.2f} ms", f"{cost.p95_ms:,.2f} ms", f"{cost.share * 100:.1f} %")
        rows.append(Row(cost.name, (*times, f"{cost.tokens:,.0f}", str(cost.runs))))
    return Table(("", "p50", "p95", "share of the time", "tokens, mean", "runs"), rows)


def changes_table(comparison: Comparison) -> Table:
    """What differs from the baseline."""
    rows = [_change(change) for change in comparison.changes]
    return Table(("", "before", "after", "change", "95 % interval", "n", "rose", "fell", ""), rows)


def _change(change: Change) -> Row:
    measure = change.measure
    moved = ("", "") if measure.unit == "ms" else (str(len(change.rose)), str(len(change.fell)))
    cells = (
        written(change.before, measure),
        written(change.after, measure),
        difference_written(change),
        between(change.low, change.high, measure),
        str(change.n),
        *moved,
        change.verdict,
    )
    return Row(measure.name, cells, change.verdict if change.verdict in ("better", "worse") else "soft")


def channel_reach(outcomes: Iterable[Outcome]) -> dict[str, Estimate]:
    """By channel, how often a right hit among the ten was found by it, perhaps with others; the most often first.

    Of the answerable questions. Of a file its best place counts: that is what its channels have found. What a channel
    finds and the ranking drops is not counted.
    """
    asked = [outcome for outcome in outcomes if outcome.case.right and not outcome.error]
    found = [_channels(outcome) for outcome in asked]
    names = sorted(frozenset[str]().union(*found))
    reach = {name: estimated([float(name in channels) for channels in found]) for name in names}
    return dict(sorted(reach.items(), key=lambda one: -one[1].value))


def _channels(outcome: Outcome) -> frozenset[str]:
    """The channels that found any right hit."""
    matches = match([[hit] for hit in outcome.hits], outcome.case.right)
    right = (hit.channels for hit, places in zip(outcome.hits, matches, strict=True) if places)
    return frozenset[str]().union(*right)
