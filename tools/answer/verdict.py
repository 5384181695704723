"""Whether an answer answers: `yes` only where something besides words bears it out, `not_stated` where little does.

No score of the ranker tells whether its lines answer (docs/answers.md has the figures), so `yes` is a matter of
corroboration: a cell, an edge, an exact string, a definition. A logistic, fitted on labelled answers, tells the rest
from what is not stated at all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Final

from citeline.state import Answers, Claim

from .ranker import weights

SIGNALS: Final = ("score", "margin", "coverage", "similarity", "evidence", "missing", "slot", "agree", "string")
"""Every signal, in the order of `verdict.json`."""
NOT_STATED: Final = 0.88
"""Chance of being answerable below which an answer is not stated: most questions of any set are answerable."""
_SLOTS: Final = ("reason", "condition", "order", "value", "error", "list", "overview", "date")
_NEAR: Final = 1.0
"""Of the first claim's score: another one that near agrees with it."""


@cache
def _fitted() -> Mapping[str, float]:
    text = files("citeline.tools.answer").joinpath("verdict.json").read_text("utf-8")
    found: dict[str, float] = json.loads(text)["answerable"]
    return found


def signals_of(claims: Sequence[Claim], *, evidence: float, missing: bool) -> dict[str, float]:
    """What speaks for the first claim. `evidence`: the grade of the evidence, 0 to 1; `missing`: a name that is asked
    for does not exist.
    """
    known = weights()
    scores = [_score(claim.get("features", {}), known) for claim in claims]
    lead = claims[0].get("features", {}) if claims else {}
    return {
        "score": scores[0] if scores else 0.0,
        "margin": scores[0] - max(scores[1:], default=0.0) if scores else 0.0,
        "coverage": lead.get("coverage_all", 0.0),
        "similarity": lead.get("similarity", 0.0),
        "evidence": log(max(evidence, 1e-3)),
        "missing": float(missing),
        "slot": max((lead.get(slot, 0.0) for slot in _SLOTS), default=0.0),
        "agree": float(sum(score >= scores[0] - _NEAR for score in scores[1:])),
        "string": lead.get("string_hit", 0.0),
    }


def _score(features: Mapping[str, float], known: Mapping[str, float]) -> float:
    return sum(known.get(name, 0.0) * value for name, value in features.items())


def chance_answerable(signals: Mapping[str, float]) -> float:
    """That the sources answer the question at all, by the fitted model."""
    fitted = _fitted()
    logit = fitted["bias"] + sum(fitted[name] * signals[name] for name in SIGNALS)
    return 1 / (1 + exp(-max(-30.0, min(30.0, logit))))


def judge(claims: Sequence[Claim], *, basis: str, not_stated: str, evidence: float, missing: Sequence[str]) -> Answers:
    """The verdict with its reason. `basis` and `not_stated`: as `compose` tells them; `missing`: names that are asked
    for and do not exist.
    """
    if not_stated:
        return {"verdict": "not_stated", "why": not_stated}
    if not claims:
        return {"verdict": "not_stated", "why": "no line bears on the question"}
    if missing:
        return {"verdict": "not_stated", "why": f"nothing mentions {', '.join(missing)}"}
    # A claim that the ranker chose, or that somebody wrote, does not rest on it: the one that did has failed its check.
    if basis and "fact" in claims[0] and "features" not in claims[0]:
        return {"verdict": "yes", "why": f"rests on a {basis}"}
    if chance_answerable(signals_of(claims, evidence=evidence, missing=False)) < NOT_STATED:
        return {"verdict": "not_stated", "why": "the closest lines hold too little of the question"}
    return {"verdict": "partly", "why": "the lines are about the question; nothing else bears them out"}
