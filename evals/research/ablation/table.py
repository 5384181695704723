"""What each part is worth, as a table that the documentation quotes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from ...bootstrap import interval
from ...compare import Change, Comparison
from .parts import Part

COLUMNS: Final = ("NDCG@10", "Hit@10", "cites gold", "line recall", "refused, rightly", "refused, wrongly")


@dataclass(frozen=True, slots=True)
class Row:
    """A part, and how the results without it compare with those with it."""

    part: Part
    comparison: Comparison


def to_markdown(rows: Iterable[Row]) -> str:
    """Differences to the whole machine, in points; bold where the interval leaves zero out."""
    return _table(COLUMNS, ((row.part, _cells(row.comparison)) for row in rows))


def searches_to_markdown(
    whole: Mapping[str, Sequence[float]], less: Sequence[tuple[Part, Mapping[str, Sequence[float]]]]
) -> str:
    """The same for the public sets: by set, the scores with everything, and those without each part."""
    columns = [f"{name} ({len(values)}) {fmean(values) * 100:.1f}" for name, values in whole.items()]
    return _table(
        columns, ((part, [_difference(whole[name], scores[name]) for name in whole]) for part, scores in less)
    )


def _table(columns: Sequence[str], rows: Iterable[tuple[Part, Sequence[str]]]) -> str:
    lines = [_line(["switched off", *columns]), _line(["---", *("---:" for _ in columns)])]
    kind = ""
    for part, cells in rows:
        if part.kind != kind:
            kind = part.kind
            lines.append(_line([f"*{kind}*", *("" for _ in columns)]))
        lines.append(_line([part.name, *cells]))
    return "\n".join(lines) + "\n"


def _cells(comparison: Comparison) -> list[str]:
    changes = {change.measure.name: change for change in comparison.changes}
    return [_cell(changes.get(name)) for name in COLUMNS]


def _difference(before: Sequence[float], after: Sequence[float]) -> str:
    differences = [new - old for old, new in zip(before, after, strict=True)]
    low, high = interval(differences)
    return _points(fmean(differences), is_more_than_chance=low > 0 or high < 0)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(change: Change | None) -> str:
    if change is None:
        return ""
    return _points(change.difference, is_more_than_chance=change.verdict in ("better", "worse"))


def _points(difference: float, *, is_more_than_chance: bool) -> str:
    """`−1.2`: a hundredth of the whole scale is a point."""
    points = f"{abs(difference) * 100:.1f}"
    if points == "0.0":
        return "·"
    told = ("−" if difference < 0 else "+") + points
    return f"**{told}**" if is_more_than_chance else told
