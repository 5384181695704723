from __future__ import annotations

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.sources.exact_strings import exact_hits, run_hits, texts_asked

from ..trees import indexed

FILES = {
    "shop/cart.py": (
        "def take(cents):\n    if cents < 0:\n"
        '        raise ValueError(f"a voucher of {cents} cents takes nothing off")\n'
    ),
    "tests/test_cart.py": 'def test_take():\n    assert "a voucher of -3 cents takes nothing off" in str(error)\n',
    "docs/errors.md": "# Errors\n\n`a voucher of 5 cents takes nothing off`: the voucher is negative.\n",
    "shop/print.py": 'def jam():\n    warn("the paper tray of the printer is jammed")\n',
    "shop/other.py": "\n".join(f"def f{n}(voucher, cents):\n    return voucher.cents - {n}\n" for n in range(30)),
}


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("strings"), FILES)


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
    assert text in texts_asked(question)


@pytest.mark.parametrize(
    "question", ["how does the cart work?", "who calls `take`?", "what's the user's name", "", "购物车是怎么工作的？"]
)
def test_a_question_without_quotation_quotes_nothing(question: str) -> None:
    assert texts_asked(question) == []


def test_product_code_comes_before_documents_and_tests(opened: Index) -> None:
    hits = exact_hits(opened, ["a voucher of -7 cents takes nothing off"])
    assert [hit.path for hit in hits] == ["shop/cart.py", "docs/errors.md", "tests/test_cart.py"]
    assert (hits[0].start_line, hits[0].others) == (3, 2)


def test_a_text_that_stands_nowhere_has_no_hit(opened: Index) -> None:
    assert exact_hits(opened, ["the printer is on fire today"]) == []
    assert exact_hits(opened, ["", "«»", "???"]) == []


def test_a_run_of_words_is_found_without_quotation_marks(opened: Index) -> None:
    hits = run_hits(opened, "my shop says the paper tray of the printer is jammed, what is that")
    assert hits[0].path == "shop/print.py"
    assert run_hits(opened, "how many cents does a voucher take off") == []


def test_a_pasted_trace_of_many_lines_is_read_from_its_end(opened: Index) -> None:
    trace = "\n".join(f'  File "app.py", line {n}, in call_{n}' for n in range(500))
    texts = texts_asked(f"{trace}\nValueError: a voucher of -1 cents takes nothing off")
    assert len(texts) <= 8
    assert exact_hits(opened, texts)[0].path == "shop/cart.py"


@pytest.mark.parametrize("piece", ["Error: ", '"a b ', "a.", "/a", "Aa", "{", " ", "错误", "`a b"])
def test_a_question_of_twenty_thousand_characters_is_read(opened: Index, piece: str) -> None:
    question = (piece * 20_000)[:20_000]
    assert len(texts_asked(question)) <= 8
    run_hits(opened, question)
