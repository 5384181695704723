"""What is cut says so, and what is left of it is read as what it is."""

from __future__ import annotations

import pytest

from citeline.indexing.extraction.errors import FullError
from citeline.indexing.extraction.line_writer import LineWriter
from citeline.indexing.parsers.registry import parse
from citeline.model import ParsedDocument, SourceFile
from citeline.pages import SheetArea, pages_of


def _tree(writer: LineWriter, path: str = "a.docx") -> ParsedDocument:
    return parse(SourceFile(path, tuple(writer.lines()), "", 0, 0))


@pytest.mark.parametrize("headers", [[], ["item", "note"]], ids=["bare", "with headers"])
def test_cells_of_a_cut_sheet_are_those_that_a_person_finds(headers: list[str]) -> None:
    writer = LineWriter(most_chars=1_000)
    writer.heading(1, "Costs")
    writer.place("sheet", 1)
    rows = [[f"row {number}", "x" * 50] for number in range(4 + len(headers) // 2, 1_000)]
    with pytest.raises(FullError) as full:
        writer.table(rows, headers=headers, caption="All", cells="B4:C999")
    writer.cut(str(full.value))
    document = _tree(writer, "a.xlsx")
    areas = [SheetArea(node.start_line, node.end_line, node.anchor) for node in document.nodes if node.kind == "table"]
    pages = pages_of("spreadsheet", document.nodes[0].data, areas)
    assert pages is not None
    line = writer.lines().index(f"| row 9 | {'x' * 50} |") + 1
    assert pages.told(line, line) == "sheet Costs, B9:C9"


def test_a_table_that_is_cut_before_its_first_row_leaves_no_forged_row() -> None:
    writer = LineWriter(most_chars=60)
    writer.paragraph("Costs")
    with pytest.raises(FullError) as full:
        writer.table([["x" * 50]], headers=["item"], cells="A1:A2")
    writer.cut(str(full.value))
    document = _tree(writer)
    assert [node.kind for node in document.nodes] == ["file"]
    assert document.note.startswith("read in part: the text behind")


def test_the_end_of_a_long_cell_is_not_left_out_without_a_word() -> None:
    writer = LineWriter()
    writer.table([["a", "b" * 4_000], ["c", "d" * 4_001]])
    lines = writer.lines()
    assert lines[1] == f"| a | {'b' * 4_000} |"
    assert lines[2] == f"| c | {'d' * 4_000}… |"
    assert _tree(writer).note == "read in part: only 4,000 characters of one cell were read"
    writer.table([["e" * 5_000]])
    writer.cut("too long")
    assert _tree(writer).note == "read in part: only 4,000 characters of 2 cells were read; too long"


def test_one_block_above_the_limit_is_cut_and_not_called_empty() -> None:
    for write in (LineWriter.paragraph, LineWriter.code, LineWriter.item):
        writer = LineWriter(most_chars=5_000)
        with pytest.raises(FullError) as full:
            write(writer, "some words\n" * 1_000)
        writer.cut(str(full.value))
        assert any("some words" in line for line in writer.lines())


def test_a_document_that_is_cut_inside_code_says_that_it_goes_on() -> None:
    writer = LineWriter(most_chars=1_000)
    with pytest.raises(FullError) as full:
        writer.code("x = 1\n" * 1_000)
    writer.cut(str(full.value))
    document = _tree(writer)
    assert [node.kind for node in document.nodes] == ["file", "codeblock"]
    assert document.note.startswith("read in part: ")


def test_a_row_of_dashes_makes_no_headers() -> None:
    writer = LineWriter()
    writer.table([["Lisbon", "14"], ["---", "---"], ["Porto", "9"]])
    table = _tree(writer).nodes[1].data
    assert table["headers"] == []
    assert table["rows"] == [["Lisbon", "14"], ["---", "---"], ["Porto", "9"]]
