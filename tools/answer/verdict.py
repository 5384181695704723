"""Whether an answer answers: `yes` only where something besides words bears it out, `not_stated` where little does.

No score of the ranker alone tells (docs/answers.md has the figures), so `yes` is a matter of corroboration: what the
claim rests on, or a logistic of what agrees with it. The weights are fitted on labelled answers by a script.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Final, Literal, TypeAlias

from citeline.state import Answers, Claim

from .ranker import weights

SIGNALS: Final = ("score", "margin", "coverage", "similarity", "evidence", "missing", "slot", "agree", "string")
"""Every signal, in the order of `verdict.json`."""
_SLOTS: Final = ("reason", "condition", "order", "value", "error", "list", "overview", "date")
_NEAR: Final = 1.0
"""Of the first claim's score: another one that near agrees with it."""
Model: TypeAlias = Literal["right", "answerable"]


@cache
def _fitted() -> Mapping[str, Mapping[str, float]]:
    text = files("citeline.tools.answer").joinpath("verdict.json").read_text("utf-8")
    found: dict[str, dict[str, float]] = json.loads(text)["models"]
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


def chance(model: Model, signals: Mapping[str, float]) -> float:
    """By the fitted model: that the first claim is right, or that the sources answer the question at all."""
    fitted = _fitted()[model]
    logit = fitted["bias"] + sum(fitted[name] * value for name, value in signals.items())
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
    if basis:
        return {"verdict": "yes", "why": f"rests on a {basis}"}
    signals = signals_of(claims, evidence=evidence, missing=False)
    limits = _fitted()["limits"]
    if chance("answerable", signals) < limits["not_stated"]:
        return {"verdict": "not_stated", "why": "the closest lines hold too little of the question"}
    if chance("right", signals) >= limits["yes"]:
        return {"verdict": "yes", "why": "words, meaning and what is asked for agree"}
    return {"verdict": "partly", "why": "the lines are about the question; nothing else bears them out"}
