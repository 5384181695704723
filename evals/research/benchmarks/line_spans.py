"""Graded NDCG@10, Hit@5 and Hit@10 on the `line-spans` set: line-level targets in code and documentation.

Labels: queries over `Muvon/octocode` at a pinned commit (Apache-2.0); a hit counts when one of
its places overlaps the span.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from citeline.model import Hit

from ...metrics import hit_at as hit_in
from ...metrics import ndcg_at
from ...places import match

TOP = 10


@dataclass(frozen=True, slots=True)
class Span:
    """A labelled span: grade 2 is the primary target, 1 also right."""

    path: str
    start_line: int
    end_line: int
    grade: int


@dataclass(frozen=True, slots=True)
class SpanSample:
    """One labelled query."""

    query: str
    kind: Literal["code", "docs"]
    spans: tuple[Span, ...]


def read_samples(labels: Path) -> list[SpanSample]:
    """All queries of the set, in file order."""
    rows = [json.loads(line) for line in (labels / "queries.jsonl").read_text("utf-8").splitlines()]
    return [
        SpanSample(
            row["query"],
            row["kind"],
            tuple(Span(s["file"], s["start_line"], s["end_line"], s["grade"]) for s in row["relevant"]),
        )
        for row in rows
    ]


def graded_ndcg(hits: Sequence[Hit], spans: Sequence[Span]) -> float:
    """A hit pays the best grade among the spans that it overlaps and that no hit before it was paid for; 0 to 1.

    Ideal: a hit for each span, grades in falling order; a hit over two spans is paid for one. The scorer of octocode
    pays every hit that overlaps a span, also the second on the same one, and can exceed 1: ours is never above it.
    """
    return ndcg_at(match([found.places for found in hits], spans), [span.grade for span in spans], TOP)


def hit_at(hits: Sequence[Hit], spans: Sequence[Span], k: int) -> float:
    """1.0 when any of the first k hits overlaps a span."""
    return hit_in(match([found.places for found in hits], spans), k)
