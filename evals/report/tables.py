"""The tables of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from citeline.visible import one_line

from ..compare import Change, Comparison
from ..figures import GRADE_COLUMNS, GROUP_COLUMNS, between, difference_written, interval_written, written
from ..measures import BY_NAME, MEASURES
from ..outcome import Outcome
from ..places import match
from ..result import Estimate, Result, estimated
from ..steps import losses, step_costs


def text(value: str) -> str:
    """Anything as text of a page: escaped, and with what a person would not see written out."""
    return escape(one_line(value))


def figures_table(result: Result) -> str:
    """Every figure with its interval and n."""
    rows = []
    group = ""
    for measure in MEASURES:
        found = result.figures.get(measure.name)
        if found is None:
            continue
        if measure.group != group:
            group = measure.group
            rows.append(f'<tr class="group"><td colspan="5">{text(group)}</td></tr>')
        better = {"higher": "more is better", "lower": "less is better", "neither": ""}[measure.better]
        cells = (written(found.value, measure), interval_written(found, measure), str(found.n), better)
        rows.append(row(measure.name, cells))
    return table(("", "value", "95 % interval", "n", ""), rows)


def groups_table(result: Result) -> str:
    """The figures that matter most, for each language, corpus, type and tag."""
    return _by_group(result, GROUP_COLUMNS)


def grades_table(result: Result) -> str:
    """How good answers are, for each language, corpus, type and tag; empty where no answer is graded."""
    return _by_group(result, GRADE_COLUMNS) if "full" in result.figures else ""


def _by_group(result: Result, columns: Sequence[str]) -> str:
    measures = [BY_NAME[name] for name in columns if name in result.figures]
    rows = []
    for group, figures in result.groups.items():
        if found := [figures[measure.name] for measure in measures if measure.name in figures]:
            cells = (
                written(figures[measure.name].value, measure) if measure.name in figures else "" for measure in measures
            )
            rows.append(row(group, (str(max(one.n for one in found)), *cells)))
    return table(("", "n", *(measure.name for measure in measures)), rows)


def found_tables(result: Result) -> str:
    """At which rank the first right hit stands, at which step right lines get lost, and what each channel finds."""
    asked = [one for one in result.judged if one.case.right and not one.error]
    if not asked:
        return ""
    matches = [match(one.shown, one.case.right) for one in asked]
    ranks = Counter(next((rank for rank, places in enumerate(found, start=1) if places), 0) for found in matches)
    by_rank = [(str(rank), ranks[rank]) for rank in range(1, 11)] + [("none", ranks[0])]
    reached = channel_reach(result.judged).items()
    shares = [row(name, (written(found.value, BY_NAME["Hit@10"]),)) for name, found in reached]
    return (
        f"<h2>Rank of the first right hit, cases</h2>{_counts(by_rank)}"
        f"<h2>Where the right lines got lost, cases</h2>{_counts(losses(one for one in asked if one.run))}"
        f"<h2>Cases with a right hit that the channel found</h2>{table(('', 'share'), shares)}"
    )


def _counts(counts: Iterable[tuple[str, int]]) -> str:
    names, numbers = zip(*counts, strict=True)
    return table(("", *names), [row("", map(str, numbers))])


def steps_table(result: Result) -> str:
    """What each step costs."""
    rows = [
        row(
            cost.name,
            (
                f"{cost.p50_ms:,.2f} ms",
                f"{cost.p95_ms:,.2f} ms",
                f"{cost.share * 100:.1f} %",
                f"{cost.tokens:,.0f}",
                str(cost.runs),
            ),
        )
        for cost in step_costs(result.judged)
    ]
    return table(("", "p50", "p95", "share of the time", "tokens, mean", "runs"), rows)


def changes_table(comparison: Comparison) -> str:
    """What differs from the baseline, and which cases do."""
    rows = [_change(change) for change in comparison.changes]
    told = f'<p class="soft">{comparison.shared} shared cases; the interval is that of the difference.</p>'
    return told + table(("", "before", "after", "change", "95 % interval", "n", "rose", "fell", ""), rows)


def _change(change: Change) -> str:
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
    style = change.verdict if change.verdict in ("better", "worse") else "soft"
    return row(measure.name, cells, style)


def row(name: str, cells: Iterable[str], style: str = "") -> str:
    """A row with its name in the first cell."""
    return f'<tr class="{style}"><td>{text(name)}</td>{"".join(f"<td>{text(cell)}</td>" for cell in cells)}</tr>'


def table(head: Iterable[str], rows: Iterable[str]) -> str:
    """A table that scrolls where it is too wide."""
    titles = "".join(f"<th>{text(title)}</th>" for title in head)
    return f'<div class="scroll"><table><tr>{titles}</tr>{"".join(rows)}</table></div>'


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
