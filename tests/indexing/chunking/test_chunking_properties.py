"""What holds for the chunks of every file, whatever is in it and however wrong its tree is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.indexing import chunking
from citeline.indexing.chunking import chunk, chunk_ids
from citeline.indexing.parsers.markdown import parse_markdown
from citeline.indexing.parsers.registry import parse
from citeline.indexing.parsers.text import parse_text
from citeline.model import Format, Node, NodeKind, ParsedDocument, SourceFile

from ..trees import document_of, source_of

_ROOT = Path(chunking.__file__).parent.parent
_FORMATS: tuple[Format, ...] = ("code", "prose", "data", "text")
_KINDS: tuple[NodeKind, ...] = ("class", "function", "field", "heading", "table", "codeblock", "module")
_LINES = st.sampled_from(
    [
        *(
            "",
            "   ",
            "\t",
            "\f",
            "\u3000",
            "x",
            "}",
            "# comment",
            "@decorator",
            "    deep = 1",
            "\tdeep()",
            "text ends:",
        ),
        *("class A", "def f", "    def g", "        field h", "# Title", "## Part", "- item", "| a | b |", "```"),
        *(
            "系统设计" * 40,
            "emoji 🚀👩‍👩‍👧",
            "\ufeffmark",
            "u2028\u2028in line",
            "long " * 300,
            "word " * 30,
            "x" * 3000,
        ),
    ]
)
_NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def _texts(draw: st.DrawFn) -> str:
    lines = draw(st.lists(_LINES, max_size=80))
    newline = draw(_NEWLINES)
    return newline.join(lines) + (newline if draw(st.booleans()) else "")


@st.composite
def _wrong_trees(draw: st.DrawFn, source: SourceFile) -> ParsedDocument:
    last = max(1, len(source.lines))
    nodes = [Node("file", "x", "", 1, last, None)]
    for position in range(draw(st.integers(0, 12))):
        start = draw(st.integers(1, last + 3))
        end = draw(st.integers(-1, last + 5))
        parent = draw(st.integers(0, position))
        nodes.append(Node(draw(st.sampled_from(_KINDS)), f"n{position}", f"n{position}", start, end, parent))
    return ParsedDocument(source.path, draw(st.sampled_from(_FORMATS)), "x", "x", tuple(nodes))


def _check(source: SourceFile, document: ParsedDocument) -> None:
    chunks = chunk(source, document)
    covered = [line for piece in chunks for line in range(piece.start_line, piece.end_line + 1)]
    assert covered == sorted(set(covered)), "in order, no line twice"
    assert {n for n, line in enumerate(source.lines, start=1) if line.strip()} <= set(covered), "no line lost"
    for piece in chunks:
        assert piece.text == source.slice(piece.start_line, piece.end_line)
        assert source.lines[piece.start_line - 1].strip()
        assert source.lines[piece.end_line - 1].strip()
        assert 0 <= piece.node < len(document.nodes)
        assert piece.kind == document.format
        assert piece.breadcrumb.startswith(source.path)
    assert len(set(chunk_ids(source.path, chunks))) == len(chunks)


@given(text=_texts(), format_=st.sampled_from(_FORMATS))
@settings(max_examples=150)
def test_every_line_once_with_a_good_tree(text: str, format_: Format) -> None:
    source = source_of(text)
    _check(source, document_of(source, format_))


@given(data=st.data(), text=_texts())
@settings(max_examples=150)
def test_every_line_once_with_a_wrong_tree(data: st.DataObject, text: str) -> None:
    source = source_of(text)
    _check(source, data.draw(_wrong_trees(source)))


@given(text=_texts())
@settings(max_examples=150)
def test_every_line_once_in_markdown_and_text(text: str) -> None:
    source = source_of(text, "x.md")
    _check(source, parse_markdown(source))
    _check(source, parse_text(source, "text"))


@pytest.mark.parametrize("path", sorted(_ROOT.rglob("*.py")) + sorted(_ROOT.rglob("*.sql")), ids=lambda path: path.name)
def test_every_line_once_in_our_own_code(path: Path) -> None:
    source = source_of(path.read_text(encoding="utf-8"), path.name)
    _check(source, parse(source))


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_spans_do_not_depend_on_line_ends(newline: str) -> None:
    lines = ["\ufeff# 标题", "", "\t缩进 🚀", "", "## Part", "text " * 200, "", "more " * 200]
    source = source_of(newline.join(lines), "x.md")
    spans = [(piece.start_line, piece.end_line) for piece in chunk(source, parse_markdown(source))]
    assert spans == [(1, 6), (8, 8)]


@given(text=_texts(), extra=st.sampled_from(["", "# note", "x = 1"]))
@settings(max_examples=150)
def test_equal_chunks_keep_their_ids_when_lines_are_put_in_front(text: str, extra: str) -> None:
    source = source_of(text)
    chunks = chunk(source, document_of(source))
    moved = source_of(f"{extra}\n\n{text}")
    again = chunk(moved, document_of(moved))
    before = dict(zip(chunk_ids("p", chunks), chunks, strict=True))
    after = dict(zip(chunk_ids("p", again), again, strict=True))
    for key in before.keys() & after.keys():
        assert before[key].text == after[key].text


def test_ids_are_63_bit_and_depend_on_path_text_and_occurrence() -> None:
    source = source_of("\n\n".join(["word " * 400] * 3), "a.txt")
    chunks = chunk(source, document_of(source, "text"))
    assert len(chunks) == 3
    ids = chunk_ids("a.txt", chunks)
    assert len({*ids, *chunk_ids("b.txt", chunks)}) == 6
    assert all(0 <= one < 2**63 for one in ids)
    assert chunk_ids("a.txt", chunks[1:]) == ids[:2], "occurrence counts, position does not"


def test_an_enormous_line_is_a_chunk_of_its_own() -> None:
    source = source_of("a = 1\n" + "x" * 200_000 + "\nb = 2\n" + "c()\n" * 60)
    spans = [(piece.start_line, piece.end_line) for piece in chunk(source, document_of(source))]
    assert (2, 2) in spans


def test_nesting_without_end_does_not_exhaust_the_stack() -> None:
    depth = 3_000
    source = source_of("def f\n" * depth)
    nodes = [Node("file", "x", "", 1, depth, None)]
    nodes += [Node("function", "f", "f", line, depth, parent=line - 1) for line in range(1, depth + 1)]
    _check(source, ParsedDocument(source.path, "code", "x", "x", tuple(nodes)))


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n", "\f\n\u3000\n"])
def test_blank_files_have_no_chunks(text: str) -> None:
    source = source_of(text)
    assert chunk(source, document_of(source)) == []
