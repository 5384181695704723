"""Pairwise logistic regression: weights that put what is right above the hardest of what is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from citeline.protocols import FloatMatrix, FloatVector

HARD_NEGATIVES: Final = 25
RARE: Final = 0.02
"""Added to how much a feature differs between files, so that one that hardly ever does is not fitted to a few cases."""
_ROUNDS: Final = 4
_NEWTON_STEPS: Final = 8


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
