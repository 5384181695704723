from __future__ import annotations

from dataclasses import replace

import pytest

from citeline.model import StoredNode
from citeline.tools.answer.sources.calls.call_sites import stated_name

from ...evidence.fakes import FakeStructure

NODES = {node.qualified_name: node for node in FakeStructure().nodes_of(1) + FakeStructure().nodes_of(2)}
CHECKOUT, TOTAL, APPLY = NODES["Cart.checkout"], NODES["Cart.total"], NODES["apply_voucher"]
INIT = replace(TOTAL, name="__init__", qualified_name="Cart.__init__")
JAVA = replace(TOTAL, language="java")


@pytest.mark.parametrize(
    ("line", "target", "name"),
    [
        ("x = self.total()", TOTAL, "Cart.total"),
        ("x = super().total()", TOTAL, "Cart.total"),
        ("x = cart.total()", TOTAL, "Cart.total"),
        ("x = shopping_cart.total()", TOTAL, "Cart.total"),
        ("x = Cart.total(y)", TOTAL, "Cart.total"),
        ("x = Cart(items).total()", TOTAL, "Cart.total"),
        ("x = total();", JAVA, "Cart.total"),
        ("x = apply_voucher(v)", APPLY, "apply_voucher"),
        ("x = vouchers.apply_voucher(v)", APPLY, "apply_voucher"),
        ("cart = Cart(3)", INIT, "Cart"),
        # The receiver is something else, or could be anything.
        ("x = options.total()", TOTAL, ""),
        ("x = c.total()", TOTAL, ""),
        ("x = make(1).total()", TOTAL, ""),
        ("x = total(items)", TOTAL, ""),
        ("x = client.apply_voucher(v)", APPLY, ""),
        ("x = subtotal()", TOTAL, ""),
        ("", TOTAL, ""),
    ],
)
def test_a_call_is_stated_only_when_the_line_shows_it(line: str, target: StoredNode, name: str) -> None:
    assert stated_name(line, CHECKOUT, target) == name


def test_a_bare_call_is_not_one_of_a_member_that_was_assigned() -> None:
    send_file = replace(TOTAL, kind="function", name="sendFile", qualified_name="res.sendFile", language="javascript")
    send = replace(send_file, name="send", qualified_name="res.send", signature="res.send = function send(body)")
    inner = replace(send_file, name="pack", qualified_name="res.pack", signature="function pack(body)")
    assert stated_name("var file = send(req, pathname, opts)", send_file, send) == ""
    assert stated_name("pack(body)", replace(send_file, qualified_name="res.sendFile"), inner) == "res.pack"


@pytest.mark.parametrize(
    "before",
    [
        "def pay(c: Cart):",
        "func (c *Cart) Pay() {",
        "void pay(Cart c) {",
        "c = shop.Cart(3)",
        "let c = new Cart();",
        "c := Cart{}",
    ],
)
def test_a_variable_is_of_the_type_that_the_lines_above_give_it(before: str) -> None:
    assert stated_name("x = c.total()", CHECKOUT, TOTAL, before=before) == "Cart.total"


@pytest.mark.parametrize("before", ["def pay(c: Basket):", "d = Cart()", "c = CartReader(x)", "c = d"])
def test_another_type_or_variable_says_nothing(before: str) -> None:
    assert stated_name("x = c.total()", CHECKOUT, TOTAL, before=before) == ""


def test_a_compound_name_that_nothing_else_has_needs_no_type() -> None:
    grand = replace(TOTAL, name="grand_total", qualified_name="Cart.grand_total")
    assert stated_name("x = c.grand_total()", CHECKOUT, grand) == ""
    assert stated_name("x = c.grand_total()", CHECKOUT, grand, distinctive=True) == "Cart.grand_total"
    assert stated_name("x = c.total()", CHECKOUT, TOTAL, distinctive=True) == ""
