from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.citations.atoms import WEIGHTS, place_features, read_atoms, right_place
from citeline.tools.citations.passage import Passage

from .passages import passage

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
