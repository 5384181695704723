"""Spreadsheets: islands become tables with their cells, and what is far apart, hidden or a program does no harm."""

from __future__ import annotations

import datetime
import random
import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl.styles import Font

from citeline.indexing.extraction.workbooks.sheet_tables import Area, find_islands
from citeline.indexing.extraction.workbooks.sheet_xls import BookCells
from citeline.indexing.extraction.workbooks.sheets import text_of

from . import sheet_files
from .containers import with_parts
from .reading import check_expected, lines_of, read, tree_of, why_not

_FOLDER = Path(__file__).parent / "sheet_documents"
_MAKERS: dict[str, Callable[[], bytes]] = {
    "budget.xlsx": sheet_files.budget,
    "readings.xlsx": sheet_files.readings,
    "fees.xlsx": sheet_files.fees,
    "stock.ods": sheet_files.stock,
    "pilots.ods": sheet_files.pilots,
    "log.ods": sheet_files.log,
    "tides.xls": sheet_files.tides,
    "crew.xls": sheet_files.crew,
    "lights.xls": sheet_files.lights,
}


@pytest.mark.parametrize("name", _MAKERS)
def test_lines_and_tree_are_those_of_the_readable_file(name: str) -> None:
    check_expected(_FOLDER, name, _MAKERS[name])


def test_an_ending_of_the_other_excel_is_read_all_the_same() -> None:
    assert lines_of("tides.xlsx", sheet_files.tides()) == lines_of("tides.xls", sheet_files.tides())


def test_cells_far_apart_do_not_take_the_memory_between_them() -> None:
    why = why_not("far.xlsx", sheet_files.far_cells())
    assert why.startswith("too_large: a sheet reaches over 1,048,576 rows and 16,384 columns: delete")


_ROW = b"<worksheet><sheetData><row r='1'><c r='A1'><v>1</v></c></row>%s</sheetData></worksheet>"
_FILE = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        (
            {"xl/worksheets/sheet1.xml": _ROW % b"<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>"},
            "16,384 columns",
        ),
        ({"xl/worksheets/sheet1.xml": b"<worksheet>" + bytes(60_000_000)}, "times its size"),
        (
            {"xl/sharedStrings.xml": b"<sst uniqueCount='4000000000'><si><t>a</t></si></sst>"},
            "claims to hold more texts",
        ),
        ({"xl/sharedStrings.xml": _FILE + b"<sst><si><t>&x;</t></si></sst>"}, "cannot be read as a spreadsheet"),
    ],
    ids=["far cells", "bomb", "claimed texts", "entity of a file"],
)
def test_a_workbook_that_was_written_to_hurt_is_refused(parts: dict[str, bytes], why: str) -> None:
    assert why in why_not("a.xlsx", with_parts(sheet_files.budget(), parts))


@pytest.mark.parametrize(
    "far",
    [
        b"<row r='1048576'><c r='XFD1048576'><v>1</v></c></row>",
        b"<row r='1048576'><c r='XFD1048576'><v >1</v></c></row>",
        b"<row\nr = '1048576'><c r = 'XFD1048576' t='inlineStr'><is ><t>x</t></is ></c></row>",
        b"<row r='2'><c r='Z1048576'><v>1</v></c></row>",
    ],
    ids=["as usual", "a space in the tag", "line ends in tags", "a cell that stands in another row"],
)
@pytest.mark.parametrize("folder", ["worksheets", "ws", "media"])
def test_far_cells_are_seen_in_every_spelling_and_under_any_name(far: bytes, folder: str) -> None:
    name = f"{folder}/sheet1.{'png' if folder == 'media' else 'xml'}"
    data = sheet_files.budget()
    with zipfile.ZipFile(BytesIO(data)) as package:
        relations = package.read("xl/_rels/workbook.xml.rels").replace(b"worksheets/sheet1.xml", name.encode())
    parts = {"xl/_rels/workbook.xml.rels": relations, f"xl/{name}": _ROW % far}
    assert "1,048,576 rows" in why_not("a.xlsx", with_parts(data, parts))


@pytest.mark.timeout(120)
def test_fifty_thousand_nested_tags_end() -> None:
    nested = {"xl/worksheets/sheet1.xml": _ROW % (b"<row>" * 50_000)}
    assert "# Fees & dues" in lines_of("a.xlsx", with_parts(sheet_files.budget(), nested))


def test_an_opendocument_row_that_is_repeated_a_million_times_is_refused() -> None:
    with zipfile.ZipFile(BytesIO(sheet_files.stock())) as package:
        content = package.read("content.xml")
    many = content.replace(b"<table:table-row>", b'<table:table-row table:number-rows-repeated="1048576">')
    assert "repeated 1,048,576 times" in why_not("a.ods", with_parts(sheet_files.stock(), {"content.xml": many}))
    entity = _FILE + content.partition(b"?>")[2].replace(b"rope", b"&x;")
    assert "cannot be read" in why_not("a.ods", with_parts(sheet_files.stock(), {"content.xml": entity}))


def test_formulas_and_macros_are_not_run_and_not_shown() -> None:
    text = "\n".join(lines_of("run.xlsm", sheet_files.with_macros()))
    assert "run" in text
    assert not any(part in text for part in ("WEBSERVICE", "calc", "AutoOpen"))


@pytest.mark.timeout(120)
def test_sixty_thousand_rows_take_no_time_that_a_person_notices() -> None:
    stream = BytesIO()
    book = xlsxwriter.Workbook(stream, {"constant_memory": True})
    sheet = book.add_worksheet()
    for number in range(60_000):
        sheet.write_row(
            number, 0, [number, f"name {number}", number * 1.5, "Lisbon"] if number else ["n", "a", "b", "c"]
        )
    book.close()
    lines = lines_of("big.xlsx", stream.getvalue())
    assert lines[-1] == "| 59999 | name 59999 | 89998.5 | Lisbon |"


def test_percentages_are_read_as_they_are_shown() -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Shares"
    rows = [["Port", "Share", "Growth", "Tons"], ["Oslo", 0.125, -0.0375, 40], ["Kiel", 0.285, "12", 0.25]]
    for row in rows:
        sheet.append(row)
    for cell, code in (
        ("B2", "0.0%"),
        ("B3", "0%"),
        ("C2", '0.00%;[Red]"minus" 0.00%'),
        ("C3", "0%"),
        ("D3", '0.0"%"'),
    ):
        sheet[cell].number_format = code
    stream = BytesIO()
    book.save(stream)
    lines = lines_of("shares.xlsx", stream.getvalue())
    assert lines[-2:] == ["| Oslo | 12.5% | -3.75% | 40 |", "| Kiel | 29% | 12 | 0.25 |"]
    damaged = with_parts(stream.getvalue(), {"xl/styles.xml": b"<styleSheet"})
    assert not isinstance(read("shares.xlsx", damaged), list) or "0.125" in "".join(lines_of("shares.xlsx", damaged))


@pytest.mark.parametrize("part", [b"", b"<styleSheet", b"\xf5\xb1e\0JX\xb7" * 50])
def test_a_sheet_is_read_without_its_styles(part: bytes) -> None:
    """A disk that wrote other bytes in the place of a part cost the whole workbook."""
    book = openpyxl.Workbook()
    book.worksheets[0].append(["berth", "fee"])
    book.worksheets[0].append(["north", 12])
    stream = BytesIO()
    book.save(stream)
    assert "| north | 12 |" in lines_of("fees.xlsx", with_parts(stream.getvalue(), {"xl/styles.xml": part}))


_MONEY = [
    ('"$"#,##0.00', 1200, "$1,200.00"),
    ("[$€-407] #,##0.00", 5, "€ 5.00"),
    ('_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_)', -12.5, "-$12.50"),
    ("#,##0\\ [$zł-415]", 1234.5, "1,235 zł"),
    ("[$CHF] 0.00", 0.285, "CHF 0.29"),
    ("#,##0,", 1200, "1200"),
    ('0.0" kg"', 3.25, "3.25"),
    ('[>=1000]"$"#,##0;0', 1200, "1200"),
    ("$#,##0.00", 1e300, "1e+300"),
    ("yyyy-mm-dd", 45352.75, "2024-03-01"),
    ("yyyy-mm-dd hh:mm", 45352.75, "2024-03-01 18:00"),
    ("d mmmm yyyy", 45352, "2024-03-01"),
    # As Excel shows them, with their point.
    ("$#,##0.##", 1200, "$1,200."),
    ("$#,##0.##", 1200.5, "$1,200.5"),
    ("$#,##0.0#", 1200, "$1,200.0"),
    ("0.##%", 0.125, "12.5%"),
    ("0.##%", 0.12345, "12.35%"),
]


def test_money_and_days_are_read_as_they_are_shown() -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["Kind", "Shown"])
    for row, (code, value, _) in enumerate(_MONEY, start=2):
        sheet.append([f"kind {row}", value])
        sheet.cell(row, 2).number_format = code
    stream = BytesIO()
    book.save(stream)
    found = [line.split(" | ")[1].rstrip(" |") for line in lines_of("fees.xlsx", stream.getvalue())[-len(_MONEY) :]]
    assert found == [shown for *_, shown in _MONEY]


def test_formats_are_seen_where_a_program_writes_the_type_of_a_cell_before_them() -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["Port", "Share"])
    sheet.append(["Oslo", 0.125])
    sheet["B2"].number_format = "0.0%"
    stream = BytesIO()
    book.save(stream)
    with zipfile.ZipFile(BytesIO(stream.getvalue())) as package:
        text = package.read("xl/worksheets/sheet1.xml")
    swapped = re.sub(rb'( s="\d+")( t="\w+")', rb"\2\1", text)
    assert b'<c r="B2" t="n" s="1"' in swapped
    lines = lines_of("shares.xlsx", with_parts(stream.getvalue(), {"xl/worksheets/sheet1.xml": swapped}))
    assert lines[-1] == "| Oslo | 12.5% |"


def _old_fees() -> bytes:
    """By xlwt."""
    book = xlwt.Workbook()
    sheet = book.add_sheet("Gebühren")
    codes = ("$#,##0.00", "0.0%", "YYYY-MM-DD", "[$€-407] 0.00", '#,##0.00 "zł"', "0.00")
    forms = [xlwt.easyxf(num_format_str=code) for code in codes]
    sheet.write(0, 0, "Ship")
    for row, ship in enumerate(("ferry", "tug"), start=1):
        sheet.write(row, 0, ship)
        for column, value in enumerate((1200.5 * row, 0.125 * row, 45352.25 + row, 5, 7.25, 3.5), start=1):
            sheet.write(row, column, value, forms[column - 1])
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_money_and_days_of_excel_97_are_read_as_they_are_shown() -> None:
    assert lines_of("fees.xls", _old_fees())[-2:] == [
        "| ferry | $1,200.50 | 12.5% | 2024-03-02 | € 5.00 | 7.25 zł | 3.5 |",
        "| tug | $2,401.00 | 25.0% | 2024-03-03 | € 5.00 | 7.25 zł | 3.5 |",
    ]


def test_formats_of_a_damaged_workbook_of_excel_97_are_none() -> None:
    data, dice = _old_fees(), random.Random(9)
    for number in range(200):
        changed = bytearray(data[: dice.randrange(len(data))] if number % 3 else data)
        for _ in range(dice.choice((1, 10, 200))):
            if changed:
                changed[dice.randrange(len(changed))] = dice.choice((0, 1, 255, dice.randrange(256)))
        rows = [["x"] * 8 for _ in range(4)]
        BookCells(bytes(changed)).show(rows, [[1.5] * 8 for _ in range(4)], "Gebühren", (0, 0))
        assert [len(row) for row in rows] == [8] * 4


def test_money_of_opendocument_is_read_as_shown_and_never_as_another_number() -> None:
    document: Any = OpenDocumentSpreadsheet()
    table = Table(name="Fees & dues")
    cells = [
        ("currency", 1200, "1.200 €"),
        ("currency", 5.5, "€ 5,50"),
        ("currency", -7, "-7,00 kr"),
        ("percentage", 0.125, "12,5 %"),
        ("currency", 0, "–"),
        ("currency", 99, "see below"),
    ]
    for number, (kind, value, shown) in enumerate([*cells, ("float", 3, "3.0")]):
        row = TableRow()
        name = TableCell(valuetype="string")
        name.addElement(P(text=f"fee {number}"))
        cell = TableCell(valuetype=kind, value=value)
        cell.addElement(P(text=shown))
        row.addElement(name)
        row.addElement(TableCell(numbercolumnsrepeated=2))
        row.addElement(cell)
        table.addElement(row)
    document.spreadsheet.addElement(table)
    stream = BytesIO()
    document.write(stream)
    found = lines_of("fees.ods", stream.getvalue())[-7:]
    assert found == [f"| {shown} |" for shown in ("1,200 €", "€ 5.50", "-7.00 kr", "12.5 %", "0", "99", "3")]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("inside", [b">", b"/>", b"><text:p>"])
def test_an_opendocument_sheet_whose_cells_never_end_is_given_up_in_time(inside: bytes) -> None:
    cells = b'<table:table-cell office:value-type="currency"' + inside
    data = with_parts(sheet_files.stock(), {"content.xml": cells * (4_000_000 // len(cells))})
    assert why_not("a.ods", data)


def test_a_table_knows_which_cells_it_fills() -> None:
    (table,) = [node for node in tree_of("budget.xlsx", sheet_files.budget()).nodes if node.anchor.endswith("C14")]
    assert (table.anchor, table.page) == ("#Costs!B12:C14", 1)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3.0, "3"),
        (0.1 + 0.2, "0.3"),
        (1e300, "1e+300"),
        (True, "TRUE"),
        (datetime.timedelta(hours=30, minutes=5), "30:05:00"),
        (datetime.datetime(2026, 1, 2, 3, 4), "2026-01-02 03:04"),
        (datetime.date(2026, 1, 2), "2026-01-02"),
    ],
)
def test_values_are_shown_as_a_sheet_shows_them(value: float, shown: str) -> None:
    assert text_of(value) == shown


def test_islands_are_parted_by_empty_rows_and_columns() -> None:
    rows = [["a", "", "c"], ["a", "", ""], ["", "", ""], ["x", "y", ""]]
    assert find_islands(rows) == [Area(0, 0, 1, 0), Area(0, 2, 0, 2), Area(3, 0, 3, 1)]
    assert find_islands([["", ""]]) == find_islands([]) == []


@pytest.mark.timeout(120)
def test_a_chessboard_of_cells_ends() -> None:
    rows = [["x" if (row + column) % 2 else "" for column in range(100)] for row in range(400)]
    assert find_islands(rows)


def test_rows_and_columns_that_only_have_a_format_do_not_count() -> None:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["Part", "Count"])
    sheet.append(["rope", 14])
    for cell in ("A1048576", "XFD5"):
        sheet[cell].font = Font(bold=True)
    stream = BytesIO()
    book.save(stream)
    assert lines_of("a.xlsx", stream.getvalue())[-1] == "| rope | 14 |"
