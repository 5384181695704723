"""Which tables of a PDF are apart, whole and no drawing: in bills, forms to fill in, programs and brochures."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from ...pdf_files import between_lines, put
from ...reading import tables_of


def _tables(draw: Callable[[Canvas], None]) -> list[list[list[str]]]:
    """Headers and rows of each table of a page between two lines of text."""
    return tables_of(between_lines(draw))


def _page(draw: Callable[[Canvas], None]) -> list[list[list[str]]]:
    """The same of a page with nothing else."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    draw(canvas)
    canvas.save()
    return tables_of(out.getvalue())


def _form(canvas: Canvas, bottom: float, rows: list[list[str]]) -> None:
    table = Table(rows, colWidths=[90] * 5, rowHeights=22, style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])
    table.wrapOn(canvas, 450, 400)
    table.drawOn(canvas, 70, bottom)


_ASKED = [["Lock", "Height", "Width", "Ships", "Keeper"], *([name, "", "", "", ""] for name in ("North", "South"))]
_ASKED += [["West", "", "", "", ""], ["East", "", "", "", ""]]


def test_parts_of_a_bill_with_headers_of_their_own_are_tables_of_their_own() -> None:
    """The header of the second part was a row of the first, and what a night cost stood below the kilometres."""
    trips = [["Travel", "Trips", "Distance", "Amount"], ["Aveiro to Porto", "1", "75 km", "22.50"]]
    trips.append(["Porto to Aveiro", "1", "75 km", "22.50"])
    nights = [["Nights", "", "Date", "Amount"], ["Harbour house", "", "24 January 1978", "65.00"]]

    def drawn(canvas: Canvas) -> None:
        for base, row in zip((660, 640, 620, 580, 560), [*trips, *nights], strict=True):
            canvas.setFont("Helvetica-Bold" if row in (trips[0], nights[0]) else "Helvetica", 10)
            put(canvas, base, row, (100, 230, 310, 420))
        for base in (672, 655, 575, 550):
            canvas.line(98, base, 480, base)

    assert _tables(drawn) == [trips, [[cell for cell in row if cell] for row in nights]]


def test_a_form_with_columns_to_fill_in_is_a_table() -> None:
    """Empty cells spoke against it, though rules stand around each of them."""
    assert _tables(lambda canvas: _form(canvas, 500, _ASKED)) == [_ASKED]


def test_what_is_painted_behind_most_of_a_page_makes_no_one_table_of_two() -> None:
    """Its edges met the rules of both, and what stood between them was rows."""

    def drawn(canvas: Canvas) -> None:
        canvas.setFillColor("white")
        canvas.rect(90, 230, 410, 600, stroke=0, fill=1)
        canvas.setFillColor("black")
        _form(canvas, 650, _ASKED)
        canvas.drawString(100, 550, "How do these compare with what the keepers say?")
        _form(canvas, 300, _ASKED)

    assert _page(drawn) == [_ASKED, _ASKED]


def test_columns_of_text_from_edge_to_edge_of_a_page_are_no_table() -> None:
    """A manual in three languages with rules between them had a cell for each paragraph."""
    said = {"Sicherheit": "Die Pumpe muss geerdet sein.", "Safety": "The pump must be earthed.", "Mesures": "La terre."}

    def drawn(canvas: Canvas) -> None:
        for at, (name, text) in enumerate(said.items()):
            left = at * A4[0] / 3
            canvas.rect(left, 60, A4[0] / 3, 720)
            canvas.setFont("Helvetica-Bold", 12)
            canvas.drawString(left + 10, 760, name)
            canvas.setFont("Helvetica", 9)
            for row in range(12):
                canvas.drawString(left + 10, 730 - 30 * row, text)
        canvas.line(0, 745, A4[0], 745)

    assert _page(drawn) == []


def test_a_header_that_is_divided_stands_above_the_rest_of_its_word_alone() -> None:
    """`Hourly-` in the middle of three columns stood above all of them, as if it were the header of each."""
    rows = [["Work", "When", "Hours", "Hourly-Rate", "Amount"], ["Plan", "02.1978", "14.0", "20.00", "280.00"]]
    rows += [["Model", "02.1978", "6.0", "20.00", "120.00"], ["Series", "03.1978", "25.0", "20.00", "500.00"]]

    def drawn(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 10)
        canvas.drawCentredString(390, 672, "Hourly-")
        for base in (660, 640, 620, 600):
            canvas.setFont("Helvetica-Bold" if base == 660 else "Helvetica", 10)
            row = rows[(660 - base) // 20]
            canvas.drawString(100, base, row[0])
            for x, text in zip((240, 310, 390, 470), row[1:], strict=True):
                canvas.drawCentredString(x, base, text.removeprefix("Hourly-"))
        canvas.line(98, 655, 500, 655)

    assert _tables(drawn) == [rows]


def test_a_header_stands_above_all_that_the_rule_below_it_says_beside_one_of_two_rows() -> None:
    """`Year` in the middle of both rows of headers hid the rule: the first and the last column had half a header."""
    rows = [[str(2007 - at), *(f"{at + 2}17,{unit}00" for unit in range(1, 5))] for at in range(8)]

    def drawn(canvas: Canvas) -> None:
        for x in (80, 150, 230, 310, 390, 470):
            canvas.line(x, 660 if 150 < x < 470 else 676, x, 500)
        for base in (676, 645, *range(625, 499, -20)):
            canvas.line(80, base, 470, base)
        canvas.line(150, 660, 470, 660)
        canvas.drawCentredString(310, 667, "Loan limits")
        canvas.drawCentredString(115, 660, "Year")
        for at in range(4):
            canvas.drawCentredString(190 + 80 * at, 649, f"{at + 1} units")
        for at, row in enumerate(rows[:7]):
            put(canvas, 631 - 20 * at, row, (90, 180, 260, 340, 420))

    assert _tables(drawn)[0][0] == ["Year", *(f"Loan limits {at} units" for at in range(1, 5))]


def test_a_program_whose_letters_stand_apart_is_no_table() -> None:
    """TeX sets programs so in a face that is not monospaced: no word told that it is code."""
    lines = (
        ("f e a t u r e", "f i l t e r", "l o o p"),
        ("t R N A p h e", "1 2 0 3", "3 4"),
        ("g e n e s", "7 1 2", "4 1 2"),
    )

    def drawn(canvas: Canvas) -> None:
        for base in (690, 672, 600):
            canvas.line(98, base, 500, base)
        for at in range(5):
            put(canvas, 678 - 16 * at, lines[at % 3], (100, 300, 400))

    assert _tables(drawn) == []
