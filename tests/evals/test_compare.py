"""Two results: a change is called one when it is more than chance, and never when nothing changed."""

import pytest

from citeline.errors import UsageError
from citeline.evals.compare import Change, Comparison, compare
from citeline.evals.outcome import Outcome
from tests.evals.outcomes import RIGHT, case, outcome, result


def ranked(*ranks: int) -> list[Outcome]:
    return [outcome(case(f"case-{number}"), right_at=rank) for number, rank in enumerate(ranks)]


def change(comparison: Comparison, name: str) -> Change:
    return next(one for one in comparison.changes if one.measure.name == name)


def test_the_same_result_twice_differs_by_nothing() -> None:
    same = result(ranked(1, 2, 0, 5, 1, 3, 0))
    comparison = compare(same, same)
    assert {one.verdict for one in comparison.changes} == {"same"} and comparison.falls == []


def test_many_cases_that_fall_a_little_are_a_fall() -> None:
    comparison = compare(result(ranked(*[1] * 20)), result(ranked(*[1] * 10, *[2] * 10)))
    mrr = change(comparison, "MRR@10")
    assert (mrr.before, mrr.after, mrr.difference) == (1.0, 0.75, -0.25) and mrr.high < 0
    assert mrr.is_fall and mrr.fell == tuple(f"case-{number}" for number in range(10, 20)) and mrr.rose == ()
    assert change(comparison, "Hit@5").verdict == "same"


def test_one_case_of_many_that_falls_is_chance() -> None:
    comparison = compare(result(ranked(*[1] * 50)), result(ranked(0, *[1] * 49)))
    assert change(comparison, "Hit@10").fell == ("case-0",) and comparison.falls == []


def test_what_rises_is_better_and_shuts_no_gate() -> None:
    comparison = compare(result(ranked(*[2] * 20)), result(ranked(*[1] * 20)))
    assert change(comparison, "MRR@10").verdict == "better" and comparison.falls == []


def test_less_is_better_where_it_is() -> None:
    asked = [case(f"case-{number}") for number in range(20)]
    answered, refused = (result([outcome(one, status=status) for one in asked]) for status in ("answered", "not_found"))
    assert change(compare(answered, refused), "refused, wrongly").is_fall
    assert change(compare(refused, answered), "refused, wrongly").verdict == "better"


def test_times_are_compared_and_shut_no_gate() -> None:
    quick = ranked(*[1] * 20)
    slow = [one.model_copy(update={"search_ms": 50.0}) for one in quick]
    comparison = compare(result(quick), result(slow))
    assert change(comparison, "search p50").verdict == "worse" and comparison.falls == []


def test_a_handful_of_cases_proves_nothing() -> None:
    comparison = compare(result(ranked(1, 1, 1)), result(ranked(0, 0, 0)))
    assert change(comparison, "MRR@10").verdict == "too few" and comparison.falls == []


def test_only_cases_that_are_the_same_are_compared() -> None:
    before = [*ranked(1, 1), outcome(case("asked-otherwise")), outcome(case("gone")), outcome(case("moved"))]
    after = [
        *ranked(1, 1),
        outcome(case("asked-otherwise", question="what was a?")),
        outcome(case("new")),
        outcome(case("moved"), problems=("a.py does not exist",)),
    ]
    comparison = compare(result(before), result(after))
    assert comparison.shared == 2
    assert comparison.only_before == ("asked-otherwise", "gone", "moved")
    assert comparison.only_after == ("asked-otherwise", "new")


def test_a_hash_or_a_tag_that_was_added_makes_no_other_case() -> None:
    hashed = RIGHT.model_copy(update={"sha256": "0" * 64})
    before, after = outcome(case("a")), outcome(case("a", gold=(hashed,), tags=("new",)))
    assert compare(result([before]), result([after])).shared == 1


def test_results_of_different_datasets_are_refused() -> None:
    with pytest.raises(UsageError, match="share no case"):
        compare(result(ranked(1)), result([outcome(case("other"))], "another"))
