from __future__ import annotations

import pytest

from citeline.tools.question.vocabulary.words import content_words, is_ordinary


def test_rests_of_contractions_are_no_subject() -> None:
    """`whats the max size` was said to be about a thing called `whats`, which nothing mentions."""
    assert content_words(["whats", "the", "max", "size", "and", "why", "cant", "it", "grow"]) == ["max", "size", "grow"]
    assert content_words(["doesn"]) == ["doesn"]  # asked alone, it is all that there is


def test_everyday_talk_is_no_subject() -> None:
    """`supposed` weighed five times as much as `plugin`, so that the answer was not stated here."""
    assert content_words(["whatever", "a", "plugin", "is", "supposed", "to", "do", "eventually"]) == ["plugin"]


@pytest.mark.parametrize(
    "word",
    [
        *("cookie", "middleware", "deserialize", "introspection", "heterogeneous", "typeclass", "negotiates", "URL"),
        *("pruned", "revoking", "snoozes", "evict"),
    ],
)
def test_what_is_said_of_any_program_is_ordinary(word: str) -> None:
    assert is_ordinary(word)


@pytest.mark.parametrize("word", ["redis", "jsonify", "xmonad", "kafka", "octocode"])
def test_what_is_said_of_few_is_not(word: str) -> None:
    assert not is_ordinary(word)


def test_where_a_name_is_expected_only_plain_words_are_ordinary() -> None:
    assert is_ordinary("buildkite") and not is_ordinary("buildkite", strict=True)
    assert is_ordinary("storage", strict=True)
