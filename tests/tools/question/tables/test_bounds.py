"""What bounds a column of numbers in a question."""

from __future__ import annotations

import pytest

from citeline.tools.question.tables.bounds import compared_in
from citeline.tools.question.vocabulary.language import Language


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("zh", "金额超过50的订单", ["> 50"]),
        ("zh", "人口超过100万的城市", ["> 1,000,000"]),
        ("zh", "数量在5到10之间", ["≥ 5", "≤ 10"]),
        ("zh", "金额不大于50的订单", ["≤ 50"]),
        ("ja", "金額は最低50", ["≥ 50"]),
        ("en", "amount over -10", ["> -10"]),
        ("en", "population over 1.5 million", ["> 1,500,000"]),
        ("en", "revenue over $1.5m", ["> 1,500,000"]),
        ("en", "population over 1 000 000", ["> 1,000,000"]),
        ("en", "500k or more", ["≥ 500,000"]),
        ("en", "deeper than 10, over 5m", ["> 5"]),
        ("de", "mehr als 2 millionen", ["> 2,000,000"]),
        ("en", "version over 1.2.3", ["> nan"]),
    ],
)
def test_bounds_are_read_with_sign_and_scale_in_the_middle_of_a_sentence(
    language: Language, text: str, expected: list[str]
) -> None:
    """Rows over 10 were told for those over -10, and Chinese bounds were not seen at all."""
    assert [one.said for one in compared_in(language, text)] == expected
