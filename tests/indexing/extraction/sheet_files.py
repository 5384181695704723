"""Spreadsheets for tests, each written by another program than the one that reads them."""

from __future__ import annotations

import datetime
import re
import zipfile
from io import BytesIO
from typing import Any

import openpyxl
import xlsxwriter
import xlwt
from odf.meta import CreationDate
from odf.office import Annotation
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import CoveredTableCell, Table, TableCell, TableRow
from odf.text import P

from .containers import with_parts


def budget() -> bytes:
    """By openpyxl: a caption above a table, heads in two rows, tables side by side, a title row, a note."""
    book = openpyxl.Workbook()
    book.properties.title = "Budget of the harbour"
    book.properties.creator = "Ines Marques"
    book.properties.created = book.properties.modified = datetime.datetime(2026, 3, 4, 5, 6)
    sheet: Any = book.active
    sheet.title = "Costs"
    sheet["B2"] = "Costs by quarter, in thousand euros"
    rows: list[list[Any]] = [
        ["Item", "First half", None, "Second half", None],
        [None, "plan", "real", "plan", "real"],
        ["Crane", 40, 38.5, 41, None],
        ["Pilots | tugs", 12, 13.25, 12, 14],
    ]
    for number, row in enumerate(rows, start=4):
        for column, value in enumerate(row, start=2):
            sheet.cell(number, column).value = value
    for cells in ("C4:D4", "E4:F4", "B4:B5"):
        sheet.merge_cells(cells)
    sheet["B9"] = "The crane is written off over twenty years."
    right: list[list[Any]] = [["Berth", "Depth"], ["North", 11.5], ["South", 9]]
    for number, row in enumerate(right, start=12):
        sheet.cell(number, 2).value, sheet.cell(number, 3).value = row
        sheet.cell(number, 6).value, sheet.cell(number, 7).value = row[0], f"m{number}"
    fees: Any = book.create_sheet("Fees & dues")
    for row in (["Fees from 2026 on"], ["Ship", "Fee"], ["ferry", 120], ["freighter", 480]):
        fees.append(row)
    book.create_chartsheet("Chart")
    book.create_sheet("Empty")
    data = _saved(book)
    with zipfile.ZipFile(BytesIO(data)) as parts:
        properties = parts.read("docProps/core.xml")
    # openpyxl knows better when it was modified.
    properties = re.sub(rb"(modified[^>]*>)[^<]+", rb"\g<1>2026-03-04T05:06:00Z", properties)
    return with_parts(data, {"docProps/core.xml": properties})


def readings() -> bytes:
    """By xlsxwriter: dates, truths, formulas with their value, a sheet without headers, one that is hidden."""
    stream = BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    book.set_properties({"author": "Sensor 4", "created": datetime.datetime(2026, 1, 2, 3, 4)})
    sheet: Any = book.add_worksheet("Readings")
    sheet.write_row(0, 0, ["day", "value", "good", "double"])
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    for number in range(3):
        sheet.write_datetime(number + 1, 0, datetime.datetime(2026, 5, 1 + number), day)
        sheet.write_number(number + 1, 1, 0.1 + 0.2 * number)
        sheet.write_boolean(number + 1, 2, number != 1)
        sheet.write_formula(number + 1, 3, f"=B{number + 2}*2", value=0.2 + 0.4 * number)
    bare = book.add_worksheet("Bare")
    for number in range(3):
        bare.write_row(number, 2, [number, number * number])
    hidden = book.add_worksheet("Kept aside")
    hidden.write(0, 0, "calibrated in Turin")
    hidden.hide()
    book.close()
    return stream.getvalue()


def stock() -> bytes:
    """By odfpy, as LibreOffice saves: repeated cells, a merged head, two lines in a cell."""
    document: Any = OpenDocumentSpreadsheet()
    document.meta.addElement(CreationDate(text="2026-02-03T04:05:06"))
    table = Table(name="Stock")
    for cells in (["Part", "Count", "Place"], ["rope", 14, "shed A\nshelf 2"], ["buoy", 3, "quay"]):
        row = TableRow()
        for value in cells:
            number = {"valuetype": "float", "value": value} if isinstance(value, int) else {"valuetype": "string"}
            cell = TableCell(**number)
            for line in str(value).split("\n"):
                cell.addElement(P(text=line))
            row.addElement(cell)
        table.addElement(row)
    table.addElement(TableRow(numberrowsrepeated=3))
    last = TableRow()
    merged = TableCell(valuetype="string", numbercolumnsspanned=2)
    merged.addElement(P(text="Counted by hand"))
    last.addElement(merged)
    last.addElement(CoveredTableCell())
    table.addElement(last)
    document.spreadsheet.addElement(table)
    return _written(document)


def tides() -> bytes:
    """By xlwt, in the format of Excel 97."""
    book = xlwt.Workbook()
    sheet = book.add_sheet("Tides")
    rows: list[list[Any]] = [["Port", "High"], ["Porto", 3.1], ["Lagos", 2.7]]
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            sheet.write(number, column, value)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def fees() -> bytes:
    """By xlsxwriter: money in two currencies, a percentage, days and times as a sheet shows them."""
    stream = BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    book.set_properties({"author": "Ada Quay", "created": datetime.datetime(2026, 1, 2, 3, 4)})
    sheet: Any = book.add_worksheet("Fees")
    formats = [book.add_format({"num_format": code}) for code in ("$#,##0.00", "[$€-407] 0.00", "0.0%", "d mmm yyyy")]
    sheet.write_row(0, 0, ["Ship", "Fee", "Tax", "Share", "Since"])
    for number, (ship, fee, tax, share, day) in enumerate(
        [("ferry", 1200, 5, 0.125, 45352), ("tug", -80.5, 0.25, 0.5, 45717)], start=1
    ):
        sheet.write_string(number, 0, ship)
        for column, value in enumerate((fee, tax, share, day)):
            sheet.write_number(number, column + 1, value, formats[column])
    book.close()
    return stream.getvalue()


def pilots() -> bytes:
    """By odfpy: two sheets, money and percentages with a comma before their decimals, a comment on a cell."""
    document: Any = OpenDocumentSpreadsheet()
    for name, kind, shown in (("Pay", "currency", "{:.2f} kr"), ("Shares", "percentage", "{:.0f} %")):
        table = Table(name=name)
        for title, value in (("Pilot", None), ("Ana", 0.25), ("Ben", 0.5)):
            row = TableRow()
            cells = [TableCell(valuetype="string"), TableCell(valuetype="string")]
            if value is not None:
                cells[1] = TableCell(valuetype=kind, value=value)
                remark = Annotation()
                remark.addElement(P(text="as agreed"))
                cells[1].addElement(remark)
            told = name if value is None else shown.format(value * 100 if kind == "percentage" else value)
            for cell, text in zip(cells, (title, told.replace(".", ",")), strict=True):
                cell.addElement(P(text=text))
                row.addElement(cell)
            table.addElement(row)
        document.spreadsheet.addElement(table)
    return _written(document)


def log() -> bytes:
    """By odfpy: days, truths, an empty row between two tables, a row that is repeated."""
    document: Any = OpenDocumentSpreadsheet()
    table = Table(name="Log 1")
    rows: list[list[tuple[str, str, str]]] = [
        [("string", "", "Day"), ("string", "", "Calm")],
        [("date", "2026-03-01", "01.03.26"), ("boolean", "true", "TRUE")],
        [("date", "2026-03-02", "02.03.26"), ("boolean", "false", "FALSE")],
        [],
        [("string", "", "Lamp"), ("float", "3", "3")],
    ]
    for cells in rows:
        row = TableRow(numberrowsrepeated=2) if cells and cells[0][2] == "Lamp" else TableRow()
        for kind, value, shown in cells:
            given = {"date": "datevalue", "boolean": "booleanvalue", "float": "value"}.get(kind)
            cell = TableCell(valuetype=kind, **({given: value} if given else {}))
            cell.addElement(P(text=shown))
            row.addElement(cell)
        table.addElement(row)
    document.spreadsheet.addElement(table)
    return _written(document)


def crew() -> bytes:
    """By xlwt: two sheets, days, a number that is a name, a cell over two columns."""
    book = xlwt.Workbook()
    sheet = book.add_sheet("Crew")
    day = xlwt.easyxf(num_format_str="YYYY-MM-DD")
    sheet.write_merge(0, 0, 0, 2, "Crew of the ferry")
    for column, text in enumerate(["Name", "Number", "Since"]):
        sheet.write(1, column, text)
    for number, (name, since) in enumerate([("Ana", 45352), ("Ben", 45717)], start=2):
        sheet.write(number, 0, name)
        sheet.write(number, 1, f"00{number}")
        sheet.write(number, 2, since, day)
    other = book.add_sheet("Notes")
    other.write(0, 0, "Written by hand.")
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def lights() -> bytes:
    """By xlwt: two tables side by side, a formula, of which an old file holds no value yet."""
    book = xlwt.Workbook()
    sheet = book.add_sheet("Lights")
    rows: list[list[Any]] = [["Light", "Miles"], ["North", 12.5], ["South", 9]]
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            sheet.write(number, column, value)
            sheet.write(number, column + 3, f"{value} (old)" if number else value)
    sheet.write(3, 0, "Sum")
    sheet.write(3, 1, xlwt.Formula("SUM(B2:B3)"))
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


def _written(document: Any) -> bytes:
    stream = BytesIO()
    document.write(stream)
    return stream.getvalue()


def far_cells() -> bytes:
    """By openpyxl: one cell at each end of a sheet."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet["A1"] = "here"
    sheet["XFD1048576"] = "there"
    return _saved(book)


def with_macros() -> bytes:
    """A workbook that brings a program and asks to load data from elsewhere."""
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.append(["Name", "Data"])
    sheet.append(["run", '=WEBSERVICE("http://127.0.0.1:9/x")'])
    sheet.append(["shell", "=cmd|'/c calc'!A1"])
    return with_parts(_saved(book), {"xl/vbaProject.bin": b"Sub AutoOpen()\nEnd Sub"})


def _saved(book: Any) -> bytes:
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()
