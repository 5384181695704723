"""Plots as inline SVG: no script, no font, no file besides the page. Colours come from its style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

from citeline.visible import one_line

WIDTH: Final = 480
_LABEL: Final = 150
_VALUE: Final = 84
_ROW: Final = 26
_HEIGHT: Final = 170
_FOOT: Final = 34
_BINS_A_DECADE: Final = 6


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a bar chart; values between 0 and 1."""

    label: str
    value: float
    low: float
    high: float
    told: str
    """What is written beside it."""


def text(value: str) -> str:
    """Anything as text of a page: escaped, and with what a person would not see written out."""
    return escape(one_line(value))


def bars(rows: Sequence[Bar], title: str) -> str:
    """Horizontal bars from 0 to 1, each with the whisker of its interval."""
    room = WIDTH - _LABEL - _VALUE
    drawn = []
    for at, row in enumerate(rows):
        top = at * _ROW + 5
        low, value, high = (_LABEL + room * min(max(one, 0.0), 1.0) for one in (row.low, row.value, row.high))
        middle = top + 8
        drawn.append(
            f'<text class="label" x="{_LABEL - 8}" y="{top + 12}" text-anchor="end">{text(_cut(row.label))}</text>'
            f'<rect class="track" x="{_LABEL}" y="{top}" width="{room}" height="16" rx="3"/>'
            f'<rect class="bar" x="{_LABEL}" y="{top}" width="{value - _LABEL:.1f}" height="16" rx="3"/>'
            f'<path class="whisker" d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {top + 4}v8M{high:.1f} {top + 4}v8"/>'
            f'<text class="value" x="{WIDTH - _VALUE + 8}" y="{top + 12}">{text(row.told)}</text>'
        )
    return figure("".join(drawn), len(rows) * _ROW + 6, title)


def columns(counts: Sequence[tuple[str, int]], title: str) -> str:
    """Upright columns with their counts above and their names below."""
    most = max((count for _, count in counts), default=0) or 1
    step = WIDTH / max(len(counts), 1)
    drawn = []
    for at, (name, count) in enumerate(counts):
        height = (_HEIGHT - _FOOT - 18) * count / most
        left, foot = at * step, _HEIGHT - _FOOT
        middle = left + step / 2
        told = f'<text class="value" x="{middle:.1f}" y="{foot - height - 5:.1f}" text-anchor="middle">{count}</text>'
        drawn.append(
            f'<rect class="bar" x="{left + 2:.1f}" y="{foot - height:.1f}" width="{step - 4:.1f}"'
            f' height="{height:.1f}" rx="2"/>'
            f"{told if count else ''}"
            f'<text class="label" x="{middle:.1f}" y="{foot + 16}" text-anchor="middle">{text(name)}</text>'
        )
    return figure("".join(drawn), _HEIGHT, title)


def times(values: Sequence[float], title: str) -> str:
    """How milliseconds are distributed: columns of equal ratio, six to a power of ten."""
    positive = [max(value, 0.001) for value in values]
    if not positive:
        return ""
    places = [floor(log10(value) * _BINS_A_DECADE) for value in positive]
    first, last = min(places), max(max(places), min(places) + _BINS_A_DECADE - 1)
    counts = [(_ms(10 ** (place / _BINS_A_DECADE)), places.count(place)) for place in range(first, last + 1)]
    # As many names as there is room for.
    every = ceil(len(counts) / 9)
    return columns([(name if not at % every else "", count) for at, (name, count) in enumerate(counts)], title)


def _ms(value: float) -> str:
    if value >= 1000:
        return f"{value / 1000:.1f} s"
    return f"{value:.0f} ms" if value >= 10 else f"{value:.1f} ms"


def _cut(label: str) -> str:
    return label if len(label) <= 22 else label[:21] + "…"


def figure(drawn: str, height: float, title: str) -> str:
    """What was drawn, as wide as the others, with its title."""
    return (
        f'<figure><figcaption>{text(title)}</figcaption><svg viewBox="0 0 {WIDTH} {height:.0f}" role="img"'
        f' aria-label="{text(title)}">{drawn}</svg></figure>'
    )
