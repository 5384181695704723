"""Results of `citeline eval` as tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from citeline.evals.compare import Change, Comparison
from citeline.evals.measures import BY_NAME, MEASURES, Measure
from citeline.evals.report.tables import (
    GRADE_COLUMNS,
    GROUP_COLUMNS,
    changes_table,
    difference_written,
    interval_written,
    losses,
    made_with,
    written,
)
from citeline.evals.result import Result
from citeline.visible import one_line

_BAR: Final = 12
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
_TOLD: Final = 10
_OF_CHANGE: Final = ("before", "after", "difference", "low", "high", "n", "rose", "fell", "verdict")
_STYLES: Final = {"better": "green", "worse": "bold red", "changed": "yellow", "same": "dim", "too few": "dim"}


def render_result(result: Result, console: Console, comparison: Comparison | None = None) -> None:
    """Every figure with its interval and n, the groups, and which cases could not be judged."""
    judged, asked = len(result.judged), len(result.outcomes)
    console.print(Text.assemble((one_line(result.dataset), "bold"), f" · {judged} cases · {made_with(result)}"))
    console.print(_figures(result, comparison))
    if any(outcome.case.right for outcome in result.judged):
        console.print(_lost_where(result))
    if result.groups:
        if "full" in result.figures:
            console.print(_groups(result, GRADE_COLUMNS))
        console.print(_groups(result, GROUP_COLUMNS))
    if judged < asked:
        left_out = [f"{one.case.id}: {'; '.join(one.problems)}" for one in result.outcomes if one.problems]
        _list(f"{asked - judged} left out, because the corpus is not what was labelled", left_out, console)
    if failed := [f"{one.case.id}: {one.error}" for one in result.judged if one.error]:
        _list(f"{len(failed)} failed", failed, console)
    if comparison:
        _lost(comparison, console)


def render_comparison(comparison: Comparison, console: Console) -> None:
    """What changed, metric by metric, and the cases that did."""
    console.print(
        Text.assemble(
            (one_line(comparison.before.name), "bold"),
            " → ",
            (one_line(comparison.after.name), "bold"),
            f" · {comparison.shared} shared cases",
        )
    )
    changes = changes_table(comparison)
    table = _table(*changes.head)
    for name, (before, after, difference, interval, *counts, verdict), _ in changes.rows:
        style = _STYLES[verdict]
        table.add_row(
            name, before, after, Text(difference, style), Text(interval, "dim"), *counts, Text(verdict, style)
        )
    console.print(table)
    for change in comparison.changes:
        if change.is_fall:
            moved = change.fell if change.measure.better == "higher" else change.rose
            _list(f"{change.measure.name} became worse in", list(moved), console)
    _lost(comparison, console)


def comparison_to_json(comparison: Comparison) -> dict[str, Any]:
    """The printed form of `--format json`."""
    return {
        "before": comparison.before.name,
        "after": comparison.after.name,
        "shared": comparison.shared,
        "only_before": list(comparison.only_before),
        "only_after": list(comparison.only_after),
        "changes": [
            {"metric": change.measure.name, **{name: getattr(change, name) for name in _OF_CHANGE}}
            for change in comparison.changes
        ],
        "falls": [change.measure.name for change in comparison.falls],
    }


def _figures(result: Result, comparison: Comparison | None) -> Table:
    changes = {change.measure.name: change for change in comparison.changes} if comparison else {}
    table = _table("", "value", "", "95 % interval", "n", *(["against baseline"] if comparison else []))
    group = ""
    for measure in MEASURES:
        estimate = result.figures.get(measure.name)
        if estimate is None:
            continue
        if measure.group != group:
            if group:
                table.add_section()
            group = measure.group
            table.add_row(Text(group, "bold"))
        table.add_row(
            f"  {measure.name}",
            written(estimate.value, measure),
            _bar(estimate.value, measure),
            Text(interval_written(estimate, measure), "dim"),
            str(estimate.n),
            *([_against(changes.get(measure.name))] if comparison else []),
        )
    return table


def _groups(result: Result, names: Sequence[str]) -> Table:
    columns = [BY_NAME[name] for name in names if name in result.figures]
    table = _table("", "n", *(measure.name for measure in columns))
    kind = ""
    for name, figures in result.groups.items():
        if kind and name.split("/")[0] != kind:
            table.add_section()
        kind = name.split("/")[0]
        values = [
            written(figures[measure.name].value, measure) if measure.name in figures else "" for measure in columns
        ]
        table.add_row(one_line(name), str(max(one.n for one in figures.values())), *values)
    return table


def _lost_where(result: Result) -> Table:
    """How many answers cite a right place, and where the others lost them: one line."""
    counts = losses(result.judged)
    table = _table("Right lines", *(name if at == 0 else f"lost in {name}" for at, (name, _) in enumerate(counts)))
    table.add_row("cases", *(str(count) for _, count in counts))
    return table


def _against(change: Change | None) -> Text:
    if change is None:
        return Text("")
    return Text(f"{difference_written(change)} {change.verdict}", _STYLES[change.verdict])


def _bar(value: float, measure: Measure) -> Text:
    if measure.unit != "share":
        return Text("")
    eighths = round(min(max(value, 0.0), 1.0) * _BAR * 8)
    full, rest = divmod(eighths, 8)
    drawn = ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(_BAR, "·")
    style = {"higher": "green", "lower": "red", "neither": "blue"}[measure.better]
    return Text(drawn, style)


def _table(first: str, *columns: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="left" if not column else "right")
    return table


def _list(title: str, lines: Sequence[str], console: Console) -> None:
    console.print(Text(f"{title}:", "yellow"))
    for line in lines[:_TOLD]:
        console.print(Text(f"  {one_line(line)}"))
    if len(lines) > _TOLD:
        console.print(Text(f"  … and {len(lines) - _TOLD} more", "dim"))


def _lost(comparison: Comparison, console: Console) -> None:
    before, after = (", ".join(one.models) or "none" for one in (comparison.before, comparison.after))
    if before != after:
        console.print(Text(f"Other models were asked: {one_line(before)} before, {one_line(after)} now.", "yellow"))
    if comparison.only_before:
        _list("Only in the baseline, or asked or labelled in another way there", list(comparison.only_before), console)
