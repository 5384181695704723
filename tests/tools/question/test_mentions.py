from __future__ import annotations

import pytest

from citeline.tools.question.mentions import Mention, mentions


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what does --dry-run=yes do in src/app.py?", [Mention("--dry-run", "option"), Mention("src/app.py", "path")]),
        ("is docker-compose.yml read", [Mention("docker-compose.yml", "path")]),
        ("open .eslintrc.json now", [Mention(".eslintrc.json", "path")]),
        ("does Flask.redirect_to use it", [Mention("Flask.redirect_to", "symbol")]),
        ("who calls render() here", [Mention("render", "symbol")]),
        ("what is '@cached' and $HOME", [Mention("cached", "symbol"), Mention("HOME", "symbol")]),
        ("a session in redis or Redis", [Mention("redis", "proper"), Mention("Redis", "proper")]),
        ("does the app use Express", [Mention("Express", "proper")]),
        ("what do you express with it", []),
        ("are pull requests welcome", []),
        ("how does xmonad start", [Mention("xmonad", "word")]),
        ("introspection of a typeclass", []),
        ("Where is the class called zoo", [Mention("zoo", "word")]),
        ("what is runTest's timeout", [Mention("runTest", "symbol")]),
        ("", []),
    ],
)
def test_names_are_found_with_what_they_are(question: str, expected: list[Mention]) -> None:
    assert mentions(question) == expected
