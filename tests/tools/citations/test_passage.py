"""Names in the cited lines: a claim about one name must not be proved by a longer one that contains it."""

from __future__ import annotations

import pytest

from citeline.tools.citations.passage import collapse, contains_name, without_comment_marks


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("return largest(sizes)", "size"),
        ("höhe = messen(maß)", "he"),
        ("maxgröße = 3", "größe"),
        ("größen = []", "größe"),
        ("créer_compte()", "er_compte"),
        ("счётчики", "счётчик"),
    ],
)
def test_a_longer_word_is_another_name(text: str, name: str) -> None:
    assert not contains_name(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("größe = 3", "größe"),
        ("self.größe()", "größe"),
        ("$größe", "größe"),
        ("调用send方法", "send"),
        ("sendを呼ぶ", "send"),
        ("send은 값을 돌려준다", "send"),
        ("函数发送请求", "发送"),
    ],
)
def test_a_name_stands_alone_or_among_characters_written_without_blanks(text: str, name: str) -> None:
    assert contains_name(text, name)


def test_only_documentation_loses_the_end_of_a_comment() -> None:
    """The command `ls -d */` read as `ls -d`."""
    assert collapse("ls -d  src */") == "ls -d src */"
    assert without_comment_marks(" * Moors boats. */") == "Moors boats."
