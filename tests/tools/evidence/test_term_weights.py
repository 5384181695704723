"""Names of the code that are words of a question in a row, one of which says little by itself."""

from __future__ import annotations

from pathlib import Path

from citeline.text import words
from citeline.tools.evidence.term_weights import named_by_phrases
from tests.tools.answer.trees import indexed


def test_a_name_is_found_by_the_words_that_a_question_divides_it_into(tmp_path: Path) -> None:
    """Of `do not track` nothing but `track` was looked for."""
    files = {"tracker.js": "const { doNotTrack } = window;\n", "user.js": "const userName = 1;\n"}
    index = indexed(tmp_path, files)
    assert set(named_by_phrases(index, words("how does it respect do not track?"))) == {"donottrack"}
    assert not named_by_phrases(index, words("what is the user name?"))


def test_an_article_and_a_word_are_no_name(tmp_path: Path) -> None:
    """`start a plugin` was about `aPlugin` of a test before any plugin."""
    index = indexed(tmp_path, {"test.js": "const aPlugin = make();\nconst startA = 1;\n"})
    assert not named_by_phrases(index, words("how do I start a plugin?"))
