"""Whether one question, asked in several ways or several times, has one answer."""

import pytest

from citeline.evals.metrics import consistency
from citeline.evals.places import Place

FIRST, NEAR, OTHER = Place("a.py", 1, 9), Place("a.py", 5, 20), Place("b.py", 1, 9)


@pytest.mark.parametrize(
    ("answers", "value"),
    [
        ([], None),
        ([[FIRST]], None),
        ([[FIRST], [NEAR]], 1.0),
        ([[FIRST], [OTHER]], 0.0),
        ([[], []], 1.0),
        ([[], [FIRST]], 0.0),
        ([[FIRST, OTHER], [NEAR]], pytest.approx(2 / 3)),
        ([[FIRST], [NEAR], [OTHER]], pytest.approx(1 / 3)),
    ],
)
def test_answers_agree_by_what_they_cite(answers: list[list[Place]], value: float | None) -> None:
    assert consistency(answers) == value
