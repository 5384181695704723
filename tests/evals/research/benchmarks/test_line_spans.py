"""The score of `line-spans`, against values worked out by hand."""

import json
from math import log2
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.evals.research.benchmarks.quality import Span, SpanSample, graded_ndcg, hit_at, read_samples

from .samples import hit

PRIMARY = Span("a.py", 10, 20, 2)
OTHER = Span("b.py", 1, 5, 1)


def test_the_gain_is_the_grade_at_the_first_overlap() -> None:
    ideal = 2 + 1 / log2(3)
    spans = [OTHER, PRIMARY]
    assert graded_ndcg([hit("a.py", 20, 30), hit("b.py", 5, 9)], spans) == pytest.approx(1.0)
    assert graded_ndcg([hit("b.py", 1, 9), hit("a.py", 1, 10)], spans) == pytest.approx((1 + 2 / log2(3)) / ideal)
    assert graded_ndcg([hit("a.py", 21, 30)], spans) == 0.0
    assert graded_ndcg([hit("a.py")], []) == 0.0


def test_a_second_hit_on_a_span_adds_nothing() -> None:
    assert graded_ndcg([hit("a.py", 10, 12), hit("a.py", 13, 20)], [PRIMARY]) == pytest.approx(1.0)


def test_one_hit_over_two_spans_is_paid_for_the_better_one() -> None:
    beside = Span("a.py", 21, 30, 1)
    both, second = hit("a.py", 10, 30), hit("a.py", 25, 40)
    ideal = 2 + 1 / log2(3)
    assert graded_ndcg([both], [beside, PRIMARY]) == pytest.approx(2 / ideal)
    assert graded_ndcg([both, second], [beside, PRIMARY]) == pytest.approx(1.0)


def test_a_span_that_is_labelled_twice_is_two_labels() -> None:
    assert graded_ndcg([hit("a.py", 10, 12), hit("a.py", 13, 20)], [PRIMARY, PRIMARY]) == pytest.approx(1.0)


_LINES = st.tuples(st.integers(1, 20), st.integers(0, 20)).map(lambda lines: (lines[0], lines[0] + lines[1]))


@given(st.lists(_LINES, max_size=12), st.lists(st.tuples(_LINES, st.integers(1, 2)), max_size=12))
def test_no_ranking_scores_above_one(places: list[tuple[int, int]], labels: list[tuple[tuple[int, int], int]]) -> None:
    spans = [Span("a.py", *lines, grade) for lines, grade in labels]
    assert 0.0 <= graded_ndcg([hit("a.py", *lines) for lines in places], spans) <= 1.0 + 1e-9


def test_hit_at_k_looks_at_the_first_k() -> None:
    hits = [hit("x.py"), hit("a.py", 10, 11)]
    assert hit_at(hits, [PRIMARY], 1) == 0.0
    assert hit_at(hits, [PRIMARY], 2) == 1.0
    assert hit_at([], [PRIMARY], 5) == 0.0


def test_samples_are_read_in_file_order(tmp_path: Path) -> None:
    rows = [
        {
            "query": "where",
            "kind": "code",
            "relevant": [{"file": "a.py", "start_line": 10, "end_line": 20, "grade": 2}],
        },
        {"query": "怎么", "kind": "docs", "relevant": []},
    ]
    (tmp_path / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert read_samples(tmp_path) == [SpanSample("where", "code", (PRIMARY,)), SpanSample("怎么", "docs", ())]
