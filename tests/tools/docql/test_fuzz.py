from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.tools.docql.language.printer import show
from citeline.tools.docql.language.syntax import Query

from .fuzz import fuzz, random_queries, read_and_check
from .trees import queries


def test_mutated_queries_give_a_plan_or_an_error_with_a_right_example() -> None:
    outcomes = fuzz(1500, seed=1).outcomes
    assert set(outcomes) == {"plan", "syntax", "name", "type", "regex"}


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=60).map("$".__add__))
def test_any_text_gives_a_plan_or_an_error_with_a_right_example(query: str) -> None:
    read_and_check(query)


@settings(max_examples=150, deadline=None)
@given(queries)
def test_any_tree_gives_a_plan_or_an_error_with_a_right_example(query: Query) -> None:
    read_and_check(show(query))


def test_queries_are_the_same_for_the_same_seed() -> None:
    assert json.dumps(list(random_queries(50, 7))) == json.dumps(list(random_queries(50, 7)))
