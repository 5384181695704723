"""How far a figure can be trusted: 95 % intervals by drawing the cases again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Samples: TypeAlias = npt.NDArray[np.float64]
"""Shape (…, n): a statistic works on the last axis."""
Statistic: TypeAlias = Callable[[Samples], Samples]

_RESAMPLES: Final = 2000


def mean(samples: Samples) -> Samples:
    """Of each row."""
    averaged: Samples = samples.mean(axis=-1)
    return averaged


def estimate(values: Iterable[float], statistic: Statistic = mean) -> float:
    """The statistic of the values. Raises ValueError when there are none."""
    sample = np.asarray(list(values), dtype=np.float64)
    if not len(sample):
        raise ValueError("no value to estimate anything from")
    return float(statistic(sample))


def interval(values: Iterable[float], statistic: Statistic = mean, *, seed: int = 0) -> tuple[float, float]:
    """95 % percentile bootstrap interval of the statistic; the same every time for the same values and seed."""
    sample = np.asarray(list(values), dtype=np.float64)
    draws = np.random.default_rng(seed).integers(0, len(sample), (_RESAMPLES, len(sample)))
    low, high = np.percentile(statistic(sample[draws]), [2.5, 97.5])
    return float(low), float(high)
