"""How long the middle and the slowest runs take."""

from __future__ import annotations

import numpy as np

from ..bootstrap import Samples


def p50(samples: Samples) -> Samples:
    """The median of each row."""
    median: Samples = np.percentile(samples, 50, axis=-1)
    return median


def p95(samples: Samples) -> Samples:
    """The 95th percentile of each row, between the two nearest values: of 20 runs all but the slowest are below it."""
    slow: Samples = np.percentile(samples, 95, axis=-1)
    return slow
