"""What a question denies is told from what it only leaves out."""

from __future__ import annotations

import pytest

from citeline.tools.question.cues import is_in_denial


@pytest.mark.parametrize(
    ("question", "name", "denied"),
    [
        ("BPE 什么情况下不使用缓存？", "BPE", True),
        ("which functions do not call close?", "close", True),
        ("who calls close?", "close", False),
        ("who calls close, but not in tests?", "close", False),
        ("哪里使用了 BPE，不包括测试？", "BPE", False),
    ],
)
def test_a_clause_denies_on_either_side_of_a_name(question: str, name: str, denied: bool) -> None:
    start = question.index(name)
    assert is_in_denial(question, start, start + len(name)) == denied
