"""Tables of PDF that go on over pages: one header for all rows, and no rows of another table."""

from __future__ import annotations

from io import BytesIO

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Table

from citeline.model import Node

from ...reading import tree_of

_STYLES = getSampleStyleSheet()
_HEAD = ["Lock", "Keeper", "How it is worked"]
_GRID = [("GRID", (0, 0), (-1, -1), 0.5, "black")]
_RULES = [
    ("LINEABOVE", (0, 0), (-1, 0), 0.5, "black"),
    *(("LINEBELOW", (0, at), (-1, at), 0.5, "black") for at in range(61)),
]


def _rows(count: int) -> list[list[str]]:
    return [[f"Lock {at}", f"Keeper of lock {at}", "by hand" if at % 2 else "by a motor"] for at in range(count)]


def _read(story: list[Flowable], margin: float = 72) -> list[Node]:
    out = BytesIO()
    SimpleDocTemplate(out, pagesize=A4, topMargin=margin, invariant=1).build(story)
    return [node for node in tree_of("a.pdf", out.getvalue()).nodes if node.kind == "table"]


def _told(node: Node) -> tuple[int | None, object, bool]:
    return node.page, node.data["headers"], bool(node.data.get("goes_on"))


def _body(nodes: list[Node]) -> list[object]:
    rows = [node.data["rows"] for node in nodes]
    return [row for own in rows if isinstance(own, list) for row in own]


def test_the_first_row_of_a_page_is_no_header_where_a_ruled_table_goes_on() -> None:
    rows = _rows(60)
    found = _read([Table([_HEAD, *rows], colWidths=[80, 140, 160], style=_GRID)])
    assert list(map(_told, found)) == [(1, _HEAD, False), (2, _HEAD, True)]
    assert _body(found) == rows


@pytest.mark.parametrize("count", [38, 39])
def test_one_row_or_two_on_the_next_page_belong_to_their_table(count: int) -> None:
    rows = _rows(count)
    found = _read([Table([_HEAD, *rows], colWidths=[80, 140, 160], style=_GRID)])
    assert list(map(_told, found)) == [(1, _HEAD, False), (2, _HEAD, True)]
    assert _body(found) == rows


def test_words_in_columns_without_rules_between_them_go_on() -> None:
    rows = _rows(60)
    found = _read([Table([_HEAD, *rows], colWidths=[80, 140, 160], style=_RULES)])
    assert list(map(_told, found)) == [(1, _HEAD, False), (2, _HEAD, True)]
    assert _body(found) == rows


def test_a_first_row_without_a_rule_above_it_goes_on_as_the_others_do() -> None:
    """TeX sets only a rule below each row: the first row of each page was lost, with the second line of its cell."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    rows = [
        [
            f"Lock {at}",
            f"{['Ana', 'Rita', 'Eva'][at % 3]} of quay {at}",
            f"at {at % 9}" if at else "by night",
            "by hand" if at % 2 else "by a motor",
        ]
        for at in range(34)
    ]
    rows[31][1] = "Of nobody, as it was sold"

    def put(base: float, row: list[str]) -> None:
        for left, cell in zip((80, 180, 302, 400), row, strict=True):
            canvas.drawString(left, base, cell)

    canvas.line(75, 772, 520, 772)
    canvas.line(75, 754, 520, 754)
    canvas.setFont("Helvetica-Bold", 10)
    put(760, ["Lock", "Keeper", "When", "How"])
    base = 740.0
    for at, row in enumerate(rows):
        canvas.setFont("Helvetica", 10)
        put(base, row)
        if at == 30:
            canvas.drawString(180, base - 13, "and of his son")
            base -= 13
        canvas.line(75, base - 6, 520, base - 6)
        base -= 22
        if at == 29:
            canvas.showPage()
            base = 780.0
    canvas.save()
    found = [node for node in tree_of("a.pdf", out.getvalue()).nodes if node.kind == "table"]
    assert [goes_on for _, _, goes_on in map(_told, found)] == [False, True]
    rows[30][1] += " and of his son"
    assert _body(found) == rows


def test_a_header_that_is_printed_on_each_page_is_no_row() -> None:
    rows = _rows(100)
    found = _read([Table([_HEAD, *rows], colWidths=[80, 140, 160], style=_GRID, repeatRows=1)])
    assert [goes_on for _, _, goes_on in map(_told, found)] == [False, True, True]
    assert _body(found) == rows


def test_a_table_below_a_heading_is_one_of_its_own_though_it_has_the_same_columns() -> None:
    table = Table([_HEAD, *_rows(30)], colWidths=[80, 140, 160], style=_GRID)
    again = Table([_HEAD, *_rows(5)], colWidths=[80, 140, 160], style=_GRID)
    found = _read([table, PageBreak(), Paragraph("Locks of the other quay", _STYLES["Heading1"]), again])
    assert list(map(_told, found)) == [(1, _HEAD, False), (2, _HEAD, False)]


def test_a_table_with_a_bold_header_of_its_own_on_top_of_a_page_is_not_joined() -> None:
    bold = [*_GRID, ("FONT", (0, 0), (-1, 0), "Helvetica-Bold", 10)]
    other = ["Crane", "Driver", "What it lifts"]
    table = Table([_HEAD, *_rows(30)], colWidths=[80, 140, 160], style=bold)
    again = Table([other, *_rows(5)], colWidths=[80, 140, 160], style=bold)
    found = _read([table, PageBreak(), again])
    assert list(map(_told, found)) == [(1, _HEAD, False), (2, other, False)]


def test_a_table_on_the_next_page_is_its_own_where_the_one_before_ends_above_white_space() -> None:
    """`2022` of the second table was told as a value of the first one's `2024`."""
    first, second = ["Lock", "2024", "2023"], ["Lock", "2022", "2021"]
    rows = [[f"Lock {at}", str(at + 11), str(at + 3)] for at in range(6)]
    wide = {"colWidths": [80, 140, 160], "style": _GRID}
    found = _read([Table([first, *rows], **wide), PageBreak(), Table([second, *rows], **wide)])
    assert list(map(_told, found)) == [(1, first, False), (2, second, False)]


_SHIPS = [[f"Lock {at}", str(at + 11), str(at + 3)] for at in range(60)]
_BLUE = [*_GRID, ("TEXTCOLOR", (0, 0), (-1, 0), "blue")]


@pytest.mark.parametrize(
    ("first", "second", "rows", "style"),
    [
        pytest.param(
            ["Lock", "2024", "2023"], ["Lock", "2022", "2021"], _SHIPS[40:50], _GRID, id="a cell of the header"
        ),
        pytest.param(
            ["Lock", "Ships", "Boats"], ["Crane", "Loads", "Hours"], _SHIPS[40:50], _GRID, id="words on figures"
        ),
        pytest.param(["Lock", "Ships", "Boats"], ["Weir", "2022", "2021"], _SHIPS[40:50], _GRID, id="years on figures"),
        pytest.param(_HEAD, ["Crane", "Driver", "What it lifts"], _rows(9), _GRID, id="the same labels again"),
        pytest.param(_HEAD, _HEAD, _rows(9), _GRID, id="the same labels below the same header"),
        pytest.param(_HEAD, ["Crane", "Driver", "What it lifts"], _rows(60)[45:], _BLUE, id="another colour"),
    ],
)
def test_a_table_behind_a_full_page_is_its_own(
    first: list[str], second: list[str], rows: list[list[str]], style: list[tuple[object, ...]]
) -> None:
    """Its rows were told with the header of the table before it, which has the same columns."""
    body = _SHIPS[:36] if rows[0][1].isdigit() else _rows(36)
    wide = {"colWidths": [80, 140, 160], "style": style}
    found = _read([Table([first, *body], **wide), PageBreak(), Table([second, *rows], **wide)])
    assert list(map(_told, found)) == [(1, first, False), (2, second, False)]
    assert _body(found) == [*body, *rows]


@pytest.mark.parametrize("line", ["Table 2: Locks of the other quay", "(in millions)"])
def test_a_caption_or_a_unit_at_the_top_of_a_page_begins_a_table(line: str) -> None:
    wide = {"colWidths": [80, 140, 160], "style": _GRID}
    first, second = Table([_HEAD, *_rows(38)], **wide), Table([_HEAD, *_rows(60)[45:]], **wide)
    found = _read([first, PageBreak(), Paragraph(line, _STYLES["Normal"]), second], margin=30)
    assert list(map(_told, found)) == [(1, _HEAD, False), (2, _HEAD, False)]


def test_a_row_that_names_a_column_of_its_own_table_is_no_header() -> None:
    rows = [
        [name, f"the {name} of a lock", "text"] for name in (*(f"n{at}" for at in range(38)), "name", "depth", "rise")
    ]
    found = _read([Table([["name", "meaning", "kind"], *rows], colWidths=[80, 140, 160], style=_GRID)])
    assert list(map(_told, found)) == [(1, ["name", "meaning", "kind"], False), (2, ["name", "meaning", "kind"], True)]
    assert _body(found) == rows


def test_rows_of_figures_behind_a_full_page_go_on() -> None:
    head = ["Lock", "2024", "2023"]
    found = _read([Table([head, *_SHIPS], colWidths=[80, 140, 160], style=_GRID)])
    assert list(map(_told, found)) == [(1, head, False), (2, head, True)]
    assert _body(found) == _SHIPS


def test_a_table_behind_text_at_the_end_of_a_page_is_not_joined() -> None:
    text = Paragraph(
        "The locks above are those of the old harbour, and the list was made in spring. " * 5, _STYLES["BodyText"]
    )
    table = Table([_HEAD, *_rows(20)], colWidths=[80, 140, 160], style=_GRID)
    again = Table([["Crane", "Driver", "What it lifts"], *_rows(5)], colWidths=[80, 140, 160], style=_GRID)
    found = _read([table, text, PageBreak(), again])
    assert [goes_on for _, _, goes_on in map(_told, found)] == [False, False]


def test_a_caption_of_two_lines_that_is_printed_again_does_not_part_a_table() -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    for page in range(2):
        canvas.setFont("Helvetica", 10)
        canvas.drawString(
            70, 720, "Table 4: Ships that came into the harbour in spring, by the quay where they lay, and"
        )
        canvas.drawString(70, 708, "how long they stayed. (continued)" if page else "how long they stayed.")
        for row, cells in enumerate([["Quay", "Ships"], *([f"Quay {page} {at}", str(7 * at + 3)] for at in range(6))]):
            canvas.drawString(70, 690 - 14 * row, cells[0])
            canvas.drawRightString(230, 690 - 14 * row, cells[1])
        for y in (702, 686, 600):
            canvas.line(68, y, 232, y)
        canvas.showPage()
    canvas.save()
    found = [node for node in tree_of("a.pdf", out.getvalue()).nodes if node.kind == "table"]
    assert list(map(_told, found)) == [(1, ["Quay", "Ships"], False), (2, ["Quay", "Ships"], True)]


def test_a_table_goes_on_below_the_running_header_of_right_pages_and_a_caption_that_says_so() -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    rows = _rows(204)
    for page in range(6):
        canvas.setFont("Helvetica", 14)
        canvas.drawString(72 + 200 * (page % 2), 800, "Locks and quays" if page % 2 else "Layout of the locks")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(72, 750, "Table 5: Locks of the quay" + " (continued)" * bool(page))
        table = Table([_HEAD, *rows[34 * page : 34 * page + 34]], colWidths=[80, 140, 160], style=_GRID)
        _, height = table.wrapOn(canvas, 400, 800)
        table.drawOn(canvas, 72, 740 - height)
        canvas.showPage()
    canvas.save()
    found = [node for node in tree_of("a.pdf", out.getvalue()).nodes if node.kind == "table"]
    assert list(map(_told, found)) == [(page, _HEAD, page > 1) for page in range(1, 7)]
    assert _body(found) == rows
