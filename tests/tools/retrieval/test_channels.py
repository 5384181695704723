"""Every channel by itself: what it finds, how much, and what it does when there is nothing."""

from dataclasses import replace

import pytest

from citeline.indexing.reader import Index
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import CHANNELS, Channel
from citeline.tools.retrieval.query import first_query

CHANNEL = {channel.name: channel for channel in CHANNELS}
every_channel = pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
QUESTIONS = ("PaymentGateway charge", "discount codes table", "退款要多久", "the cart module", "what is it", "魑魅魍魉")


def found(index: Index, name: str, question: str, k: int = 15) -> list[str]:
    hits = CHANNEL[name].find(index, first_query(index, read(question))).hits(k)
    chunks = index.structure.chunks([hit["chunk_id"] for hit in hits])
    return [chunks[hit["chunk_id"]].path for hit in hits]  # type: ignore[index]  # ids are ints in the state


@every_channel
@pytest.mark.parametrize("question", QUESTIONS)
def test_hits_are_best_first_once_each_and_at_most_k(index: Index, channel: Channel, question: str) -> None:
    query = replace(first_query(index, read(question)), hypothetical="def refund(days): ...")
    for k in (1, 3, 15):
        hits = channel.find(index, query).hits(k)
        scores = [hit["score"] for hit in hits]
        assert len(hits) <= k
        assert scores == sorted(scores, reverse=True)
        assert len({hit["chunk_id"] for hit in hits}) == len(hits)
        assert all(hit["why"] for hit in hits)


@every_channel
def test_an_empty_index_holds_nothing_for_any_channel(empty: IndexHandle, channel: Channel) -> None:
    query = replace(first_query(empty.reader, read("PaymentGateway")), hypothetical="x")
    assert channel.find(empty.reader, query).hits(5) == []


def test_names_are_unique() -> None:
    assert len(CHANNEL) == len(CHANNELS)


def test_symbols_find_the_chunk_that_defines_a_name(index: Index) -> None:
    assert found(index, "symbols", "what does best_discount return")[0] == "src/shop/cart.py"
    assert found(index, "symbols", "魑魅魍魉") == []


def test_headings_find_the_section_in_either_language(index: Index) -> None:
    assert "docs/guide.md" in found(index, "headings", "what happens on retries", 3)
    assert "docs/guide.md" in found(index, "headings", "退款", 3)


def test_entities_find_a_file_by_its_name(index: Index) -> None:
    assert found(index, "entities", "the router module")[0] == "web/router.ts"


def test_without_a_hypothetical_answer_its_channel_is_silent(index: Index) -> None:
    assert found(index, "dense_hyde", "refund") == []
