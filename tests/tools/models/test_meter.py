from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.models.meter import Cost, Limits, Meter, Prices


def test_a_call_that_would_exceed_money_is_not_allowed() -> None:
    prices = Prices(input_usd=2.0, output_usd=8.0)
    meter = Meter(Limits(usd=0.01), {"usd": 0.006})
    assert "$0.01" in meter.why_not(Cost(1000, 500, prices.of(1000, 500)))
    assert meter.why_not(Cost(1000, 200, prices.of(1000, 200))) == ""


def test_what_is_kept_for_a_later_call_is_not_spent_now() -> None:
    meter = Meter(Limits(calls=2), {"model_calls": 0})
    assert meter.why_not(Cost(1, 1, 0.0), keep=Cost(1, 1, 0.0)) == ""
    assert "2 model calls" in meter.why_not(Cost(1, 1, 0.0), keep=Cost(1, 1, 0.0, calls=2))


def test_a_call_that_was_cut_off_counts_as_its_worst_case() -> None:
    meter = Meter(Limits(), {})
    meter.reserve(Cost(100, 50, 0.5))
    assert meter.usage() == {"model_calls": 1, "input_tokens": 100, "output_tokens": 50, "usd": 0.5}
    meter.settle(Cost(90, 5, 0.1))
    assert meter.usage() == {"model_calls": 1, "input_tokens": 90, "output_tokens": 5, "usd": 0.1}


calls = st.lists(st.tuples(st.integers(0, 5_000), st.integers(0, 5_000), st.floats(0, 1)), max_size=30)


@given(calls, st.integers(1, 10), st.integers(1, 40_000), st.floats(0.0001, 0.1))
def test_no_sequence_of_calls_exceeds_the_budget(
    wanted: list[tuple[int, int, float]], most_calls: int, most_tokens: int, most_usd: float
) -> None:
    prices = Prices(1.0, 4.0)
    meter = Meter(Limits(most_calls, most_tokens, most_usd), {})
    for inputs, outputs, used in wanted:
        worst = Cost(inputs, outputs, prices.of(inputs, outputs))
        if meter.why_not(worst):
            continue
        meter.reserve(worst)
        spent = int(inputs * used), int(outputs * used)
        meter.settle(Cost(*spent, prices.of(*spent)))
    usage = meter.usage()
    assert usage["model_calls"] <= most_calls
    assert usage["input_tokens"] + usage["output_tokens"] <= most_tokens
    assert usage["usd"] <= most_usd
