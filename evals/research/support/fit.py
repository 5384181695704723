"""Logistic regression and the figures that say how well a score separates right from wrong places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from citeline.protocols import FloatMatrix, FloatVector
from citeline.tools.citations.atoms import read_atoms
from citeline.tools.citations.score import place_features

from .pairs import Group, Pair

SHARES: Final[Mapping[Group, float]] = {"answers": 1.0, "docstrings": 0.5, "documentation": 0.1}
"""What a group weighs, whatever its size: answers are what is checked later, documentation is one fourth noise."""
RIDGE: Final = 3.0
GOOD: Final = 0.75
"""Share of right places in the mix that precision is given for."""
_STEPS: Final = 25
_OF_EACH: Final = 500.0


def features_of(pair: Pair) -> dict[str, float]:
    """As the check computes them."""
    atoms = read_atoms(pair.sentence)
    places = {name: pair.passage.find(name) for name in atoms.names}
    return place_features(pair.sentence, atoms, places, pair.passage)


def fit(pairs: Sequence[Pair], rows: FloatMatrix) -> FloatVector:
    """Weights of the columns and, last, the bias; right and wrong places weigh the same. Newton's method, with a ridge
    on standardised columns.
    """
    right = np.asarray([pair.wrong is None for pair in pairs])
    importance = np.zeros(len(pairs))
    groups = np.asarray([pair.group for pair in pairs])
    for group, share in SHARES.items():
        for label in (False, True):
            chosen = (groups == group) & (right == label)
            importance[chosen] = share * _OF_EACH / max(1, chosen.sum())
    mean, spread = rows.mean(0), rows.std(0) + 1e-9
    table = np.c_[(rows - mean) / spread, np.ones(len(rows))]
    weights = np.zeros(table.shape[1])
    penalty = np.diag(np.r_[np.full(len(weights) - 1, RIDGE), 1e-9])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(table @ weights, -30, 30)))
        gradient = table.T @ (importance * (chance - right)) + penalty @ weights
        curved = (table * (importance * chance * (1 - chance))[:, None]).T @ table + penalty
        weights -= np.linalg.solve(curved, gradient)
    plain = weights[:-1] / spread
    return np.asarray([*plain, weights[-1] - plain @ mean], np.float32)


def auc(right: Sequence[float], wrong: Sequence[float]) -> float:
    """The chance that a right place scores above a wrong one; ties count half. NaN without either."""
    if not len(right) or not len(wrong):
        return float("nan")
    ordered = np.sort(wrong)
    below = np.searchsorted(ordered, right, "left") + np.searchsorted(ordered, right, "right")
    return float(below.mean() / (2 * len(wrong)))


def precision(accepted_right: float, accepted_wrong: float) -> float:
    """Of what is accepted, the share that is right, when three of four places are."""
    accepted = GOOD * accepted_right + (1 - GOOD) * accepted_wrong
    return GOOD * accepted_right / accepted if accepted else float("nan")
