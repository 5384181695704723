from __future__ import annotations

import pytest

from citeline.tools.citations.atoms import read_atoms


@pytest.mark.parametrize(
    ("sentence", "names", "quotes", "numbers"),
    [
        ("`send` calls get_adapter [2].", ("send", "get_adapter"), (), ()),
        ("See src/io.py:12-20 and `io.py#L3-L9`.", ("io.py",), (), ()),
        ("It retries 3 times, 0.5 s apart [1, 2].", (), (), ("3", "0.5")),
        ("It says “this is deprecated since then”.", (), ("this is deprecated since then",), ()),
        ("`a = b + c` is run by `loop`.", ("loop",), ("a = b + c",), ()),
        ("The “term” is short.", (), (), ()),
        ("It takes 1,000 of 2 kinds.", (), (), ("1000", "2")),
        ("All is utf-8 and sha-256.", (), (), ()),
        ("", (), (), ()),
    ],
)
def test_a_sentence_comes_apart(
    sentence: str, names: tuple[str, ...], quotes: tuple[str, ...], numbers: tuple[str, ...]
) -> None:
    found = read_atoms(sentence)
    assert (found.names, found.quotes, found.numbers) == (names, quotes, numbers)
