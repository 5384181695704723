"""Markdown beyond the example files: titles, odd bytes, hostile input, the way out when markdown-it fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.parsers import markdown
from citeline.indexing.parsers.front_matter import read_front_matter
from citeline.indexing.parsers.markdown import parse_markdown
from citeline.model import SourceFile

from .examples import Example, read_examples, show, source_of


def _titles(text: str) -> list[str]:
    return [node.name for node in parse_markdown(source_of(text)).nodes if node.kind == "heading"]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Front\n---\n# Heading\n", "Front"),
        ("## Second\n# First\n", "First"),
        ("## Second only\n", "example.md"),
        ("no heading\n", "example.md"),
        ("", "example.md"),
    ],
)
def test_title_is_front_matter_then_first_h1_then_file_name(text: str, title: str) -> None:
    assert parse_markdown(source_of(text)).title == title


@pytest.mark.parametrize("tag", ["<%= current_page.data.title %>", "{{ page.title }}"])
def test_a_heading_that_a_template_fills_in_is_the_title_of_the_front_matter(tag: str) -> None:
    assert _titles(f"---\ntitle: How to manage alerts\n---\n# {tag}\n") == ["How to manage alerts"]
    assert _titles(f"# {tag}\n") == [tag]


def test_byte_order_mark_does_not_hide_the_first_heading() -> None:
    assert _titles("\ufeff# First\n") == ["First"]
    assert parse_markdown(source_of("\ufeff---\ntitle: x\n---\n")).title == "x"


def test_windows_files_with_a_byte_order_mark_keep_their_lines(tmp_path: Path) -> None:
    text = "---\ntitle: x\n---\n# A\n\n```sh\n# no\n```\n\n| a |\n|---|\n| 1 |\n\nB\n---\n[c](d.md)\n"
    data = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    (tmp_path / "a.md").write_bytes(data)
    source = read_source(tmp_path, WalkedFile("a.md", len(data), 0), max_file_bytes=10_000)
    assert isinstance(source, SourceFile)
    assert source.newline == "\r\n"
    assert show(parse_markdown(source), with_title=True) == show(
        parse_markdown(source_of(text, "a.md")), with_title=True
    )


def test_a_label_over_two_lines_is_a_definition_too() -> None:
    document = parse_markdown(source_of("- > [Long\n  > label]: a.md\n"))
    assert [(reference.target, reference.line) for reference in document.references] == [("a.md", 1)]


def test_aliases_that_multiply_are_not_expanded() -> None:
    levels = "".join(f"b{i}: &b{i} [{','.join([f'*b{i - 1}'] * 9)}]\n" for i in range(1, 9))
    document = parse_markdown(source_of(f"---\nb0: &b0 [x, x]\n{levels}---\n# T\n"))
    assert "more than" in document.note
    assert [node.kind for node in document.nodes] == ["file", "frontmatter", "heading"]


def test_headings_survive_a_parser_that_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def parse(self, text: str, environment: object) -> object:
            raise RecursionError("too deep")

    monkeypatch.setattr(markdown, "markdown_parser", lambda with_front_matter: Broken())
    document = parse_markdown(source_of("# A #\n```\n# no\n```\n## B\n~~~\n# open\n"))
    assert [(n.name, n.start_line, n.end_line) for n in document.nodes[1:]] == [("A", 1, 7), ("B", 5, 7)]
    assert "RecursionError" in document.note


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(">" * 20_000 + " x", id="quotes"),
        pytest.param("[" * 50_000, id="brackets"),
        pytest.param("*a" * 50_000, id="stars"),
        pytest.param("[a](" * 10_000, id="links"),
        pytest.param("<a " * 20_000, id="tags"),
        pytest.param("# a\n" * 5_000, id="headings"),
        pytest.param("<a href=x>\n\nt\n\n" * 5_000, id="open links"),
        pytest.param("<table>\n\n" + "<td>t\n\n" * 5_000, id="open table"),
        pytest.param("# Terms\n" + "- **" + "a" * 50_000 + "\n" + "- **a** (" * 5_000, id="terms"),
        pytest.param("a\n: b\n\n" * 5_000, id="definitions"),
        pytest.param("# GET /" + "a(" * 20_000 + "\n" + "GET /a " * 10_000, id="endpoints"),
        pytest.param("\n".join(" " * (2 * i) + "- x" for i in range(500)), id="lists"),
        pytest.param("---\na: " + "[" * 5_000 + "\n---\n# T", id="front matter"),
    ],
)
@pytest.mark.timeout(120)
def test_hostile_input_takes_seconds_at_most(text: str) -> None:
    parse_markdown(source_of(text))


_PIECES = st.sampled_from(
    [
        *("# a", "## b", "### c", "a\n===", "- x", "> q", "```", "~~~", "    code", "---", "", "text", "\t- y"),
        *("| a | b |", "|--|--|", "[l](x)", "<h2>t</h2>", "<div>", "[^1]: f", "`x`", "k: v"),
        *("# Glossary", "- **T**: d", "T\n: d", "`GET /a`", "- GET /b", "| GET | /c |", "Table 1: x", "[d]: e"),
        *("<table>", "<tr><th>h</th></tr>", "<td>c", "</table>", "<a href=x>", "</a>", "<caption>c"),
    ]
)


@given(st.lists(_PIECES, max_size=25))
def test_trees_are_well_formed(pieces: list[str]) -> None:
    source = source_of("\n".join(pieces))
    document = parse_markdown(source)
    last = max(1, len(source.lines))
    anchors = [node.anchor for node in document.nodes if node.kind == "heading"]
    assert len(anchors) == len(set(anchors))
    for position, node in enumerate(document.nodes):
        assert 1 <= node.start_line <= node.end_line <= last
        if position:
            assert node.parent is not None
            assert node.parent < position
            parent = document.nodes[node.parent]
            assert parent.start_line <= node.start_line <= node.end_line <= parent.end_line
    for reference in document.references:
        assert 1 <= reference.line <= last


@pytest.mark.parametrize("nested", ["[" * 50_000, "{a: " * 50_000, "- " * 20_000 + "x"])
def test_front_matter_nested_too_deeply_is_invalid_and_ends_nothing(nested: str) -> None:
    found = read_front_matter(f"key:\n {nested}", 2)
    assert found.data == {}
    assert "not valid YAML" in found.note


_FILES = sorted((Path(__file__).parent / "markdown_examples").glob("*.md"))
_EXAMPLES = [
    pytest.param(example, id=f"{path.stem}: {example.name}") for path in _FILES for example in read_examples(path)
]


@pytest.mark.parametrize("example", _EXAMPLES)
def test_example(example: Example) -> None:
    document = parse_markdown(source_of(example.given), "markdown")
    assert show(document, with_title=example.expected.startswith("title:")) == example.expected
