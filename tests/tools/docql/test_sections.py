"""Sections of a document are disjoint and leave no line out; `grep` finds what a search in each of them finds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.evaluation.items import Item
from citeline.tools.docql.query import query

from .corpora import ask, corpus_of

_MARKDOWN = (
    *("", "", " \t", "text", "# One", "## Two", "### 三", "# One", "#", "Title", "---", "===", "```", "~~~~"),
    *("    code", "- item", "> # quoted", "| a |", "|---|", "[x]: y", "<h2>html</h2>", "\\# no", "#\ttab #"),
)
_PYTHON = (
    *("", "# comment", "import os", "class A:", "def f():", "    def m(self):", "        return 1", "    pass"),
    *("    class B:", "@cached", "    @cached", "    x = 1", "async def g():", '"""text', "def broken(:"),
)
_RUST = ("", "struct S;", "impl S {", "}", "fn f() {", "    fn m(&self) {}", "mod m {", "// comment", "enum E { A }")
_LINES = {"a.md": _MARKDOWN, "a.py": _PYTHON, "a.rs": _RUST}


def _chunks(folder: Path, files: Mapping[str, str]) -> list[Item]:
    return list(ask(folder, files, "$.content.chunks()", limit=1_000).items)


@pytest.mark.parametrize("name", _LINES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_sections_are_disjoint_and_leave_no_line_out(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    lines = data.draw(st.lists(st.sampled_from(_LINES[name]), min_size=1, max_size=25))
    assume(any(line.strip() for line in lines))
    found = _chunks(tmp_path_factory.mktemp("sections"), {name: "\n".join(lines)})
    starts = [item.line for item in found]
    covered = [number for item in found for number in range(item.line, item.end_line + 1)]
    assert starts == sorted(starts)
    if len(set(starts)) == len(starts):  # definitions on one line share it
        assert len(covered) == len(set(covered))
    assert {number for number, line in enumerate(lines, start=1) if line.strip()} <= set(covered)
    for item in found:
        assert item.values["text"].split("\n")[0] == lines[item.line - 1].rstrip() or not lines[item.line - 1].strip()


@pytest.mark.parametrize(
    "text", ["no heading", "# Only\n", "\n\ntext\n\n# A", "\n\n\n# A\n\ntext", "---\na: 1\n---\n# A"]
)
def test_each_document_is_covered(text: str, tmp_path: Path) -> None:
    found = _chunks(tmp_path, {"a.md": text})
    covered = {number for item in found for number in range(item.line, item.end_line + 1)}
    assert {number for number, line in enumerate(text.split("\n"), start=1) if line.strip()} <= covered


_GREPPED = {
    "a.md": "before\n\n# One two\n\nThe first  line\nThe second.\n\n\n\n## Two\n\n*one* and 中文\n\n\n# `Last`\nend",
    "b.py": '"""One."""\n\n\nclass One:\n    """Two\n\n    three."""\n\n    def last(self):\n        return "end"\n',
    "c.txt": "one\n\ntwo\n",
    "d.json": '{"one": "two"}\n',
}
_PIECES = st.sampled_from(
    (
        *("one", "two", "end", "last", "(?:the)", "#", "`", "l", '"', "中", "\\.", "{2}"),
        *("\\s", "\\s+", ".", ".*", "^", "$", "[^a-z]", "\\n", "\n", "\\x0a", "[\\x00-\\x20]", "\\b", "\\W", "\\pZ"),
        *("\\z", "\\A", "(?s:.)", "(?-m:^)"),
    )
)


@pytest.fixture(scope="module")
def grepped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    with corpus_of(tmp_path_factory.mktemp("grep"), _GREPPED) as corpus:
        yield corpus


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(expression=st.lists(_PIECES, min_size=1, max_size=4).map("".join), flags=st.sampled_from(["", "m", "s", "ms"]))
def test_grep_finds_what_a_search_in_each_section_finds(expression: str, flags: str, grepped: Corpus) -> None:
    import re2

    options = re2.Options()
    options.case_sensitive, options.dot_nl, options.log_errors = False, "s" in flags, False
    try:
        pattern = re2.compile(("(?m)" if "m" in flags else "") + expression, options)
    except re2.error:
        assume(False)
    every = query(grepped, "$.content.chunks()", limit=1_000).items
    expected = [
        item
        for item in every
        if pattern.search(item.values["text"])
        or (item.values["type"] != "file" and pattern.search(item.values["title"]))
    ]
    written = re.sub(r"/", r"\\/", expression)
    found = query(grepped, f"$.content.grep(/{written}/{flags})", limit=1_000)
    assert [(item.path, item.line) for item in found.items] == [(item.path, item.line) for item in expected]
