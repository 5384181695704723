from __future__ import annotations

from pathlib import Path

import pytest

from citeline.tools.evidence.definition_asked import definitions_asked
from citeline.tools.question.read import read

from ..answer.trees import indexed
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


def test_a_member_is_named_as_any_language_writes_it() -> None:
    """`What does Frame::render do` was answered with an example that calls it."""
    for name in ("Cart::checkout", "Cart#checkout", "`Cart.checkout`"):
        found = definitions_asked(fake_index(), read(f"what does {name} do?"))
        assert [node.qualified_name for node in found] == ["Cart.checkout"], name


def test_of_a_plain_word_only_a_type_is_meant() -> None:
    assert [node.qualified_name for node in definitions_asked(fake_index(), read("what is a cart"))] == ["Cart"]
    assert [node.qualified_name for node in definitions_asked(fake_index(), read("what does a cart do"))] == ["Cart"]
    assert definitions_asked(fake_index(), read("total")) == []  # a method, and the word means more
    assert [node.name for node in definitions_asked(fake_index(), read("what does total do"))] == ["total"]


def test_a_name_that_is_not_there_means_nothing() -> None:
    assert definitions_asked(fake_index(), read("what is Kubernetes")) == []


def test_an_option_is_no_definition_of_that_name() -> None:
    """`what does --total do` was answered with a method `total`."""
    assert definitions_asked(fake_index(), read("what does --total do?")) == []


NAMESAKES = {
    "shop/cart.py": (
        "class Cart:\n    def open_session(self):\n        return 1\n\n\n"
        "class Basket:\n    def open_session(self):\n        return 2\n\n\n"
        "class Bag:\n    def open_session(self):\n        return 3\n"
    ),
    "shop/till.py": (
        "from shop.cart import Bag, Cart\n\n\ndef ring(bag: Bag):\n    bag.open_session()\n\n\n"
        "def pay(bag: Bag, cart: Cart):\n    bag.open_session()\n    cart.open_session()\n"
    ),
}


def test_of_many_that_are_called_so_those_that_are_called_most_are_told(tmp_path: Path) -> None:
    """A method of three types was answered with a line that calls it."""
    found = definitions_asked(indexed(tmp_path, NAMESAKES), read("What does open_session do?"))
    assert [node.qualified_name for node in found] == ["Bag.open_session", "Cart.open_session"]


def test_a_name_that_begins_with_a_dollar_is_one_that_only_code_has(tmp_path: Path) -> None:
    """`What does $dispose do` was answered with a line that declares it, for three things are called so."""
    store = "export const {0} = {{\n  $dispose() {{\n    return 1\n  }},\n}}\n"
    index = indexed(tmp_path, {f"{name}.js": store.format(name) for name in ("cart", "till", "shelf")})
    found = definitions_asked(index, read("What does $dispose do?"))
    assert [node.name for node in found] == ["$dispose", "$dispose"]


def test_overloads_count_as_one(tmp_path: Path) -> None:
    java = "class Till {\n" + "".join(f"  void openTill({'int a, ' * n}int b) {{}}\n" for n in range(4)) + "}\n"
    found = definitions_asked(indexed(tmp_path, {"Till.java": java}), read("What does openTill do?"))
    assert [node.qualified_name for node in found] == ["Till.openTill"]
