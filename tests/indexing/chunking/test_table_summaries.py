"""Wide tables are embedded in words, and found by what they are about; nothing else is embedded in another way."""

from __future__ import annotations

import re

import pytest

from citeline.indexing.chunking import chunk
from citeline.indexing.chunking.table_summaries import TableSummaries
from citeline.indexing.embedding.dense import embedded_text
from citeline.indexing.parsers.registry import parse
from citeline.model import Chunk, Node, ParsedDocument, SourceFile


def chunks_of(path: str, text: str) -> list[Chunk]:
    source = SourceFile(path, tuple(text.split("\n")), "0" * 64, len(text), 0, encoding="utf-8")
    return chunk(source, parse(source))


def wide(rows: int = 40) -> str:
    lines = ["# Sites", "", "Table 1: Offices", ""]
    lines += ["| Site | Head count | Rent | Lease end | **Lift** |", "|---|---|---|---|---|"]
    towns = ("Oslo", "Kiel", "Porto", "Lyon")
    lines += [
        f"| {towns[row % 4]} | {row * 7} | {row * 911} | 2031-{1 + row % 9:02}-01 | `yes` |" for row in range(rows)
    ]
    return "\n".join([*lines, "", "Words behind it.", ""])


def test_a_wide_table_is_told_by_its_caption_headers_values_and_ranges() -> None:
    first, *_, last = chunks_of("a.md", wide())
    assert first.told.startswith("# Sites\n")
    assert (
        "Offices: Site such as Oslo, Kiel, Porto; Head count; Rent; Lease end 2031-01-01 to 2031-09-01;" in first.told
    )
    assert "Lift such as yes." in first.told
    assert "Head count; Rent" in last.told, "headers are heard in every chunk of the table"
    assert "911" not in first.told


def test_words_around_a_table_are_embedded_as_they_are() -> None:
    (short,) = chunks_of("a.md", wide(rows=3))
    assert "Words behind it." in short.told
    assert "Table 1: Offices" in short.told


def test_the_text_is_the_files_own() -> None:
    text = wide()
    chunks, lines = chunks_of("a.md", text), text.split("\n")
    assert len(chunks) > 1
    assert all(one.text == "\n".join(lines[one.start_line - 1 : one.end_line]) for one in chunks)


@pytest.mark.parametrize(
    "text",
    [
        "# Words\n\nNo table at all.\n",
        "# Small\n\n| Key | Value |\n|---|---|\n| a | 1 |\n| b | 2 |\n",
        "# No headers\n\n" + "| | | | | |\n|---|---|---|---|---|\n" + "| a | b | c | d | e |\n" * 20,
    ],
)
def test_all_else_is_embedded_as_it_is_written(text: str) -> None:
    for one in chunks_of("a.md", text):
        assert not one.told
        assert embedded_text("a.md", one).endswith(one.text)


@pytest.mark.parametrize(("path", "words"), [("a.csv", "Site; Head count"), ("a.html", "Site such as Oslo")])
def test_tables_of_other_formats_are_told_too(path: str, words: str) -> None:
    headers, rows = ("Site", "Head count", "Rent", "Lifts", "Doors"), [("Oslo", *"1234"), ("Kiel", *"5678")] * 8
    if path.endswith("csv"):
        text = "\n".join(",".join(row) for row in (headers, *rows))
    else:
        cells = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
        heads = "".join(f"<th>{header}</th>" for header in headers)
        text = f"<h1>Sites</h1>\n<table>\n<tr>{heads}</tr>\n{cells}\n</table>\n"
    told = "\n".join(one.told for one in chunks_of(path, text))
    assert words in told
    assert "Kiel" in told
    assert "<td>" not in told


def test_headers_are_a_large_part_of_what_is_embedded() -> None:
    rows = "\n".join(f"| s-{row} | {row * 13} | {row * 7} | {row * 3} | {row} |" for row in range(60))
    headers = ("Site", "Headcount", "Vacancies", "Attrition", "Desks")
    chunks = chunks_of("a.md", f"| {' | '.join(headers)} |\n|---|---|---|---|---|\n{rows}\n")
    assert len(chunks) > 1
    for one in chunks:
        words = re.findall(r"\w+", embedded_text("a.md", one))
        assert 5 * sum(word in headers for word in words) > len(words)


def test_a_small_table_in_a_cell_of_another_is_embedded_with_what_the_cell_is_called() -> None:
    page = (
        "<table>\n<tr><th>Port<th>Rates</tr>\n<tr><td>Oslo<td>\n"
        "<table><tr><th>Ship<th>Fee</tr>\n<tr><td>ferry<td>120</tr></table>\n</tr></table>\n"
    )
    (chunk,) = chunks_of("a.html", page)
    assert "Oslo, Rates: Ship such as ferry; Fee." in chunk.told
    assert "<td>ferry" in chunk.text


@pytest.mark.timeout(60)
def test_a_table_of_many_rows_is_told_in_time_that_grows_with_it() -> None:
    rows = [[f"port {row}", str(row), "x", "y", "z"] for row in range(60_000)]
    data: dict[str, list[str] | list[int] | list[list[str]]] = {
        "headers": list("abcde"),
        "rows": rows,
        "row_lines": list(range(3, 60_003)),
    }
    node = Node("table", "t", "t", 1, 60_002, parent=0, data=data)
    lines = ["| a | b | c | d | e |", "|---|---|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows)]
    document = ParsedDocument("a.md", "prose", "markdown", "t", (node,))
    summaries = TableSummaries(lines, document)
    told = [summaries.told(start, start + 19) for start in range(1, 60_000, 20)]
    assert "a such as port 19, port 20, port 21" in told[1] or "a such as port 18, port 19, port 20" in told[1]


@pytest.mark.timeout(120)
def test_a_cell_as_long_as_its_file_costs_no_time() -> None:
    text = "[" * 400_000 + ",b,c,d,e\n1,2,3,4,5\n" + "](" * 200_000 + ",2,3,4,5\n"
    source = SourceFile("a.csv", tuple(text.split("\n")), "0" * 64, len(text), 0, encoding="utf-8")
    assert len(TableSummaries(source.lines, parse(source)).told(1, 3)) < 5_000


def test_a_page_is_embedded_as_it_reads() -> None:
    (chunk,) = chunks_of("a.html", '<div class="wrapper">\n<h2>Rules</h2>\n<p>Pay <b>first</b>.</p>\n</div>\n')
    assert chunk.told == "## Rules\nPay first."
    assert chunk.text.startswith('<div class="wrapper">')
