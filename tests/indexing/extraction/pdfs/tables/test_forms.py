"""Tables of a PDF as forms, bills and statements have them: what belongs to each, and which have no header."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from reportlab.pdfgen.canvas import Canvas

from ...pdf_files import between_lines, put
from ...reading import tables_of

_PROJECT = [["Project", "Harbour locks"], ["Keeper", "Ana Lima"], ["Method", "Manual review"], ["Platform", "Quays"]]


def _tables(draw: Callable[[Canvas], None]) -> list[list[list[str]]]:
    """Headers and rows of each table of a page between two lines of text."""
    return tables_of(between_lines(draw))


def _form(canvas: Canvas, top: float, rows: Sequence[Sequence[str]], *, inner: bool = True) -> None:
    canvas.grid((95, 220, 400), [top - 20 * at for at in range(len(rows) + 1) if inner or at in (0, len(rows))])
    for at, row in enumerate(rows):
        put(canvas, top - 14 - 20 * at, row, (100, 225))


def test_the_first_name_of_a_form_is_no_header() -> None:
    """`Project` and `Harbour locks` stood above the other names as if they were columns."""
    assert _tables(lambda canvas: _form(canvas, 660, _PROJECT)) == [[[], *_PROJECT]]


def test_words_above_codes_are_the_header_of_a_ruled_table() -> None:
    rows = [["Code", "What the lock does"], ["RF01", "It opens"], ["RF02", "It shuts"], ["RF03", "It waits"]]
    assert _tables(lambda canvas: _form(canvas, 660, rows)) == [rows]


def test_a_form_in_a_box_is_a_table_without_rules_between_its_rows() -> None:
    """Names with what is said of each, without a header: the box was text."""
    rows = [*_PROJECT, ["Port width", "32 bits"], ["Order", "Little"]]
    assert _tables(lambda canvas: _form(canvas, 660, rows, inner=False)) == [[[], *rows]]


def test_two_forms_below_each_other_are_two() -> None:
    """Each below its name, in the same columns: the second one became rows of the first."""
    other = [["Dates", "In May"], ["Effort", "Ten days"], ["Rooms", "Three or four"]]

    def drawn(canvas: Canvas) -> None:
        _form(canvas, 660, _PROJECT)
        canvas.drawString(95, 560, "What was done")
        _form(canvas, 551, other)

    assert _tables(drawn) == [[[], *_PROJECT], [[], *other]]


def test_steps_are_headers() -> None:
    """Numbers that count in equal steps say what stands below them: with them as a row the columns had no names."""
    rows = [
        ["Hits", "0", "1", "2", "3", "4", "5+"],
        ["Observed", "229", "211", "93", "35", "7", "1"],
        ["Expected", "227", "211", "99", "31", "7", "2"],
    ]

    def drawn(canvas: Canvas) -> None:
        for base in (655, 635, 592):
            canvas.line(99, base, 450, base)
        for at, cells in enumerate(rows):
            put(canvas, 640 - 20 * at, cells, (100, 200, 240, 280, 320, 360, 400))

    assert _tables(drawn) == [rows]


def test_a_header_that_is_wider_than_its_columns_is_parted() -> None:
    """Its words come closer than those of the letters and figures below it: it was one cell, and no header."""
    rows = [["row", "column", "value"], *([one, other, str(len(other))] for one in "abc" for other in ("a", "bb"))]

    def drawn(canvas: Canvas) -> None:
        for base in (655, 635, 520):
            canvas.line(99, base, 180, base)
        for at, cells in enumerate(rows):
            put(canvas, 640 - 18 * at, cells, (100, 124, 164))

    assert _tables(drawn) == [rows]


@pytest.mark.parametrize("beside", ["", "John Lima"])
def test_what_is_bought_begins_below_the_address_of_a_bill(beside: str) -> None:
    """All between the rules of a bill was one table, with the date and the address as headers."""
    rows = [
        ["Item", "Description", "Price", "Quantity", "Total"],
        *([item, f"One {item} per hour", "2.00", "24", "48.00"] for item in ("boat", "quay", "lock", "crane")),
    ]

    def drawn(canvas: Canvas) -> None:
        for base in (700, 630, *(610 - 20 * at for at in range(5))):
            canvas.line(99, base, 500, base)
        for at, (name, value) in enumerate((("Reference:", "MG2022"), ("Due:", "20/08/2022"), ("Amount:", "181 EUR"))):
            put(canvas, 686 - 15 * at, (name, value, "" if at else beside), (100, 200, 320))
        for at, cells in enumerate(rows):
            canvas.setFont("Helvetica" if at else "Helvetica-Bold", 10)
            put(canvas, 615 - 20 * at, cells, (100, 180, 320, 390, 460))

    assert _tables(drawn) == [rows]


def test_dots_that_lead_to_pages_make_no_table_of_numbered_contents() -> None:
    """Each entry has two numbers, its own and that of its page, as a row of figures has."""

    def drawn(canvas: Canvas) -> None:
        canvas.drawRightString(500, 720, "Figures")
        canvas.drawRightString(500, 700, "Page")
        canvas.drawString(100, 700, "Figure")
        canvas.line(95, 712, 500, 712)
        canvas.line(95, 692, 500, 692)
        for at, name in enumerate(("Register of the locks", "Fields of the form", "Parity of the gates", "All ships")):
            canvas.setFillColor("green")
            put(canvas, 680 - 12 * at, (f"4.{at + 1}.", name), (100, 140))
            canvas.setFillColor("black")
            canvas.drawRightString(500, 680 - 12 * at, str(7 + at // 2))
            for x in range(250, 480, 8):
                canvas.drawString(x, 680 - 12 * at, ".")

    assert _tables(drawn) == []


def test_the_bars_of_a_chart_that_end_at_a_header_part_none_of_its_words() -> None:
    """Each header above three columns was cut where a bar of the chart above it comes down to the table."""
    rows = [["Metric", "English test Base", "English test New", "English test Gain", "Loss"]]
    rows += [[f"Rate {at}", "0.9160", "0.9970", "0.0810", "0.1"] for at in range(4)]

    def drawn(canvas: Canvas) -> None:
        for x in (248, 260, 272.5, 285):
            canvas.line(x, 648, x, 760)
        for left, right, base in ((95, 450, 660), (195, 340, 645), (95, 450, 625), (95, 450, 560)):
            canvas.line(left, base, right, base)
        canvas.drawString(238, 650, "English")
        canvas.drawString(274, 650, "test")
        for at, cells in enumerate((("Metric", "Base", "New", "Gain", "Loss"), *rows[1:])):
            put(canvas, 632 - 16 * at, cells, (100, 200, 250, 300, 400))

    assert _tables(drawn) == [rows]


def test_years_with_the_mark_of_a_note_are_headers() -> None:
    rows = [
        ["", "2014", "2019", "2020", "2021*"],
        *([f"Ships of quay {at}", "7.1", "8.3", "12.5", "1.0"] for at in range(4)),
    ]

    def drawn(canvas: Canvas) -> None:
        for at, cells in enumerate(rows):
            put(canvas, 640 - 16 * at, cells, (100, 220, 280, 340, 400))

    assert _tables(drawn) == [rows]
