"""AsciiDoc: the tree of every example, and files that were written to hurt."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.indexing.parsers.registry import parse

from .examples import Example, read_examples, show, source_of

_FILES = sorted((Path(__file__).parent / "asciidoc_examples").glob("*.md"))
_EXAMPLES = [
    pytest.param(example, id=f"{path.stem}: {example.name}") for path in _FILES for example in read_examples(path)
]


@pytest.mark.parametrize("example", _EXAMPLES)
def test_example(example: Example) -> None:
    document = parse(source_of(example.given, "example.adoc"))
    assert show(document, with_title=example.expected.startswith("title:")) == example.expected


_PIECES = [
    *("= T\n", "== S\n", "|===\n", "|a |b\n", "2.3+|c\n", "----\n", "....\n", "--\n", "[source,py]\n", "[cols=3*]\n"),
    *("[[a]]\n", ".title\n", ":a: {b}\n", ":b: {a}\n", "{a}", "<<x>>", "link:x[y]", "`f()`", "\n", "text"),
    *("////\n", "```\n"),
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=30))
def test_any_soup_of_blocks_gives_a_tree_inside_of_the_file(pieces: list[str]) -> None:
    source = source_of("".join(pieces) or "x", "a.adoc")
    document = parse(source)
    assert "failed" not in document.note
    for node in document.nodes:
        assert 1 <= node.start_line <= node.end_line <= max(1, len(source.lines))


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("".join(f":a{n}: {{a{n + 1}}}{{a{n + 1}}}\n" for n in range(500)) + "== {a0}\n", id="attributes"),
        pytest.param("[" * 100_000, id="brackets"),
        pytest.param("<<" * 50_000, id="references"),
        pytest.param("`" * 100_000, id="back quotes"),
        pytest.param("*_" * 50_000 + "a", id="markup"),
        pytest.param("link:" * 20_000 + "[", id="links"),
        pytest.param("|===\n" + "999.999+|x\n" * 3_000, id="huge spans"),
        pytest.param("|===\n" + "9999*|x\n" * 3_000, id="repetitions"),
        pytest.param('[cols="' + "999*," * 10_000 + '"]\n|===\n|x\n|===\n', id="columns"),
        pytest.param("----\n" * 5_001, id="blocks left open"),
        pytest.param("====\n" * 50_000, id="nested blocks"),
        pytest.param("a" * 1_000 + "://" + "b" * 100_000, id="an address"),
    ],
)
@pytest.mark.timeout(120)
def test_a_file_that_was_written_to_hurt_is_read_in_time(hostile: str) -> None:
    document = parse(source_of("== Kept\n\n" + hostile, "a.adoc"))
    assert document.nodes[1].name == "Kept"


@pytest.mark.timeout(120)
def test_time_grows_with_the_file_only() -> None:
    text = "== Section\n\nSome text with `code` and a <<link>> in it, of the length of a line.\n\n" * 12_000
    parse(source_of(text, "a.adoc"))
