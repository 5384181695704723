"""A long line is told with its beginning, in every script."""

from __future__ import annotations

from citeline.tools.answer.reading.lines import shortened


def test_a_long_text_is_cut_between_two_words() -> None:
    assert shortened("a short one", 20) == "a short one"
    assert shortened("moor the boat and hoist the flag", 20) == "moor the boat and …"


def test_a_text_without_blanks_keeps_its_beginning() -> None:
    """Chinese and Japanese have a blank behind a foreign word, and none for pages behind it."""
    assert shortened("变更 " + "字" * 400, 300) == "变更 " + "字" * 297 + " …"
