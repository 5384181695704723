"""Records of any delimiter and quote give the same cells; the header is found, or that there is none."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.parsers.records import Records, find_records, table_rows

_ROWS = [["Artikel", "Preis", "Anteil"], ["Anker, klein", "1.234,50 €", "12,5 %"], ["Boje", "80,00 €", "7 %"]]


def _written(rows: list[list[str]], delimiter: str, quote: str = '"') -> list[str]:
    stream = StringIO()
    csv.writer(stream, delimiter=delimiter, quotechar=quote, lineterminator="\n").writerows(rows)
    return stream.getvalue().splitlines()


def _read(lines: list[str], language: str = "csv") -> tuple[Records, list[list[str]]]:
    found = find_records(lines, language)
    return found, [row.cells for row in table_rows(lines[found.first :], found.node_data(language), language)]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("language", ["csv", "tsv"])
def test_cells_are_the_same_whatever_parts_them(delimiter: str, language: str) -> None:
    found, rows = _read(_written(_ROWS, delimiter), language)
    assert (found.delimiter, list(found.headers), rows) == (delimiter, _ROWS[0], _ROWS[1:])


_WAYS: list[tuple[str, list[str], list[str], list[list[str]]]] = [
    ("decimal commas only", ["a;b", "1,5;2,5", "3,5;4,5"], ["a", "b"], [["1,5", "2,5"], ["3,5", "4,5"]]),
    ("a line for Excel", ["sep=|", "a|b", "1|2"], ["a", "b"], [["1", "2"]]),
    ("single quotes", ["a,b", "'x, y',2", "'z',3"], ["a", "b"], [["x, y", "2"], ["z", "3"]]),
    ("no header", ["1;Oslo;12,5", "2;Kiel;7,0"], [], [["1", "Oslo", "12,5"], ["2", "Kiel", "7,0"]]),
    (
        "no header, and an empty cell in the first row",
        ["18.09.2017;Hofer;;33,87", "19.09.2017;Spar;;23,55", "20.09.2017;Lidl;5,00;"],
        [],
        [["18.09.2017", "Hofer", "", "33,87"], ["19.09.2017", "Spar", "", "23,55"], ["20.09.2017", "Lidl", "5,00", ""]],
    ),
    ("counted columns", [",0,1", "0,.5,.2", "1,.1,.5"], ["", "0", "1"], [["0", ".5", ".2"], ["1", ".1", ".5"]]),
    (
        "titles of two cells above",
        [
            "Account:,666",
            'Balance,"6,666.66"',
            "",
            "History",
            "Day,Value day,What,Out,In",
            "1/4/2018,1/4/2018,Debit,6.66,",
        ],
        ["Day", "Value day", "What", "Out", "In"],
        [["1/4/2018", "1/4/2018", "Debit", "6.66", ""]],
    ),
    (
        "more titles of two cells than rows",
        ["Account:;666", "From:;1.1.2018", "Balance:;5.000,01 EUR", "Day;Out;In;To;By", "1.1.2018;-5,5;;Al;Ed"],
        ["Day", "Out", "In", "To", "By"],
        [["1.1.2018", "-5,5", "", "Al", "Ed"]],
    ),
    ("years as headers", ["port,2019,2020", "Oslo,5,6"], ["port", "2019", "2020"], [["Oslo", "5", "6"]]),
    ("titles above", ["Berths,,", ",,", "Port,Quay,m", "Oslo,1,80"], ["Port", "Quay", "m"], [["Oslo", "1", "80"]]),
    (
        "titles without marks above",
        ["Sales", "Of 2025", "", "a;b", "x;1,5", "y;2,5"],
        ["a", "b"],
        [["x", "1,5"], ["y", "2,5"]],
    ),
    ("one semicolon in a row", ["Port,Port", "a,2;3"], ["Port", "Port"], [["a", "2;3"]]),
    ("comments above", ["# Berths", "#", "Port\tQuay", "Oslo\t1"], ["Port", "Quay"], [["Oslo", "1"]]),
    ("one column", ["Industry", "Shipping", "Fishing"], ["Industry"], [["Shipping"], ["Fishing"]]),
    ("one column of prose", ["Note", "Dear all; thanks", "Bye"], ["Note"], [["Dear all; thanks"], ["Bye"]]),
    ("a header alone", ["a;b;c"], ["a", "b", "c"], []),
    ("ragged rows", ["a,b,c", "1,2", "1,2,3,4"], ["a", "b", "c"], [["1", "2"], ["1", "2", "3", "4"]]),
    ("one bar in a line of commas", ["name,tag", "Oslo,a|b"], ["name", "tag"], [["Oslo", "a|b"]]),
    ("bars in each line, as many as commas", ["id,a|b", "1,x|y"], ["id", "a|b"], [["1", "x|y"]]),
    ("pipes in code", ["cmd,what", "a | b,x", "c | d,y"], ["cmd", "what"], [["a | b", "x"], ["c | d", "y"]]),
]


@pytest.mark.parametrize(("why", "lines", "headers", "rows"), _WAYS, ids=[way[0] for way in _WAYS])
def test_way_of_writing_is_found(why: str, lines: list[str], headers: list[str], rows: list[list[str]]) -> None:
    found, cells = _read(lines)
    assert (list(found.headers), cells) == (headers, rows)


def test_titles_above_the_header_are_its_caption() -> None:
    found, _ = _read(["Berths of the harbour;;", "Exported 2024-05-01;;", "Port;Quay;m", "Oslo;1;80"])
    assert found.node_data("csv") == {
        "headers": ["Port", "Quay", "m"],
        "caption": "Berths of the harbour Exported 2024-05-01",
        "delimiter": ";",
    }
    assert found.first == 2


_CELL = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=8)


@given(
    st.integers(2, 6).flatmap(lambda width: st.lists(st.lists(_CELL, min_size=width, max_size=width), max_size=6)),
    st.sampled_from(",;\t|"),
)
def test_any_table_is_read_in_whole_rows(rows: list[list[str]], delimiter: str) -> None:
    lines = _written(rows, delimiter)
    found, cells = _read(lines)
    assert 0 <= found.first <= len(lines)
    assert all(cells)


@given(st.lists(st.sampled_from(["#", "# a", "sep=;", "", "a;b", "1,2"]) | st.text(max_size=20), max_size=10))
def test_any_lines_are_read_from_one_of_them_on(lines: list[str]) -> None:
    lines = [line.replace("\n", "") for line in lines]
    found, _ = _read(lines)
    assert 0 <= found.first < max(1, len(lines))
