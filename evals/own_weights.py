"""Fits the ranking of one index to a labelled set about it, such as a person's feedback, and says what it would change.

The weights lie beside the index and are used by its searches only; removing the file takes them back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import inf
from typing import Any, Final

import numpy as np

from citeline.dataclass import dataclass
from citeline.errors import UsageError
from citeline.protocols import FloatMatrix, FloatVector
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import gather
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.features import FEATURES
from citeline.tools.retrieval.query import first_query
from citeline.tools.retrieval.ranking import feature_weights, own_weights_file, ranked
from citeline.tools.retrieval.signals import read_signals

from .cases.case import Case
from .cases.dataset import Dataset

LEAST: Final = 5
"""Questions; fewer say nothing of others."""
RIDGES: Final = (1.0, 0.3, 0.1, 0.03, 0.01)
"""How strongly each weight is drawn to the one in use. The strongest is taken of those that order questions best that
were not fitted to: few questions of one kind may say much, and others little."""
_FIXED: Final = 1e4
_DIGITS: Final = 3
HARD_NEGATIVES: Final = 25
RARE: Final = 0.02
"""Added to how much a feature differs between files, so that one that hardly ever does is not fitted to a few cases."""
_ROUNDS: Final = 4
_NEWTON_STEPS: Final = 8


@dataclass(frozen=True, slots=True)
class Fitted:
    """What the fit found."""

    questions: int
    """With candidates, a right file among them."""
    before: float
    """Mean reciprocal rank of the first right file, by the weights that are in use."""
    after: float
    """The same of each question by weights that were fitted to the others."""
    weights: Mapping[str, float]
    changed: Mapping[str, tuple[float, float]]
    """Feature to its weight before and after, the greatest change first."""


def fit_to(handle: IndexHandle, dataset: Dataset) -> Fitted:
    """Weights fitted to all rows that have an answer. Raises UsageError where fewer than `LEAST` can be fitted to."""
    rows = [_candidates(handle, case) for case in dataset.cases if case.right]
    cases = [one for one in rows if 0 < one.relevant.sum() < len(one.relevant)]
    if len(cases) < LEAST:
        raise UsageError(
            f"{len(cases)} questions of {dataset.name} can be fitted to, and fewer than {LEAST} say nothing of others",
            remedy="give feedback on more answers",
        )
    used = feature_weights(own_weights_file(handle.reader.location))
    prior = np.asarray([*(used.get(name, 0.0) for name in FEATURES), 1.0], np.float32)
    after, ridge = max((_left_out(cases, prior, ridge), ridge) for ridge in RIDGES)
    best = fit(cases, prior, _ridges(ridge))
    fitted = {name: round(float(weight), _DIGITS) for name, weight in zip(FEATURES, best[:-1], strict=True)}
    moved = sorted(FEATURES, key=lambda name: -abs(fitted[name] - used.get(name, 0.0)))
    return Fitted(
        len(cases),
        float(np.mean([_reciprocal_rank(case, prior) for case in cases])),
        after,
        fitted,
        {name: (used.get(name, 0.0), fitted[name]) for name in moved if fitted[name] != used.get(name, 0.0)},
    )


def write_weights(handle: IndexHandle, dataset: Dataset, fitted: Fitted) -> None:
    """Use them from now on, in searches of this index."""
    told: dict[str, Any] = {
        "source": f"{dataset.name}, {fitted.questions} questions",
        "date": datetime.now(UTC).date().isoformat(),
        "mean reciprocal rank": {"before": round(fitted.before, 4), "after": round(fitted.after, 4)},
        "file": dict(fitted.weights),
    }
    target = own_weights_file(handle.reader.location)
    half = target.with_suffix(".half")
    half.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    half.replace(target)


def _left_out(cases: Sequence[Candidates], prior: FloatVector, ridge: float) -> float:
    """Mean reciprocal rank of each case by weights that were fitted to the others."""
    fits = (fit([*cases[:at], *cases[at + 1 :]], prior, _ridges(ridge)) for at in range(len(cases)))
    return float(np.mean([_reciprocal_rank(case, weights) for case, weights in zip(cases, fits, strict=True)]))


def _ridges(ridge: float) -> FloatVector:
    return np.asarray([*[ridge] * len(FEATURES), _FIXED], np.float32)


def _candidates(handle: IndexHandle, case: Case) -> Candidates:
    """The files that a search orders, with their features and what their best chunk adds, whose weight is fixed."""
    index, corpus = handle.reader, corpus_of(handle.reader)
    query = replace(first_query(index, read(case.question)), style="code")
    signals = read_signals(corpus, gather(index, query))
    found = ranked(index, query, signals)
    best: dict[int, float] = {}
    for chunk, score in found.own_scores().items():
        document = corpus.document_of(chunk)
        best[document] = max(score, best.get(document, -inf))
    rows = [
        [*(features.get(name, 0.0) for name in FEATURES), best.get(document, 0.0)]
        for document, features in found.table.items()
    ]
    matrix: FloatMatrix = np.asarray(rows, np.float32).reshape(len(rows), len(FEATURES) + 1)
    right = {place.path for place in case.right}
    hits = [float(corpus.documents[document].path in right) for document in found.table]
    return Candidates(matrix, np.asarray(hits, np.float32))


def _reciprocal_rank(case: Candidates, weights: FloatVector) -> float:
    order = np.argsort(-(case.features @ weights), kind="stable")
    return 1 / (1 + int(np.argmax(case.relevant[order] > 0)))


@dataclass(frozen=True, slots=True)
class Candidates:
    """What one query has to put in order."""

    features: FloatMatrix
    """Shape (n_candidates, n_features); not normalised."""
    relevant: FloatVector
    """1.0 for what is right, shape (n_candidates,)."""


def _pairs(cases: Sequence[Candidates], weights: FloatVector) -> tuple[FloatMatrix, FloatVector]:
    rows, importance = [], []
    for case in cases:
        positive, negative = case.features[case.relevant > 0], case.features[case.relevant == 0]
        if not len(positive) or not len(negative):
            continue
        hardest = negative[np.argsort(-(negative @ weights), kind="stable")[:HARD_NEGATIVES]]
        differences = (positive[:, None, :] - hardest[None, :, :]).reshape(-1, case.features.shape[1])
        rows.append(differences)
        importance.append(np.full(len(differences), 1 / len(differences), np.float32))
    return np.concatenate(rows), np.concatenate(importance)


def fit(cases: Sequence[Candidates], prior: FloatVector, ridge: FloatVector) -> FloatVector:
    """Weights that put what is right above the hardest others; Newton's method on the ridge-penalised loss.

    `ridge` is how strongly each weight is drawn to its prior, per query and for a feature of median width: for the
    others it is as much stronger as they are wider, so that no narrow one is held back by its scale alone.
    """
    weights = prior.astype(np.float64)
    for _ in range(_ROUNDS):
        differences, importance = _pairs(cases, weights.astype(np.float32))
        width = np.sqrt((differences**2 * importance[:, None]).sum(axis=0) / importance.sum() + RARE**2)
        penalty = ridge.astype(np.float64) * len(cases) * width / np.median(width)
        for _ in range(_NEWTON_STEPS):
            # Beyond 30 the exponential is zero for all purposes, and denormal numbers are a hundred times slower.
            wrong = 1 / (1 + np.exp(np.clip(differences @ weights, -30, 30)))
            gradient = -(differences.T @ (importance * wrong)) + penalty * (weights - prior)
            curvature = importance * wrong * (1 - wrong)
            hessian = (differences * curvature[:, None]).T @ differences + np.diag(penalty)
            weights = weights - np.linalg.solve(hessian, gradient)
    return weights.astype(np.float32)
