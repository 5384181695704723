"""Sentences that look like what the lines say, and that the lines neither prove nor contradict."""

from __future__ import annotations

import pytest

from citeline.tools.citations import check_support

from ..passages import passage


def guarded(condition: str, then: str = "raise LoginError()") -> str:
    return f"def f(user, a, b, x, y, mode):\n    if {condition}:\n        {then}\n    return user\n"


SHORT = guarded("x <= 5")
CONDITIONS = [
    (guarded("not user.email"), "`f` raises `LoginError` if `user` is missing."),
    (guarded("not user.email"), "`f` raises `LoginError` if `user` is None."),
    (guarded("not user.value"), "`f` raises `LoginError` if `user` is missing."),
    (guarded("len(b) > 3"), "`f` raises `LoginError` if `len(a)` is greater than 3."),
    (guarded("mode != 'a'"), "`f` raises `LoginError` if `mode` is None."),
    (guarded("mode != 'a'"), "`f` raises `LoginError` if `mode` is missing."),
    (guarded("mode == 'a'"), "`f` raises `LoginError` if `mode` is set."),
    (guarded("mode == 'a'"), "`f` raises `LoginError` if `mode` is not empty."),
    (guarded("x"), "`f` raises `LoginError` if `x` is not None."),
    (guarded("x is None"), "`f` raises `LoginError` if `x` is false."),
    (guarded("x is None"), "`f` raises `LoginError` if `x` is zero."),
    (guarded("x > 3"), "`f` raises `LoginError` if `x` is greater than 3 times `y`."),
    (guarded("x <= 0"), "`f` raises `LoginError` if `x` is 5 or less."),
    (guarded("x < 10", "return 1"), "`f` returns `1` if `x` is less than 5."),
    (guarded("x is None or y"), "`f` raises `LoginError` only if `x` is None."),
    (
        f"{guarded('x is None')}    if y < 0:\n        raise LoginError()\n",
        "`f` raises `LoginError` only if `x` is None.",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), CONDITIONS)
def test_what_the_lines_only_resemble_is_left_undecided(text: str, sentence: str) -> None:
    found = check_support(sentence, passage(text, scope="", path="a.py"))
    assert found.verdict not in ("supported", "contradicted"), found.why


def test_a_number_in_front_of_or_less_is_the_bound() -> None:
    found = check_support("`f` raises `LoginError` if `x` is 5 or less.", passage(SHORT, scope="", path="a.py"))
    assert found.verdict == "supported"
