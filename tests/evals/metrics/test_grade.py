"""Grades of answers: by hand as the published rules have them, and what holds of all."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.evals.metrics import (
    GRADES,
    Grade,
    first_line_right,
    flip_rate,
    grade,
    says_yes,
    told_unanswerable,
    useful_claims,
    yes_is_full,
)
from citeline.evals.places import Place

VALUE, OTHER_VALUE = Place("conf.py", 10, 12), Place("docs/conf.md", 5, 5)
CHECK = Place("check.py", 30, 40)
HELP = Place("README.md", 1, 9)
NEEDS = ((VALUE, OTHER_VALUE), (CHECK,))

PLACES = st.builds(
    lambda path, start, length: Place(path, start, start + length),
    st.sampled_from(["a", "b"]),
    st.integers(1, 20),
    st.integers(0, 9),
)
GROUPS = st.lists(st.lists(PLACES, min_size=1, max_size=3), min_size=1, max_size=3)


@pytest.mark.parametrize(
    ("cited", "said", "expected"),
    [
        ([Place("conf.py", 12, 20), CHECK], (True, True), "full"),
        ([OTHER_VALUE, CHECK, Place("x.py", 1, 1)], (True, True), "full"),
        ([VALUE, CHECK], (True, False), "pointer"),
        ([VALUE], (True, True), "pointer"),
        ([Place("conf.py", 1, 3), HELP], (True, True), "pointer"),
        ([Place("conf.py", 1, 3)], (True, True), "useless"),
        ([HELP], (True, True), "useless"),
        ([], (False, False), "useless"),
    ],
)
def test_a_grade_follows_what_is_cited_and_said(cited: Sequence[Place], said: Sequence[bool], expected: Grade) -> None:
    assert grade("answered", cited, needs=NEEDS, also=(HELP,), said=said) == expected
    assert grade("not_found", cited, needs=NEEDS, also=(HELP,), said=said) == "refused"


@given(cited=st.lists(PLACES, max_size=4), more=PLACES, needs=GROUPS, also=st.lists(PLACES, max_size=2))
def test_another_citation_never_makes_a_grade_worse(
    cited: list[Place], more: Place, needs: list[list[Place]], also: list[Place]
) -> None:
    before, after = (
        grade("answered", places, needs=needs, also=also, said=[True]) for places in (cited, [*cited, more])
    )
    assert GRADES.index(after) <= GRADES.index(before)


@given(needs=GROUPS, said=st.lists(st.booleans(), max_size=3))
def test_an_answer_that_cites_all_is_full_exactly_when_it_says_all(needs: list[list[Place]], said: list[bool]) -> None:
    found = grade("answered", [group[0] for group in needs], needs=needs, said=said)
    assert found == ("full" if all(said) else "pointer")


def test_the_first_line_is_right_when_it_cites_and_says() -> None:
    needed = [place for group in NEEDS for place in group]
    assert first_line_right([CHECK], needed, (False, True)) == 1.0
    assert first_line_right([CHECK], needed, (False, False)) == 0.0
    assert first_line_right([HELP], needed, (True, True)) == 0.0
    assert first_line_right([], needed, (True, True)) == 0.0


def test_an_unanswerable_question_is_told_by_refusal_verdict_or_absent_name() -> None:
    assert told_unanswerable("not_found", "yes", ()) == 1.0
    assert told_unanswerable("answered", "not_stated", ()) == 1.0
    assert told_unanswerable("answered", "yes", ("max_size",)) == 1.0
    assert told_unanswerable("answered", "partly", ()) == 0.0


def test_the_verdict_is_precise_only_where_it_says_yes() -> None:
    assert [says_yes("answered", verdict) for verdict in ("yes", "partly", "not_stated")] == [1.0, 0.0, 0.0]
    assert says_yes("not_found", "yes") == 0.0
    assert yes_is_full("answered", "yes", is_full=True) == 1.0
    assert yes_is_full("answered", "yes", is_full=False) == 0.0
    assert yes_is_full("answered", "partly", is_full=True) is None
    assert yes_is_full("not_found", "yes", is_full=False) is None


def test_a_claim_is_useful_when_it_cites_a_needed_or_helpful_place() -> None:
    assert useful_claims([[VALUE], [Place("x.py", 1, 1)], []], [VALUE, HELP]) == pytest.approx(1 / 3)
    assert useful_claims([[HELP, Place("x.py", 1, 1)]], [VALUE, HELP]) == 1.0
    assert useful_claims([], [VALUE]) is None


@given(st.lists(st.sampled_from(["yes", "partly", "not_stated"]), max_size=6))
def test_flips_are_a_share_of_pairs_and_none_where_all_agree(outcomes: list[str]) -> None:
    rate = flip_rate(outcomes)
    assert (rate is None) == (len(outcomes) < 2)
    assert rate is None or (0.0 <= rate <= 1.0 and (rate == 0.0) == (len(set(outcomes)) == 1))
    assert rate == flip_rate(outcomes[::-1])


def test_one_of_three_wordings_flips_two_of_three_pairs() -> None:
    assert flip_rate(["yes", "yes", "not_stated"]) == pytest.approx(2 / 3)
