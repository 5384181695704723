"""Rank fusion: agreement between channels wins, and order never depends on chance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.retrieval.columns import Column, Columns
from citeline.tools.retrieval.fusion import RRF_K, fuse


def ranking(*chunks: int) -> Columns:
    return Columns("words", Column(np.array(chunks, np.int64), np.linspace(1.0, 0.5, len(chunks))))


def test_a_chunk_found_by_two_channels_beats_the_best_of_one() -> None:
    fused = fuse({"dense": ranking(1, 3), "lexical": ranking(2, 3)}, {})
    assert fused[0]["chunk_id"] == 3
    assert fused[0]["channels"] == {"dense": 2, "lexical": 2}


def test_scores_are_weighted_reciprocal_ranks() -> None:
    fused = fuse({"dense": ranking(7)}, {"dense": 0.5})
    assert fused[0]["score"] == pytest.approx(0.5 / (RRF_K + 1))


def test_equal_scores_are_ordered_by_chunk_id() -> None:
    fused = fuse({"a": ranking(9), "b": ranking(4)}, {})
    assert [candidate["chunk_id"] for candidate in fused] == [4, 9]


def test_nothing_found_gives_nothing() -> None:
    assert fuse({}, {}) == []


@given(st.dictionaries(st.sampled_from("abcd"), st.lists(st.integers(0, 30), unique=True), max_size=4))
def test_order_of_channels_does_not_matter(rankings: dict[str, list[int]]) -> None:
    hits = {name: ranking(*chunks) for name, chunks in rankings.items()}
    forward = [c["chunk_id"] for c in fuse(hits, {})]
    backward = [c["chunk_id"] for c in fuse(dict(reversed(hits.items())), {})]
    assert set(forward) == set(backward)
    assert len(forward) == len(set(forward))
