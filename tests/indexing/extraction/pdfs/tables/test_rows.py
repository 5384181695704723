"""Tables of PDF: which lines are one row, and which of the lines above a table are its header."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Table

from ...pdf_files import between_lines, put
from ...reading import tables_of

_GRID = [("GRID", (0, 0), (-1, -1), 0.5, "black")]


def _tables(draw: Callable[[Canvas], None]) -> list[list[list[str]]]:
    """Headers and rows of each table of a page between two lines of text."""
    return tables_of(between_lines(draw))


def _rules(canvas: Canvas, *bases: float, left: float = 95, right: float = 470) -> None:
    for base in bases:
        canvas.line(left, base, right, base)


def test_shades_behind_the_lines_of_a_cell_part_no_row() -> None:
    """Word processors shade each line of a paragraph: a row of three lines between rules was three rows."""

    def drawn(canvas: Canvas) -> None:
        _rules(canvas, 660, *(640 - 34 * at for at in range(5)))
        put(canvas, 646, ("Lock", "Ships", "What the keeper saw"))
        for at in range(4):
            top = 640 - 34 * at
            canvas.setFillColorRGB(0.9, 0.95, 1)
            for line in range(2):
                canvas.rect(95, top - 17 * line - 17, 375, 17, stroke=0, fill=1)
            canvas.setFillColorRGB(0, 0, 0)
            put(canvas, top - 12, (f"Ferry {at} at night", "and tugs"), (320, 200))
            put(canvas, top - 20, (f"Lock {at}",), (100,))
            put(canvas, top - 29, (f"on the {at + 3}th", "in tow"), (320, 200))

    rows = [[f"Lock {at}", "and tugs in tow", f"Ferry {at} at night on the {at + 3}th"] for at in range(4)]
    assert _tables(drawn) == [[["Lock", "Ships", "What the keeper saw"], *rows]]


def test_a_label_in_the_middle_of_two_shaded_lines_is_that_of_both() -> None:
    """A short table of a word processor, two rows below its header, had the second line of a cell as a row."""

    def drawn(canvas: Canvas) -> None:
        _rules(canvas, 660, 640, 596, 574)
        for x in (95, 195, 470):
            canvas.line(x, 660, x, 574)
        canvas.setFillColorRGB(0.9, 0.95, 1)
        for left, base in ((200, 619), (100, 608), (200, 598), (100, 576), (200, 576)):
            canvas.rect(left, base, 85 if left == 100 else 265, 18, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.setFont("Helvetica-Bold", 10)
        put(canvas, 646, ("Options", "What they do"), (120, 280))
        canvas.setFont("Helvetica", 10)
        put(canvas, 625, ("The lock is filled as soon as the ferry",), (205,))
        put(canvas, 614, ("Default",), (105,))
        put(canvas, 602, ("has come in.",), (205,))
        put(canvas, 580, ("By hand", "The keeper fills it"), (105, 205))

    filled = ["Default", "The lock is filled as soon as the ferry has come in."]
    assert _tables(drawn) == [[["Options", "What they do"], filled, ["By hand", "The keeper fills it"]]]


def test_rows_of_thousands_and_millions_are_no_headers_above_a_rule() -> None:
    """`957K` and `2.19M` were words: the rows above the second rule of a paper's table were one header."""
    rows = [["", "North", "South"], ["# of ships", "957K", "2.19M"], ["# of locks", "72.2M", "120.1M"]]
    rows += [["# of keepers", "1.5K", "984K"], ["Mean", "95.2", "338"], ["Median", "40", "234"]]

    def drawn(canvas: Canvas) -> None:
        for at, row in enumerate(rows):
            put(canvas, 650 - 12 * at, row, (100, 250, 380))
        for x in (220, 350):
            canvas.line(x, 662, x, 586)
        _rules(canvas, 646, 610)

    assert _tables(drawn) == [rows]


def test_white_between_rows_parts_them_where_it_is_more_than_between_their_lines() -> None:
    """Set as wide as Chinese text is, each line of a cell was a row, and every second row had no label."""

    def drawn(canvas: Canvas) -> None:
        _rules(canvas, 660, 638)
        put(canvas, 645, ("Lock", "What its keeper says of it"), (100, 200))
        base = 622.0
        for at in range(4):
            put(canvas, base, (f"Quay {at}", "Ships wait here for the tide, as long as"), (100, 200))
            put(canvas, base - 12, ("- the bridge is closed,",), (200,))
            put(canvas, base - 29, ("- the lamps are lit.",), (200,))
            base -= 52
        _rules(canvas, base + 12)

    text = "Ships wait here for the tide, as long as - the bridge is closed, - the lamps are lit."
    rows = [[f"Quay {at}", text] for at in range(4)]
    assert _tables(drawn) == [[["Lock", "What its keeper says of it"], *rows]]


def test_a_header_in_the_middle_of_a_wide_column_is_that_of_the_column() -> None:
    """It stood in a column of its own, because what is below it begins far to the left."""
    rows = [["Title", "Number"], ["Lamps and locks", "80-748-4150"]]

    def drawn(canvas: Canvas) -> None:
        table = Table(rows, colWidths=[250, 120], style=[*_GRID, ("ALIGN", (0, 0), (-1, 0), "CENTER")])
        table.wrapOn(canvas, 400, 400)
        table.drawOn(canvas, 90, 600)

    assert _tables(drawn) == [rows]


def test_a_header_that_comes_again_begins_another_table() -> None:
    """One statement of a report had the other's title and years as rows, where rules of one width are below both."""
    years = ["2025", "2024"]
    tables = {
        "Other assets": [["Lamps", "20,777", "19,499"], ["Chains", "62,950", "55,335"], ["Total", "83,727", "74,834"]],
        "Other debts": [["Tax", "13,016", "26,601"], ["Sand", "8,919", "7,679"], ["Total", "21,935", "34,280"]],
    }

    def drawn(canvas: Canvas) -> None:
        base = 680.0
        for title, rows in tables.items():
            put(canvas, base, (title,), (100,))
            base -= 18
            put(canvas, base, years, (300, 400))
            for row in rows:
                _rules(canvas, base - 4)
                base -= 15
                put(canvas, base, row, (100, 300, 400))
            _rules(canvas, base - 4)
            base -= 22

    assert _tables(drawn) == [[["", *years], *rows] for rows in tables.values()]


def test_the_line_above_the_first_rule_is_the_header_where_it_stands_in_the_columns() -> None:
    """Markdown that is printed has a rule below its header and between rows, and none above."""
    rows = [
        ["name", "address", "number"],
        ["Ana", "ana@quay.example", "21305222"],
        ["Eva", "eva@quay.example", "21309680"],
    ]

    def drawn(canvas: Canvas) -> None:
        for at, row in enumerate(rows):
            put(canvas, 650 - 24 * at, row, (100, 200, 380))
        _rules(canvas, 642, 618)

    assert _tables(drawn) == [rows]


def test_a_header_above_rules_of_its_own_spans_what_these_span() -> None:
    """Years above amounts and rates were lost where the line below them began the table between rules."""

    def drawn(canvas: Canvas) -> None:
        put(canvas, 664, ("2025", "2024"), (262, 412))
        for left in (230, 380):
            _rules(canvas, 660, left=left, right=left + 130)
        put(canvas, 648, ("Amount", "Rate", "Amount", "Rate"), (235, 310, 385, 460))
        base = 644.0
        for name, amount in (("Loans", "86,781"), ("Notes", "4,500"), ("Bonds", "91,281")):
            _rules(canvas, base, right=510)
            put(canvas, base - 11, (name, amount, "4.07%", amount, "4.83%"), (100, 235, 310, 385, 460))
            base -= 15
        _rules(canvas, base, right=510)

    (found,) = _tables(drawn)
    assert found[0] == ["", "2025 Amount", "2025 Rate", "2024 Amount", "2024 Rate"]


@pytest.mark.parametrize("caption", ["", "Table 3: Settings of a lock"])
def test_names_and_values_between_rules_have_a_header_only_below_a_caption(caption: str) -> None:
    """A form has none; what is called a table begins with what its columns are called."""
    rows = [
        ["Setting", "Meaning"],
        ["Depth", "Water above the sill"],
        ["Tide", "What the gauge says"],
        ["Wind", "At sea"],
    ]

    def drawn(canvas: Canvas) -> None:
        canvas.drawString(90, 680, caption)
        table = Table(rows, colWidths=[110, 220], style=_GRID)
        table.wrapOn(canvas, 400, 400)
        table.drawOn(canvas, 90, 600)

    assert _tables(drawn) == [rows if caption else [[], *rows]]


def test_headers_of_which_one_stands_a_little_higher_are_one_line() -> None:
    """Cells of two fonts begin at two heights: the header was two lines, and the table had none."""

    def drawn(canvas: Canvas) -> None:
        for x in (90, 290, 480):
            canvas.line(x, 660, x, 560)
        _rules(canvas, 660, *(640 - 20 * at for at in range(5)), left=90, right=480)
        put(canvas, 648, ("What it means",), (350,))
        put(canvas, 644, ("Command",), (160,))
        for at in range(4):
            put(canvas, 626 - 20 * at, (f"{at + 1} open --gate {at}", f"Opens gate {at} at once"), (95, 295))

    (found,) = _tables(drawn)
    assert found[0] == ["Command", "What it means"]
    assert found[1] == ["1 open --gate 0", "Opens gate 0 at once"]


def test_headers_stand_above_a_first_line_that_is_a_label() -> None:
    """Reports have boxes that begin with `Assets`: none of their headers of years and levels was read."""

    def drawn(canvas: Canvas) -> None:
        put(canvas, 690, ("2025", "2024"), (290, 430))
        put(canvas, 674, ("Total", "Level 1", "Total", "Level 1"), (250, 320, 390, 460))
        rows = (("Assets",), ("Funds", "1,797", "1,700", "97", "90"), ("Gold", "2,370", "2,370", "41", "40"))
        for at, row in enumerate(rows):
            put(canvas, 658 - 15 * at, row, (100, 250, 320, 390, 460)[: len(row)])
        _rules(canvas, 669, 654, 639, 624, right=520)
        for x in (95, 240, 310, 380, 450, 520):
            canvas.line(x, 669, x, 624)

    (found,) = _tables(drawn)
    assert [head.split()[-1] for head in found[0] if head] == ["Total", "1", "Total", "1"]
    assert found[-1] == ["Gold", "2,370", "2,370", "41", "40"]


def test_the_first_line_of_a_header_of_two_lines_is_read() -> None:
    """Only the line right above the first rule was: `Rate increase` without `Hypothetical`."""

    def drawn(canvas: Canvas) -> None:
        put(canvas, 672, ("Interest-bearing", "Hypothetical"), (100, 220))
        put(canvas, 660, ("instrument", "rate increase", "Impact", "2025"), (100, 220, 330, 420))
        for at, name in enumerate(("Notes", "Bonds", "Loans")):
            put(canvas, 640 - 16 * at, (name, "100 points, all tenors", "falls", f"{at + 2},416"), (100, 220, 330, 420))
        _rules(canvas, *(652 - 16 * at for at in range(4)))

    (found,) = _tables(drawn)
    assert found[0] == ["Interest-bearing instrument", "Hypothetical rate increase", "Impact", "2025"]


def test_rows_beside_a_label_that_spans_them_are_rows_and_the_label_stands_in_the_first() -> None:
    """`14.04 LTS 12.04 LTS` was one row of `Ubuntu`: the rule between the two does not reach below the label."""
    systems = {"Ubuntu": ["14.04 LTS", "12.04 LTS"], "Windows": ["7, with its first pack", "Vista", "8 and 8.1", "XP"]}

    def drawn(canvas: Canvas) -> None:
        put(canvas, 667, ("Operating system", "Version"), (105, 255))
        _rules(canvas, 680, 660)
        base = 660.0
        for system, versions in systems.items():
            put(canvas, base - 10 * len(versions) - 3, (system,), (105,))
            for version in versions:
                put(canvas, base - 13, (version,), (255,))
                base -= 20
                _rules(canvas, base, left=250)
            _rules(canvas, base)
        for x in (95, 250, 470):
            canvas.line(x, 680, x, base)

    rows = [[name if not at else "", one] for name, own in systems.items() for at, one in enumerate(own)]
    assert _tables(drawn) == [[["Operating system", "Version"], *rows]]


def test_rows_of_many_lines_with_a_label_in_the_middle_of_each_are_one_between_rules() -> None:
    """Only where a rule stood above every eighth line were the lines between two one row: three rows were seven."""
    head = ["Locks and keepers", "Each", "What is said of them"]
    said = [
        "The keeper opens",
        "the gate by hand,",
        "and closes it when",
        "the ship is in the",
        "lock, but he may",
        "also",
    ]
    said += ["leave it open as long", "as nothing comes", "from the sea or", "from the canal"]

    def drawn(canvas: Canvas) -> None:
        _rules(canvas, 720, 700, 575, 450, 325)
        put(canvas, 706, head)
        for x in (95, 190, 310, 470):
            canvas.line(x, 720, x, 325)
        for at in range(3):
            top = 688 - 125 * at
            put(canvas, top - 48, (f"Lock {at} -", "one to many"), (100, 200))
            put(canvas, top - 60, (f"Keeper {at}",), (100,))
            for line, words in enumerate(said):
                put(canvas, top - 12 * line, (words,), (320,))

    rows = [[f"Lock {at} - Keeper {at}", "one to many", " ".join(said)] for at in range(3)]
    assert _tables(drawn) == [[head, *rows]]
