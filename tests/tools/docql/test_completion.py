"""What is offered while a query is being typed; whatever is offered can be part of a right query."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.tools.docql.completion import completions
from citeline.tools.docql.language.catalog import (
    CONTEXTS,
    FUNCTIONS,
    OPERATORS,
    PROPERTIES,
    context_names,
    functions_on,
)
from citeline.tools.docql.language.plan import ItemKind
from citeline.tools.docql.language.reader import MAX_LENGTH
from citeline.tools.docql.parser import parse, plan

from .fuzz import starts_of


def offered(text: str) -> list[str]:
    """The whole line with each completion."""
    found = completions(text)
    return [text[: found.start] + item.text for item in found.items]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("", "$.toc"),
        ("$", "$.toc"),
        ("$.", "$.toc"),
        ("$.to", "$.toc"),
        ("$ . to", "$ . toc"),
        ("$.TO", "$.toc"),
        ("$.content.he", '$.content.heading("'),
        ("$.content.co", "$.content.codeblock"),
        ("$.code.cl", "$.code.classes"),
        ('$.code.class("A.b").ca', '$.code.class("A.b").callers()'),
        ("$.toc[0].par", "$.toc[0].parents()"),
        ("$.toc[", "$.toc[*]"),
        ("$.toc[?", "$.toc[?(@."),
        ("$.toc[?(@.", "$.toc[?(@.level"),
        ("$.toc[?@.ti", "$.toc[?@.title"),
        ("$.toc[?(@.level>1 && !(@.ti", "$.toc[?(@.level>1 && !(@.title"),
        ('$.toc[?(@.title=="a]b.c[?(@." && @.li', '$.toc[?(@.title=="a]b.c[?(@." && @.line'),
        (r"$.toc[?(@.title=='it\'s' && @.li", r"$.toc[?(@.title=='it\'s' && @.line"),
        ("$.toc[?(@.level ", "$.toc[?(@.level =="),
        ("$.toc[?(@.title con", "$.toc[?(@.title contains"),
        ("$.toc[?(@.level==1)].out", "$.toc[?(@.level==1)].outline()"),
    ],
)
def test_the_first_thing_that_is_offered(typed: str, first: str) -> None:
    assert offered(typed)[0] == first


@pytest.mark.parametrize(
    "typed",
    [
        "how are retries configured",
        '$.content.heading("$.to',
        "$.toc[?(@.title == 'a.",
        "$.nope.",
        "$.nope[?(@.",
        "$.toc[?(@.nope ",
        "$.data.",
        "$.data.dependencies[",
        "$.data.dependencies[*].na",
        "$.toc]",
        "$.structure.tree().nope(",
        "$.toc" + " " * MAX_LENGTH + ".",
    ],
)
def test_nothing_is_offered_where_nothing_is_known(typed: str) -> None:
    assert offered(typed) == []


def test_every_context_is_offered_with_its_meaning() -> None:
    found = completions("$.").items
    assert [item.text for item in found] == list(context_names())
    assert all(item.meaning for item in found)


@pytest.mark.parametrize("receiver", ["content", "code"])
def test_everything_behind_a_branch_is_offered(receiver: str) -> None:
    names = {text.removeprefix(f"$.{receiver}.").partition("(")[0] for text in offered(f"$.{receiver}.")}
    plain = {entry.path.partition(".")[2] for entry in CONTEXTS if entry.path.startswith(f"{receiver}.")}
    assert names == plain | {function.name for function in FUNCTIONS if receiver in function.on}


@pytest.mark.parametrize("kind", [kind for kind in get_args(ItemKind) if kind != "data"])
def test_items_of_every_kind_are_offered_what_applies_to_them(kind: ItemKind) -> None:
    start = starts_of(kind)[0]
    assert offered(f"{start}.") == [f"{start}.{function.name}()" for function in functions_on(kind)]
    assert offered(f"{start}[?(@.") == [f"{start}[?(@.{entry.name}" for entry in PROPERTIES[kind]]
    for entry in PROPERTIES[kind]:
        operators = [text.rpartition(" ")[2] for text in offered(f"{start}[?(@.{entry.name} ")]
        assert operators == list(OPERATORS[entry.type])


def test_whatever_must_go_on_says_how() -> None:
    for text in ("$.content.", "$.code.", "$.toc[?(@.", "$.toc[?(@.title ", "$.", "$", "$.toc["):
        for item in completions(text).items:
            assert not item.further or (item.further.startswith(item.text) and item.further != item.text)
    for item in completions("$.content.").items:
        whole = f"$.content.{item.further or item.text}"
        plan(parse(whole))
    # Written out, an operator has the value that it takes.
    assert [item.further for item in completions("$.toc[?(@.title in").items] == ["in ["]


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.text(max_size=30), st.text(alphabet="$.toc[?(@ti=\"'/)&| ]", max_size=30)))
def test_any_text_can_be_typed(text: str) -> None:
    found = completions(text)
    assert 0 <= found.start <= len(text)
