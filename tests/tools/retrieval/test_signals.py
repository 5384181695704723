"""What the index says about a question, on scales that can be added."""

from dataclasses import replace
from math import log, sqrt
from pathlib import Path

import numpy as np
import pytest

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.text import term_id
from citeline.tools.handle import IndexHandle
from citeline.tools.retrieval import signals
from citeline.tools.retrieval.analysis import analyse
from citeline.tools.retrieval.corpus import Corpus, corpus_of
from citeline.tools.retrieval.signals import (
    above_median,
    gather,
    inverse_frequency,
    match_definitions,
    near_chunks,
    share,
)

from . import trees


def chunks_of(corpus: Corpus, path: str) -> set[int]:
    (document,) = [number for number, stored in corpus.documents.items() if stored.path == path]
    lines = range(1, corpus.documents[document].line_count + 1)
    return {chunk for line in lines if (chunk := corpus.chunk_at(document, line)) is not None}


def document_of(corpus: Corpus, path: str) -> int:
    return next(number for number, stored in corpus.documents.items() if stored.path == path)


def test_a_share_is_of_the_best() -> None:
    assert share(np.array([4.0, 1.0])).tolist() == [1.0, 0.25]
    assert share(np.empty(0)).size == 0


def test_above_the_median_is_stretched_to_one_and_below_it_is_nothing() -> None:
    assert above_median(np.array([0.75, 0.5, 0.25, 0.0]), 0.25).tolist() == [1.0, 0.5, 0.0, 0.0]
    assert above_median(np.array([0.25]), 0.25).tolist() == [0.0]
    assert above_median(np.empty(0), 0.25).size == 0


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


def test_an_exact_name_marks_the_chunk_and_the_file_that_define_it(index: Index) -> None:
    corpus = corpus_of(index)
    by_chunk, by_file = match_definitions(corpus, trees.asked("PaymentGateway"))
    assert by_file.identifier == {document_of(corpus, "src/shop/payment.py"): signals.TYPE_VALUE}
    assert set(by_chunk.identifier) <= chunks_of(corpus, "src/shop/payment.py")


def test_words_that_stand_together_may_name_one_definition(index: Index) -> None:
    corpus = corpus_of(index)
    _, by_file = match_definitions(corpus, trees.asked("where is the best discount"))
    assert by_file.joined == {document_of(corpus, "src/shop/cart.py"): signals.CALLABLE_VALUE}
    assert not by_file.identifier


def test_a_name_that_two_files_define_says_less_about_each(tmp_path: Path, home: Path) -> None:
    tree = trees.write(tmp_path / "tree", {f"{name}.py": "def spread_thin():\n    pass\n" for name in "ab"})
    with trees.indexed(tree, home) as handle:
        _, by_file = match_definitions(corpus_of(handle.reader), trees.asked("spread_thin"))
    assert list(by_file.identifier.values()) == [pytest.approx(signals.CALLABLE_VALUE / sqrt(2))] * 2


def test_the_chunk_score_is_the_weighted_sum_of_its_signals(index: Index) -> None:
    found = gather(index, corpus_of(index), trees.asked("charge a card", "charge", "card"))
    assert found.score.any()
    for row, chunk in enumerate(found.chunks.tolist()):
        matches = found.chunk_matches
        expected = (
            signals.LEXICAL_WEIGHT * found.lexical[row]
            + signals.DENSE_WEIGHT * found.dense[row]
            + signals.IDENTIFIER_WEIGHT * matches.identifier.get(chunk, 0)
            + signals.JOINED_WEIGHT * matches.joined.get(chunk, 0)
            + signals.WORD_WEIGHT * matches.word.get(chunk, 0)
        )
        assert found.score[row] == pytest.approx(expected)


def test_what_is_said_of_a_chunk_stands_in_its_row(index: Index) -> None:
    corpus, query = corpus_of(index), trees.asked("charge a card", "charge", "card")
    found = gather(index, corpus, query)
    searched = index.vectors.search_sparse("bm25", encode_query(query.weights), limit=signals.DEPTH)
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
def test_what_is_near_is_the_same_however_deep_was_searched(index: Index, question: str) -> None:
    corpus, query = corpus_of(index), trees.asked(question, *question.split())
    near = near_chunks(gather(index, corpus, query, depth=3), depth=3)
    assert near and near == near_chunks(gather(index, corpus, query), depth=3)
    assert [score for _, score in near] == sorted((score for _, score in near), reverse=True)


def test_a_hypothetical_answer_is_averaged_into_a_unit_vector(index: Index) -> None:
    query = trees.asked("retries")
    assert np.array_equal(signals.query_vector(index, query), index.embed_query("retries"))
    both = signals.query_vector(index, replace(query, hypothetical="time.sleep(delay_s)"))
    assert np.linalg.norm(both) == pytest.approx(1.0, abs=1e-5)
    assert both @ index.embed_query("retries") == pytest.approx(
        both @ index.embed_query("time.sleep(delay_s)"), abs=1e-5
    )


@pytest.mark.parametrize("size", [2, 3, 8, 9])
def test_a_cosine_is_measured_from_the_median_of_the_sample(
    index: Index, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    query = trees.asked("charge a card", "charge", "card")
    vector = signals.query_vector(index, query)
    sample = index.samples("dense")[:size]
    monkeypatch.setattr(index, "samples", lambda name: sample)
    found = gather(index, corpus_of(index), query)
    cosines = index.vectors.search_dense("dense", vector, limit=signals.DEPTH).scores
    expected = above_median(cosines, float(np.median(sample @ vector)))
    assert sorted(found.dense[found.dense > 0]) == pytest.approx(sorted(expected[expected > 0]))


def test_an_empty_index_signals_nothing(empty: IndexHandle) -> None:
    found = gather(empty.reader, corpus_of(empty.reader), trees.asked("cart", "cart"))
    assert not found.chunks.size and not found.file_lexical and not found.file_dense
