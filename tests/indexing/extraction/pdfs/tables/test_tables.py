"""Tables of PDF: which cells stand below which headers, however the page parts them, and what is no table."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from itertools import pairwise, product

import pytest
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from ...reading import tables_of

_PROSE = (
    "The harbour master keeps the tables below for every season, and publishes them in spring together with an "
    "account of the dredging that was done, of the ships that called, and of the weather that kept them away."
)
_TEXT = getSampleStyleSheet()["BodyText"]


def test_a_cell_of_several_lines_between_rules_is_one_cell() -> None:
    words = "Locks that are opened by hand, twice a day, and only in the presence of two keepers"
    rows = [
        ["Lock", "How it is worked", "Keepers"],
        ["North", Paragraph(words, _TEXT), "Ana and Rui"],
        [
            "South",
            Paragraph("By a motor, whenever a ship asks for it by radio on the channel of the day", _TEXT),
            "Eva",
        ],
    ]
    (found,) = _tables(
        [_prose(), Table(rows, colWidths=[60, 160, 90], style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])]
    )
    assert found[0] == ["Lock", "How it is worked", "Keepers"]
    assert found[1:] == [["North", words, "Ana and Rui"], ["South", rows[2][1].text, "Eva"]]


def test_a_header_above_several_columns_is_that_of_each() -> None:
    rows = [["", "Imports", "", "Exports", ""], ["Year", "Tons", "Ships", "Tons", "Ships"]]
    rows += [[str(year), "1,204", "31", "2,310", "48"] for year in range(2019, 2025)]
    style = [
        ("SPAN", (1, 0), (2, 0)),
        ("SPAN", (3, 0), (4, 0)),
        ("ALIGN", (1, 0), (-1, -1), "CENTER"),
        ("LINEABOVE", (0, 0), (-1, 0), 1, "black"),
        ("LINEBELOW", (1, 0), (2, 0), 0.5, "black"),
        ("LINEBELOW", (3, 0), (4, 0), 0.5, "black"),
        ("LINEBELOW", (0, 1), (-1, 1), 0.5, "black"),
        ("LINEBELOW", (0, -1), (-1, -1), 1, "black"),
    ]
    (found,) = _tables([_prose(), Table(rows, colWidths=[80, 60, 60, 60, 60], style=style)])
    assert found[0] == ["Year", "Imports Tons", "Imports Ships", "Exports Tons", "Exports Ships"]
    assert found[1] == ["2019", "1,204", "31", "2,310", "48"]


def test_years_above_shaded_rows_are_their_headers() -> None:
    rows = [["December 31,", "2025", "2024"]]
    rows += [[label, "$ 1,204", "$ 987"] for label in ("Cash", "Receivables", "Inventories", "Quays", "Cranes")]
    shade = [("BACKGROUND", (0, at), (-1, at), colors.HexColor("#cceeff")) for at in (1, 3, 5)]
    table = Table(rows, colWidths=[260, 90, 90], style=[*shade, ("ALIGN", (1, 0), (-1, -1), "RIGHT")])
    (found,) = _tables([_prose(), table, _prose()])
    assert found[:2] == [["December 31,", "2025", "2024"], ["Cash", "$1,204", "$987"]]


def test_text_beside_a_box_is_none_of_its_cells() -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 10)
    for row, line in enumerate(_wrapped(_PROSE * 3, 42)):
        canvas.drawString(60, 740 - 13 * row, line)
    rows = [["Buildings", "Count", "%"], ["Quays", "60", "27.7"], ["Cranes", "58", "26.7"], ["Locks", "56", "25.8"]]
    table = Table(rows, colWidths=[100, 50, 50], style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])
    table.wrapOn(canvas, 300, 300)
    table.drawOn(canvas, 330, 640)
    canvas.save()
    assert tables_of(out.getvalue()) == [rows]


_NO_TABLES: dict[str, list[tuple[float, float, str]]] = {
    "equations": [
        *[(90.0, 700 - 22.0 * at, f"x({at} + 1) = F x({at}) + G u({at})") for at in range(4)],
        *[(480.0, 700 - 22.0 * at, f"({at + 1})") for at in range(4)],
    ],
    "a list": [
        (x, 700 - 14.0 * at, text)
        for at in range(6)
        for x, text in ((80.0, f"{at + 1}."), (110.0, f"Open the {at + 1}th lock and close it again"))
    ],
    "authors": [
        (x, 700 - 14.0 * at, text)
        for x in (70.0, 250.0, 430.0)
        for at, text in enumerate(("Ada Lovelace", "Department of Locks", "University of Aveiro"))
    ],
    "contents": [
        (x, 700 - 14.0 * at, text)
        for at in range(8)
        for x, text in ((80.0, f"{at + 1} Locks of the {at + 1}th quay {'.' * 40}"), (500.0, str(3 * at + 2)))
    ],
}


@pytest.mark.parametrize("why", _NO_TABLES)
def test_what_only_looks_like_a_table_is_none(why: str) -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 10)
    for row, line in enumerate(_wrapped(_PROSE, 90)):
        canvas.drawString(70, 780 - 13 * row, line)
    for x, y, text in _NO_TABLES[why]:
        canvas.drawString(x, y, text)
    canvas.save()
    assert tables_of(out.getvalue()) == []


def test_numbers_that_slanted_lines_join_are_a_drawing() -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 10)
    for row, line in enumerate(_wrapped(_PROSE, 90)):
        canvas.drawString(70, 780 - 13 * row, line)
    for at, row in product(range(4), range(4)):
        x, y = 150 + 90 * at, 620 - 40 * row
        canvas.drawCentredString(x, y, f"0.{(7 * at * at + 3 * row * row + 5 * at * row) % 9 + 1}")
        canvas.circle(x, y + 3, 13)
        for to in range(4) if at < 3 else ():
            canvas.line(x + 13, y + 3, x + 77, 623 - 40 * to)
    canvas.save()
    assert tables_of(out.getvalue()) == []


def test_a_tick_and_a_dot_in_each_row_make_no_drawing_of_a_table() -> None:
    rows = [["Lock", "Keeper", "State"], *([f"Lock {at}", "Eva", "open"] for at in range(8))]

    def drawn(canvas: Canvas) -> None:
        for row in range(8):
            for at in range(5):  # the curves of one sign
                canvas.circle(_LEFTS[2] - 8, 640 - 20 * row - 17 + 0.3 * at, 3)

    assert _drawn(rows, drawn) == [rows]


def test_a_column_begins_where_its_longest_cell_leaves_a_little_white() -> None:
    rows = [["Single", "Shared"], ["a detached home", "maisonette"], ["2 below 1 roof", "gallery"], ["row", "porch"]]
    width = stringWidth("a detached home", "Helvetica", 10)
    lefts = (100, 100 + width + 9)
    assert _drawn(rows, lambda canvas: None, lefts) == [rows]


def test_the_cells_of_one_column_that_go_on_below_the_others_stay_in_the_table() -> None:
    rows = [["Single", "Shared"], ["detached", "corner floor"], ["roof", "corner middle"]]
    more = [["", "corner roof"], ["", "inner floor"], ["", "inner middle"], ["", "inner roof"]]
    (found,) = _drawn([*rows, *more], lambda canvas: None, (100, 220))
    assert found[:2] == rows[:2]
    assert found[2][1].startswith("corner middle") and found[-1][1].endswith("inner roof")


def test_a_short_header_over_a_wide_column_is_its_own_and_not_that_of_the_column_before() -> None:
    rows = [["", "N", "Euler", "Runge"]]
    rows += [[str(at), str(at + 2), f"{9.06350832689629 / (at + 1):.14f}", f"{1 / (at + 3):.14f}"] for at in range(6)]
    (found,) = _drawn(rows, lambda canvas: None, (100, 145, 160, 300))
    assert found[0] == ["", "N", "Euler", "Runge"]


def test_headers_part_where_the_rules_below_them_do() -> None:
    rows = [["Model", "Std", "Map", "Std", "Map"], *([f"4B-{at}", "0.89", "0.85", "189.1", "8.6"] for at in range(5))]

    def drawn(canvas: Canvas) -> None:
        for left, right, head in ((165, 221, "Load in (s)"), (226, 297, "Answer times (s)")):
            canvas.drawCentredString((left + right) / 2, 656, head)
            canvas.line(left, 653, right, 653)
        canvas.line(99, 668, 297, 668)

    (found,) = _drawn(rows, drawn, (100, 167, 205, 232, 272), top=None)
    assert found[0] == ["Model", "Load in (s) Std", "Load in (s) Map", "Answer times (s) Std", "Answer times (s) Map"]


_LEFTS = (100, 220, 340)


def _drawn(
    rows: list[list[str]],
    draw: Callable[[Canvas], None],
    lefts: tuple[float, ...] = _LEFTS,
    *,
    top: int | None = 652,
) -> list[list[list[str]]]:
    """A table of words at `lefts`, with rules above and below its header and at its end, and what `draw` adds."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 10)
    for row, line in enumerate(_wrapped(_PROSE, 90)):
        canvas.drawString(70, 780 - 13 * row, line)
    step = 20 if len(lefts) == 3 else 14
    for row, cells in enumerate(rows):
        for left, cell in zip(lefts, cells, strict=True):
            canvas.drawString(left, 640 - step * row, cell)
    right = 297 if top is None else lefts[-1] + 120
    for y in filter(None, (top, 635, 635 - step * (len(rows) - 1))):
        canvas.line(lefts[0] - 1, y, right, y)
    draw(canvas)
    canvas.save()
    return tables_of(out.getvalue())


def _prose() -> Flowable:
    return Paragraph(_PROSE, _TEXT)


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def test_dollars_apart_belong_to_their_figures_though_words_stand_among_them() -> None:
    labels = ["Cash and equivalents", "Receivables", "Inventories", "Prepaid expenses", "Total assets"]
    rows = [["In millions", "", "2025", "", "2024"]]
    for at, label in enumerate(labels):
        sign = "$" if at in {0, 4} else ""
        rows.append([label, sign, f"2,58{at}.8", sign, f"4,70{at}.2"])
    rows.insert(4, ["Preferred stock", "none", "", "", "16.6"])
    style = [
        ("ALIGN", (2, 0), (2, -1), "RIGHT"),
        ("ALIGN", (4, 0), (4, -1), "RIGHT"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, "black"),
        ("LINEABOVE", (2, -1), (-1, -1), 0.5, "black"),
    ]
    (found,) = _tables([_prose(), Table(rows, colWidths=[150, 50, 100, 50, 100], style=style)])
    assert found[:2] == [["In millions", "2025", "2024"], ["Cash and equivalents", "$2,580.8", "$4,700.2"]]
    assert found[4:] == [
        ["Preferred stock", "none", "16.6"],
        ["Prepaid expenses", "2,583.8", "4,703.2"],
        ["Total assets", "$2,584.8", "$4,704.2"],
    ]


def test_dates_close_to_each_other_below_a_wider_header_stand_above_their_columns() -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont("Times-Roman", 9)
    canvas.drawCentredString(380, 760, "53 Weeks Ended")
    canvas.drawCentredString(498, 760, "52 Weeks Ended")
    canvas.drawString(36, 748, "(in thousands)")
    for right, day in ((418, "December 31, 2025"), (493, "December 25, 2024"), (568, "December 26, 2023")):
        canvas.drawRightString(right, 748, day)
    canvas.drawString(36, 736, "Cash flows from operating activities:")
    labels = (
        "Net income",
        "Depreciation",
        "Deferred taxes",
        "Inventories",
        "Receivables",
        "Payables",
        "Other",
        "Net cash",
    )
    for at, label in enumerate(labels):
        canvas.drawString(40, 724 - 12 * at, label)
        for right in (418, 493, 568):
            canvas.drawRightString(right, 724 - 12 * at, f"{right + 7 * at},{100 + at}")
            if at in (0, 7):
                canvas.drawString(right - 70, 724 - 12 * at, "$")
    canvas.save()
    (found,) = tables_of(out.getvalue())
    heads = ["53 Weeks Ended December 31, 2025", "52 Weeks Ended December 25, 2024", "52 Weeks Ended December 26, 2023"]
    assert found[0] == ["(in thousands)", *heads]
    assert found[2] == ["Net income", "$418,100", "$493,100", "$568,100"]


def _tables(story: list[Flowable]) -> list[list[list[str]]]:
    out = BytesIO()
    SimpleDocTemplate(out, pagesize=A4, invariant=1).build(story)
    return tables_of(out.getvalue())


_PROGRAM = """def levels(gauges):
    found = {}
    for gauge in gauges:
        if gauge.is_dry:
            continue
        found[gauge.name] = gauge.read(12)
    return found


def mean(levels):
    return sum(levels.values()) / len(levels)"""


@pytest.mark.parametrize("why", ["in a box", "between rules", "without rules"])
def test_a_program_with_line_numbers_is_no_table(why: str) -> None:
    rows = [[str(at), line.replace(" ", "\N{NO-BREAK SPACE}")] for at, line in enumerate(_PROGRAM.splitlines(), 1)]
    drawn = {
        "in a box": [("BOX", (0, 0), (-1, -1), 1, "black"), ("INNERGRID", (0, 0), (-1, -1), 0.5, "black")],
        "between rules": [("LINEBELOW", (0, at), (-1, at), 0.5, "black") for at in range(-1, len(rows))],
        "without rules": [],
    }
    style = [("FONT", (0, 0), (-1, -1), "Courier", 9), *drawn[why]]
    assert _tables([_prose(), Table(rows, colWidths=[30, 300], style=style), _prose()]) == []


def test_numbered_rows_in_the_type_of_a_typewriter_stay_a_table() -> None:
    rows = [
        ["No.", "Lock", "Depth"],
        *([str(at), name, "2.40"] for at, name in enumerate(("North", "South", "Mole"), 1)),
    ]
    style = [("FONT", (0, 0), (-1, -1), "Courier", 9), ("GRID", (0, 0), (-1, -1), 0.5, "black")]
    (found,) = _tables([_prose(), Table(rows, colWidths=[40, 120, 80], style=style), _prose()])
    assert found[1:] == rows[1:]


def test_numbered_steps_with_what_each_computes_stay_a_table() -> None:
    """A paper's run of a method, `he(q1, p1)` behind the number of each step, was taken for a program and lost."""
    rows = [["step", "path", "cost"], *([str(at), f"edge(q{at}, p{at})", "0.5"] for at in range(1, 5))]
    (found,) = _tables(
        [_prose(), Table(rows, colWidths=[60, 120, 80], style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])]
    )
    assert found == rows


def test_shades_in_a_cell_do_not_hide_the_table_around_it() -> None:
    rows = [["Lock", "State", "What it says"], *([f"Lock {at}", "open", "the water is level"] for at in range(6))]
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFillGray(0.9)
    for at, width in enumerate((90, 60, 110, 70)):
        canvas.rect(358, 700 - 14 * at, width, 14, stroke=0, fill=1)
    canvas.setFillGray(0)
    style = [("GRID", (0, 0), (-1, -1), 0.5, "black"), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    table = Table(rows, colWidths=[150, 130, 160], rowHeights=70, style=style)
    table.wrapOn(canvas, 500, 600)
    table.drawOn(canvas, 70, 300)
    canvas.save()
    assert tables_of(out.getvalue()) == [rows]


def test_a_caption_behind_a_dot_is_no_header() -> None:
    rows = [["Use", "Child", "Parent"], *([f"Use {at}", str(3 * at + 10), str(40 - at)] for at in range(5))]

    def drawn(canvas: Canvas) -> None:
        canvas.drawString(100, 675, "\N{BULLET} Table 2")
        canvas.drawString(170, 675, "Frequency of use among children and parents")
        canvas.line(99, 690, _LEFTS[-1] + 120, 690)

    assert _drawn(rows, drawn) == [rows]


def test_what_is_painted_behind_all_of_a_page_is_no_box_around_a_table() -> None:
    """Reports printed by a browser paint a white box within the margins: page by page all text was one table, or the
    tables between its paragraphs were none.
    """
    out = BytesIO()
    canvas = Canvas(out, pagesize=(612, 792), invariant=1)
    canvas.setFillColor(colors.white)
    canvas.rect(18, 18, 576, 756, stroke=0, fill=1)
    rows = [["", "2015", "2014"], *([f"Quay {at}", "136,160", "136,513"] for at in range(1, 13))]
    for at, row in enumerate(rows):
        base = 690 - 14 * at
        canvas.setFillColor(colors.HexColor("#cceeff"))
        for left, right in pairwise((18, 386, 391, 395, 490, 494, 594)) if at % 2 else ():
            canvas.rect(left, base - 4, right - left, 14, stroke=0, fill=1)
        canvas.setFillColor(colors.black)
        for left, cell in zip((24, 420, 520), row, strict=True):
            canvas.drawString(left, base, cell)
    canvas.line(391, 686, 594, 686)
    canvas.line(18, 30, 594, 30)
    for at, line in enumerate(_wrapped(_PROSE * 8, 100)):
        canvas.drawString(24, 490 - 14 * at, line)
    canvas.save()
    assert tables_of(out.getvalue()) == [rows]
