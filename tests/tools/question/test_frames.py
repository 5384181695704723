"""Whoever pastes a stack trace is shown the line that failed, and is not told that the trace's names are unknown."""

from __future__ import annotations

import pytest

from citeline.tools.question.clean import MAX_QUESTION
from citeline.tools.question.frames import beside_trace, frames_in
from citeline.tools.question.read import read

PYTHON = (
    "I get this:\nTraceback (most recent call last):\n"
    '  File "/home/me/app.py", line 12, in <module>\n    cli()\n'
    '  File "/usr/lib/python3/site-packages/shop/cart.py", line 40, in pay\n    raise Empty("nothing to pay")\n'
    "shop.Empty: nothing to pay\n\nwhy?"
)
GO = (
    "panic: runtime error: index out of range\n\ngoroutine 34 [running]:\n"
    "example.com/shop.(*Cart).Pay(0x0, 0x1)\n\t/go/src/shop/cart.go:70 +0x35\n"
    "main.main()\n\t/go/src/shop/main.go:9 +0x1d"
)
JAVA = (
    'Exception in thread "main" java.lang.IllegalStateException: order failed\n'
    "\tat com.shop.Order.place(Order.java:20)\n\tat com.shop.Main.main(Main.java:5)\n"
    "Caused by: java.io.IOException: card declined\n\tat com.shop.Cart.pay(Cart.java:55)\n"
)


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (PYTHON, ["/usr/lib/python3/site-packages/shop/cart.py:40", "/home/me/app.py:12"]),
        (GO, ["/go/src/shop/cart.go:70", "/go/src/shop/main.go:9"]),
        (JAVA, ["Cart.java:55", "Order.java:20", "Main.java:5"]),
        (
            "TypeError: x is no function\n    at pay (/app/src/cart.ts:138:13)\n"
            "    at async run (file:///app/src/main.js:6:1)",
            ["/app/src/cart.ts:138", "/app/src/main.js:6"],
        ),
        (
            "thread 'main' panicked at src/cart.rs:12:5:\nempty\n   3: shop::main\n             at ./src/main.rs:4:9",
            ["src/cart.rs:12", "./src/main.rs:4"],
        ),
        (r"   at Shop.Cart.Pay() in C:\src\Shop\Cart.cs:line 42", ["C:/src/Shop/Cart.cs:42"]),
        ("#0 /var/www/src/Cart.php(12): Shop\\Cart->pay()", ["/var/www/src/Cart.php:12"]),
        ("/app/lib/cart.rb:9:in `pay': empty (RuntimeError)", ["/app/lib/cart.rb:9"]),
        ("what happens at shop/cart.go:570?", ["shop/cart.go:570"]),
        ("at pay (file:////srv//src/c.ts:1:3)", ["/srv/src/c.ts:1"]),
        ("which port does v1.2:3 use, and what is example.com?", []),
    ],
    ids=["python", "go", "java", "javascript", "rust", "csharp", "php", "ruby", "sentence", "address", "none"],
)
def test_the_call_that_ran_last_comes_first(text: str, places: list[str]) -> None:
    assert [f"{one.path}:{one.line}" for one in frames_in(text)] == places


def test_a_frame_knows_its_function_also_where_that_stands_above_it() -> None:
    assert "pay" in frames_in(PYTHON)[0].names
    assert "Pay" in frames_in(GO)[0].names


def test_names_of_a_trace_are_not_names_of_the_question() -> None:
    assert beside_trace(PYTHON).split() == ["I", "get", "this:", "why?"]
    assert not beside_trace(GO).strip()
    assert beside_trace("who calls pay in shop/cart.go:570?") == "who calls pay in shop/cart.go:570?"


@pytest.mark.timeout(120)
def test_a_long_word_does_not_keep_a_question_from_being_read() -> None:
    assert read("who calls " + "a" * 200_000).frames == ()


def test_a_trace_of_300_lines_keeps_the_call_that_failed_and_what_was_asked() -> None:
    calls = "".join(f'  File "/srv/app/mod{n}.py", line {n + 1}, in func_{n}\n    call_{n}()\n' for n in range(150))
    asked = read(f"Traceback (most recent call last):\n{calls}ValueError: no room left\nwhy does this happen?")
    assert (asked.frames[0].path, asked.frames[0].line) == ("/srv/app/mod149.py", 150)
    assert asked.text.endswith("ValueError: no room left why does this happen?")
    assert len(asked.text) <= MAX_QUESTION
