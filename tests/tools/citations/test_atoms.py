from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.citations.atoms import WEIGHTS, place_features, read_atoms, right_place
from citeline.tools.citations.passage import Passage
from citeline.tools.citations.support import check_support

from .passages import passage


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


OTHER = "    def close(self):\n        for handler in self.handlers:\n            handler.close()"


def _score(sentence: str, lines: Passage) -> float:
    atoms = read_atoms(sentence)
    return right_place(sentence, atoms, {name: lines.find(name) for name in atoms.names}, lines)


def test_the_right_lines_score_above_others_of_the_same_file() -> None:
    sentence = "`Session.send` sends a request through the adapter for its url."
    assert _score(sentence, passage()) > 0.5 > _score(sentence, passage(OTHER, scope="Session.close"))


def test_a_paraphrase_without_names_scores_higher_where_its_words_are() -> None:
    sentence = "Sends the request with the adapter of its url."
    assert _score(sentence, passage()) > _score(sentence, passage(OTHER, scope="Session.close"))


def test_a_long_range_proves_less_than_a_short_one_with_the_same_words() -> None:
    sentence = "The adapter of the url sends the request."
    long = passage(passage().text + "\n" * 300)
    assert _score(sentence, passage()) > _score(sentence, long)


def test_every_feature_has_a_weight_and_the_other_way_round() -> None:
    features = place_features("`send`", read_atoms("`send`"), {"send": ""}, passage())
    assert ["bias", *features] == list(WEIGHTS)


@given(st.text(), st.text(), st.text())
def test_a_score_is_a_share_whatever_the_text(sentence: str, text: str, scope: str) -> None:
    assert 0 < _score(sentence, passage(text, scope=scope)) < 1
