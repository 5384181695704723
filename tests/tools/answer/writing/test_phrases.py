from __future__ import annotations

import re
from typing import get_args

import pytest

from citeline.state import Fact
from citeline.tools.answer.writing.phrases import say, spoken
from citeline.tools.question.vocabulary.language import Language

LANGUAGES: tuple[Language, ...] = get_args(Language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence_with_the_same_values(language: Language) -> None:
    def shape(one: Language) -> dict[tuple[str, str], set[str]]:
        tables = spoken(one)
        return {(t, k): set(re.findall(r"{(\w+)}", text)) for t, table in tables.items() for k, text in table.items()}

    assert shape(language) == shape("en")


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        ("KeyError", "`load` raises `KeyError` when `not key`:"),
        ("no such file", "`load` raises an error that says `no such file` when `not key`:"),
    ],
)
def test_a_message_is_not_told_as_if_it_were_a_type(raised: str, said: str) -> None:
    """ "`parseAnnotations` raises `HEAD method must use Void`" names something that does not exist."""
    assert say({"relation": "raises", "subject": "load", "object": raised, "condition": "not key"}, "en") == said


def test_a_sentence_that_begins_with_the_name_of_the_project_is_not_named_twice() -> None:
    assert say({"relation": "purpose", "subject": "till", "object": "Till counts coins."}, "en") == "Till counts coins."
    assert say({"relation": "purpose", "subject": "till", "object": "Counts coins."}, "en") == "till: Counts coins."


def test_code_that_holds_a_back_quote_stands_between_two() -> None:
    """ "`help`: `Long: `ties` boats.`" ended its code in the middle."""
    fact: Fact = {"relation": "code", "subject": "help", "object": "Long: `ties` boats"}
    assert say(fact, "en") == "`help`: `` Long: `ties` boats ``"


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("if ready … else", "not ready"),
        ("if a && b … else", "not (a && b)"),
        ("if !found … else", "not (!found)"),
        ("ready", "ready"),
    ],
)
def test_a_condition_that_does_not_hold_is_told_as_one(condition: str, told: str) -> None:
    """ "In `pay`, when `if ready … else`: `wait()`" is no sentence."""
    fact: Fact = {"relation": "code", "subject": "pay", "object": "wait()", "condition": condition}
    assert say(fact, "en") == f"In `pay`, when `{told}`: `wait()`"
