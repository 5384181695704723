from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.errors import UsageError
from citeline.tools.docql.language.errors import WINDOW, DocQLError, caret, pictured, shorten, width


def test_the_printed_form_has_one_shape() -> None:
    error = DocQLError("name", "no `x`", position=2, hint="try y", example="$.y", query="$.x")
    assert error.to_json() == {
        "error": {"type": "name", "position": 2, "message": "no `x`", "hint": "try y", "example": "$.y"}
    }
    assert isinstance(error, UsageError) and error.exit_code == 2
    assert str(error) == "no `x`"
    assert error.remedy == "try y; for example `$.y`"


def test_the_report_shows_the_place() -> None:
    error = DocQLError("file", "no such file", position=2, hint="look", query="$.x")
    assert error.report() == "file error: no such file\n  $.x\n    ^\nhint: look"
    assert DocQLError("file", "no such file").report() == "file error: no such file"


@pytest.mark.parametrize(
    ("query", "position", "shown"),
    [
        ("$.toc", 2, "$.toc\n  ^"),
        ("$", 1, "$\n ^"),
        ("", 0, "\n^"),
        ("标题x", 2, "标题x\n    ^"),
        ("a\nb\0c", 3, "a␊b␀c\n   ^"),
        ("e\u0301x", 2, "e\u0301x\n ^"),
        ("a\udc80b\x7f", 2, "a\N{REPLACEMENT CHARACTER}b␡\n  ^"),
        ("abc", 99, "abc\n   ^"),
    ],
)
def test_the_caret_stands_under_its_place(query: str, position: int, shown: str) -> None:
    assert caret(query, position) == shown


@settings(deadline=None)
@given(st.text(max_size=400), st.integers(0, 400))
def test_the_caret_is_two_short_lines_whatever_the_query(query: str, position: int) -> None:
    text, mark = caret(query, position).split("\n")
    assert len(text) <= WINDOW
    assert mark == mark.rstrip("^") + "^" and len(mark) <= 2 * WINDOW + 1
    assert pictured(text) == text


def test_of_a_long_query_the_part_around_the_place_is_shown() -> None:
    query = "a" * 300 + "X" + "b" * 300
    text, mark = caret(query, 300).split("\n")
    assert text[len(mark) - 1] == "X"
    assert text.startswith("…a") and text.endswith("b…")
    assert caret(query, 601).split("\n")[0].endswith("bbb")


def test_quoted_parts_are_short_and_on_one_line() -> None:
    assert shorten("a\nb") == "a␊b"
    assert shorten("x" * 41) == "x" * 39 + "…"
    assert width("a标") == 3
