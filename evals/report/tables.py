"""The tables of a result, for whatever lays them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..compare import Change, Comparison
from ..figures import between, difference_written, interval_written, written
from ..measures import BY_NAME, MEASURES
from ..outcome import Outcome
from ..places import match
from ..result import Estimate, Result, estimated
from ..steps import losses, step_costs


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
