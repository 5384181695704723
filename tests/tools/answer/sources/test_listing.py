from __future__ import annotations

import pytest

from citeline.model import EdgeKind
from citeline.tools.answer.sources import listing
from citeline.tools.answer.sources.listing import ListAsked, Listed, list_claims, read_list_question

from ...evidence.fakes import fake_index

CALLS, INHERITS, IMPORTS = ("calls",), ("inherits",), ("imports",)
ANY = ("calls", "inherits", "imports", "references")


@pytest.mark.parametrize(
    ("question", "direction", "kinds", "name"),
    [
        ("Who calls Cart.checkout?", "in", CALLS, "Cart.checkout"),
        ("which functions call `apply_voucher`", "in", CALLS, "apply_voucher"),
        ("where is checkout() called?", "in", CALLS, "checkout"),
        ("callers of the method checkout", "in", CALLS, "checkout"),
        ("谁调用了 checkout？", "in", CALLS, "checkout"),
        ("checkoutはどこから呼び出されますか？", "in", CALLS, "checkout"),
        ("誰が checkout を呼び出していますか", "in", CALLS, "checkout"),
        ("Wer ruft checkout auf?", "in", CALLS, "checkout"),
        ("Welche Methoden rufen die Funktion checkout auf?", "in", CALLS, "checkout"),
        ("Welche Methoden ruft checkout auf?", "out", CALLS, "checkout"),
        ("¿Quién llama a la función checkout?", "in", CALLS, "checkout"),
        ("¿Qué funciones llaman a checkout?", "in", CALLS, "checkout"),
        ("¿Qué funciones llama checkout?", "out", CALLS, "checkout"),
        ("checkout を呼び出している関数はどれですか", "in", CALLS, "checkout"),
        ("checkout はどの関数を呼び出しますか", "out", CALLS, "checkout"),
        ("Cart.checkout 被哪些函数调用？", "in", CALLS, "Cart.checkout"),
        ("checkout 在哪里被调用", "in", CALLS, "checkout"),
        ("what does checkout call?", "out", CALLS, "checkout"),
        ("checkout 调用了哪些函数？", "out", CALLS, "checkout"),
        ("what inherits from Cart?", "in", INHERITS, "Cart"),
        ("subclasses of Cart", "in", INHERITS, "Cart"),
        ("哪些类继承 Cart？", "in", INHERITS, "Cart"),
        ("what does GiftCart extend?", "out", INHERITS, "GiftCart"),
        ("which files import cart.py?", "in", IMPORTS, "cart.py"),
        ("what does shop/cart.py import?", "out", IMPORTS, "shop/cart.py"),
        ("what depends on cart.py?", "in", ANY, "cart.py"),
        ("What does Cart depend on?", "out", ANY, "Cart"),
        ("谁依赖 cart.py", "in", ANY, "cart.py"),
    ],
)
def test_questions_that_ask_for_a_list_are_read(
    question: str, direction: listing.Direction, kinds: tuple[EdgeKind, ...], name: str
) -> None:
    assert read_list_question(question) == ListAsked(direction, kinds, name)


@pytest.mark.parametrize(
    "question",
    [
        "how does checkout work?",
        "what calls for a voucher in a shop that closes early",
        "谁写了这个项目？",
        "",
        "checkout",
    ],
)
def test_other_questions_are_not(question: str) -> None:
    assert read_list_question(question) is None


def listed(question: str) -> Listed:
    found = list_claims(fake_index(), question, [])
    assert found is not None
    return found


def test_callers_are_listed_with_the_line_of_the_call() -> None:
    found = listed("who calls Cart.total?")
    assert [claim["text"] for claim in found.claims] == ["`Cart.checkout` calls `Cart.total`:"]
    (piece,) = found.evidence
    assert (piece["path"], piece["start_line"], piece["end_line"]) == ("shop/cart.py", 11, 11)
    assert found.more == 0


def test_callers_from_tests_are_listed_too() -> None:
    (claim,) = listed("谁调用了 checkout？").claims
    assert claim["text"] == "`test_checkout_charges_the_total` 调用 `Cart.checkout`："


def test_subclasses_and_callees_are_listed() -> None:
    assert [claim["text"] for claim in listed("what inherits from Cart?").claims] == [
        "`GiftCart` inherits from `Cart`:"
    ]
    assert [claim["text"] for claim in listed("what does checkout call?").claims] == [
        "`Cart.checkout` calls `Cart.total`:",
        "`Cart.checkout` calls `apply_voucher`:",
    ]


def test_what_does_not_fit_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MAX_LISTED", 1)
    found = listed("what does checkout call?")
    assert (len(found.claims), found.more) == (1, 1)


@pytest.mark.parametrize("question", ["who calls frobnicate?", "what inherits from apply_voucher?", "how is it paid?"])
def test_nothing_to_list_is_left_to_the_ordinary_answer(question: str) -> None:
    assert list_claims(fake_index(), question, []) is None
