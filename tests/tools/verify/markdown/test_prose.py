"""What people write is read wherever they write it: comments, docstrings, markup, notebooks, messages."""

import json

import pytest

from citeline.tools.verify.markdown import find_citations, renumber

FILES = {
    "a.py": 'def f():\n    """Retries.\n\n        See `src/a.py:12-20`.\n    """\n    x = "b.py:3"\n',
    "a.go": "package a\n\n// Retries, see `src/a.py:12-20`.\nvar x = `b.py:3`\n",
    "a.ts": "/**\n * Retries.\n *\n * See `src/a.py:12-20`.\n */\nconst x = 'b.py:3';\n",
    "a.rs": "/// Retries.\n///\n/// See `src/a.py:12-20`.\nfn f() {}\n",
    "a.sh": "x='b.py:3' # see src/a.py:12-20\n",
    "a.yaml": "x: b.py#L3 # see src/a.py:12-20\n",
    "a.rst": "Title\n=====\n\nRetries (:file:`src/a.py:12-20`)::\n\n    b.py:3\n\n.. code-block:: text\n\n    c.py:3\n",
    "b.rst": "Retries, `the source <src/a.py#L12-L20>`_ says.\n",
    "a.adoc": "= Title\n\n----\nb.py:3\n----\n\nRetries, link:src/a.py#L12-L20[says so].\n",
    "a.md": "    Pasted as it was indented.\n\n    See `src/a.py:12-20`.\n",
    "a.txt": "    commit text: see `src/a.py:12-20`\n",
    "a.ipynb": json.dumps(
        {
            "cells": [
                {"cell_type": "code", "metadata": {}, "source": ["# b.py:3\n"], "outputs": []},
                {"cell_type": "markdown", "metadata": {}, "source": ["Retries.\n", 'See "it" `src/a.py:12-20`.']},
            ],
            "metadata": {},
            "nbformat": 4,
            "nbformat_minor": 5,
        },
        indent=1,
    ),
}


@pytest.mark.parametrize("path", FILES)
def test_a_citation_is_read_where_it_stands(path: str) -> None:
    text = FILES[path]
    (found,) = [item for item in find_citations(text, path) if item.lines]
    assert (found.path, found.lines) == ("src/a.py", (12, 20))
    line = text.split("\n")[found.line - 1]
    assert "src/a.py" in line
    if path != "a.ipynb":  # its lines have escapes, and there the column is not sure
        assert line.startswith(found.written, found.column - 1)


def test_comments_are_not_searched_for_names() -> None:
    assert find_citations("# uses `os.path_join()` of `lib/other.py`, 3 of them\n", "a.py") == []


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("See `src/a.py`, line 248.", ["src/a.py, line 248"]),
        ("See `src/a.py`, lines 107-114 and more.", ["src/a.py, lines 107-114"]),
        ("As src/a.py (L12–20) does", ["src/a.py:12–20"]),
        ("`core.py` L12 does", ["core.py:12"]),
        ("lines 3-9 of `src/a.py` say", ["src/a.py, lines 3-9"]),
        ("in `a.py` (lines 3, 7 and 9-12) it", ["a.py, lines 3", "a.py:7", "a.py:9-12"]),
        ("[the source](src/a.py), line 3", ["src/a.py, line 3"]),
        ("`Makefile` line 3 and 4 of them", ["Makefile, line 3"]),
        ("in `a.py`, Zeilen 3 bis 9", ["a.py, Zeilen 3 bis 9"]),
        ("`a.py` 第 12 行", ["a.py, 第 12 行"]),
        ("a.py lines 3 to 9", ["a.py, lines 3 to 9"]),
    ],
)
def test_lines_in_words_belong_to_the_path_beside_them(text: str, labels: list[str]) -> None:
    found = find_citations(text)
    assert [item.label for item in found] == labels
    for item in found:
        assert text.startswith(item.written, item.column - 1)


@pytest.mark.parametrize(
    "text",
    ["`a.py` has 3 lines", "`a.py`, 12 lines", "`value` line 12", "`a.py:3` fails", "e.g. line 12", "`a.py` online 3"],
)
def test_other_numbers_beside_a_path_are_no_lines(text: str) -> None:
    assert [item for item in find_citations(text) if item.lines and item.lines != (3, 3)] == []
    assert [item.written for item in find_citations(text) if item.lines] in ([], ["a.py:3"])


@pytest.mark.parametrize(
    ("written", "now"),
    [("line 248", "line 7"), ("lines 107-114", "lines 7-9"), ("L12–20", "L7–9"), ("Zeilen 3 bis 9", "Zeilen 7 bis 9")],
)
def test_numbers_in_words_are_written_anew(written: str, now: str) -> None:
    assert renumber(written, (7, 9)) == now


def test_a_comment_of_ten_thousand_lines_keeps_its_places() -> None:
    text = "\n".join([*("# words of no use" for _ in range(9_999)), "# see `src/a.py:12`", "x = 1"])
    (found,) = find_citations(text, "a.py")
    assert (found.line, found.column) == (10_000, 8)
