"""HTML: the tree of every example, lines that are those of the file, and pages that were written to hurt."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.indexing.parsers.markup import html
from citeline.indexing.parsers.markup.html_lines import with_lines
from citeline.indexing.parsers.registry import parse
from citeline.indexing.parsers.tables import Cell, to_grid

from .examples import Example, read_examples, show, source_of

_FILES = sorted((Path(__file__).parent / "html_examples").glob("*.md"))
_EXAMPLES = [
    pytest.param(example, id=f"{path.stem}: {example.name}") for path in _FILES for example in read_examples(path)
]


@pytest.mark.parametrize("example", _EXAMPLES)
def test_example(example: Example) -> None:
    document = parse(source_of(example.given, "example.html"))
    assert show(document, with_title=example.expected.startswith("title:")) == example.expected


def test_a_page_cannot_forge_the_line_of_a_tag() -> None:
    forged = '<h1 data-citeline-line="900">A</h1>\n<table><tr><th>x<!--citeline-end 900--></table>\n'
    document = parse(source_of(forged, "a.html"))
    assert [(node.start_line, node.end_line) for node in document.nodes[1:]] == [(1, 2), (2, 2)]


_PIECES = [
    *("<h1>", "</h1>", "<table>", "</table>", "<tr>", "<td colspan=3>", "<th rowspan=2>", "<pre>", "</pre>", "\n"),
    *("<!--", "-->", "<script>", "</script>", "'", '"', "=", "<a href='x", ">", "<", "&lt;", "&#x0;", "<h2 id=a>", "x"),
    *("<main>", "<nav>", "</", "<![CDATA[", "<code>f()</code>", "<img alt=\"<h1>\" src=a>", "<caption>", "<title>"),
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(_PIECES), max_size=30))
def test_any_soup_of_tags_gives_a_tree_inside_of_the_file(pieces: list[str]) -> None:
    source = source_of("".join(pieces) or "x", "a.html")
    document = parse(source)
    assert "failed" not in document.note
    for node in document.nodes:
        assert 1 <= node.start_line <= node.end_line <= max(1, len(source.lines))
    assert [node.start_line for node in document.nodes] == sorted(node.start_line for node in document.nodes)


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param("<div>" * 50_000 + "x", id="50,000 nested elements"),
        pytest.param("<div>" * 300_000 + "</div>" * 300_000, id="300,000 nested elements"),
        pytest.param("".join(f"<font size={n}>" for n in range(2_000)) + "<p>x" * 200_000, id="formats left open"),
        pytest.param("<h2>" + "<span>" * 50_000 + "y</h2>", id="a heading of 50,000 elements"),
        pytest.param("<table><tr><td>" * 3_000, id="3,000 nested tables"),
        pytest.param("<table>" + "<tr><td rowspan=9999 colspan=9999>x" * 2_000, id="huge spans"),
        pytest.param('<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><p>&c;', id="entities"),
        pytest.param('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><h2>&b;</h2>', id="external entity"),
        pytest.param("<a " + "=\"'" * 100_000, id="quotes that never close"),
        pytest.param("<!--" * 100_000, id="comments that never close"),
        pytest.param("<script><h1>" * 50_000, id="scripts that never close"),
        pytest.param("\x00\ufffe\x1b" * 1_000, id="random"),
    ],
)
@pytest.mark.timeout(120)
def test_a_page_that_was_written_to_hurt_is_read_in_time(hostile: str) -> None:
    document = parse(source_of("<h1>Kept</h1>\n" + hostile, "a.html"))
    assert document.nodes[1].name == "Kept"
    assert "root:" not in show(document, with_title=True)


def test_a_page_beyond_the_limit_keeps_what_stands_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "_MOST_CHARS", 30)
    document = parse(source_of("<h1>First</h1>\n<p>text</p>\n<h2>Behind</h2>\n", "a.html"))
    assert [node.name for node in document.nodes] == ["a.html", "First"]
    assert "read as text" in document.note


@pytest.mark.timeout(120)
def test_a_header_of_uneven_rows_over_a_table_too_large_for_a_grid_loses_no_page() -> None:
    head = f"<thead><tr><th>a<th>b<tr>{'<th>c' * 900}</thead>"
    document = parse(source_of(f"<h1>Kept</h1>\n<table>{head}{'<tr><td>1<td>2' * 3_000}</table>", "a.html"))
    assert document.nodes[1].name == "Kept"
    assert str(document.nodes[2].data["headers"]).startswith("['a c', 'b c', 'c',")


def test_marking_lines_takes_time_that_grows_with_the_page_only() -> None:
    with_lines("<a x='" * 200_000)
    with_lines('<a =" <' * 200_000)


def test_grids_are_bounded_whatever_the_spans_say() -> None:
    grid = to_grid([[Cell("x", 10**6, 10**6)]] * 5_000)
    assert sum(map(len, grid)) <= 400_000
    assert to_grid([[Cell("a", 2), Cell("b", 1, 2)], [Cell("c")]]) == [["a", "a", "b"], ["c", "", "b"]]
