"""The steps from the question to the candidates."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from citeline.errors import EmbeddingError, IndexDamagedError, StorageError, VectorServerError
from citeline.nodes.expand_keywords import expand_keywords
from citeline.nodes.fuse_rankings import fuse_rankings
from citeline.nodes.running.context import Resources, using
from citeline.nodes.search_channel import search_channel
from citeline.nodes.translate_query import translate_query
from citeline.nodes.walk_graph import walk_graph
from citeline.settings import Settings
from citeline.state import ChannelHit, PackedColumns
from citeline.tools.answer.sources import way
from citeline.tools.retrieval import keywords
from citeline.tools.retrieval.channels import Channel
from citeline.tools.retrieval.columns import Columns, pack, unpack

from . import fakes

pytestmark = pytest.mark.usefixtures("given")


def packed(*ids: int, shown: int = 15) -> tuple[list[ChannelHit], PackedColumns]:
    """What a channel writes that finds these chunks."""
    columns = fakes.columns(*ids)
    chunks = np.arange(1, 6)
    return columns.hits(shown), pack(columns, chunks, shown=shown, generation="g1")


def searched(**found: tuple[list[ChannelHit], PackedColumns]) -> dict[str, Any]:
    """The keys of a state in which these channels have found that."""
    return {
        "rankings": {name: hits for name, (hits, _) in found.items()},
        "columns": {name: columns for name, (_, columns) in found.items()},
    }


def test_an_english_question_is_its_own_translation() -> None:
    update = translate_query(fakes.searching(question="where is it?"), fakes.runtime())
    assert update["queries"] == {"english": "where is it?", "original": "where is it?", "hypothetical": ""}


@pytest.mark.parametrize(("before", "round_", "level"), [(0, 1, 1), (1, 2, 2), (2, 3, 3), (5, 6, 3)])
def test_each_round_searches_one_level_further(
    monkeypatch: pytest.MonkeyPatch, before: int, round_: int, level: int
) -> None:
    asked: list[int] = []

    def expand(index: Any, question: str, queries: Any, *, level: int, lexicon: Any) -> Any:
        asked.append(level)
        return {"exact": [question], "parts": [], "related": []}

    monkeypatch.setattr(keywords, "expand_keywords", expand)
    update = expand_keywords(fakes.searching(round=before), fakes.runtime())
    assert (update["round"], update["level"], asked) == (round_, level, [level])


def test_a_channel_returns_its_ranking_under_its_name(given: Resources) -> None:
    seen: list[str] = []

    def find(index: Any, query: Any) -> Columns:
        seen.append(query.english)
        return fakes.columns(3, 1)

    update = search_channel(Channel("mine", 1.0, find))(fakes.searching(), fakes.runtime())
    assert [hit["chunk_id"] for hit in update["rankings"]["mine"]] == [3, 1]
    assert unpack(update["columns"]["mine"], np.arange(1, 6), update["rankings"]["mine"]).chunks.ids.tolist() == [3, 1]
    assert update["usage"] == {"retrievals": 1}
    assert update["channel_seconds"] == {"mine": 0.0}
    assert seen == ["where is part1 defined?"]


@pytest.mark.parametrize(
    "error",
    [
        EmbeddingError("no model", remedy="get one"),
        StorageError(fakes.FakeIndex.root, why="x"),
        VectorServerError("points", why="refused"),
        OSError("x"),
    ],
)
def test_a_channel_that_fails_keeps_its_earlier_ranking_and_says_why(error: Exception) -> None:
    def find(index: Any, query: Any) -> Columns:
        raise error

    update = search_channel(Channel("mine", 1.0, find))(fakes.searching(), fakes.runtime())
    assert "rankings" not in update
    assert [(note["step"], note["why"]) for note in update["degradations"]] == [("mine", str(error))]


def test_a_damaged_index_ends_the_run() -> None:
    def find(index: Any, query: Any) -> Columns:
        raise IndexDamagedError(fakes.FakeIndex.root, what="cut")

    with pytest.raises(IndexDamagedError):
        search_channel(Channel("mine", 1.0, find))(fakes.searching(), fakes.runtime())


@pytest.mark.timeout(120)
def test_a_channel_that_hangs_is_left_behind_at_the_deadline() -> None:
    released = threading.Event()

    def find(index: Any, query: Any) -> Columns:
        released.wait()
        return fakes.columns(1)

    node = search_channel(Channel("slow", 1.0, find))
    plan = {**fakes.PLAN, "budget_s": 0.1}
    with using(Resources(fakes.resources().index, Settings())):
        update = node(fakes.searching(plan=plan), fakes.runtime())
    released.set()
    assert update["degradations"] == [
        {"step": "slow", "source": "search", "to": "nothing found", "why": "out of time: the budget is 0.1 s"}
    ]


def test_no_channel_is_asked_once_the_budget_is_used() -> None:
    def find(index: Any, query: Any) -> Columns:
        raise AssertionError("asked")

    state = fakes.searching(usage={"seconds": 29.0})
    update = search_channel(Channel("late", 1.0, find))(state, fakes.runtime())
    assert "rankings" not in update
    assert len(update["degradations"]) == 1


def test_fusion_joins_the_channels_and_records_where_it_looked() -> None:
    state = fakes.searching(
        **searched(lexical=packed(1, 2), symbols=packed(2), entities=packed()),
        channel_seconds={"lexical": 0.02, "symbols": 0.03},
    )
    update = fuse_rankings()(state, fakes.runtime())
    assert update["style"] == "code"
    assert [one["chunk_id"] for one in update["candidates"]] == [2, 1]
    assert update["looked"] == [
        {"round": 1, "keywords": ["part1"], "channels": {"lexical": 2, "symbols": 1, "entities": 0}}
    ]


def test_channels_that_ran_side_by_side_cost_what_the_slowest_cost() -> None:
    state = fakes.searching(rankings={"lexical": []}, channel_seconds={"lexical": 0.02, "symbols": 0.03})
    assert fuse_rankings()(state, fakes.runtime())["usage"] == {"seconds": 0.03}


def test_no_channel_at_all_is_an_error_and_not_a_refusal() -> None:
    notes = [{"step": "lexical", "source": "search", "to": "nothing found", "why": "disk gone"}]
    with pytest.raises(StorageError, match="disk gone"):
        fuse_rankings()(fakes.searching(degradations=notes), fakes.runtime())


def test_channels_without_time_are_a_refusal_and_not_an_error() -> None:
    notes = [{"step": "lexical", "source": "search", "to": "nothing found", "why": "out of time: the budget is 1 s"}]
    assert fuse_rankings()(fakes.searching(degradations=notes), fakes.runtime())["candidates"] == []


def test_a_style_that_a_person_has_chosen_stays() -> None:
    state = fakes.searching(**searched(lexical=packed(1)), plan={**fakes.PLAN, "style": "prose"})
    assert fuse_rankings()(state, fakes.runtime())["style"] == "prose"


def test_a_hit_that_a_person_takes_away_is_no_candidate() -> None:
    hits, columns = packed(1, 2, 3)
    state = fakes.searching(**searched(lexical=([hits[0], hits[2]], columns)))
    assert [one["chunk_id"] for one in fuse_rankings()(state, fakes.runtime())["candidates"]] == [1, 3]


def test_what_was_found_in_another_generation_is_searched_again_and_said() -> None:
    hits, columns = packed(1)
    channel = Channel("lexical", 1.0, lambda index, query: fakes.columns(4, 2))
    state = fakes.searching(**searched(lexical=(hits, {**columns, "generation": "g0"})))
    update = fuse_rankings([channel])(state, fakes.runtime())
    assert [one["chunk_id"] for one in update["candidates"]] == [4, 2]
    assert update["degradations"][0]["source"] == "what lexical found"


def test_the_way_between_two_names_comes_before_the_other_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(way, "way_chunks", lambda index, question, sources: [fakes.candidate(4), fakes.candidate(1)])
    update = walk_graph(fakes.searching(candidates=[fakes.candidate(1), fakes.candidate(2)]), fakes.runtime())
    assert [one["chunk_id"] for one in update["candidates"]] == [4, 1, 2]


def test_a_question_that_names_no_two_ends_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(way, "way_chunks", lambda index, question, sources: [])
    assert "candidates" not in walk_graph(fakes.searching(candidates=[fakes.candidate(1)]), fakes.runtime())


def test_without_time_the_walk_leaves_the_candidates_alone() -> None:
    state = fakes.searching(candidates=[fakes.candidate(1)], usage={"seconds": 30.0})
    update = walk_graph(state, fakes.runtime())
    assert "candidates" not in update
    assert update["degradations"][0]["to"] == "candidates as found"
