"""Whether the sources state what is asked, and whether an answer is full: logistics over what is known of it.

How likely the reranker finds the best of the lines, and how near they are to the question, tell most of the first; then
whether they have what is asked for, a number for a value, a reason for a why; what kind of question it is: a value that
nobody states has neighbours that look like it; how well all of the evidence bears it out, which tells a question about
something else; and whether all cited pieces together hold much more of it than the first line does, as they do where
its words are all here and nothing says them together. A long question needs less of its words in one line, and one that
takes a thing for granted, `the built-in rate limiter`, more. The second asks beside that whether one place stands out,
above the other lines and above the other passages.
`evals/research/stated.py` fits them; what they are worth, and what adds nothing: docs/answers_log.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from typing import Final, NamedTuple

import numpy as np

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.state import PassageRef

from ...question.intents import Intent
from ...question.question import Question
from .passage_ranker import chance_of_first
from .ranker import Chosen, leading

_INTENTS: Final[tuple[Intent, ...]] = ("when", "value", "list", "date", "how")
_SLOTS: Final = ("reason", "condition", "order", "value", "error", "list", "overview", "date")
"""Features of the ranker: the chance that the question asks for it where a line has it."""
FEATURES: Final = (
    *("similarity", "best_similarity", "coverage", "filled", "looked_up", "evidence", "together", "length"),
    *("granted", "said", *_INTENTS, "bias"),
)
"""Of whether anything is stated, in the order of `stated.json`."""
UNREAD: Final = tuple(name for name in FEATURES if name != "said")
"""The same where the reranker may not have understood what it read: its doubt is not counted, its agreement is."""
OF_FULL: Final = ("borne", "stated", "margin", "alone", "bias")
"""Of whether the answer is full. `stated`: the log-odds of the other chance."""
LEAST: Final = 0.75
"""The chance below which nothing is stated: most questions have an answer, so that it lies near 1. What other chances
would tell: docs/answers_log.md.
"""
_USUAL: Final = 0.1
"""The cosine of a question to most of a corpus, where the corpus is too small to tell."""
_LEAST_SCORE: Final = 0.001
"""Of evidence: below it, and above one less it, all is alike."""
_CERTAIN: Final = 4.0
"""Log-odds of what somebody knows to be stated; no ranked line has more."""
_FEW: Final = 20
"""Vectors of a corpus that count as much as the usual cosine: of two chunks either may be the answer."""
_FOURTH: Final = 3


class Nearness(NamedTuple):
    """How near the ranked lines of an answer are to the question."""

    first: float
    """Cosine of the first one, above that of half of the corpus, which differs by embedder and language."""
    best: float
    """The same of the nearest one that is about as likely."""
    coverage: float
    """Share of the question's weight that the first one holds with its heading and path."""
    filled: float
    """Chance that the first one has what is asked for: a reason, a number, the items of a list."""
    margin: float = 0.0
    """How far the ranker's score of the first one lies above that of the fourth; 0 where there are fewer."""
    said: float = 0.0
    """Log-odds that one of them says what is asked, by the reranker; 0 where it read none."""
    unread: bool = False
    """Whether the question or one of them is in a language that the reranker does not read."""


def nearness_of(index: Index, texts: Sequence[str], shown: Sequence[Chosen]) -> Nearness | None:
    """From the lines that are shown, best first; None without any. `texts`: forms of the question."""
    if not shown:
        return None
    background = _background(index, texts)
    similarities = [one.features.get("similarity", 0.0) - background for one in leading(shown)]
    first = shown[0]
    return Nearness(
        first=similarities[0],
        best=max(similarities),
        coverage=first.features.get("coverage_all", 0.0),
        filled=sum(first.features.get(slot, 0.0) for slot in _SLOTS),
        margin=first.score - shown[_FOURTH].score if len(shown) > _FOURTH else 0.0,
    )


def _background(index: Index, texts: Sequence[str]) -> float:
    """The cosine that half of the corpus exceeds, the best over the forms of the question."""
    sample = index.samples("dense")
    if not len(sample):
        return _USUAL
    middle = float(np.median((sample @ np.stack([index.embed_query(text) for text in texts]).T).max(1)))
    return (middle * len(sample) + _USUAL * _FEW) / (len(sample) + _FEW)


@dataclass(frozen=True, slots=True)
class Found:
    """What else is known of an answer, beside how near its lines are."""

    looked_up: bool = False
    """Whether a source knew something besides the ranked lines."""
    borne: bool = False
    """Whether what it knew answers by itself, as a cell or an edge of the graph does."""
    evidence: float = 0.5
    """The score of all that was found (`grading.py`)."""
    together: float = 0.0
    """Share of the question's weight that all cited pieces hold: beside a first line that holds little of it, its words
    are there and no place says them."""
    passages: Sequence[PassageRef] = ()


def signals_of(question: Question, near: Nearness | None, found: Found) -> dict[str, float]:
    """The features of both, `stated` left out; what rests on ranked lines is 0 where none was ranked."""
    score = min(max(found.evidence, _LEAST_SCORE), 1 - _LEAST_SCORE)
    near = near or Nearness(0.0, 0.0, 0.0, 0.0)
    return {
        "similarity": near.first,
        "best_similarity": near.best,
        "coverage": near.coverage,
        "filled": near.filled,
        "looked_up": float(found.looked_up),
        "evidence": log(score / (1 - score)),
        "together": found.together,
        "length": log(1 + len(question.english_words)),
        "granted": float("granted" in question.cues),
        "borne": float(found.borne),
        "margin": near.margin,
        "said": max(near.said, 0.0) if near.unread else near.said,
        "unread": float(near.unread),
        "alone": chance_of_first([one.get("chance") for one in found.passages]),
        **{intent: question.chances.get(intent, 0.0) for intent in _INTENTS},
        "bias": 1.0,
    }


def chance_stated(signals: Mapping[str, float]) -> float:
    """How likely an answer with these features is one to a question that has an answer; 0 to 1."""
    chance = _chance("stated", FEATURES, signals)
    return max(chance, _chance("unread", UNREAD, signals)) if signals["unread"] else chance


def with_chances(signals: Mapping[str, float], stated: float) -> dict[str, float]:
    """With the chance that anything is stated, as the logarithm of its odds, and with that of a full answer."""
    odds = log(stated / (1 - stated)) if stated < 1 else _CERTAIN
    known = {**signals, "stated": min(odds, _CERTAIN)}
    return {**known, "full": chance_full(known)}


def chance_full(signals: Mapping[str, float]) -> float:
    """How likely an answer with these features is full: it cites all places that are needed; 0 to 1."""
    return _chance("full", OF_FULL, signals)


def _chance(what: str, features: Sequence[str], signals: Mapping[str, float]) -> float:
    known = _weights()[what]
    return 1 / (1 + exp(-sum(known[name] * signals[name] for name in features)))


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    """Feature to weight, as fitted, by what they tell."""
    known = json.loads(shipped_text("citeline.tools.answer.ranking", "stated.json"))
    return {what: dict(known[what]) for what in ("stated", "unread", "full")}
