"""The questions of FinanceBench and what is counted of them."""

from __future__ import annotations

import json

import pytest

from citeline.evals.research.benchmarks.annual_reports import Asked, is_told, questions_of, shares


def _row(company: str, **page: int) -> str:
    evidence = [{"doc_name": name, "evidence_page_num": number} for name, number in page.items()]
    report = next(iter(page))
    about = {
        "question_type": "metrics-generated",
        "question_reasoning": "Information extraction",
        "answer": "$1,577.00",
    }
    return json.dumps({"doc_name": report, "company": company, "question": "?", "evidence": evidence, **about})


def test_pages_count_from_one_and_those_of_other_reports_do_not_count() -> None:
    (asked,) = questions_of(_row("Quay", QUAY_2024=58, QUAY_2023=7).encode())
    assert asked.report == "QUAY_2024"
    assert asked.pages == {59}
    assert asked.figure == 1577


@pytest.mark.parametrize(
    ("figure", "text", "told"),
    [
        (1577, "Purchases of PP&E · 2018: (1,577)", True),
        (8.7, "Property, plant and equipment, net · 8,738", True),
        (303, "Accounts payable · 302,578", True),
        (1577, "Purchases of PP&E · 2017: (1,373)", False),
        (382, "Deposits · 2020", False),
    ],
)
def test_a_figure_is_told_in_whatever_unit_the_report_has(figure: float, text: str, told: bool) -> None:
    assert is_told(figure, text) is told


def test_halves_are_every_other_company_by_name() -> None:
    found = {
        Asked(company, company, "metrics", "?", frozenset([1])): is_found
        for company, is_found in (("Mole", True), ("Dock", False), ("Crane", True))
    }
    assert shares(found) == "A: 2 of 2 (1.00)\nB: 0 of 1 (0.00)\nall: 2 of 3 (0.67)\nmetrics: 2 of 3 (0.67)\n"
