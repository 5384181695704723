"""Comments and docstrings as text: whoever checks what they cite sees them all, at their own columns."""

import pytest

from citeline.indexing.parsers.languages import LANGUAGES
from citeline.indexing.parsers.programs.comment_text import comment_texts

EXAMPLES = {
    "python": (
        '"""one\n\n    two\n"""\nx = 1  # three\n# four\n# five\ny = "no"\n',
        "one two three four five",
    ),
    "go": ('// one\n// two\nvar x = "no" // three\n/* four\n * five\n */\n', "one two three four five"),
    "rust": ("/// one\n/// two\nfn f() {} // three\n/* four\n   five */\n", "one two three four five"),
    "java": ("/** one\n * two\n */\nclass A { // three\n // four\n}\n// five\n", "one two three four five"),
    "typescript": ("/** one two */\nconst x = 'no'; // three\n// four\n/* five */\n", "one two three four five"),
    "csharp": ("/// one two\nclass A { } // three\n/* four\n five */\n", "one two three four five"),
    "ruby": ("# one\n=begin\ntwo\n=end\nx = 'no' # three\n# four\n# five\n", "one two three four five"),
    "elixir": (
        'defmodule A do\n  @moduledoc """\n  one\n  two\n  """\n  @doc "three"\n  def f, do: 1 # four\nend\n# five\n',
        "one two three four five",
    ),
    "haskell": ("-- | one\nf = 1\n{- two\n three -}\ng = 2 -- four five\n", "one two three four five"),
    "lua": ("-- one\n--[[ two\n three ]]\nx = 1 -- four five\n", "one two three four five"),
    "sql": ("-- one two\nselect 'no'; /* three\n four */\n-- five\n", "one two three four five"),
    "bash": ("# one\necho '# no' # two three\n# four five\n", "one two three four five"),
    "make": ("# one\nx:\n\techo # two\n# three four five\n", "one two three four five"),
    "css": ("/* one two */ a { }\n/* three\n * four\n * five */\n", "one two three four five"),
    "yaml": ("# one two\nkey: a#no # three\n# four\n# five\n", "one two three four five"),
}


@pytest.mark.parametrize("language", EXAMPLES)
def test_all_comments_are_read_and_nothing_else(language: str) -> None:
    text, said = EXAMPLES[language]
    lines = text.split("\n")
    found = comment_texts(lines, language)
    words = [word for comment in found for line in comment.lines for word in line.split()]
    assert " ".join(words) == said
    for comment in found:
        for number, line in enumerate(comment.lines, start=comment.first_line):
            begin = len(line) - len(line.lstrip())
            assert lines[number - 1][begin : len(line)] == line.lstrip()


def test_lines_one_below_the_other_are_one_comment() -> None:
    text = "# a sentence that goes\n# on here\n\n# another one\nx = 1  # of this line\ny = 2\n"
    found = comment_texts(text.split("\n"), "python")
    assert [(item.first_line, len(item.lines)) for item in found] == [(1, 2), (4, 1), (5, 1)]


@pytest.mark.parametrize("language", [row.name for row in LANGUAGES])
def test_no_language_is_too_odd(language: str) -> None:
    """Whatever a file holds, reading its comments ends with lines that it has."""
    for text in ("", "x", "/* open\n\n", '"""\nopen', "-- [[ \n", "#\n" * 300, "\ufeff# a\u2028b\n\x0c// c"):
        lines = text.split("\n")
        for comment in comment_texts(lines, language):
            assert 1 <= comment.first_line <= comment.first_line + len(comment.lines) - 1 <= len(lines)


def test_a_comment_of_ten_thousand_lines_is_read_whole() -> None:
    lines = [f"# line {number}" for number in range(10_000)]
    (found,) = comment_texts([*lines, "x = 1"], "python")
    assert len(found.lines) == 10_000 and found.lines[-1].strip() == "line 9999"
