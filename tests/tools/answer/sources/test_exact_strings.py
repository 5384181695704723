from __future__ import annotations

from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.sources.exact_strings import exact_hits
from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.question.messages import exact_texts
from citeline.tools.question.read import read

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


def test_product_code_comes_before_documents_and_a_test_that_quotes_it_says_nothing_more(opened: Index) -> None:
    hits = exact_hits(opened, ["a voucher of -7 cents takes nothing off"])
    assert [hit.path for hit in hits] == ["shop/cart.py", "docs/errors.md"]
    assert hits[0].start_line == 3


def test_a_test_that_quotes_a_message_does_not_hide_the_code_that_builds_it(tmp_path: Path) -> None:
    rest = "is sending a message too, instead of listening to incoming messages"
    built = f'def send(name, other):\n    raise ValueError(f"{{name()}} failed: the {{other()}} {rest}")\n'
    quoted = f'def test_send():\n    assert "pipe.sendMessage() failed: the subprocess {rest}" in text\n'
    opened = indexed(tmp_path, {"send.py": built, "tests/test_send.py": quoted})
    hits = exact_hits(opened, [f"pipe.sendMessage() failed: the subprocess {rest}"])
    assert [hit.path for hit in hits] == ["send.py"]


def test_the_longest_of_several_texts_comes_first(opened: Index) -> None:
    """`'ruby app.rb' just prints "could not start …"` was answered with what says `ruby app.rb`."""
    hits = exact_hits(opened, ["voucher.cents", "the paper tray of the printer is jammed"])
    assert [hit.path for hit in hits][:1] == ["shop/print.py"]


def test_a_phrase_of_documents_is_no_message(tmp_path: Path) -> None:
    """Why a meeting is not called "All Hands" was answered with the page that says `all-hands`."""
    said = "# Meetings\n\nNobody says all hands here, and everybody comes to the printer room at noon.\n"
    opened = indexed(tmp_path, {"docs/meetings.md": said})
    assert exact_hits(opened, ["All Hands"]) == []
    assert [hit.path for hit in exact_hits(opened, ["nobody says all hands"])] == ["docs/meetings.md"]


def test_a_quoted_value_is_no_message_where_nobody_asks_what_prints_it(tmp_path: Path) -> None:
    """How 'always' differs from 'if-changed' was answered with `if changed {` of another file."""
    opened = indexed(tmp_path, {"restore.go": "package a\n\nfunc run() {\n\tif changed {\n\t\tsave()\n\t}\n}\n"})
    assert [hit.path for hit in exact_hits(opened, ["if-changed"])] == ["restore.go"]
    assert exact_hits(opened, ["if-changed"], short=False) == []
    asked = (
        "how is 'always' different from 'if-changed'?",
        "where is 'if changed' printed?",
        "how do I avoid 'if changed'?",
    )
    assert [special_drafts(opened, read(one), []).basis for one in asked] == ["", "string", "string"]


def test_a_text_that_stands_nowhere_has_no_hit(opened: Index) -> None:
    assert exact_hits(opened, ["the printer is on fire today"]) == []
    assert exact_hits(opened, ["", "«»", "???"]) == []


def test_a_pasted_trace_of_many_lines_is_read_from_its_end(opened: Index) -> None:
    trace = "\n".join(f'  File "app.py", line {n}, in call_{n}' for n in range(500))
    texts = exact_texts(f"{trace}\nValueError: a voucher of -1 cents takes nothing off")
    assert len(texts) <= 8
    assert exact_hits(opened, texts)[0].path == "shop/cart.py"


@pytest.mark.parametrize("piece", ["Error: ", '"a b ', "a.", "/a", "Aa", "{", " ", "错误", "`a b"])
def test_a_question_of_twenty_thousand_characters_is_read(piece: str) -> None:
    question = (piece * 20_000)[:20_000]
    assert len(exact_texts(question)) <= 8


def test_the_message_with_the_same_capital_letters_comes_first(tmp_path: Path) -> None:
    """Two servers of one project word it alike, but for one letter; the other one was told."""
    other, meant = (f"def take(line):\n    raise TooLong('Request {word} is too large')\n" for word in ("line", "Line"))
    opened = indexed(tmp_path, {"a.py": other, "b.py": meant})
    assert [hit.path for hit in exact_hits(opened, ["Request Line is too large"])] == ["b.py", "a.py"]
    assert [hit.path for hit in exact_hits(opened, ["Request line is too large"])] == ["a.py", "b.py"]
