from __future__ import annotations

import pytest

from citeline.tools.citations.atoms import read_atoms
from citeline.tools.citations.passage import Passage
from citeline.tools.citations.support import check_support


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


@pytest.mark.parametrize("written", ["verify=False", "verify == False", "verify is False", "verify = False"])
def test_a_setting_is_looked_for_by_its_name_however_it_is_written(written: str) -> None:
    """The lines may write it in another way: `verify is False` for `verify=False`."""
    assert read_atoms(f"With `{written}` nothing is checked.").names == ("verify",)
    for line in ("if self.verify is False:", "verify: bool = False", 'options["verify"] = False', "verify=False)"):
        passage = Passage(f"{line}\n    nothing.checked()", 1, 2, "a.py", "", "")
        assert check_support(f"With `{written}` nothing is checked.", passage).verdict not in (
            "not_shown",
            "contradicted",
        )
