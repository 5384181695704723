from __future__ import annotations

import pytest
from hypothesis import given, settings

from citeline.tools.docql.language.printer import is_writable, show
from citeline.tools.docql.language.syntax import And, Not, Number, Or, Query, Regex, Text
from citeline.tools.docql.language.syntax import Test as PropertyTest
from citeline.tools.docql.parser import parse

from .trees import conditions, queries, texts, values

A, B, C = (PropertyTest((name,)) for name in "abc")


@settings(max_examples=150, deadline=None)
@given(queries)
def test_what_is_shown_is_read_as_the_same_tree(query: Query) -> None:
    text = show(query)
    assert parse(text) == query
    assert show(parse(text)) == text


@settings(max_examples=100, deadline=None)
@given(values)
def test_every_value_stands_the_round_trip_inside_of_a_query(value: object) -> None:
    read = parse(f"$.f({show(value)})").steps[0]  # type: ignore[arg-type]  # a value, whatever hypothesis says
    assert read.arguments == (value,)  # type: ignore[union-attr]  # a call


@settings(max_examples=100, deadline=None)
@given(conditions)
def test_every_condition_stands_the_round_trip(condition: And | Or | Not | PropertyTest) -> None:
    read = parse(f"$[?{show(condition)}]").steps[0]
    assert read.condition == condition  # type: ignore[union-attr]  # a filter


@settings(deadline=None)
@given(texts)
def test_texts_are_quoted_without_need_to_escape_where_that_is_possible(text: Text) -> None:
    shown = show(text)
    if not ('"' in text.value and "'" in text.value):
        assert shown[1:-1] == text.value


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        (And((A, B, C)), "@.a && @.b && @.c"),
        (Or((And((A, B)), C)), "@.a && @.b || @.c"),
        (And((Or((A, B)), C)), "(@.a || @.b) && @.c"),
        (Not(Or((A, B))), "!(@.a || @.b)"),
        (Not(Not(A)), "!!@.a"),
        (Not(PropertyTest(("a",), "==", Number(1))), "!@.a==1"),
    ],
)
def test_brackets_are_shown_only_where_they_matter(condition: And | Or | Not, shown: str) -> None:
    assert show(condition) == shown


@pytest.mark.parametrize("value", [Text("C:\\"), Regex("a\\"), Number(float("nan")), Number(float("inf"))])
def test_what_no_query_can_say_is_refused(value: Text | Regex | Number) -> None:
    with pytest.raises(ValueError, match="no query can say"):
        show(value)


def test_only_a_backslash_at_the_end_makes_a_text_unwritable() -> None:
    assert is_writable('\\"') and is_writable("C:\\x") and is_writable("")
    assert not is_writable("C:\\")


def test_steps_are_shown_as_a_query() -> None:
    query = parse("$.toc[*][0]")
    assert show(query.steps[:2]) == "$.toc[*]"
    assert show(query.steps[1]) == "[*]"
