"""Plain text: titles, and headings only where the writer has clearly made some."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.indexing.parsers.text import parse_text

from .examples import Example, read_examples, show, source_of

_EXAMPLES = read_examples(Path(__file__).parent / "text_examples" / "text.md")


@pytest.mark.parametrize("example", _EXAMPLES, ids=[example.name for example in _EXAMPLES])
def test_example(example: Example) -> None:
    assert show(parse_text(source_of(example.given, "example.txt"), "text"), with_title=True) == example.expected


def _headings(text: str, path: str = "notes.txt") -> list[tuple[int, str, int, int]]:
    document = parse_text(source_of(text, path), "text")
    return [(n.level, n.name, n.start_line, n.end_line) for n in document.nodes if n.kind == "heading"]


def test_title_is_the_first_line_that_says_something() -> None:
    assert parse_text(source_of("\n-----\nRelease notes\nmore\n", "a.txt"), "text").title == "Release notes"


def test_title_of_a_file_without_words_is_its_name() -> None:
    assert parse_text(source_of("---\n", "dir/a.txt"), "text").title == "a.txt"


def test_underlines_make_a_tree_in_the_order_of_their_first_use() -> None:
    text = "=====\nGuide\n=====\n\nintro\n\nInstall\n-------\n\npip\n\nSource\n~~~~~~\n\nUse\n---\n"
    document = parse_text(source_of(text, "guide.rst"), "rst")
    assert show(document, with_title=True) == (
        "title: Guide\n"
        "file 1-16 guide.rst\n"
        "  heading1 1-16 Guide #guide\n"
        "    heading2 7-14 Install #install\n"
        "      heading3 12-14 Source #source\n"
        "    heading2 15-16 Use #use"
    )


def test_wide_scripts_may_be_underlined_by_letters_or_columns() -> None:
    assert [h[1] for h in _headings("系统设计\n========\n\n概要\n===\n")] == ["系统设计", "概要"]


def test_rules_and_tables_are_no_headings() -> None:
    assert _headings("text that goes on\nand on\n======\n\nmore\n") == []
    assert _headings("=====  =====\na      b\n=====  =====\n1      2\n=====  =====\n") == []
    assert _headings("text\n\n----------\n\ntext\n") == []


def test_numbered_lines_that_stand_alone_are_headings() -> None:
    text = "1. Scope\n\ntext\n\n1.1 Terms\n\ntext\n\n2. Use\n\ntext\n"
    assert _headings(text) == [(1, "1. Scope", 1, 8), (2, "1.1 Terms", 5, 8), (1, "2. Use", 9, 11)]


def test_numbered_lists_are_no_headings() -> None:
    assert _headings("1. buy milk\n2. buy bread\n3. go home\n") == []
    assert _headings("text\n\n1. one sentence.\n\n2. another sentence.\n") == []


def test_back_quotes_name_identifiers_and_link_targets() -> None:
    text = (
        "Use\n===\n\nCall :meth:`~Flask.run` or ``open_index()``\nof `app.py`, see `the docs <https://x.example/a>`_.\n"
    )
    document = parse_text(source_of(text, "a.rst"), "rst")
    assert show(document, with_title=False).splitlines()[2:] == [
        "-> mentions line 4 run of Flask from Use",
        "-> mentions line 4 open_index from Use",
        '-> links_to line 5 https://x.example/a "the docs" from Use',
    ]
