"""Cells of a PDF between rules: what is one row, what is a header, and which rules make a table."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from ...pdf_files import between_lines, put
from ...reading import tables_of

_KEEPERS = [["Lock", "Keeper", "How it is worked"], ["North", "Ana", "by hand, twice a day"], ["South", "Eva", "alone"]]


def _tables(draw: Callable[[Canvas], None]) -> list[list[list[str]]]:
    """Headers and rows of each table of a page between two lines of text."""
    return tables_of(between_lines(draw))


def test_rules_that_are_pictures_part_a_table() -> None:
    """Converters of what TeX has set draw each rule as a picture of a point's height: no table was found."""

    def drawn(canvas: Canvas) -> None:
        dark = ImageReader(BytesIO(b"P5 1 1 255 \x00"))
        for base in (655, 635, 592):
            canvas.drawImage(dark, 99, base, 351, 0.5)
        for at, cells in enumerate(_KEEPERS):
            put(canvas, 640 - 20 * at, cells)

    assert _tables(drawn) == [_KEEPERS]


def test_one_rule_below_the_headers_and_two_between_the_columns_make_a_table() -> None:
    def drawn(canvas: Canvas) -> None:
        canvas.line(95, 636, 470, 636)
        for x in (190, 310):
            canvas.line(x, 652, x, 596)
        for at, cells in enumerate(_KEEPERS):
            put(canvas, 640 - 18 * at, cells)

    assert _tables(drawn) == [_KEEPERS]


def test_the_rule_below_a_chart_makes_no_table_of_its_marks() -> None:
    def drawn(canvas: Canvas) -> None:
        canvas.line(95, 560, 470, 560)
        for x in (190, 310):
            canvas.line(x, 560, x, 660)
        for at, mark in enumerate(("Share of ships", "Share of locks", "Share of quays")):
            put(canvas, 640 - 20 * at, (mark, "north", "south"))
        put(canvas, 548, ("2019", "2020", "2021"))

    assert _tables(drawn) == []


def test_cells_in_the_middle_of_a_row_of_two_lines_belong_to_it() -> None:
    """Figures stand half a line below the first line of their label: each label was torn into three rows."""

    def drawn(canvas: Canvas) -> None:
        for base in (660, 640, 540):
            canvas.line(95, base, 470, base)
        put(canvas, 645, ("Source", "Span", "Ships", "Boats"), (100, 230, 340, 400))
        for at, name in enumerate(("North", "South", "West")):
            top = 625 - 32 * at
            put(canvas, top, (f"Register of the {name}", "May 1919 to"), (100, 230))
            put(canvas, top - 6, (f"{at + 3},204", f"{at + 2},117"), (340, 400))
            put(canvas, top - 12, ("kept by its pilots", "June 1954"), (100, 230))

    rows = [
        [f"Register of the {name} kept by its pilots", "May 1919 to June 1954", f"{at + 3},204", f"{at + 2},117"]
        for at, name in enumerate(("North", "South", "West"))
    ]
    assert _tables(drawn) == [[["Source", "Span", "Ships", "Boats"], *rows]]


def test_a_label_beside_two_rows_makes_them_no_single_row() -> None:
    def drawn(canvas: Canvas) -> None:
        for base in (660, 640, 560):
            canvas.line(95, base, 470, base)
        put(canvas, 645, ("Quay", "Year", "Ships"))
        for at in range(4):
            put(canvas, 625 - 14 * at, (str(2019 + at), f"{at + 3},204"), (230, 400))
        canvas.drawString(100, 625, "South")
        canvas.drawString(100, 604, "North")

    (found,) = _tables(drawn)
    assert [row[1:] for row in found[1:]] == [[str(2019 + at), f"{at + 3},204"] for at in range(4)]


@pytest.mark.parametrize("head", [("FONTNAME", "Helvetica-Bold"), ("TEXTCOLOR", "white"), ("FONTNAME", "Times-Roman")])
def test_headers_are_what_is_set_as_nothing_below_is(head: tuple[str, str]) -> None:
    """Rows of words below a header of words in white on grey, bold or another face were further lines of headers."""
    rows = [["Pin", "Signal", "Description", "Direction"], ["J3", "/RESET", "Microcontroller reset", "Digital Input"]]
    rows += [["J7", "TMS", "Test Mode Select Input", "Digital Input"], ["J4", "GND", "Ground connection", "-"]]
    rows += [["J2", "TDI", "Test Data Input", "Digital Input"], ["J11", "VCCAT", "Supply voltage", "-"]]

    def drawn(canvas: Canvas) -> None:
        style = [("GRID", (0, 0), (-1, -1), 0.5, "black"), ("BACKGROUND", (0, 0), (-1, 0), "grey")]
        table = Table(rows, colWidths=[50, 70, 170, 100], style=[*style, (head[0], (0, 0), (-1, 0), head[1])])
        table.wrapOn(canvas, 400, 400)
        table.drawOn(canvas, 90, 500)

    assert _tables(drawn) == [rows]


def test_a_mark_of_a_note_is_no_row_of_its_own() -> None:
    """A table of one row was none, because the raised figure of its note stood above the row as another one."""
    rows = [["Parameter", "Condition", "Min", "Max", "Unit"], ["Cycles", "at 25 degrees", "300 000", "-", "turns 1"]]

    def drawn(canvas: Canvas) -> None:
        style = [("GRID", (0, 0), (-1, -1), 0.5, "black"), ("FONTNAME", (0, 0), (-1, 0), "Helvetica-Bold")]
        plain = [rows[0], [*rows[1][:-1], "turns"]]
        table = Table(plain, colWidths=[90, 90, 70, 50, 70], style=style)
        table.wrapOn(canvas, 400, 400)
        table.drawOn(canvas, 90, 600)
        canvas.setFont("Helvetica", 6)
        canvas.drawString(90 + 300 + 6 + 25, 608.5, "1")

    assert _tables(drawn) == [rows]


def test_the_only_dash_of_a_column_stays_in_it() -> None:
    """It was taken for the bullet of the next column, whose header then stood above both."""
    rows = [["Parameter", "Typical", "Max", "Unit"], ["Cycles", "1 000 000", "-", "turns"]]
    rows += [["Height", "300", "", "metres"]]

    def drawn(canvas: Canvas) -> None:
        table = Table(rows, colWidths=[90, 90, 70, 90], style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])
        table.wrapOn(canvas, 400, 400)
        table.drawOn(canvas, 90, 600)

    assert _tables(drawn) == [rows]


def test_the_marks_of_a_scale_are_no_rows() -> None:
    """Beside a picture of shades: one figure a line, below names of columns."""

    def drawn(canvas: Canvas) -> None:
        for x in (120, 160, 220, 280, 340):
            canvas.line(x, 480, x, 700)
        for y in (700, 660, 480):
            canvas.line(120, y, 340, y)
        put(canvas, 687, ("Ana", "Eva Matos", "Rui Pinto"), (165, 225, 285))
        put(canvas, 667, ("Risk", "Lima", "Porto", "Faro"), (125, 165, 225, 285))
        for at in range(11):
            canvas.drawString(125, 645 - 15 * at, f"{1 - at / 10:.1f}")

    assert _tables(drawn) == []


def test_the_bars_of_a_slide_make_no_table_of_what_stands_between_them() -> None:
    """A title in white above a list of sections beside the text: each slide was a table of three columns."""

    def drawn(canvas: Canvas) -> None:
        width, height = A4
        canvas.setFillColor("navy")
        for x, y, wide, high in ((0, height - 90, width, 90), (0, 0, 120, height - 90), (0, 0, width, 20)):
            canvas.rect(x, y, wide, high, stroke=0, fill=1)
        canvas.setFillColor("white")
        put(canvas, height - 40, ("Locks", "Water levels of the harbour"), (20, 300))
        canvas.setFillColor("black")
        for at in range(12):
            put(canvas, 700 - 40 * at, (f"Part {at}", f"What the keepers saw in the {at}th year"), (20, 130))

    assert _tables(drawn) == []


def test_long_labels_close_to_their_figures_are_no_text() -> None:
    """Two labels in a row that filled the table but for their figure ended it above them."""
    labels = ["Average risk", *(f"Lock {at} (five times the average risk of high water)" for at in (1, 2)), "Missing"]
    width = 45.0 + max(stringWidth(label, "Helvetica", 10) for label in labels)

    def drawn(canvas: Canvas) -> None:
        for base in (662, 645, 590):
            canvas.line(100, base, 100 + width, base)
        canvas.drawString(102, 650, "Value")
        canvas.drawRightString(98 + width, 650, "Ships")
        for at, label in enumerate(labels):
            canvas.drawString(102, 633 - 13 * at, label)
            canvas.drawRightString(98 + width, 633 - 13 * at, "71190" if at < 3 else "0")

    (found,) = _tables(drawn)
    assert found == [["Value", "Ships"], *([label, "71190"] for label in labels[:3]), ["Missing", "0"]]


def test_shades_behind_words_part_no_cell_of_a_ruled_table() -> None:
    """What a word processor marks in the cells of a column parted them into two."""
    rows = [
        ["Code", "What the lock has to do"],
        *([f"RF{at}", f"It has to let the boat number {at} of the morning pass by"] for at in range(4)),
    ]

    def drawn(canvas: Canvas) -> None:
        canvas.setFillGray(0.85)
        for at in (1, 2, 3, 4):
            canvas.rect(152, 637 - 20 * at, 120, 16, stroke=0, fill=1)
        canvas.setFillGray(0)
        canvas.grid((95, 150, 470), [655 - 20 * at for at in range(6)])
        for at, cells in enumerate(rows):
            put(canvas, 641 - 20 * at, cells, (100, 155))

    assert _tables(drawn) == [rows]


def test_columns_below_one_header_that_no_rule_parts_are_one() -> None:
    """The header stood above two columns, a command and what it takes, that the ruled table has as one."""
    rows = [("mov", "S, D", "moves it"), ("push", "S", "puts it on top"), ("pop", "D", "takes it from there")]

    def drawn(canvas: Canvas) -> None:
        canvas.grid((95, 310, 470), [655 - 20 * at for at in range(5)])
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawString(116, 641, "Instruction, taking")
        canvas.drawString(360, 641, "Description")
        canvas.setFont("Helvetica", 10)
        for at, cells in enumerate(rows, 1):
            put(canvas, 641 - 20 * at, cells)

    (found,) = _tables(drawn)
    assert found == [
        ["Instruction, taking", "Description"],
        *([f"{name} {given}", about] for name, given, about in rows),
    ]


def test_lines_of_cells_that_stand_far_apart_are_one_row_between_rules() -> None:
    """Each line was a row where the lines of a page are set wide: sixteen in place of two."""
    lines = [
        ("The boat that", "It is known", "All locks"),
        ("came first has", "by its flag", "are kept"),
        ("to wait until", "and by its", "shut for"),
        ("the others", "number", "an hour"),
        ("are through", "", ""),
    ]

    def drawn(canvas: Canvas) -> None:
        canvas.grid((95, 190, 310, 470), (660, 640, 537, 434))
        put(canvas, 646, ("Who", "How", "What"))
        for row in range(2):
            for at, cells in enumerate(lines):
                put(canvas, 627 - 103 * row - 19 * at, cells)

    row = [" ".join(filter(None, column)) for column in zip(*lines, strict=True)]
    assert _tables(drawn) == [[["Who", "How", "What"], row, row]]


def test_cells_that_come_close_to_each_other_between_rules_are_a_table() -> None:
    """No line of the page has a wide gap in it: its rules were never looked at, and its table was lost."""
    rows = [
        ["No.", "What the keepers of the lock ask"],
        ["Q1", "that ships call before they come"],
        ["Q2", "that boats wait until ships left"],
        ["Q3", "that nobody moors at either gate"],
    ]

    def drawn(canvas: Canvas) -> None:
        for x in (95, 121, 290):
            canvas.line(x, 655, x, 655 - 20 * len(rows))
        for at, cells in enumerate(rows):
            canvas.line(95, 655 - 20 * at, 290, 655 - 20 * at)
            put(canvas, 641 - 20 * at, cells, (100, 124))
        canvas.line(95, 655 - 20 * len(rows), 290, 655 - 20 * len(rows))

    assert _tables(drawn) == [rows]


def test_one_rule_below_the_headers_that_crosses_one_between_two_columns_makes_a_table() -> None:
    """As TeX draws `c|c` with one line below its first row."""
    ways = [["Code", "What it turns"], ["00", "the left gate"], ["01", "the right gate"], ["10", "nothing"]]

    def drawn(canvas: Canvas) -> None:
        canvas.line(95, 636, 280, 636)
        canvas.line(190, 652, 190, 580)
        for at, cells in enumerate(ways):
            put(canvas, 640 - 18 * at, cells, (100, 200))

    assert _tables(drawn) == [ways]


def test_addresses_in_a_typewriter_face_are_no_program() -> None:
    """The slashes of `https://` look like those of a comment."""
    places = [
        ["Map", "Locks"],
        *([f"https://maps.example.org/{name}.html", str(at + 3)] for at, name in enumerate("abc")),
    ]

    def drawn(canvas: Canvas) -> None:
        for base in (655, 635, 580):
            canvas.line(95, base, 470, base)
        for at, cells in enumerate(places):
            canvas.setFont("Courier", 10)
            canvas.drawString(100, 640 - 18 * at, cells[0])
            canvas.drawRightString(460, 640 - 18 * at, cells[1])

    assert _tables(drawn) == [places]
