"""Points of a plane as inline SVG: shares upwards, a cost to the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Final

from .svg import WIDTH, figure, text

_HEIGHT: Final = 300
_LEFT: Final = 44
_FOOT: Final = 28
_RIGHT: Final = 70
"""Room for the name of the dearest point."""
_NAME: Final = 80
_LINE: Final = 13


@dataclass(frozen=True, slots=True)
class Point:
    """One dot with its name."""

    name: str
    cost: float
    share: float
    """Between 0 and 1."""


def scatter(points: Sequence[Point], title: str) -> str:
    """Dots with their names; both axes begin at zero, so that neither looks steeper than it is."""
    dearest = _round_up(max((point.cost for point in points), default=0.0))
    width, height = WIDTH - _LEFT - _RIGHT, _HEIGHT - _FOOT - 10
    foot = 10 + height
    drawn = [f'<path class="axis" d="M{_LEFT} 10V{foot}H{WIDTH - _RIGHT}"/>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = foot - height * share
        drawn.append(
            f'<text class="label" x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share * 100:.0f} %</text>'
        )
    for part in (0.0, 0.5, 1.0):
        x = _LEFT + width * part
        drawn.append(f'<text class="label" x="{x:.1f}" y="{foot + 17}" text-anchor="middle">{dearest * part:,g}</text>')
    dots = [
        (_LEFT + width * point.cost / dearest, foot - height * min(max(point.share, 0.0), 1.0), point.name)
        for point in points
    ]
    for (x, y, name), label in zip(dots, _labels(dots), strict=True):
        drawn.append(
            f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
            f'<text class="value" x="{x + 7:.1f}" y="{label + 4:.1f}">{text(name)}</text>'
        )
    return figure("".join(drawn), _HEIGHT, title)


def _labels(dots: Sequence[tuple[float, float, str]]) -> list[float]:
    """How high each name is written: beside its dot, or lower where another name already stands."""
    heights: dict[int, float] = {}
    for at in sorted(range(len(dots)), key=lambda at: dots[at][1]):
        x, height, _ = dots[at]
        for other, taken in sorted(heights.items(), key=lambda one: one[1]):
            if abs(dots[other][0] - x) < _NAME and abs(taken - height) < _LINE:
                height = taken + _LINE
        heights[at] = height
    return [heights[at] for at in range(len(dots))]


def _round_up(value: float) -> float:
    """The next of 1, 2 or 5 times a power of ten; 1 for nothing."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value)
