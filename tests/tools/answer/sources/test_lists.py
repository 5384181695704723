"""Questions for one end of the edges at a name: who calls it, what it extends; in any language that is read."""

from __future__ import annotations

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.question.read import read

from ..trees import indexed

FILES = {
    "shop/money.py": "def in_cents(value):\n    return round(value * 100)\n",
    "shop/cart.py": (
        "from shop.money import in_cents\n\n\n"
        "class Cart:\n    def checkout(self):\n        return in_cents(self.total())\n\n"
        "    def total(self):\n        return 1\n\n\n"
        "class GiftCart(Cart):\n    pass\n"
    ),
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("lists"), FILES)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("who calls in_cents?", "Cart.checkout calls in_cents"),
        ("谁调用了 in_cents？", "Cart.checkout calls in_cents"),
        ("in_centsはどこから呼び出されますか？", "Cart.checkout calls in_cents"),
        ("Wer ruft in_cents auf?", "Cart.checkout calls in_cents"),
        ("¿Quién llama a la función in_cents?", "Cart.checkout calls in_cents"),
        ("qui appelle in_cents ?", "Cart.checkout calls in_cents"),
        ("what does Cart.checkout call?", "Cart.checkout calls in_cents"),
        ("who calls checkout?", ""),
        ("what inherits from Cart?", "GiftCart inherits Cart"),
        ("哪些类继承 Cart？", "GiftCart inherits Cart"),
        ("what does GiftCart extend?", "GiftCart inherits Cart"),
        ("GiftCart 继承自什么？", "GiftCart inherits Cart"),
        ("de qué clase hereda GiftCart", "GiftCart inherits Cart"),
        ("which files import money.py?", "shop/cart.py imports money"),
        ("what does shop/cart.py import?", "shop/cart.py imports money"),
        ("what does Cart.checkout depend on?", "Cart.checkout calls in_cents"),
        ("What error is raised when in_cents() is called multiple times?", ""),
    ],
)
def test_the_edges_at_the_asked_end_are_told(opened: Index, question: str, told: str) -> None:
    facts = [draft.fact for draft in special_drafts(opened, read(question), []).drafts]
    said = [f"{fact['subject']} {fact['relation']} {fact['object']}" for fact in facts]
    assert told in said if told else all(" calls " not in one for one in said)


def test_what_something_uses_for_a_purpose_is_no_list_of_its_edges(opened: Index) -> None:
    special = special_drafts(opened, read("what does shop/cart.py use to round the values of a cart?"), [])
    assert not any(draft.fact["relation"] in ("imports", "calls", "uses") for draft in special.drafts)
