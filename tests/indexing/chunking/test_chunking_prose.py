"""Where prose is cut: along headings, paragraphs and table rows."""

from __future__ import annotations

from citeline.indexing.chunking import chunk
from citeline.indexing.parsers.markdown import parse_markdown
from citeline.indexing.parsers.text import parse_text
from citeline.model import Chunk

from ..trees import source_of


def _paragraph(chars: int) -> str:
    return ("word " * (chars // 5)).strip()


def _chunks(*blocks: str) -> list[Chunk]:
    source = source_of("\n\n".join(blocks) + "\n", "docs/guide.md")
    return chunk(source, parse_markdown(source))


def _starts(chunks: list[Chunk]) -> list[str]:
    return [piece.text.split("\n")[0][:12] for piece in chunks]


def test_breadcrumb_names_the_titles_above_and_the_text_has_none_of_it() -> None:
    chunks = _chunks("# Guide", _paragraph(600), "## Install", _paragraph(600), "### Wheel", _paragraph(600))
    assert [piece.breadcrumb for piece in chunks] == [
        "docs/guide.md › Guide",
        "docs/guide.md › Guide › Install",
        "docs/guide.md › Guide › Install › Wheel",
    ]
    assert [piece.scope for piece in chunks] == ["", "Guide", "Guide › Install"]
    assert [piece.definitions for piece in chunks] == [("Guide",), ("Install",), ("Wheel",)]
    assert "›" not in "".join(piece.text for piece in chunks)


def test_paragraphs_of_a_long_section_fill_chunks_of_400_to_800_characters() -> None:
    chunks = _chunks("# Guide", *[_paragraph(200)] * 12)
    assert len(chunks) == 3
    assert all(400 <= len(piece.text) <= 900 for piece in chunks)


def test_a_heading_stays_with_its_first_paragraph() -> None:
    chunks = _chunks("# Guide", _paragraph(500), "## Part", _paragraph(1500), _paragraph(600))
    assert _starts(chunks) == ["# Guide", "## Part", "word word wo"]
    assert len(chunks[1].text) > 1500


def test_a_heading_without_text_joins_the_section_below_it() -> None:
    chunks = _chunks("# Guide", "## Part", _paragraph(600), _paragraph(600))
    assert chunks[0].text.startswith("# Guide\n\n## Part\n\nword")


def test_small_sections_are_merged_only_under_one_parent() -> None:
    small = [_paragraph(100)]
    chunks = _chunks(
        "# One", _paragraph(750), "## A", *small, "## B", *small, "# Two", _paragraph(780), "## C", *small, "# Three",
        *small,
    )  # fmt: skip
    assert [piece.definitions for piece in chunks] == [("One",), ("A", "B"), ("Two",), ("C",), ("Three",)]
    assert chunks[1].breadcrumb == "docs/guide.md › One"


def test_a_small_section_does_not_slip_into_the_large_one_below() -> None:
    chunks = _chunks("# Guide", _paragraph(700), "## A", _paragraph(50), "## B", _paragraph(600), _paragraph(600))
    assert [piece.definitions for piece in chunks] == [("Guide",), ("A",), ("B",), ()]


def test_a_chunk_that_says_enough_ends_before_the_next_section() -> None:
    chunks = _chunks("# Guide", "## A", _paragraph(450), "## B", _paragraph(200), "## C", _paragraph(500))
    assert [piece.definitions for piece in chunks] == [("Guide", "A"), ("B", "C")]


def test_fences_and_lists_that_fit_are_not_cut() -> None:
    fence = "```python\n" + "\n\n".join(["x = 1"] * 60) + "\n```"
    chunks = _chunks("# Guide", _paragraph(500), fence, _paragraph(500))
    assert fence in chunks[1].text
    items = "\n".join(f"- item {n} {_paragraph(40)}" for n in range(14))
    assert any(items in piece.text for piece in _chunks("# Guide", _paragraph(600), items, _paragraph(500)))


def test_what_introduces_an_example_stays_with_it() -> None:
    fence = "```sh\n" + "run\n" * 60 + "```"
    chunks = _chunks("# Guide", _paragraph(650), "For example:", fence, _paragraph(500))
    assert chunks[1].text.startswith("For example:")


def test_a_long_table_is_cut_between_rows_and_its_head_keeps_a_row() -> None:
    rows = "\n".join(f"| {n} | {_paragraph(60)} |" for n in range(40))
    chunks = _chunks("# Guide", _paragraph(600), f"| a | b |\n|---|---|\n{rows}")
    table = [piece for piece in chunks if "|" in piece.text]
    assert len(table) > 2
    assert table[0].text.startswith("| a | b |\n|---|---|\n| 0 |")
    assert all(line.startswith("| ") and line.endswith(" |") for piece in table[1:] for line in piece.text.split("\n"))


def test_plain_text_is_cut_at_blank_lines() -> None:
    source = source_of("\n\n".join([_paragraph(300)] * 6), "notes.txt")
    chunks = chunk(source, parse_text(source, "text"))
    assert [(piece.start_line, piece.end_line) for piece in chunks] == [(1, 3), (5, 7), (9, 11)]
    assert {piece.breadcrumb for piece in chunks} == {"notes.txt"}
