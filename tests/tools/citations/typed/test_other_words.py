"""What sentences tell in other words than the code: `other_words.toml` has the lines and the sentences."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from citeline.tools.citations import check_support

from ..passages import passage

LINES = tomllib.loads((Path(__file__).parent / "other_words.toml").read_text("utf-8"))["lines"]
VERDICTS = {"proved": {"supported"}, "contradicted": {"contradicted"}, "undecided": {"place", "partly", "not_shown"}}
CASES = [
    pytest.param(lines, sentence, expected, id=sentence)
    for lines in LINES
    for expected in VERDICTS
    for sentence in lines.get(expected, ())
]


@pytest.mark.parametrize(("lines", "sentence", "expected"), CASES)
def test_other_words_for_the_same_are_told_from_words_for_the_opposite(
    lines: dict[str, str], sentence: str, expected: str
) -> None:
    text = lines["text"].rstrip("\n")
    scope = lines.get("scope", "f" if "f(" in text else "")
    cited = passage(text, scope=scope, path=lines["path"], ended=True)
    assert check_support(sentence, cited).verdict in VERDICTS[expected]
