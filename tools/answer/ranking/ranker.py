"""Chooses the claims of an answer among candidate spans: a linear ranker with a price for every line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np

from citeline.text import words

from .features import FEATURES, Candidate, Table

PRICE: Final = 0.3
"""Of a line, in units of the score. Swept by `evals/research/claims.py`: without it the first claim is right as often,
in two to three times as many lines."""
MOST: Final = 4
"""Claims that are shown at once."""
MOST_LINES: Final = 12
"""That they cite together."""
MARGIN: Final = 3.0
"""Below the best score, from which on a claim waits behind the others."""
MORE: Final = 5
"""Claims kept behind `--all`."""
_COVERAGE: Final = FEATURES.index("coverage_span")
_ALIKE: Final = 0.6
"""Share of the words of the shorter of two spans from which both say the same."""


@cache
def weights() -> Mapping[str, float]:
    """Feature to weight, as shipped."""
    text = files("citeline.tools.answer.ranking").joinpath("weights.json").read_text("utf-8")
    found: dict[str, float] = json.loads(text)["claims"]
    return found


@dataclass(frozen=True, slots=True)
class Chosen:
    """A candidate that made it, with the numbers that placed it."""

    candidate: Candidate
    score: float
    features: Mapping[str, float]


def choose(table: Table, *, beside: Candidate | None = None) -> tuple[list[Chosen], list[Chosen]]:
    """The claims to show, best first, and those behind them: none overlaps or repeats an earlier one, or `beside`."""
    return choose_by(table, weights(), beside=beside)


def choose_by(
    table: Table, known: Mapping[str, float], *, price: float = PRICE, beside: Candidate | None = None
) -> tuple[list[Chosen], list[Chosen]]:
    """The same by other weights, or another price of a line."""
    scores = table.values @ np.asarray([known.get(name, 0.0) for name in FEATURES], np.float32)
    lines = np.asarray([candidate.lines for candidate in table.candidates], np.float32)
    shown: list[Chosen] = []
    more: list[Chosen] = []
    spent = 0
    said: list[tuple[Candidate, frozenset[str]]] = [(beside, _words_of(beside))] if beside else []
    for row in (-(scores - price * lines)).argsort(kind="stable").tolist():
        candidate = table.candidates[row]
        if not table.values[row, _COVERAGE]:
            continue  # it holds no word of the question
        # Most windows overlap a better one: only the words of others are read.
        if any(_overlap(candidate, other) for other, _ in said):
            continue
        held = _words_of(candidate)
        if any(_are_alike(held, there) for _, there in said):
            continue
        values = zip(FEATURES, table.values[row].tolist(), strict=True)
        one = Chosen(candidate, float(scores[row]), {name: round(value, 3) for name, value in values if value})
        near = not shown or scores[row] >= shown[0].score - MARGIN
        fits = near and len(shown) < MOST and (not shown or spent + candidate.lines <= MOST_LINES)
        (shown if fits else more).append(one)
        spent += candidate.lines if fits else 0
        said.append((candidate, held))
        if len(shown) >= MOST and len(more) >= MORE:
            break
    return shown, more[:MORE]


def _words_of(candidate: Candidate) -> frozenset[str]:
    return frozenset(word.lower() for word in words(candidate.text))


def _overlap(candidate: Candidate, other: Candidate) -> bool:
    return (
        candidate.start_line <= other.end_line
        and other.start_line <= candidate.end_line
        and candidate.passage.chunk.path == other.passage.chunk.path
    )


def _are_alike(held: frozenset[str], there: frozenset[str]) -> bool:
    fewer = min(len(held), len(there))
    return fewer > 0 and len(held & there) >= _ALIKE * fewer
