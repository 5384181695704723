"""Tables of financial statements in PDF: units below years, one header above several tables, totals above text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO

from reportlab.pdfgen.canvas import Canvas

from ...pdf_files import between_lines
from ...reading import tables_of

_RIGHTS = (300.0, 360.0, 420.0, 500.0)


def _tables(draw: Callable[[Canvas], None]) -> list[list[list[str]]]:
    """Headers and rows of each table of a page between two lines of text."""
    return tables_of(between_lines(draw))


def _put(canvas: Canvas, base: float, label: str, cells: Sequence[str], *, is_bold: bool = False) -> None:
    """A row of a statement: its figures end where the column ends."""
    canvas.setFont("Helvetica-Bold" if is_bold else "Helvetica", 10)
    canvas.drawString(100, base, label)
    for right, cell in zip(_RIGHTS[-len(cells) :], cells, strict=True):
        canvas.drawRightString(right, base, cell)


def _total(canvas: Canvas, base: float, columns: int) -> None:
    """Rules above and below a sum, nearly as wide as a column each."""
    for right in _RIGHTS[-columns:]:
        for below in (-11, 5, 7):
            canvas.line(right - 68, base - below, right, base - below)


_SHIPS = [("Ferries", ["75", "197"]), ("Tugs and barges", ["5,890", "10,556"]), ("All ships", ["5,965", "10,753"])]


def test_a_unit_below_the_years_is_a_line_of_the_header() -> None:
    """`€000` was a figure: each statement of a report had it for its first row, and no unit above its columns."""
    for unit in ("€000", "$000s"):

        def drawn(canvas: Canvas, unit: str = unit) -> None:
            for line, words in enumerate((("All locks",) * 2, ("2022", "2021"), (unit, unit))):
                _put(canvas, 712 - 12 * line, "", words, is_bold=True)
            for at, (label, cells) in enumerate(_SHIPS):
                _put(canvas, 670 - 12 * at, label, cells, is_bold=at == 2)

        rows = [[label, *cells] for label, cells in _SHIPS]
        assert _tables(drawn) == [[["", f"All locks 2022 {unit}", f"All locks 2021 {unit}"], *rows]]


def test_each_table_below_another_has_the_header_that_is_printed_again_with_another_first_line() -> None:
    """The second table was rows of the first one, and its header, which stands close, a row with half its cells."""
    kinds = ("Fair value", "Carried at", "Fair value", "Carried at")
    heads = [kinds, ("2022", "2022", "2021", "2021"), ("€000",) * 4]
    rows = [(name, ["–", "402", "–", "1,457"]) for name in ("Lock dues", "Ferry dues", "All dues")]

    def drawn(canvas: Canvas) -> None:
        for top, kept in ((700.0, ("Fair", "Cost", "Fair", "Cost")), (608.0, kinds)):
            for line, words in enumerate([kept, *heads[1:]]):
                _put(canvas, top - 12 * line, "", words, is_bold=True)
            for at, (label, cells) in enumerate(rows):
                _put(canvas, top - 42 - 12 * at, label, cells)
            _total(canvas, top - 66, 4)

    found = _tables(drawn)
    assert [table[0] for table in found] == [
        ["", *(f"{kind} {year} €000" for kind, year in zip(kept, heads[1], strict=True))]
        for kept in (("Fair", "Cost", "Fair", "Cost"), kinds)
    ]
    assert [table[1:] for table in found] == [[[label, *cells] for label, cells in rows]] * 2


def test_the_second_line_of_a_header_stands_above_what_its_first_line_stands_above() -> None:
    """Below `Robert Samuelson` above two years `(COO)` was said of the first year alone."""

    def drawn(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 10)
        for middle, name, office in (
            (305, "Rita Sousa of Aveiro", "(Harbour master)"),
            (424, "Ana Matos of Porto", "(Pilot)"),
        ):
            canvas.drawCentredString(middle, 700, name)
            canvas.drawCentredString(middle, 688, office)
        canvas.line(250, 684, 500, 684)
        _put(canvas, 673, "", ("2022", "2021", "2022", "2021"), is_bold=True)
        for at, name in enumerate(("Base pay", "Pension", "Benefits")):
            _put(canvas, 655 - 14 * at, name, ("563,000", "563,000", "419,000", "8,419,000"))

    offices = ("Rita Sousa of Aveiro (Harbour master)", "Ana Matos of Porto (Pilot)")
    assert _tables(drawn)[0][0] == ["", *(f"{office} {year}" for office in offices for year in (2022, 2021))]


def test_text_below_a_total_is_not_cut_by_the_rules_of_the_next_total() -> None:
    """Rules of two sums made a table of what stands between them, the ends of a paragraph too: the second was lost."""

    def drawn(canvas: Canvas) -> None:
        for top in (700.0, 580.0):
            _put(canvas, top, "", ("2022", "2021"), is_bold=True)
            for at, (label, cells) in enumerate(_SHIPS):
                _put(canvas, top - 16 - 12 * at, label, cells)
            _total(canvas, top - 40, 2)
        canvas.setFont("Helvetica", 10)
        canvas.drawString(
            100, 628, "What the keepers of the locks count in a year, without the ships that wait outside of"
        )
        canvas.drawString(100, 616, "the harbour, is as follows:")

    table = [["", "2022", "2021"], *([label, *cells] for label, cells in _SHIPS)]
    assert _tables(drawn) == [table, table]


def test_rules_at_the_header_and_at_a_sum_leave_no_row_between_them_out() -> None:
    """What the rules of the header hold was one table and what those of the sum hold another, without the rows."""
    sums = ("All locks", "Dues of all locks")

    def drawn(canvas: Canvas) -> None:
        for base in (716, 696):
            canvas.line(98, base, 502, base)
        _put(canvas, 702, "", ("2022", "2021"), is_bold=True)
        for at in range(8):
            _put(canvas, 680 - 16 * at, f"Lock {at}", (f"{at + 3},734", f"{at + 1},068"))
        for at, label in enumerate(sums):
            _total(canvas, 552 - 16 * at, 2)
            _put(canvas, 552 - 16 * at, label, ("40,872", "24,544"))

    rows = [[f"Lock {at}", f"{at + 3},734", f"{at + 1},068"] for at in range(8)]
    rows += [[label, "40,872", "24,544"] for label in sums]
    assert _tables(drawn) == [[["", "2022", "2021"], *rows]]


def test_statements_of_two_pages_that_are_one_are_two_tables() -> None:
    """Annual reports are published as pairs of pages: rows went on from the left page to the right one."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=(1190, 842), invariant=1)
    canvas.setFont("Helvetica", 10)
    for left, number, years in ((0.0, "37", ("2022", "2021")), (595.0, "38", ("2020", "2019"))):
        canvas.drawString(left + (30 if not left else 550), 24, number)
        for at, row in enumerate([("", *years), *((label, *cells) for label, cells in _SHIPS)]):
            base = 700 - 16 * at - (5 if left else 0)
            canvas.drawString(left + 80, base, row[0])
            for right, cell in zip((420, 510), row[1:], strict=True):
                canvas.drawRightString(left + right, base, cell)
    canvas.save()
    rows = [[label, *cells] for label, cells in _SHIPS]
    assert tables_of(out.getvalue()) == [[["", "2022", "2021"], *rows], [["", "2020", "2019"], *rows]]


def test_two_years_above_the_columns_of_one_page_are_no_numbers_of_two() -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=(842, 595), invariant=1)
    canvas.setFont("Helvetica", 10)
    rows = [["Ferries", "75", "197"], ["Tugs and barges", "5,890", "10,556"], ["Pilots", "12", "14"]]
    rows.append(["All ships", "5,977", "10,767"])
    for at, row in enumerate([["", "2021", "2022"], *rows]):
        canvas.drawString(60, 520 - 16 * at, row[0])
        for right, cell in zip((380, 700), row[1:], strict=True):
            canvas.drawRightString(right, 520 - 16 * at, cell)
    canvas.save()
    assert tables_of(out.getvalue()) == [[["", "2021", "2022"], *rows]]


def test_a_line_in_the_middle_of_a_header_is_not_said_of_the_columns_beside_it() -> None:
    """`Exercise` above `Price` stands in the middle of three columns as well: it was said of each of them."""

    def drawn(canvas: Canvas) -> None:
        canvas.setFont("Helvetica-Bold", 8)
        heads = (
            ("", "Mean", "", "Mean"),
            ("", "Exercise", "", "Exercise"),
            ("Shares", "Price per", "Shares", "Price per"),
        )
        for line, words in enumerate((*heads, ("Left", "Share", "Held", "Share"))):
            for middle, word in zip((285, 345, 405, 485), words, strict=True):
                canvas.drawCentredString(middle, 730 - 9 * line, word)
        for at, name in enumerate(("Granted", "Used", "Lost")):
            _put(canvas, 688 - 14 * at, name, ("2,789,110", "10.23", "4,658,405", "9.47"))

    price = "Mean Exercise Price per Share"
    assert _tables(drawn)[0][0] == ["", "Shares Left", price, "Shares Held", price]


def test_figures_close_to_each_other_beside_long_labels_are_no_second_column_of_text() -> None:
    """The figures of a small page were read as a column of text beside one of labels, and had none in their table."""
    names = ("Net dues of a lock at the start of the year", "Net dues of a ferry at the start of the year")
    rows = [[f"{names[at % 2]} {at}", *(f"{at + 1}{unit}.{at}7" for unit in range(1, 6))] for at in range(9)]

    def drawn(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 9)
        canvas.line(98, 672, 457, 672)
        for at, row in enumerate([["", "2022", "2021", "2020", "2019", "2018"], *rows]):
            canvas.drawString(100, 676 - 14 * at, row[0])
            for place, cell in enumerate(row[1:]):
                canvas.drawRightString(335 + 30 * place, 676 - 14 * at, cell)

    assert [table[1:] for table in _tables(drawn)] == [rows]
