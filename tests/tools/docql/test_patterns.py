from __future__ import annotations

import pytest

from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.language.patterns import compile_pattern


def error_of(pattern: str, flags: str = "", query: str = "", position: int = 0) -> DocQLError:
    with pytest.raises(DocQLError) as caught:
        compile_pattern(pattern, flags, position=position, query=query)
    return caught.value


@pytest.mark.parametrize(
    ("pattern", "flags", "text", "found"),
    [
        ("a.c", "", "xabcx", True),
        ("A.c", "", "abc", False),
        ("A.c", "i", "abc", True),
        ("ÜBER", "i", "über", True),
        ("^b", "", "a\nb", False),
        ("^b", "m", "a\nb", True),
        ("a.b", "", "a\nb", False),
        ("a.b", "s", "a\nb", True),
        ("标题", "", "第一个标题", True),
        ("^.$", "", "标", True),
        ("x", "", "caf\udce9 x", True),
        ("", "", "", True),
    ],
)
def test_search(pattern: str, flags: str, text: str, found: bool) -> None:
    assert compile_pattern(pattern, flags).search(text) is found


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a*)*b", "(.*)*x", "(a?){500}a{400}"])
@pytest.mark.timeout(120)
def test_patterns_that_hang_elsewhere_end_at_once(pattern: str) -> None:
    compile_pattern(pattern).search("a" * 200_000 + "!")


@pytest.mark.parametrize(
    "pattern",
    ["(a{1000}){1000}", r"(\pL{1,50}){1,20}", "(((a{1,100}){1,100}){1,100})", "(" * 20_000, "[" * 20_000, "(?" * 9000],
)
@pytest.mark.timeout(120)
def test_patterns_that_are_too_large_are_errors_at_once(pattern: str) -> None:
    assert error_of(pattern).kind == "regex"


@pytest.mark.parametrize(
    ("pattern", "offset", "hinted"),
    [
        ("ab(c", 2, r"\("),
        ("a(b)(c", 4, r"\("),
        (r"\((x", 2, r"\("),
        ("[(](x", 3, r"\("),
        ("ab)c", 2, r"\)"),
        ("a[bc", 1, r"\["),
        ("ab**", 2, "one of"),
        ("*a", 0, "before it"),
        ("a(?=b)", 1, "look-ahead"),
        ("(?<!a)b", 0, "look-behind"),
        (r"(a)\1", 3, "back-references"),
        ("a[z-a]", 2, "upwards"),
        ("ab\\", 2, "backslash"),
        ("a{2000}", 1, "1000"),
    ],
)
def test_errors_point_into_the_pattern_and_say_what_to_write(pattern: str, offset: int, hinted: str) -> None:
    query = f"$.toc[?(@.title=~/{pattern}/)]"
    error = error_of(pattern, "m", query, query.index("/"))
    assert error.position == query.index("/") + 1 + offset
    assert hinted in error.hint


def test_positions_count_the_backslashes_that_the_query_needs() -> None:
    query = r"$.toc[?(@.title=~/a\/b\/(/)]"
    assert query[error_of("a/b/(", "", query, query.index("/")).position] == "("


def test_lone_surrogates_cannot_be_searched_for() -> None:
    assert "surrogates" in error_of("a\udc80").message
