"""The ranking metrics, by hand and against trec_eval through ir-measures."""

from math import log2

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import RR, R, Success, nDCG

from citeline.evals.metrics import duplicate_rate, hit_at, ndcg_at, recall_at, reciprocal_rank
from citeline.evals.places import Place, match

NOTHING = frozenset[int]()


def test_a_ranking_without_a_right_place_scores_nothing() -> None:
    matches = [NOTHING] * 10
    assert [ndcg_at(matches, [2]), recall_at(matches, 1, 10), reciprocal_rank(matches), hit_at(matches, 10)] == [
        0.0
    ] * 4
    assert [ndcg_at([], [2]), recall_at([], 1, 10), reciprocal_rank([]), hit_at([], 10)] == [0.0] * 4


def test_the_better_place_first_is_ideal_and_last_is_not() -> None:
    good, also = frozenset({0}), frozenset({1})
    assert ndcg_at([good, also], [2, 1]) == 1.0
    assert ndcg_at([also, good], [2, 1]) == pytest.approx((1 + 2 / log2(3)) / (2 + 1 / log2(3)))


def test_a_second_hit_on_the_same_lines_gains_nothing() -> None:
    matches = [frozenset({0}), frozenset({0}), frozenset({0, 1})]
    assert ndcg_at(matches, [2, 2]) == pytest.approx((2 + 2 / log2(4)) / (2 + 2 / log2(3)))
    assert recall_at(matches, 2, 2) == 0.5 and recall_at(matches, 2, 3) == 1.0


def test_only_the_first_k_count() -> None:
    matches = [NOTHING] * 10 + [frozenset({0})]
    assert (ndcg_at(matches, [2]), reciprocal_rank(matches), hit_at(matches, 10)) == (0.0, 0.0, 0.0)
    assert (reciprocal_rank(matches, 11), hit_at(matches, 11)) == (1 / 11, 1.0)


def test_lines_must_overlap_and_a_whole_document_takes_any() -> None:
    found = [[Place("a.py", 1, 4)], [Place("a.py", 5, 9)], [Place("b.py", 1, 2)]]
    assert match(found, [Place("a.py", 4, 5), Place("b.py")]) == [frozenset({0}), frozenset({0}), frozenset({1})]
    assert match(found, [Place("a.py", 10, 12), Place("c.py")]) == [NOTHING] * 3


def test_a_hit_is_right_where_any_of_its_places_is() -> None:
    found = [[Place("a.py", 30, 40), Place("a.py", 1, 4), Place("a.py", 10, 12)]]
    assert match(found, [Place("a.py", 4, 5), Place("a.py", 12, 20), Place("a.py", 50, 60)]) == [frozenset({0, 1})]


def test_a_hit_that_repeats_lines_or_text_is_a_duplicate() -> None:
    hits = [Place("a.py", 1, 9), Place("a.py", 9, 12), Place("copy.py", 1, 9), Place("b.py", 1, 3)]
    assert duplicate_rate(hits, ["x", "y", "x", "z"]) == 0.5
    assert duplicate_rate([], []) == 0.0


@given(
    grades=st.lists(st.sampled_from([1, 2]), min_size=1, max_size=6),
    found=st.lists(st.integers(min_value=-4, max_value=5), max_size=15, unique=True),
)
def test_they_agree_with_trec_eval(grades: list[int], found: list[int]) -> None:
    # A hit is one document there: the right place that it overlaps (0 …), or one that was never judged (-1 …).
    matches = [frozenset({one}) if 0 <= one < len(grades) else NOTHING for one in found]
    judged = {"q": {f"d{one}": grade for one, grade in enumerate(grades)}}
    run = {"q": {f"d{one}": float(-rank) for rank, one in enumerate(found)} or {"never judged": 0.0}}
    theirs = ir_measures.calc_aggregate([nDCG @ 10, R @ 5, R @ 10, RR @ 10, Success @ 5], judged, run)
    assert ndcg_at(matches, grades) == pytest.approx(theirs[nDCG @ 10])
    assert recall_at(matches, len(grades), 5) == pytest.approx(theirs[R @ 5])
    assert recall_at(matches, len(grades), 10) == pytest.approx(theirs[R @ 10])
    assert reciprocal_rank(matches) == pytest.approx(theirs[RR @ 10])
    assert hit_at(matches, 5) == pytest.approx(theirs[Success @ 5])
