"""Intervals that say how far a figure can be trusted."""

import pytest

from citeline.evals.metrics import estimate, interval, p95


def test_equal_values_have_no_spread() -> None:
    assert interval([0.5] * 20) == (0.5, 0.5)


def test_the_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.0, 1.0] * 50
    low, high = interval(values)
    # A binomial mean of 100 draws: 0.5 ± 1.96 · 0.05.
    assert low == pytest.approx(0.402, abs=0.015)
    assert high == pytest.approx(0.598, abs=0.015)
    assert interval(values) == (low, high)


def test_it_is_of_the_statistic_that_is_asked_for() -> None:
    values = [float(value) for value in range(200)]
    low, high = interval(values, p95)
    assert low < estimate(values, p95) < high and low > 150


def test_nothing_cannot_be_estimated() -> None:
    with pytest.raises(ValueError, match="no value"):
        estimate([])
