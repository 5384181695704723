"""How far tables of a PDF go: rows below the last rule or figure, text and headers that end one, rules of one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from unittest.mock import Mock

import pytest
from reportlab.pdfgen.canvas import Canvas

from citeline.indexing.extraction.pdfs.tables import grids, tables

from ...pdf_files import between_lines
from ...reading import tables_of

_RIGHTS = (330.0, 420.0, 500.0)


def _tables(draw: Callable[[Canvas], None]) -> list[list[list[str]]]:
    """Headers and rows of each table of a page between two lines of text."""
    return tables_of(between_lines(draw))


def _put(canvas: Canvas, base: float, row: Sequence[str], *, left: float = 100, is_bold: bool = False) -> None:
    """A label, and cells that end where their columns end."""
    canvas.setFont("Helvetica-Bold" if is_bold else "Helvetica", 10)
    canvas.drawString(left, base, row[0])
    for right, cell in zip(_RIGHTS[len(_RIGHTS) + 1 - len(row) :], row[1:], strict=True):
        canvas.drawRightString(right, base, cell)


_DUES = [["Dues", "2022", "2021"], ["Locks", "75", "197"], ["Ferries", "5,890", "10,556"], ["All", "5,965", "10,753"]]


def test_a_last_row_of_words_belongs_to_the_figures_above_it() -> None:
    """Only figures went on with a table without rules: its last row was a line of text."""
    rows = [["Loan", "Value"], ["Recommended amount", "4.50"], ["Rate of interest", "15.00%"], ["Risk", "High risk"]]

    def drawn(canvas: Canvas) -> None:
        for at, row in enumerate(rows):
            _put(canvas, 640 - 15 * at, row, is_bold=not at)

    assert _tables(drawn) == [rows]


def test_rows_below_the_last_rule_belong_to_the_table() -> None:
    """Nothing is drawn below the last rows of many bills."""
    rows = [
        ["Lock", "Keeper", "Paid"],
        ["North", "Ana", "daily"],
        ["South", "Eva and Ana", "weekly"],
        ["West", "no one", "no"],
    ]

    def drawn(canvas: Canvas) -> None:
        for at, row in enumerate(rows):
            _put(canvas, 640 - 26 * at, row, is_bold=not at)
            if at < 3:
                canvas.line(98, 657 - 26 * at, 505, 657 - 26 * at)

    assert _tables(drawn) == [rows]


def test_text_that_stands_apart_below_a_table_is_no_row() -> None:
    def drawn(canvas: Canvas) -> None:
        for at, row in enumerate(_DUES):
            _put(canvas, 640 - 15 * at, row, is_bold=not at)
        _put(canvas, 560, ["All dues are told", "without", "those of boats"])

    assert _tables(drawn) == [_DUES]


def test_text_between_two_tables_of_one_width_ends_the_first() -> None:
    """Rules of one width below each other were one table, with the sentence between them as a row."""
    more = [["Ships", "2022", "2021"], ["Barges", "4", "6"], ["Tugs", "17", "21"], ["All", "21", "27"]]

    def drawn(canvas: Canvas) -> None:
        for top, rows in ((640, _DUES), (540, more)):
            for base in (top - 5, top - 32):
                canvas.line(98, base, 505, base)
            for at, row in enumerate(rows):
                _put(canvas, top - 13 * at, row, is_bold=not at)
        canvas.drawString(
            100, 575, "No dues of boats are told in the table above, as the keepers of locks never counted them at"
        )
        canvas.drawString(100, 562, "all. The ships of which dues were asked in both years were:")

    assert _tables(drawn) == [_DUES, more]


def test_rules_that_begin_where_their_rows_are_indented_are_those_of_one_table() -> None:
    """A statement fell in two at the first of its rules that begins farther to the left."""
    rows = [["Dues of", "2022", "2021"], ["Locks", "75", "197"], ["Ferries", "90", "156"], ["Both", "165", "353"]]
    rows += [["Paid to keepers", "60", "71"], ["What is left", "105", "282"]]

    def drawn(canvas: Canvas) -> None:
        for base, left in ((655, 80), (635, 80), (602, 80), (582, 73), (562, 73), (535, 73)):
            canvas.line(left, base, 505, base)
        for base, row in zip((640, 622, 608, 588, 568, 550), rows, strict=True):
            _put(canvas, base, row, left=85 if row is rows[0] else 100, is_bold=row is rows[0])

    assert _tables(drawn) == [rows]


def test_a_header_again_whose_label_stands_a_little_farther_begins_another_table() -> None:
    """A report has two tables of one form, and the label of the second header 2.3 points to the right."""
    head = ["(In millions)", "Locks", "Ferries"]
    rows = [["Dues", "75", "197"], ["Rents", "90", "156"], ["Total", "165", "353"]]

    def drawn(canvas: Canvas) -> None:
        for top, left, year in ((660, 100.0, "June 30, 2023"), (582, 102.3, "June 30, 2022")):
            _put(canvas, top, head, left=left, is_bold=True)
            canvas.line(98, top - 5, 505, top - 5)
            _put(canvas, top - 18, [year], is_bold=True)
            for at, row in enumerate(rows):
                _put(canvas, top - 32 - 13 * at, row)

    parts = [[head, [f"June 30, {year}", "", ""], *rows] for year in (2023, 2022)]
    assert _tables(drawn) == parts


def test_a_first_line_of_a_header_at_the_right_side_of_its_column_stands_above_that_alone() -> None:
    """`Cash and` above `equivalents` stood above all columns whose middle it happened to stand in."""
    rows = [["Held by", "Bonds", "equivalents", "Shares"], ["Locks", "7,975", "9,012,019", "4,312"]]
    rows.append(["Ferries", "9,090", "8,090,155", "6,088"])

    def drawn(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawRightString(420, 652, "Cash and")
        for at, row in enumerate(rows):
            _put(canvas, 640 - 15 * at, row, is_bold=not at)
        canvas.line(98, 635, 505, 635)

    assert _tables(drawn)[0][0] == ["Held by", "Bonds", "Cash and equivalents", "Shares"]


@pytest.mark.timeout(20)
def test_a_line_of_dashes_below_a_table_ends_it() -> None:
    """It stands in the columns as a row does, and is none: a table that took it in was read again without end."""

    def drawn(canvas: Canvas) -> None:
        for at, row in enumerate([*_DUES, ["------", "------", "-------"]]):
            _put(canvas, 640 - 15 * at, row, is_bold=not at)

    assert _tables(drawn) == [_DUES]


@pytest.mark.timeout(20)
def test_text_that_stands_beside_a_large_letter_ends_the_table_above_it() -> None:
    """The letter reached below the text: the table above that had it again, and was read again without end."""
    rows = [["Locks", "75", "197"], ["Ferries", "58", "105"], ["Boats", "5", "15"], ["Rafts", "7", "17"]]

    def drawn(canvas: Canvas) -> None:
        for base in (710, 697, 485):
            canvas.line(98, base, 505, base)
        placed = zip(
            (700, 688, 676, 664, 652, 479, 467, 455, 443), [["Dues", "2022", "2021"], *rows, *rows], strict=True
        )
        for base, row in placed:
            _put_small(canvas, base, row)
        canvas.setFont("Helvetica", 100)
        canvas.drawString(100, 565, "1")
        _put_small(canvas, 531, ["", "59", "10"])
        canvas.drawString(100, 505, "sentences" * 12)

    assert _tables(drawn)[0][:5] == [["Dues", "2022", "2021"], *rows]


def _put_small(canvas: Canvas, base: float, row: Sequence[str]) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(100, base, row[0])
    canvas.drawRightString(330, base, row[1])
    canvas.drawRightString(500, base, row[2])


def test_a_long_table_of_words_is_parted_into_cells_as_often_as_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve rows were taken in at a time, and all of them read again: a page of 1,000 rows took 83 seconds."""
    counted = Mock(side_effect=grids.grid_of)
    monkeypatch.setattr(tables, "grid_of", counted)
    (found,) = tables_of(_long(120))
    assert len(found) == 120
    assert counted.call_count <= 3


def _long(count: int) -> bytes:
    """Rows of figures, then of words, on one high page."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(600, 14 * count + 200), invariant=1)
    rows = [["Label", "2022", "2021"], *([f"row {at}", str(101 + at), str(201 + at)] for at in range(4))]
    rows += [["row of words", "low", "high"]] * (count - len(rows))
    for at, row in enumerate(rows):
        _put(canvas, 14 * (count - at) + 100, row)
    canvas.save()
    return out.getvalue()
