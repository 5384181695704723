"""What the index says about a question, on scales that can be added."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.text import term_id
from citeline.tools.handle import IndexHandle
from citeline.tools.question.analysis import analyse
from citeline.tools.retrieval import channels, definitions, signals
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.signals import PerFile, inverse_frequency, near_chunks

from . import trees


def test_rare_terms_weigh_more_and_none_weighs_less_than_nothing() -> None:
    assert inverse_frequency(0, 10) == pytest.approx(log(22))
    assert inverse_frequency(10, 10) == pytest.approx(log(1 + 0.5 / 10.5))


def test_terms_are_weighed_by_the_chunks_that_hold_them(index: Index) -> None:
    corpus = corpus_of(index)
    weights = signals.term_weights(corpus, analyse("cart nonsense"))
    frequency = corpus.chunk_frequencies([term_id("cart")])[term_id("cart")]
    assert weights["cart"] == pytest.approx(inverse_frequency(frequency, corpus.chunk_count))
    assert weights["nonsens"] == pytest.approx(inverse_frequency(0, corpus.chunk_count))
    assert weights["nonsens"] > weights["cart"]


def test_the_chunk_score_is_the_weighted_sum_of_its_signals(index: Index) -> None:
    found = trees.signals(index, trees.asked("charge a card", "charge", "card"))
    assert found.score.any()
    for row in range(len(found.chunks)):
        expected = (
            signals.LEXICAL_WEIGHT * found.lexical[row]
            + signals.DENSE_WEIGHT * found.dense[row]
            + definitions.IDENTIFIER_WEIGHT * found.kinds[definitions.IDENTIFIER][row]
            + definitions.JOINED_WEIGHT * found.kinds[definitions.JOINED][row]
            + definitions.WORD_WEIGHT * found.kinds[definitions.WORD][row]
        )
        assert found.score[row] == pytest.approx(expected)


def test_what_is_said_of_a_chunk_stands_in_its_row(index: Index) -> None:
    corpus, query = corpus_of(index), trees.asked("charge a card", "charge", "card")
    found = trees.signals(index, query)
    searched = index.vectors.search_sparse("bm25", encode_query(query.weights), limit=channels.DEPTH)
    for place, (chunk, score) in enumerate(searched.pairs(), start=1):
        row = found.row_of(chunk)
        assert row is not None and found.lexical_rank[row] == place
        assert found.lexical[row] == pytest.approx(score / searched.scores[0])
        assert found.documents[row] == corpus.document_of(chunk)
    assert np.count_nonzero(found.lexical) == len(searched.ids)
    assert found.chunks.tolist() == sorted(set(found.chunks.tolist()))
    assert found.order.tolist() == sorted(range(len(found.chunks)), key=lambda row: (-found.score[row], row))
    assert found.row_of(-1) is None and found.row_of(2**63 - 1) is None


@pytest.mark.parametrize("question", ["charge a card for the cart", "PaymentGateway", "the delay doubles"])
def test_what_is_near_is_best_first(index: Index, question: str) -> None:
    query = trees.asked(question, *question.split())
    near = near_chunks(trees.signals(index, query), depth=3)
    assert near
    assert [score for _, score in near] == sorted((score for _, score in near), reverse=True)


@pytest.mark.parametrize("size", [2, 3, 8, 9])
def test_a_cosine_is_measured_from_the_median_of_the_sample(
    index: Index, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    query = trees.asked("charge a card", "charge", "card")
    vector = index.embed_query(query.english)
    sample = index.samples("dense")[:size]
    monkeypatch.setattr(index, "samples", lambda name: sample)
    found = trees.signals(index, query)
    cosines = index.vectors.search_dense("dense", vector, limit=channels.DEPTH).scores
    median = float(np.median(sample @ vector))
    expected = np.maximum(cosines - median, 0) / (cosines[0] - median)
    assert sorted(found.dense[found.dense > 0]) == pytest.approx(sorted(expected[expected > 0]))


def test_an_empty_index_signals_nothing(empty: IndexHandle) -> None:
    found = trees.signals(empty.reader, trees.asked("cart", "cart"))
    assert not found.chunks.size and not found.file_lexical and not found.file_dense


CHUNKS = st.lists(st.tuples(st.integers(1, 6), st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0])), max_size=30)


@given(CHUNKS)
def test_a_file_has_the_best_and_the_three_best_of_its_chunks(chunks: list[tuple[int, float]]) -> None:
    documents = np.array([document for document, _ in chunks], np.int64)
    column = np.array([value for _, value in chunks], np.float64)
    files = PerFile(documents)
    values = {
        document: sorted((v for d, v in chunks if d == document), reverse=True) for document in documents.tolist()
    }
    assert files.files.tolist() == sorted(values)
    assert files.best(column).tolist() == [values[document][0] for document in sorted(values)]
    assert files.three_best(column).tolist() == [sum(values[document][:3]) for document in sorted(values)]


def test_only_the_chosen_chunks_are_summed() -> None:
    files = PerFile(np.array([4, 2, 4, 9]))
    sums = files.sums(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0, 1, 2]))
    assert dict(zip(files.files.tolist(), sums.tolist(), strict=True)) == {2: 2.0, 4: 4.0, 9: 0.0}


def test_seeds_are_the_best_files_of_equal_ones_the_first_and_none_without_a_score() -> None:
    files = PerFile(np.array([7, 3, 5, 3, 8]))
    seeds = files.seeds(np.array([0.5, 0.5, 0.0, 0.25, 1.0]), 3)
    assert list(seeds.items()) == [(8, 1.0), (3, 0.5), (7, 0.5)]
    assert list(files.seeds(np.array([0.5, 0.0, 0.0, 0.0, 0.0]), 3)) == [pytest.approx(7)]
