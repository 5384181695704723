from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.stores.best_first import best_first


@given(st.dictionaries(st.integers(0, 500), st.sampled_from([0.0, 0.5, 1.0])), st.integers(0, 60))
def test_the_best_are_the_same_however_the_store_orders_equal_scores(scores: dict[int, float], limit: int) -> None:
    # Reversed ids: the order that is furthest from the one wanted.
    stored = sorted(scores.items(), key=lambda item: (-item[1], -item[0]))
    expected = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]
    assert best_first(lambda count: stored[:count], limit) == expected
