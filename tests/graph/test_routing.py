from __future__ import annotations

from typing import Any

import pytest

from citeline.graph.routing import AfterCheck, AfterGrade, after_check, after_grade, after_plan
from citeline.state import Grade

from ..nodes import fakes


@pytest.mark.parametrize("intent", ["chat", "search"])
def test_the_plan_decides_whether_to_search(intent: str) -> None:
    assert after_plan(fakes.searching(plan={"intent": intent})) == intent


@pytest.mark.parametrize(
    ("grade", "round_", "used_s", "expected"),
    [
        ("enough", 1, 0.0, "answer"),
        ("too_much", 1, 0.0, "answer"),
        ("too_little", 1, 0.0, "widen"),
        ("too_little", 2, 9.4, "widen"),
        ("too_little", 3, 0.0, "answer"),
        ("nothing", 1, 0.0, "answer"),
        ("enough", 3, 11.0, "answer"),
        # The last twentieth of the budget is for answering, not for another round.
        ("too_little", 1, 9.5, "answer"),
        ("too_little", 3, 11.0, "answer"),
        ("nothing", 1, 11.0, "answer"),
    ],
)
def test_grade_rounds_and_time_decide(grade: Grade, round_: int, used_s: float, expected: AfterGrade) -> None:
    state = fakes.searching(grade=grade, round=round_, usage={"seconds": used_s}, evidence=[fakes.evidence(1)])
    state["plan"]["budget_s"] = 10
    assert after_grade(state) == expected


@pytest.mark.parametrize(("round_", "expected"), [(1, "widen"), (2, "refuse")])
def test_who_searched_only_what_the_plan_chose_has_not_looked_everywhere(round_: int, expected: AfterGrade) -> None:
    state = fakes.searching(grade="nothing", round=round_)
    state["plan"]["domains"] = ["policy"]
    assert after_grade(state) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"sufficient": False}, "explore"),
        ({"sufficient": False, "grade": "too_little"}, "explore"),
        ({"sufficient": True}, "answer"),
        ({"sufficient": None}, "answer"),
        ({"mode": "explore"}, "explore"),
        ({"mode": "explore", "grade": "nothing"}, "answer"),
        ({"mode": "explore", "usage": {"seconds": 29.0}}, "answer"),
        ({"mode": "explore", "explored": True}, "answer"),
        ({"sufficient": False, "explored": True}, "answer"),
        # What exploring has found is not searched for once more.
        ({"sufficient": False, "explored": True, "grade": "too_little"}, "answer"),
    ],
)
def test_what_one_search_cannot_answer_is_explored_once(changes: dict[str, Any], expected: AfterGrade) -> None:
    mode = changes.pop("mode", "pipeline")
    state = fakes.searching(**{"grade": "enough", "evidence": [fakes.evidence(1)], **changes})
    state["plan"]["mode"] = mode
    assert after_grade(state) == expected


def test_out_of_time_without_evidence_refuses() -> None:
    assert after_grade(fakes.searching(grade="too_little", usage={"seconds": 31.0}, evidence=[])) == "refuse"


@pytest.mark.parametrize(
    ("claims", "context", "rewrites", "expected"),
    [
        (1, 1, 0, "finish"),
        (1, 0, 5, "finish"),
        (0, 1, 1, "rewrite"),
        (0, 1, 2, "refuse"),
        (0, 0, 1, "refuse"),
    ],
)
def test_an_answer_is_tried_again_once_and_only_from_other_evidence(
    claims: int, context: int, rewrites: int, expected: AfterCheck
) -> None:
    state = fakes.searching(claims=[fakes.claim(1)] * claims, context=[fakes.evidence(1)] * context, rewrites=rewrites)
    assert after_check(state) == expected
