"""Tables of PDF whose rules, shades and headers are not one for each row and each column, and boxes of text."""

from __future__ import annotations

from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from ...pdf_files import between_lines
from ...reading import tables_of

_TEXT = getSampleStyleSheet()["BodyText"]
_HEAD = ["Date", "Description", "Money out", "Balance"]
_LEFT, _RIGHT = 56.0, 414.0
_COLUMNS = (58.0, 110.0, 306.0, 374.0)


def test_rules_beside_a_day_that_spans_its_payments_make_no_tables_of_their_own() -> None:
    """Each day of a bank's statement was a table of its own, and none had a header."""
    out, canvas = _page()
    _row(canvas, 700.0, _HEAD)
    _rule(canvas, _LEFT, 694.0)
    y = 694.0
    for day in range(4):
        for payment in range(3):
            first = [f"{day + 3} May" if not payment else "", f"To the lock of quay {payment}", "7.99"]
            _row(canvas, y - 11, [*first, "204.10" if payment == 2 else ""])
            _row(canvas, y - 22, ["", "On the day before", "", ""])
            if (day, payment) == (1, 1):
                for _ in range(3):
                    y -= 11
                    _row(canvas, y - 22, ["", "at three", "", ""])
            y -= 30
            _rule(canvas, _LEFT if payment == 2 else 108.0, y)
    canvas.save()
    (found,) = tables_of(out.getvalue())
    assert found[0] == _HEAD
    assert [row[0] for row in found[1:]] == [f"{day + 3} May" if not at else "" for day in range(4) for at in range(3)]
    assert found[2][1:3] == ["To the lock of quay 1 On the day before", "7.99"]


def test_a_line_as_wide_as_a_row_is_its_shade_and_parts_no_cell() -> None:
    """Two lines of a cell were two rows: what shades them runs between the two."""
    out, canvas = _page()
    _row(canvas, 700.0, _HEAD)
    _rule(canvas, _LEFT, 694.0)
    for at in range(5):
        top = 694.0 - 30 * at
        if at % 2:
            canvas.setStrokeColor(HexColor("#e8faff"))
            canvas.setLineWidth(30)
            path = canvas.beginPath()
            path.moveTo(_LEFT, top - 15)
            path.lineTo(_RIGHT, top - 15)
            path.lineTo(_LEFT, top - 15)
            canvas.drawPath(path)
            canvas.setStrokeColor(HexColor("#000000"))
            canvas.setLineWidth(0.6)
        _row(canvas, top - 11, [f"{at + 3} May", "To the lock of the quay", "7.99", "204.10"])
        _row(canvas, top - 23, ["", "On the day before", "", ""])
        _rule(canvas, _LEFT, top - 30)
    canvas.save()
    (found,) = tables_of(out.getvalue())
    assert found[1:] == [
        [f"{at + 3} May", "To the lock of the quay On the day before", "7.99", "204.10"] for at in range(5)
    ]


def test_headers_close_to_each_other_part_where_each_stands_in_the_middle_of_its_column() -> None:
    """`Visualisation Querying` was the header of both columns."""
    out, canvas = _page()
    canvas.setFont("Helvetica", 9)
    middles = (221.5, 268.0, 303.0, 329.0, 355.0)
    canvas.line(136, 720, 420, 720)
    for row, y in (
        (("Visualisation", "Querying", "", "", ""), 702.0),
        (("", "", "HITL", "HITL", "HITL"), 708.0),
        (("", "", "CRUD", "KGR", "of all"), 697.0),
    ):
        for middle, text in zip(middles, row, strict=True):
            canvas.drawCentredString(middle, y, text)
    canvas.drawString(136, 702, "Tool")
    canvas.line(136, 690, 420, 690)
    for at, name in enumerate(("AllegroGraph", "Blazegraph", "Janus", "Tiger")):
        canvas.drawString(136, 678 - 11 * at, name)
        for middle in middles:
            canvas.drawCentredString(middle, 678 - 11 * at, "-" if at % 2 else "x")
    canvas.line(136, 640, 420, 640)
    canvas.save()
    (found,) = tables_of(out.getvalue())
    assert found[0] == ["Tool", "Visualisation", "Querying", "HITL CRUD", "HITL KGR", "HITL of all"]


def test_the_line_on_top_of_a_page_with_its_number_is_no_row_of_the_figures_below_it() -> None:
    """The columns of such a page ran into each other, as the title reached over them."""
    out, canvas = _page()
    canvas.drawString(72, 745, "CHAPTER 2. INPUTS AND OUTPUTS")
    canvas.drawString(500, 745, "10")
    rows = [["Gate", "In", "Out", "Loss"], *([f"G{at}", str(2 * at + 1), f"0.1{at}5", f"-0.0{at}2"] for at in range(8))]
    for at, row in enumerate(rows):
        for x, text in zip((80, 120, 160, 260), row, strict=True):
            canvas.drawString(x, 715 - 12 * at, text)
    canvas.save()
    (found,) = tables_of(out.getvalue())
    assert found == rows


def test_ruled_tables_of_other_widths_below_each_other_stay_apart() -> None:
    """The second one's header and rows were rows of the first one's first column."""
    out, canvas = _page()
    for table, (left, right, top) in enumerate(((77, 520, 700), (228, 384, 590), (194, 418, 480))):
        canvas.drawString(72, top + 18, f"income {table}: what is earned at a lock")
        long = ", with a keeper who lives in the lock and works it himself" if not table else ""
        rows = [("Value", "Obs."), *((f"At least {5 * at + 5} a ship{long}", str(71000 + at)) for at in range(4))]
        for at, (label, count) in enumerate(rows):
            canvas.drawString(left, top - 14 * at, label)
            canvas.drawRightString(right, top - 14 * at, count)
        for y in (top + 12, top - 4, top - 62):
            canvas.line(left, y, right, y)
    canvas.save()
    assert [found[0] for found in tables_of(out.getvalue())] == [["Value", "Obs."]] * 3


def test_the_parts_of_a_ruled_table_below_titles_of_sections_are_one_table_with_its_header() -> None:
    """The specifications of a data sheet were four tables, and the first line of one of them its header."""
    rows = [["Characteristics", "Conditions", "Min", "Max"]]
    style = [("GRID", (0, 0), (-1, 0), 0.5, "black"), ("LINEAFTER", (1, 0), (1, 0), 0.5, "black")]
    for section in ("Power Supply", "Compass Function", "General"):
        rows.append([section, "", "", ""])
        first = len(rows)
        rows += [[f"{section} {at}", "at rest" if at else "at level", f"2.{at}", f"3.{at}"] for at in range(4)]
        style.append(("GRID", (0, first), (-1, first + 3), 0.5, "black"))
    (found,) = tables_of(_built([Table(rows, colWidths=[150, 120, 60, 60], style=style)]).getvalue())
    assert found[0] == rows[0]
    assert [row for row in found[1:] if row[1]] == [row for row in rows[1:] if row[1]]


def test_sentences_in_boxes_that_run_over_what_parts_them_are_a_form_and_no_table() -> None:
    long = "Enter all of the letters of each name, and do not use initials except where they are a part of the name."
    rows: list[list[object]] = [[Paragraph(long, _TEXT), "", ""], ["Yes", "", "No"]] * 4
    spans = [("SPAN", (0, at), (-1, at)) for at in range(0, 8, 2)]
    table = Table(rows, colWidths=[250, 60, 60], style=[*spans, ("GRID", (0, 0), (-1, -1), 0.5, "black")])
    assert tables_of(_built([table]).getvalue()) == []


def _page() -> tuple[BytesIO, Canvas]:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 10)
    canvas.setLineWidth(0.6)
    return out, canvas


def _row(canvas: Canvas, y: float, cells: list[str]) -> None:
    for x, text in zip(_COLUMNS, cells, strict=True):
        canvas.drawString(x, y, text)


def _rule(canvas: Canvas, left: float, y: float) -> None:
    canvas.line(left, y, _RIGHT, y)


def _built(story: list[Flowable]) -> BytesIO:
    out = BytesIO()
    SimpleDocTemplate(out, pagesize=A4, invariant=1).build(story)
    return out


def test_titles_above_a_table_without_a_rule_below_them_are_no_headers() -> None:
    """The name of the company and of the statement stood before each header of its columns."""
    out, canvas = _page()
    canvas.line(72, 722, 520, 722)
    for at, text in enumerate(("HARBOUR OF THE NORTH", "STATEMENT OF INCOME", "(unaudited)")):
        canvas.drawCentredString(296, 710 - 12 * at, text)
    labels = ("Sales", "Fees of members", "Goods", "Wages, rent and light", "Interest", "Taxes paid")
    rows = [["", "Weeks 2022", "Weeks 2021"], *([label, f"1,{len(label)}00", f"2,{len(label)}00"] for label in labels)]
    for at, row in enumerate(rows):
        for x, text in zip((72, 400, 520), row, strict=True):
            (canvas.drawRightString if x > 72 else canvas.drawString)(x, 664 - 12 * at, text)
    canvas.line(340, 660, 520, 660)
    canvas.line(72, 585, 520, 585)
    canvas.save()
    (found,) = tables_of(out.getvalue())
    assert found == rows


def test_a_header_stands_above_the_headers_below_it_though_their_figures_stand_to_the_right() -> None:
    """Of `Year Ended June 30,` above 2022 and 2023, the last column had only its year."""
    out, canvas = _page()
    canvas.drawString(419, 700, "Twelve Months Ended June 30,")
    for x, text in ((72, "($ million)"), (429, "2022"), (530, "2023")):
        canvas.drawString(x, 686, text)
    canvas.line(72, 682, 585, 682)
    for at in range(6):
        canvas.drawString(72, 670 - 12 * at, f"Income of lock {at}")
        canvas.drawRightString(485, 670 - 12 * at, f"{at}15")
        canvas.drawRightString(585, 670 - 12 * at, f"{at}58")
    canvas.save()
    (found,) = tables_of(out.getvalue())
    assert found[0] == ["($million)", "Twelve Months Ended June 30, 2022", "Twelve Months Ended June 30, 2023"]


def test_headers_that_stand_apart_part_columns_that_a_long_cell_reaches_over() -> None:
    """One long name made one column of the names and their symbols, and one header of both."""
    out, canvas = _page()
    head = ["Parameter", "Symbol", "Minimum", "Units"]
    rows = [
        ["Supply", "VDD", "4.0", "V"],
        ["Speed", "S", "0.5", "ips"],
        ["Load", "Cout", "1.0", "pF"],
        ["Rise", "VRT", "0.2", "ms"],
    ]
    rows.insert(2, ["The distance from the lens to the plane", "", "2.3", "mm"])
    for at, row in enumerate([head, *rows]):
        for x, text in zip((72, 172, 280, 340), row, strict=True):
            canvas.drawString(x, 700 - 14 * at, text)
    canvas.line(72, 711, 400, 711)
    canvas.line(72, 697, 400, 697)
    canvas.save()
    (found,) = tables_of(out.getvalue())
    assert found == [head, *rows]


def test_a_header_in_the_middle_of_the_half_of_a_box_is_that_of_both_its_columns() -> None:
    """`Ships` beside one rule was said of the first column below it, and the second one had no header."""
    out, canvas = _page()
    canvas.setFont("Helvetica", 10)
    rows = [[f"Lock {at}", f"{at + 3} ferries at the quay", f"{at + 1} tugs"] for at in range(5)]
    for at in range(7):
        canvas.line(100, 720 - 20 * at, 500, 720 - 20 * at)
    for x, top in ((100, 720), (200, 720), (420, 700), (500, 720)):
        canvas.line(x, top, x, 600)
    canvas.drawString(105, 706, "Lock")
    canvas.drawCentredString(350, 706, "Ships")
    for at, row in enumerate(rows):
        for left, cell in zip((105, 205, 425), row, strict=True):
            canvas.drawString(left, 686 - 20 * at, cell)
    canvas.save()
    assert tables_of(out.getvalue()) == [[["Lock", "Ships", "Ships"], *rows]]


def test_a_column_without_a_cell_keeps_its_header_in_a_short_table() -> None:
    """Below two rows `Tide` was a part of the header before it: only longer tables had columns that headers tell of."""
    out, canvas = _page()
    canvas.setFont("Helvetica", 10)
    rows = [["Lock", "Keeper", "Ships", "Tide"], ["North", "Ana and Eva", "Ferries", ""], ["South", "Rita", "Tugs", ""]]
    for at, row in enumerate(rows):
        canvas.line(100, 712 - 20 * at, 500, 712 - 20 * at)
        for left, cell in zip((105, 205, 305, 345), row, strict=True):
            canvas.drawString(left, 698 - 20 * at, cell)
    canvas.line(100, 652, 500, 652)
    canvas.save()
    assert tables_of(out.getvalue()) == [rows]


def test_a_second_line_of_a_header_between_two_rules_stands_above_that_column_alone() -> None:
    """Above figures at the right of their boxes it stood nearer to those of the column before, and was told of both."""
    rows = [["North", "35,000", "12", "35,012"], ["South", "9,450", "40", "9,490"], ["West", "26,100", "60", "26,160"]]

    def drawn(canvas: Canvas) -> None:
        for x in (70, 200, 290, 390, 480):
            canvas.line(x, 660, x, 570)
        for base in (660, 630, 610, 590, 570):
            canvas.line(70, base, 480, base)
        canvas.setFont("Helvetica-Bold", 10)
        for x, words in zip((75, 205, 295, 395), ("Lock", "Dues of ships", "Given by", "Total"), strict=True):
            canvas.drawString(x, 649, words)
        canvas.drawString(295, 637, "towns")
        canvas.setFont("Helvetica", 10)
        for at, (label, *cells) in enumerate(rows):
            canvas.drawString(75, 617 - 20 * at, label)
            for right, cell in zip((285, 385, 475), cells, strict=True):
                canvas.drawRightString(right, 617 - 20 * at, cell)

    assert tables_of(between_lines(drawn)) == [[["Lock", "Dues of ships", "Given by towns", "Total"], *rows]]
