"""A diagram: shapes with what stands in them, and arrows between them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from citeline.model import NodeData

_BREAK: Final = re.compile(r"<br\s*/?>|\\n|\n", re.IGNORECASE)
_MARKUP: Final = re.compile(r"<[^<>]{1,100}>|`|\*\*|\"")
_MOST: Final = 2_000
"""Shapes and arrows of one diagram; nobody looks at more."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """One shape points to another."""

    source: str
    """What stands in the shape that it leaves."""
    target: str
    label: str
    line: int


@dataclass(slots=True)
class Diagram:
    """What a block draws; filled line by line."""

    kind: str
    """`flowchart`, `sequence`, `class`, `state`, `er`, or as the block calls itself."""
    labels: dict[str, str] = field(default_factory=dict)
    """Name of a shape in the block to what a reader sees in it."""
    lines: dict[str, int] = field(default_factory=dict)
    """Where each is written first."""
    drawn: list[tuple[str, str, str, int]] = field(default_factory=list)

    def shape(self, name: str, line: int, label: str = "") -> None:
        """A shape is named; a label that is told later counts too."""
        if len(self.labels) >= _MOST and name not in self.labels:
            return
        self.lines.setdefault(name, line)
        shown = " ".join(_MARKUP.sub("", _BREAK.split(label.strip())[0]).split())
        if shown or name not in self.labels:
            self.labels[name] = shown or name

    def arrow(self, source: str, target: str, line: int, label: str = "") -> None:
        """One shape points to another; both may not have been named before."""
        self.shape(source, line)
        self.shape(target, line)
        if len(self.drawn) < _MOST:
            self.drawn.append((source, target, " ".join(label.split()), line))

    @property
    def arrows(self) -> list[Arrow]:
        """With what stands in the shapes."""
        named = self.labels
        return [Arrow(named[a], named[b], label, line) for a, b, label, line in self.drawn if a in named and b in named]

    @property
    def data(self) -> NodeData:
        """What the node of the block keeps besides its code."""
        return {
            "diagram": self.kind,
            "shapes": list(self.labels.values()),
            "shape_lines": [self.lines[name] for name in self.labels],
            "arrows": [[arrow.source, arrow.target, arrow.label, str(arrow.line)] for arrow in self.arrows],
        }


def shapes_of(data: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Labels and lines, as `Diagram.data` keeps them."""
    return list(zip(data.get("shapes", []), data.get("shape_lines", []), strict=True))


def arrows_of(data: Mapping[str, Any]) -> list[Arrow]:
    """Arrows, as `Diagram.data` keeps them."""
    return [Arrow(source, target, label, int(line)) for source, target, label, line in data.get("arrows", [])]
