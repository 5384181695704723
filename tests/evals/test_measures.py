"""Which value of a case each metric takes, and when it takes none."""

import pytest

from citeline.evals.cases.case import Gold
from citeline.evals.measures import BY_NAME, MEASURES
from citeline.evals.outcome import Outcome
from citeline.evals.result import figures, grouped
from tests.evals.outcomes import case, cited, hit, outcome


def value(name: str, one: Outcome) -> float | None:
    return BY_NAME[name].of(one)


def test_names_are_unique() -> None:
    assert len(BY_NAME) == len(MEASURES)


def test_a_right_file_with_wrong_lines_is_told_apart_from_a_wrong_file() -> None:
    found = outcome(case(), hits=(hit("a.py", 30, 40), hit("b.py")))
    assert value("Hit@10", found) == 0.0 and value("document Hit@10", found) == 1.0


def test_questions_without_an_answer_are_measured_by_refusals_alone() -> None:
    refused = outcome(case(answerable=False), status="not_found")
    assert value("refused, rightly", refused) == 1.0 and value("refused, wrongly", refused) is None
    assert [value(name, refused) for name in ("NDCG@10", "cites gold", "line recall", "line precision")] == [None] * 4


def test_an_answerable_question_that_is_refused_counts_against_the_answers() -> None:
    refused = outcome(case(), status="not_found")
    assert value("refused, wrongly", refused) == 1.0
    assert value("cites gold", refused) == 0.0 and value("line recall", refused) == 0.0
    assert value("citations on gold", refused) is None and value("citations", refused) is None


def test_lines_that_are_also_right_need_not_be_cited_and_may_be() -> None:
    needed, also = Gold(path="a.py", start_line=1, end_line=2), Gold(path="b.py", start_line=1, end_line=2, grade=1)
    found = outcome(case(gold=(needed, also)), citations=[cited("a.py", 1, 2), cited("b.py", 1, 1)])
    assert value("line recall", found) == 1.0 and value("line precision", found) == 1.0


def test_verdicts_are_counted_by_citation() -> None:
    found = outcome(case(), citations=[cited("a.py", 10, 11), cited("a.py", 12, 12, supports="not_shown")])
    assert value("proved", found) == 0.5 and value("not shown", found) == 0.5 and value("unchanged", found) == 1.0


def test_a_case_that_failed_is_counted_as_failed_and_as_nothing_else() -> None:
    failed = Outcome(case=case(), error="the disk is full")
    assert {name: one.value for name, one in figures([failed]).items()} == {"failed": 1.0}


def test_every_figure_says_how_many_cases_it_is_made_from() -> None:
    found = figures([outcome(case("a")), outcome(case("b"), right_at=2), outcome(case("c", answerable=False))])
    assert (found["MRR@10"].value, found["MRR@10"].n) == (0.75, 2)
    assert found["failed"].n == 3 and found["refused, rightly"].n == 1
    assert found["MRR@10"].low <= 0.75 <= found["MRR@10"].high
    assert found["ask p50"].value == pytest.approx(20.0)


def test_a_language_or_corpus_that_all_share_is_no_group() -> None:
    asked = [case("a", tags=("x",)), case("b", language="zh")]
    groups = grouped([outcome(one) for one in asked])
    assert list(groups) == ["language/en", "language/zh", "tag/x"]
    assert [one.case.id for one in groups["language/zh"]] == ["b"]


def test_paraphrases_are_compared_by_what_they_cite() -> None:
    left, right = case("a", group="g"), case("b", group="g", language="zh")
    alone = outcome(case("c"), citations=[cited("a.py", 10, 12)])
    cites = outcome(left, citations=[cited("a.py", 10, 12)])
    assert figures([cites, outcome(right, citations=[cited("a.py", 11, 12)]), alone])["paraphrases alike"].value == 1.0
    refused = outcome(right, status="not_found", citations=[cited("a.py", 10, 12)])
    assert figures([cites, refused, alone])["paraphrases alike"].value == 0.0
    assert "paraphrases alike" not in figures([cites, alone])


def test_an_answer_that_was_given_once_says_nothing_about_repeats() -> None:
    once = outcome(case(), citations=[cited("a.py", 10, 12)])
    assert value("repeats alike", once) is None and once.run
    assert value("repeats alike", once.model_copy(update={"repeats": (once.run,)})) == 1.0
