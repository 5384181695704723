"""The worst cases come first, and each says what went wrong."""

import pytest

from citeline.evals.cases.case import Gold
from citeline.evals.outcome import Outcome
from citeline.evals.report.page import why_of, worst
from tests.evals.outcomes import RIGHT, case, cited, hit, outcome

ON_GOLD = [cited("a.py", 10, 19)]


def graded(path: str, *, said: bool) -> Outcome:
    asked = case(needs=((RIGHT,), (Gold(path="c.py"),)), says=(("port", "80"),))
    found = outcome(asked, citations=[cited(path, 10, 19)])
    assert found.run
    return found.model_copy(update={"run": found.run.model_copy(update={"said": (said,), "claims": 1})})


def test_a_case_that_went_well_is_not_among_the_worst() -> None:
    assert worst([outcome(case(), citations=ON_GOLD), outcome(case("b", answerable=False), status="not_found")]) == []


def test_the_worst_come_first_and_no_more_than_are_wanted() -> None:
    bad = [
        outcome(case("late"), right_at=5, citations=ON_GOLD),
        outcome(case("refused"), right_at=0, status="not_found"),
        outcome(case("second"), right_at=2, citations=ON_GOLD),
    ]
    assert [one.outcome.case.id for one in worst(bad)] == ["refused", "late", "second"]
    assert [one.outcome.case.id for one in worst(bad, 1)] == ["refused"]


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (outcome(case(), right_at=3, citations=ON_GOLD), "The first right hit is number 3; above it stands b.py:10-10"),
        (outcome(case(), right_at=0, citations=ON_GOLD), "No right file is among the first 10 hits"),
        (outcome(case(), hits=(hit("b.py"), hit("a.py", 30, 40)), citations=ON_GOLD), "The right file is hit number 2"),
        (outcome(case(), hits=(), status="not_found"), "Nothing was found."),
        (outcome(case(), status="not_found"), "It was refused, though the corpus answers it."),
        (outcome(case(answerable=False), citations=[cited("b.py", 1, 2)]), "does not answer it: b.py:1-2."),
        (outcome(case(), citations=[cited("b.py", 1, 2)]), "The answer cites nothing right: b.py:1-2."),
        (outcome(case(), citations=[*ON_GOLD, cited("b.py", 1, 2)]), "Of 2 citations 1 are of other places"),
        (outcome(case(), citations=[cited("a.py", 10, 12, supports="not_shown")]), "1 of the citations do not show"),
        (outcome(case(gold=(RIGHT, Gold(path="c.py"))), citations=ON_GOLD), "Of 2 right places 1 are not among"),
        (Outcome(case=case(), error="no disk"), "It failed: no disk"),
        (graded("a.py", said=False), "It does not say 'port' or '80'."),
        (graded("a.py", said=True), "Of 2 needed points 1 are not cited: c.py."),
        (outcome(case(answerable=False, type="unanswerable"), citations=[cited("b.py", 1, 2)]), "It was answered"),
    ],
)
def test_it_says_what_went_wrong(bad: Outcome, told: str) -> None:
    assert told in " ".join(why_of(bad))
