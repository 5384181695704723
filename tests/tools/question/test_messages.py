"""Texts that a question quotes or pastes are taken out of it, to be looked up."""

import pytest

from citeline.tools.question.messages import exact_texts


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ('why do I see "cannot open the file" here', "cannot open the file"),
        ("「設定が見つかりません」とは？", "設定が見つかりません"),
        ("shop.errors.EmptyCartError: nothing to pay  -- when is this thrown", "nothing to pay"),
        ("panic: port is taken", "port is taken"),
        ("error[E0005]: refutable pattern in local binding", "refutable pattern in local binding"),
        ("thread 'main' panicked at src/main.rs:2:5: no such route here", "no such route here"),
        ("Traceback ...\nValueError: You can only send carts.\nwhat did i do wrong", "You can only send carts."),
        ("TypeError: path must be absolute. I call send('a')", "path must be absolute."),
        ("报错 secret required for signed cookies 是什么原因？", "secret required for signed cookies"),
        (
            "2026-01-02 12:00:01 WARN retry of the upload failed\nwhy?",
            "2026-01-02 12:00:01 WARN retry of the upload failed",
        ),
    ],
)
def test_what_a_question_quotes_is_taken_out_of_it(question: str, text: str) -> None:
    assert text in exact_texts(question)


@pytest.mark.parametrize(
    "question", ["how does the cart work?", "who calls take?", "what's the user's name", "", "购物车是怎么工作的？"]
)
def test_a_question_without_quotation_quotes_nothing(question: str) -> None:
    assert exact_texts(question) == ()
