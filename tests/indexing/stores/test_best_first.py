from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.stores.vectors.best_first import best_first
from citeline.protocols import Found


def found(pairs: Sequence[tuple[int, float]]) -> Found:
    return Found(np.array([identity for identity, _ in pairs], np.int64), np.array([score for _, score in pairs]))


@given(st.dictionaries(st.integers(0, 500), st.sampled_from([0.0, 0.5, 1.0])), st.integers(0, 60))
def test_the_best_are_the_same_however_the_store_orders_equal_scores(scores: dict[int, float], limit: int) -> None:
    # Reversed ids: the order that is furthest from the one wanted.
    stored = sorted(scores.items(), key=lambda item: (-item[1], -item[0]))
    expected = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]
    assert best_first(lambda count: found(stored[:count]), limit).pairs() == expected


def test_a_few_copies_at_the_cut_do_not_make_a_search_read_four_times_as_much() -> None:
    stored = [(place, 1 / (1 + place) if not 390 < place < 430 else 1 / 391) for place in range(3_000)]
    asked: list[int] = []

    def fetch(count: int) -> Found:
        asked.append(count)
        return found(stored[:count])

    assert best_first(fetch, 400).pairs() == stored[:400]
    assert len(asked) > 1 and max(asked) < 500
