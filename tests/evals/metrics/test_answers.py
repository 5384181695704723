"""What is measured of answers: citations, lines, verdicts, refusals, cost."""

import pytest

from citeline.evals.metrics import (
    citation_count,
    cites_gold,
    estimate,
    fallback,
    false_refusal,
    gold_rate,
    line_precision,
    line_recall,
    p50,
    p95,
    refusal,
    share,
    tokens,
    verdict_rate,
)
from citeline.evals.places import Place

RIGHT = [Place("a.py", 10, 19), Place("guide.md")]


def test_citations_count_as_right_when_they_touch_a_right_place() -> None:
    cited = [Place("a.py", 19, 25), Place("b.py", 1, 2), Place("guide.md", 3, 3)]
    assert gold_rate(cited, RIGHT) == pytest.approx(2 / 3)
    assert cites_gold(cited, RIGHT) == 1.0 and cites_gold(cited[1:2], RIGHT) == 0.0
    assert gold_rate([], RIGHT) is None and cites_gold([], RIGHT) == 0.0


def test_a_citation_of_nothing_is_no_evidence() -> None:
    assert share([True, False]) == 0.5 and share([]) is None


def test_one_place_cited_twice_is_one_citation() -> None:
    assert citation_count([Place("a.py", 1, 2), Place("a.py", 1, 2), Place("a.py", 1, 3)]) == 2.0


def test_lines_are_counted_once_however_often_they_are_cited() -> None:
    cited = [Place("a.py", 10, 14), Place("a.py", 12, 14), Place("b.py", 1, 5)]
    assert line_recall(cited, RIGHT) == 0.5
    assert line_precision(cited, RIGHT) == 0.5
    assert line_precision([Place("guide.md", 7, 9)], RIGHT) == 1.0


def test_lines_say_nothing_about_whole_documents_or_without_citations() -> None:
    assert line_recall([Place("guide.md", 1, 2)], [Place("guide.md")]) is None
    assert line_recall([], RIGHT) == 0.0 and line_precision([], RIGHT) is None


def test_verdicts_are_shares_of_one_answers_citations() -> None:
    assert verdict_rate(["supported", "partly", "supported", ""], "supported") == 0.5
    assert verdict_rate([], "supported") is None


def test_refusing_is_right_only_where_there_is_no_answer() -> None:
    assert refusal("not_found", answerable=False) == 1.0 and refusal("answered", answerable=False) == 0.0
    assert false_refusal("not_found", answerable=True) == 1.0 and false_refusal("partial", answerable=True) == 0.0
    assert refusal("answered", answerable=True) is None and false_refusal("not_found", answerable=False) is None


def test_cost_is_added_up() -> None:
    assert tokens({"input_tokens": 3, "output_tokens": 4}) == 7.0 and tokens({}) == 0.0
    assert fallback(["plan_intent: no model"]) == 1.0 and fallback([]) == 0.0


def test_percentiles_of_latency_are_of_all_cases() -> None:
    values = [float(value) for value in range(1, 102)]
    assert estimate(values, p50) == 51.0 and estimate(values, p95) == 96.0
