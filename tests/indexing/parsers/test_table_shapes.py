"""Tables of every shape, in every format that has tables: no row, ragged rows, empty headers, pipes in code, quotes,
a table in a cell. Each cell that was written is found where tables are read, none is made up, and nothing raises.
"""

from __future__ import annotations

import csv
import html
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO, StringIO
from typing import Any, Final, TypeAlias

import docx
import openpyxl
import pptx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.indexing.extraction.extract import Unreadable
from citeline.indexing.parsers.marks import PLACE_MARK
from citeline.indexing.parsers.records import table_rows
from citeline.indexing.parsers.registry import parse
from citeline.indexing.parsers.shown_lines import shown_lines
from citeline.model import Node, ParsedDocument, SourceFile

from ..extraction.reading import read
from .notebooks import cell, notebook

Grid: TypeAlias = Sequence[Sequence[str]]
"""The first row are the headers."""

_WORDS: Final = ("a", "b1", "Total", "x|y", "c|d|", "|", "`e|f`", "`g`", "1,5", "2;3", "-", "---", "'q'", '"r s"', '"')
_MORE: Final = ("日本", "Zürich", "#1", "7 %", "$1,204", "2026-01-31", "\\", "n/a", ":", "0", "=", "a\u00a0b")
_CELLS: Final = st.one_of(st.just(""), st.sampled_from([*_WORDS, *_MORE]))
_FILLED: Final = st.sampled_from([*_WORDS, *_MORE])
_TEXTS: Final = st.lists(st.lists(_CELLS, min_size=2, max_size=5), min_size=1, max_size=5).filter(
    lambda grid: any(map(str.strip, grid[0]))
)
"""Ragged, perhaps without a row, with empty headers among others."""
_FULL: Final = st.integers(2, 4).flatmap(
    lambda width: st.tuples(
        st.lists(st.sampled_from(("Port", "fee", "net price", "日本", "n°")), min_size=width, max_size=width),
        st.lists(st.lists(_FILLED, min_size=width, max_size=width), max_size=5),
    ).map(lambda parts: [parts[0], *parts[1]])
)
"""Each place filled, and no header that a file of records could be parted by in another way."""


def _markdown(grid: Grid) -> str:
    width = len(grid[0])
    rows = [[*row, *[""] * (width - len(row))][:width] for row in grid]
    written = ["| " + " | ".join(map(_pipes, row)) + " |" for row in rows]
    return "\n".join(["# T", "", written[0], "|" + "---|" * width, *written[1:], ""])


def _pipes(text: str) -> str:
    """As Markdown wants them, in code too. A backslash at the end of a cell would guard the pipe behind it."""
    return text.replace("\\", "&#92;").replace("|", "\\|")


def _html(grid: Grid) -> str:
    heads = "".join(f"<th>{html.escape(text)}</th>" for text in grid[0])
    rows = ("".join(f"<td>{html.escape(text)}" for text in row) for row in grid[1:])
    return f"<h1>T</h1>\n<table>\n<tr>{heads}</tr>\n" + "".join(f"<tr>{row}</tr>\n" for row in rows) + "</table>\n"


def _rst(grid: Grid) -> str:
    """A grid table: literal text, so that no mark means anything."""
    width = max(map(len, grid))
    rows = [[*(f"``{text}``" if text else "" for text in row), *[""] * (width - len(row))] for row in grid]
    sizes = [max(3, *(len(row[at].encode("utf-8")) for row in rows)) for at in range(width)]
    rule = "+" + "+".join("-" * (size + 2) for size in sizes) + "+"
    lines = ["T", "=", "", rule]
    for number, row in enumerate(rows):
        shown = (text + " " * (size - _columns(text)) for text, size in zip(row, sizes, strict=True))
        lines.append("| " + " | ".join(shown) + " |")
        lines.append(rule.replace("-", "=") if not number and len(rows) > 1 else rule)
    return "\n".join([*lines, ""])


def _columns(text: str) -> int:
    return sum(2 if "\u2e80" < char < "\ua000" else 1 for char in text)


def _asciidoc(grid: Grid) -> str:
    width = max(map(len, grid))
    rows = [[*row, *[""] * (width - len(row))] for row in grid]
    cells = ("\n".join("|" + text.replace("|", "\\|") for text in row) for row in rows)
    return f'= T\n\n[cols="{width}*",options="header"]\n|===\n' + "\n\n".join(cells) + "\n|===\n"


def _records(delimiter: str) -> Callable[[Grid], str]:
    def write(grid: Grid) -> str:
        stream = StringIO()
        csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows(grid)
        return stream.getvalue()

    return write


def _in_notebook(grid: Grid) -> str:
    return notebook(cell("markdown", _markdown(grid)))


_TEXT_FORMATS: Final[Mapping[str, Callable[[Grid], str]]] = {
    "a.md": _markdown,
    "a.html": _html,
    "a.rst": _rst,
    "a.adoc": _asciidoc,
    "a.ipynb": _in_notebook,
}
_RECORD_FORMATS: Final[Mapping[str, Callable[[Grid], str]]] = {
    "a.csv": _records(","),
    "a.tsv": _records("\t"),
    "b.csv": _records(";"),
    "c.csv": _records("|"),
}


def _docx(grid: Grid) -> bytes:
    document: Any = docx.Document()
    _fill(document.add_table(rows=len(grid), cols=max(map(len, grid))), grid)
    return _saved(document)


def _pptx(grid: Grid) -> bytes:
    deck: Any = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    _fill(slide.shapes.add_table(len(grid), max(map(len, grid)), 0, 0, 9_000_000, 3_000_000).table, grid)
    return _saved(deck)


def _fill(table: Any, grid: Grid) -> None:
    for at, row in enumerate(grid):
        for place, text in enumerate(row):
            table.cell(at, place).text = text


def _xlsx(grid: Grid) -> bytes:
    book: Any = openpyxl.Workbook()
    for at, row in enumerate(grid, start=1):
        for place, text in enumerate(row, start=1):
            written = book.worksheets[0].cell(at, place)
            written.value, written.data_type = text or None, "s" if text else "n"
    return _saved(book)


def _eml(grid: Grid) -> bytes:
    return ("From: a@example.org\nSubject: x\nContent-Type: text/html; charset=utf-8\n\n" + _html(grid)).encode()


def _saved(document: Any) -> bytes:
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


_BYTE_FORMATS: Final[Mapping[str, Callable[[Grid], bytes]]] = {
    "a.docx": _docx,
    "a.pptx": _pptx,
    "a.xlsx": _xlsx,
    "a.eml": _eml,
}


def _parsed_text(path: str, text: str) -> tuple[SourceFile, ParsedDocument]:
    lines = tuple(shown_lines(path, text.removesuffix("\n").split("\n")))
    source = SourceFile(path, lines, "0" * 64, len(text), 0)
    return source, parse(source)


def _tables(document: ParsedDocument) -> list[Node]:
    return [node for node in document.nodes if node.kind == "table"]


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _kept(document: ParsedDocument) -> Counter[str]:
    """The texts of all cells, with those of headers."""
    assert "failed" not in document.note, document.note
    tables = [node.data for node in _tables(document)]
    rows = [row for table in tables for row in (_list(table.get("headers")), *_list(table.get("rows")))]
    cells = [cell for row in rows for cell in row]
    captions = [str(table.get("caption", "")) for table in tables]
    return Counter(filter(None, map(_plain, [*cells, *captions])))


def _beside(lines: Sequence[str], document: ParsedDocument) -> Counter[str]:
    """What stands on lines of its own: a table of one cell is a paragraph, and lines of a sheet may be its title."""
    nodes = [node for node in document.nodes if node.kind in {"table", "frontmatter", "heading"}]
    taken = {at for node in nodes for at in range(node.start_line, 1 + (_last_line(node)))}
    rest = [line for at, line in enumerate(lines, start=1) if at not in taken and not PLACE_MARK.match(line)]
    return Counter(filter(None, (_plain(line.removeprefix("\\") if line != "\\" else line) for line in rest)))


def _last_line(node: Node) -> int:
    return node.start_line if node.kind == "heading" else node.end_line


def _written(grid: Grid) -> Counter[str]:
    return Counter(filter(None, (_plain(text) for row in grid for text in row)))


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "").split())


@pytest.mark.parametrize("path", _TEXT_FORMATS)
@settings(max_examples=40, deadline=None)
@given(grid=_TEXTS)
def test_each_cell_of_a_written_table_is_kept_and_no_other(path: str, grid: Grid) -> None:
    if path in {"a.md", "a.ipynb"}:  # there, what is more than the headers is no cell
        grid = [row[: len(grid[0])] for row in grid]
    text = _TEXT_FORMATS[path](grid)
    _, document = _parsed_text(path, text)
    assert _kept(document) == _written(grid), text


@pytest.mark.parametrize("path", _RECORD_FORMATS)
@settings(max_examples=40, deadline=None)
@given(grid=_FULL)
def test_each_cell_of_records_is_kept_and_no_other(path: str, grid: Grid) -> None:
    text = _RECORD_FORMATS[path](grid)
    source, document = _parsed_text(path, text)
    (table,) = _tables(document)
    lines = source.lines[table.start_line - 1 : table.end_line]
    below = [cell for row in table_rows(lines, table.data, document.language) for cell in row.cells]
    told = [*_list(table.data["headers"]), *below, str(table.data.get("caption", ""))]
    # A file of which most lines have cells in single quotes is one that is quoted so.
    kept, written = (
        Counter(cell.strip("'") for cell in cells) for cells in (map(_plain, told), _written(grid).elements())
    )
    kept.pop("", None)
    assert kept == written, text


def _nested_html(outer: Grid, inner: Grid) -> bytes:
    placed = [f"<td>{html.escape(text)}" for text in outer[-1]]
    table = _html(inner).partition("\n")[2]
    rows = _html(outer[:-1]).removesuffix("</table>\n")
    return f"{rows}<tr>{''.join(placed)}<td>{table}</tr>\n</table>\n".encode()


def _nested_docx(outer: Grid, inner: Grid) -> bytes:
    document: Any = docx.Document()
    width = max(map(len, outer))
    table = document.add_table(rows=len(outer), cols=width + 1)
    _fill(table, outer)
    _fill(table.cell(len(outer) - 1, width).add_table(rows=len(inner), cols=max(map(len, inner))), inner)
    return _saved(document)


@settings(max_examples=12, deadline=None)
@given(outer=_FULL.filter(lambda grid: len(grid) > 1), inner=_FULL.filter(lambda grid: len(grid) > 1))
def test_a_table_in_a_cell_is_kept_and_so_is_the_one_around_it(outer: Grid, inner: Grid) -> None:
    _, page = _parsed_text("a.html", _nested_html(outer, inner).decode())
    lines = read("a.docx", _nested_docx(outer, inner))
    assert not isinstance(lines, Unreadable), lines
    for document in (page, parse(SourceFile("a.docx", tuple(lines), "0" * 64, 1, 0, encoding=""))):
        assert len(_tables(document)) == 2
        assert not (_written(outer) + _written(inner)) - _kept(document)


@pytest.mark.parametrize("path", _BYTE_FORMATS)
@settings(max_examples=12, deadline=None)
@given(grid=_TEXTS)
def test_each_cell_of_a_document_is_kept_and_no_other(path: str, grid: Grid) -> None:
    lines = read(path, _BYTE_FORMATS[path](grid))
    assert not isinstance(lines, Unreadable), lines
    document = parse(SourceFile(path, tuple(lines), "0" * 64, 1, 0, encoding=""))
    assert _kept(document) + _beside(lines, document) == _written(grid), "\n".join(lines)
