"""What travels in the state is small, reads the same everywhere, and counts as a person has left it."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.state import ChannelHit
from citeline.tools.retrieval.columns import Column, Columns, column_of, pack, unpack
from citeline.tools.retrieval.fusion import ADDED, chosen, fuse

CHUNKS = np.arange(0, 2**62, 2**52, dtype=np.int64)
"""As large as the ids of an index are."""
SCORES = st.dictionaries(st.integers(0, len(CHUNKS) - 1), st.floats(-1, 30, width=32), max_size=60)


def columns(scores: dict[int, float], zero: float = 0.0) -> Columns:
    chunks = {int(CHUNKS[row]): score for row, score in scores.items()}
    parts = {"word": column_of(chunks, limit=3)}
    return Columns("definitions", column_of(chunks, zero=zero), column_of({7: 0.5, 3: 1.0}), parts, why="told")


def through(found: Columns, *, shown: int = 15, hits: list[ChannelHit] | None = None) -> Columns:
    packed = json.loads(json.dumps(pack(found, CHUNKS, shown=shown, generation="g1")))
    return unpack(packed, CHUNKS, found.hits(shown) if hits is None else hits)


def same(one: Column, other: Column) -> bool:
    return np.array_equal(one.ids, other.ids) and np.array_equal(one.values, other.values)


@given(SCORES, st.floats(-1, 1))
def test_packed_columns_come_out_as_they_went_in(scores: dict[int, float], zero: float) -> None:
    before = columns(scores, zero)
    after = through(before)
    assert same(before.chunks, after.chunks) and same(before.files, after.files)
    assert same(before.kinds["word"], after.kinds["word"])
    assert (after.signal, after.chunks.zero) == ("definitions", zero)


def test_a_deep_column_is_some_kilobytes() -> None:
    deep = Columns("words", column_of({int(chunk): 1 / (1 + row) for row, chunk in enumerate(CHUNKS[:400])}))
    assert len(json.dumps(pack(deep, CHUNKS, shown=15, generation="g1"))) < 4_000


def test_a_hit_that_was_taken_away_is_gone_from_every_column_of_its_channel() -> None:
    found = columns({1: 3.0, 2: 2.0, 5: 1.0})
    left = through(found, hits=found.hits(15)[1:])
    assert left.chunks.ids.tolist() == CHUNKS[[2, 5]].tolist()
    assert CHUNKS[1] not in left.kinds["word"].ids


def test_what_stands_deeper_than_the_hits_shown_stays_where_it_is() -> None:
    found = columns({1: 3.0, 2: 2.0, 5: 1.0})
    left = through(found, shown=2, hits=found.hits(2)[:1])
    assert left.chunks.ids.tolist() == CHUNKS[[1, 5]].tolist()


def test_a_hit_that_was_changed_or_added_has_its_new_place() -> None:
    found = columns({1: 3.0, 2: 2.0})
    added: ChannelHit = {"chunk_id": int(CHUNKS[9]), "score": 9.0, "why": "mine"}
    changed: ChannelHit = {**found.hits(15)[0], "score": 1.0}
    left = through(found, hits=[changed, found.hits(15)[1], added])
    assert left.chunks.ids.tolist() == CHUNKS[[9, 2, 1]].tolist()


def test_an_added_hit_that_the_index_does_not_have_is_left_out() -> None:
    found = columns({1: 3.0})
    left = through(found, hits=[*found.hits(15), {"chunk_id": 12345, "score": 9.0, "why": ""}])
    assert left.chunks.ids.tolist() == [CHUNKS[1]]


def test_a_channel_without_hits_has_found_nothing() -> None:
    left = through(columns({1: 3.0, 2: 2.0}), shown=1, hits=[])
    assert not left.chunks.ids.size and not left.files.ids.size and not left.kinds


def test_strengths_begin_at_zero_and_end_at_the_best() -> None:
    assert column_of({1: 0.75, 2: 0.5, 3: 0.25, 4: 0.0}, zero=0.25).strengths.tolist() == [1.0, 0.5, 0.0, 0.0]
    assert column_of({1: 4.0, 2: 1.0}).strengths.tolist() == [1.0, 0.25]
    assert column_of({1: 0.25}, zero=0.25).strengths.tolist() == [0.0]
    assert column_of({}).strengths.size == 0


def test_equal_values_stand_in_the_order_of_their_ids_up_to_the_limit() -> None:
    assert column_of({9: 1.0, 4: 1.0, 6: 2.0}, limit=2).ids.tolist() == [6, 4]


@pytest.mark.parametrize("name", ["lexical", "symbols"])
def test_a_candidate_that_was_taken_away_is_found_by_no_channel(name: str) -> None:
    found = {"lexical": columns({1: 3.0, 2: 2.0}), "symbols": columns({2: 1.0, 1: 0.5})}
    left = chosen(found, {}, [one for one in fuse(found, {}) if one["chunk_id"] != CHUNKS[1]])
    assert left[name].chunks.ids.tolist() == [CHUNKS[2]]


def test_a_candidate_that_was_added_is_found_by_hand() -> None:
    found = {"lexical": columns({1: 3.0})}
    added = {"chunk_id": int(CHUNKS[4]), "score": 1.0, "channels": {}}
    left = chosen(found, {}, [*fuse(found, {}), added])  # type: ignore[list-item]  # as JSON brings it
    assert left[ADDED].chunks.ids.tolist() == [CHUNKS[4]]
