"""Whether the sources state what is asked: a logistic over what is known of a whole answer.

How near the lines that answer are to the question tells most of it; then whether they have what is asked for, a number
for a value, a reason for a why; what kind of question it is: a value that nobody states has neighbours that look
like it, the cause of an error hardly; and how well all of the evidence bears it out, which tells a question about
something else. `evals/research/stated.py` fits it; what it is worth, and what adds nothing: docs/answers.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Final, NamedTuple

import numpy as np

from citeline.indexing.reader import Index

from ...question.intents import Intent
from ...question.question import Question

_INTENTS: Final[tuple[Intent, ...]] = ("why", "when", "order", "value", "error", "list", "overview", "date", "how")
_SLOTS: Final = ("reason", "condition", "order", "value", "error", "list", "overview", "date")
"""Features of the ranker: the chance that the question asks for it where a line has it."""
FEATURES: Final = ("similarity", "best_similarity", "coverage", "filled", "looked_up", "evidence", *_INTENTS, "bias")
"""Every feature, in the order of `stated.json`."""
LEAST: Final = 0.8
"""The chance below which nothing is stated: most questions have an answer, so that it lies near 1. What other chances
would tell: docs/answers.md.
"""
SURE: Final = 0.9
"""The chance below which an answer says that it may be none: of those between, two in five are full, above it three."""
_USUAL: Final = 0.1
"""The cosine of a question to most of a corpus, where the corpus is too small to tell."""
_LEAST_SCORE: Final = 0.001
"""Of evidence: below it, and above one less it, all is alike."""
_FEW: Final = 20
"""Vectors of a corpus that count as much as the usual cosine: of two chunks either may be the answer."""


class Nearness(NamedTuple):
    """How near the ranked lines of an answer are to the question."""

    first: float
    """Cosine of the first one, above that of half of the corpus, which differs by embedder and language."""
    best: float
    """The same of the nearest one that is shown."""
    coverage: float
    """Share of the question's weight that the first one holds with its heading and path."""
    filled: float
    """Chance that the first one has what is asked for: a reason, a number, the items of a list."""


def nearness_of(index: Index, texts: Sequence[str], shown: Sequence[Mapping[str, float]]) -> Nearness | None:
    """From the features of the lines that are shown, best first; None without any. `texts`: forms of the question."""
    if not shown:
        return None
    background = _background(index, texts)
    similarities = [one.get("similarity", 0.0) - background for one in shown]
    first = shown[0]
    filled = sum(first.get(slot, 0.0) for slot in _SLOTS)
    return Nearness(similarities[0], max(similarities), first.get("coverage_all", 0.0), filled)


def _background(index: Index, texts: Sequence[str]) -> float:
    """The cosine that half of the corpus exceeds, the best over the forms of the question."""
    sample = index.samples("dense")
    if not len(sample):
        return _USUAL
    middle = float(np.median((sample @ np.stack([index.embed_query(text) for text in texts]).T).max(1)))
    return (middle * len(sample) + _USUAL * _FEW) / (len(sample) + _FEW)


def stated_features(question: Question, near: Nearness, *, looked_up: bool, evidence: float) -> Mapping[str, float]:
    """The features of one answer. `looked_up`: whether a source knew something besides the ranked lines. `evidence`:
    the score of all that was found (`grading.py`).
    """
    score = min(max(evidence, _LEAST_SCORE), 1 - _LEAST_SCORE)
    return {
        "similarity": near.first,
        "best_similarity": near.best,
        "coverage": near.coverage,
        "filled": near.filled,
        "looked_up": float(looked_up),
        "evidence": log(score / (1 - score)),
        **{intent: question.chances.get(intent, 0.0) for intent in _INTENTS},
        "bias": 1.0,
    }


def chance_stated(features: Mapping[str, float]) -> float:
    """How likely an answer with these features is one to a question that has an answer; 0 to 1."""
    known = _weights()
    return 1 / (1 + exp(-sum(known[name] * features[name] for name in FEATURES)))


@cache
def _weights() -> Mapping[str, float]:
    """Feature to weight, as fitted."""
    known = json.loads(files("citeline.tools.answer.ranking").joinpath("stated.json").read_text("utf-8"))
    return dict(known["stated"])
