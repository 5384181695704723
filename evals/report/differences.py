"""Differences to zero as inline SVG: what a figure loses to the left, what it gains to the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .svg import WIDTH, figure, text

_LABEL: Final = 170
_VALUE: Final = 60
_ROW: Final = 22
_LEAST: Final = 0.01
"""Of the scale: differences of a thousandth should not look large."""


@dataclass(frozen=True, slots=True)
class Step:
    """One row: a difference with its interval, all shares of 1."""

    label: str
    value: float
    low: float
    high: float


def differences(rows: Sequence[Step], title: str) -> str:
    """Bars from a line at zero, in points of 100, each with the whisker of its interval.

    One whose interval leaves zero out is drawn full, the others pale.
    """
    widest = max([_LEAST, *(max(abs(row.low), abs(row.high), abs(row.value)) for row in rows)])
    zero, half = _LABEL + (WIDTH - _LABEL - _VALUE) / 2, (WIDTH - _LABEL - _VALUE) / 2
    drawn = [f'<path class="axis" d="M{zero:.1f} 0V{len(rows) * _ROW + 4}"/>']
    for at, row in enumerate(rows):
        top = at * _ROW + 4
        low, value, high = (zero + half * one / widest for one in (row.low, row.value, row.high))
        sure = "" if row.low > 0 or row.high < 0 else " unsure"
        told = f"{row.value * 100:+.1f}".replace("-", "−")
        drawn.append(
            f'<text class="label" x="{_LABEL - 8}" y="{top + 12}" text-anchor="end">{text(row.label)}</text>'
            f'<rect class="bar{sure}" x="{min(zero, value):.1f}" y="{top}" width="{abs(value - zero):.1f}"'
            f' height="14" rx="2"/>'
            f'<path class="whisker" d="M{low:.1f} {top + 7}H{high:.1f}M{low:.1f} {top + 4}v6M{high:.1f} {top + 4}v6"/>'
            f'<text class="value" x="{WIDTH - _VALUE + 8}" y="{top + 12}">{told}</text>'
        )
    return figure("".join(drawn), len(rows) * _ROW + 6, title)
