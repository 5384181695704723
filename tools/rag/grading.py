"""The floor under every answer: does the evidence look like an answer at all?

A logistic model over four numbers that a person can check, fitted on 497 development questions, each asked of its own
repository and of two others (25 repositories, 19 languages; each repository judged by a model that has not seen it):
AUC .95; at the default floor 81% of the foreign questions are refused and 7% of the own ones. Asked in Chinese, where
the glossary loses words, 80% and 16%. No score can see that a single fact is missing from the right repository
(shared study of support, section 6). A table of background word frequencies, once there is one, belongs in
`Asked.presence`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from citeline.indexing.reader import Index
from citeline.state import Evidence, Grade, Keywords
from citeline.text import terms, words

from .filter import evidence_terms
from .names import MissingName, missing_names
from .question import Asked, read_words

# Of evidence pieces; more is no better for an answer that shows at most eight claims.
TOO_MANY = 30
# The default of `evidence_floor`.
FLOOR = 0.35
NOTHING = 0.1
# A name that the question hangs on does not exist: what remains must be better than an ordinary answer.
_WITHOUT_NAME = 0.5

# Fitted; then the bias raised by .2, which puts the default floor at 4 of 5 foreign questions refused. What all
# pieces hold together was left out: beside the best piece it only rewards having many.
_BEST, _NAMED, _PRESENCE, _TERMS, _BIAS = 4.4, 2.9, 1.1, 0.64, -3.7
_MANY_TERMS = 8


@dataclass(frozen=True, slots=True)
class Grading:
    """Whether the evidence can carry an answer."""

    grade: Grade
    score: float
    """0 to 1; compared with `evidence_floor`."""
    missing_names: tuple[str, ...]
    """Names of the question that the index does not know, with the nearest ones it does know:
    `RedisCache (nearest: FileCache)`."""
    why: str
    """One sentence."""


def grade(index: Index, question: str, keywords: Keywords, evidence: Sequence[Evidence]) -> Grading:
    """Judge the evidence. Grades by the default floor; a caller with another floor compares `score` itself.

    `keywords["exact"]` are the words of the question and of its English form.
    """
    missing = missing_names(index, question)
    shown = tuple(str(name) for name in missing)
    if not evidence:
        return Grading("nothing", 0.0, shown, _because(missing, (), "nothing was found"))
    asked = read_words(index, keywords["exact"] or words(question))
    if not asked.weights:
        return Grading("too_little", 0.0, shown, _because(missing, (), "no word of the question is known here"))
    signals = read_signals(asked, evidence)
    score = signals.score() * (_WITHOUT_NAME if missing else 1.0)
    why = _because(missing, asked.absent, f"the best piece holds {signals.best:.0%} of the question's weight")
    if score < FLOOR:
        return Grading("nothing" if score < NOTHING else "too_little", score, shown, why)
    return Grading("too_much" if len(evidence) > TOO_MANY else "enough", score, shown, why)


@dataclass(frozen=True, slots=True)
class Signals:
    """What the floor is made of."""

    best: float
    """Share of the question's weight that the best single piece holds."""
    named: float
    """Share that their paths and names hold."""
    presence: float
    """Mean log share of the corpus's documents that hold each term."""
    terms: int
    """Terms asked: a question of one word is covered by chance."""

    def score(self) -> float:
        """0 to 1, and by construction about even for an answerable and a foreign question at one half."""
        return 1 / (1 + exp(-_logit(self)))


def read_signals(asked: Asked, evidence: Sequence[Evidence]) -> Signals:
    """Measure the evidence against the question; `evidence` and the question's terms must not be empty."""
    found = [evidence_terms(item) for item in evidence]
    names = terms("\n".join(f"{item['path']}\n{item['qualified_name']}\n{item['name']}" for item in evidence))
    return Signals(
        best=max(map(asked.coverage, found)),
        named=asked.coverage(frozenset(names)),
        presence=sum(asked.presence.values()) / len(asked.presence),
        terms=len(asked.weights),
    )


def _logit(signals: Signals) -> float:
    return (
        _BIAS
        + _BEST * signals.best
        + _NAMED * signals.named
        + _PRESENCE * signals.presence
        + _TERMS * min(signals.terms, _MANY_TERMS)
    )


def _because(missing: Sequence[MissingName], absent: Sequence[str], what: str) -> str:
    parts = [what]
    if absent:
        parts.append(f"{', '.join(absent)} {'occurs' if len(absent) == 1 else 'occur'} nowhere")
    parts.extend(f"there is no {name}" for name in missing)
    return "; ".join(parts)
