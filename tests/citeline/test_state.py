from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from citeline.state import ChannelHit, Usage, add_by_key, append, latest_by_key, merge_rankings

usages = st.builds(
    Usage, model_calls=st.integers(0, 9), retrievals=st.integers(0, 9), seconds=st.integers(0, 99).map(float)
)


@given(usages, usages, usages)
def test_usage_adds_up_in_any_order(one: Usage, two: Usage, three: Usage) -> None:
    forwards = add_by_key(add_by_key(one, two), three)
    backwards = add_by_key(three, add_by_key(two, one))
    assert forwards == backwards


def test_reducers_take_nothing_on_either_side() -> None:
    assert add_by_key(None, None) == {}
    assert add_by_key(None, {"rank": 1.0}) == {"rank": 1.0}
    assert latest_by_key({"rank": 1.0}, None) == {"rank": 1.0}
    assert append(None, [1]) == [1]
    assert append([1], None) == []


def test_timings_of_a_loop_are_summed_and_a_channels_last_seconds_replace_earlier_ones() -> None:
    assert add_by_key({"rank": 1.0}, {"rank": 2.0}) == {"rank": 3.0}
    assert latest_by_key({"lexical": 1.0, "symbols": 3.0}, {"lexical": 2.0}) == {"lexical": 2.0, "symbols": 3.0}


def test_a_later_round_replaces_a_channels_ranking_and_none_forgets_all() -> None:
    old: list[ChannelHit] = [{"chunk_id": 1, "score": 1.0, "why": ""}]
    new: list[ChannelHit] = [{"chunk_id": 2, "score": 1.0, "why": ""}]
    assert merge_rankings({"a": old, "b": old}, {"a": new}) == {"a": new, "b": old}
    assert merge_rankings({"a": old}, None) == {}
    assert json.dumps(merge_rankings({"a": old}, {}))
