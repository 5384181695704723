from __future__ import annotations

import pytest

from citeline.tools.evidence.definition_asked import definitions_asked
from citeline.tools.question.read import read

from .fakes import fake_index


@pytest.mark.parametrize(
    "question",
    [
        "where is Cart defined?",
        "Where is the class `Cart` declared",
        "what is Cart",
        "what does Cart do?",
        "explain Cart",
        "Cart",
        "Cart 在哪里定义？",
        "Cart 是做什么的？",
        "什么是 Cart",
        "Cart はどこで定義されていますか？",
        "Cart とは何ですか",
        "Cartは何をするのか",
        "Wo ist die Klasse Cart definiert?",
        "Was macht `Cart`?",
        "¿Dónde está definida la clase Cart?",
        "que hace Cart",
        "Cart クラスはどこで定義されていますか",
        "Cartクラスとは",
        "Cart 类在哪里",
        "Erklär mir Cart",
        "Wofür ist Cart gut?",
        "explícame Cart",
        "¿Para qué sirve Cart?",
    ],
)
def test_the_name_that_is_asked_about_is_read(question: str) -> None:
    assert read(question).definition == "Cart"


@pytest.mark.parametrize(
    "question", ["how does Cart work with Gateway", "what is the total of a cart", "who calls Cart"]
)
def test_other_questions_ask_for_no_definition(question: str) -> None:
    assert read(question).definition == ""


def test_only_what_is_called_exactly_so_is_meant() -> None:
    assert [node.qualified_name for node in definitions_asked(fake_index(), read("what is Cart"))] == ["Cart"]
    assert definitions_asked(fake_index(), read("what is CART")) == []
    assert [node.name for node in definitions_asked(fake_index(), read("what does Cart.checkout do"))] == ["checkout"]


def test_of_a_plain_word_only_a_type_is_meant() -> None:
    assert [node.qualified_name for node in definitions_asked(fake_index(), read("what is a cart"))] == ["Cart"]
    assert definitions_asked(fake_index(), read("total")) == []  # a method, and the word means more
    assert [node.name for node in definitions_asked(fake_index(), read("what does total do"))] == ["total"]


def test_a_name_that_is_not_there_means_nothing() -> None:
    assert definitions_asked(fake_index(), read("what is Kubernetes")) == []


def test_an_option_is_no_definition_of_that_name() -> None:
    """`what does --total do` was answered with a method `total`."""
    assert definitions_asked(fake_index(), read("what does --total do?")) == []
