"""PDFs for tests, written by reportlab, by fpdf2, or here: never by what reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from fpdf import FPDF
from PIL import Image
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, Table, TableStyle

_BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=10, leading=13)


class _Typed:
    """A page after the other, with a running header, by reportlab's canvas."""

    def __init__(self, title: str) -> None:
        self.out = BytesIO()
        self.canvas = Canvas(self.out, pagesize=A4, invariant=1)
        self.canvas.setTitle(title)
        self.canvas.setAuthor("Rita Sousa")
        self.page = 0
        self.y = 0.0

    def start_page(self) -> None:
        if self.page:
            self.canvas.showPage()
        self.page += 1
        self.y = 760
        self.canvas.setFont("Helvetica", 8)
        self.canvas.drawString(72, 800, "Harbour of Aveiro: lock manual")
        self.canvas.drawRightString(523, 40, f"Page {self.page} of 3")

    def heading(self, title: str, size: int, level: int | None = None) -> None:
        """`level` counted from 0 is that of its bookmark."""
        self.canvas.setFont("Helvetica-Bold", size)
        self.canvas.drawString(72, self.y, title)
        if level is not None:
            self.canvas.bookmarkPage(title)
            self.canvas.addOutlineEntry(title, title, level)
        self.y -= 2.2 * size

    def text(self, text: str) -> None:
        self.place(Paragraph(text, _BODY))

    def place(self, drawn: Any) -> None:
        _, height = drawn.wrapOn(self.canvas, 451, 600)
        self.y -= height
        drawn.drawOn(self.canvas, 72, self.y)
        self.y -= 24

    def bytes(self) -> bytes:
        self.canvas.save()
        return self.out.getvalue()


def manual() -> bytes:
    """Bookmarks that leave a heading out, numbers of sections, a ruled table of words, running headers."""
    made = _Typed("Lock manual")
    made.start_page()
    made.heading("Lock manual", 22, 0)
    made.text("This manual is for those who work the lock. It replaces the one of 2019.")
    made.heading("1 Opening", 14, 1)
    made.text("Raise the paddles first. The gates open when the water stands level on both sides.")
    made.heading("1.1 In a storm", 12, 2)
    made.text("Nobody opens the lock above a wind of nine Beaufort.")
    made.start_page()
    made.heading("2 Faults", 14, 1)
    made.text("Write every fault into the book. The table says who is called.")
    made.text("Table 1: Who is called")
    cells = [
        ["Fault", "Called", "What to do until then"],
        ["Gate does not close", "Fitter", "Close the second gate, and keep every boat out of the chamber"],
        ["Light is out", "Electrician", "Stop the traffic after dark, by flag and by horn"],
    ]
    rows = [[Paragraph(cell, _BODY) for cell in row] for row in cells]
    grid = TableStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    made.place(Table(rows, colWidths=[120, 90, 200], style=grid))
    made.heading("2.1 After a fault", 12)
    made.text("Open the lock only when the fitter has signed the book.")
    made.start_page()
    made.heading("3 Words", 14, 1)
    made.text("Chamber: the room between the gates.")
    return made.bytes()


_LEFT = (
    "Tide gauges at the mouth of the",
    "lagoon have been read by hand since",
    "1906. We compare these readings with",
    "those of the new floats, and ask how",
    "far the old series can be trusted. The",
    "answer is that it can be, within four",
    "centimetres, if one takes the instru-",
    "ment of each decade into account.",
)
_RIGHT = (
    "Each float was read every minute for",
    "a year. The readings by hand were",
    "taken at noon. Both were set against",
    "the same mark on the quay, which the",
    "city had levelled in spring. A well-",
    "known difficulty is the swell, and the",
    "well-known answer is to wait. We took",
    "the mean of ten readings.",
)


def paper() -> bytes:
    """Two columns that are drawn line by line across both, a title over both, no bookmarks."""
    pdf = _new()
    pdf.set_title("Tides")
    pdf.add_page()
    pdf.set_font("times", "B", 18)
    pdf.cell(0, 12, "A hundred years of tides", align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.set_font("times", "I", 11)
    pdf.cell(0, 8, "Ana Reis and Tom Falk", align="C", new_x="LMARGIN", new_y="NEXT")
    top = pdf.get_y() + 4
    for offset, (left, right) in enumerate((("1 Introduction", "2 Method"), *zip(_LEFT, _RIGHT, strict=True))):
        pdf.set_font("times", "" if offset else "B", 10 if offset else 12)
        height = top + 5 * offset + (2 if offset else 0)
        pdf.text(20, height, left)
        pdf.text(112, height, right)
    return bytes(pdf.output())


BALANCE = (
    ("(in thousands)", "Note", "2025", "2024"),
    ("Cash", "3", "$ 1,204", "$ 987"),
    ("Receivables", "", "2,310", "2,255"),
    ("Less: doubtful", "", "(31)", "(28)"),
    ("Property", "", "", ""),
    ("  Quays", "7", "18,400", "17,950"),
    ("  Cranes", "7", "6,025", "—"),
    ("Total assets", "", "$ 27,908", "$ 21,164"),
)
"""Of `statement`, as it is printed."""


def statement() -> bytes:
    """Figures in columns with nothing drawn between them, below a heading in capitals, and a line of notes."""
    made = _Typed("Accounts")
    made.start_page()
    made.heading("CONSOLIDATED BALANCE SHEETS", 12)
    made.text("The accounts are those of the harbour and of its two daughters.")
    made.canvas.setFont("Times-Roman", 10)
    for label, *figures in BALANCE:
        made.canvas.drawString(72 + 12 * label.startswith("  "), made.y, label.strip())
        for right, figure in zip((330, 410, 490), figures, strict=True):
            sign, _, number = figure.rpartition("$ ")
            made.canvas.drawRightString(right, made.y, number)
            if sign or figure.startswith("$"):
                made.canvas.drawString(right - 55, made.y, "$")
        made.y -= 13
    made.y -= 24
    made.text("See the notes to the accounts.")
    return made.bytes()


def scan(pages: int, *, with_text: int = 0) -> bytes:
    """Pages that are pictures; the first `with_text` of them are text."""
    pdf = _new()
    picture = Image.new("L", (60, 80), 200)
    for number in range(pages):
        pdf.add_page()
        pdf.set_font("helvetica", "", 12)
        if number < with_text:
            pdf.cell(0, 10, "This page was typed, and says so in a sentence.")
        else:
            pdf.image(picture, 0, 0, 200, 280)
    return bytes(pdf.output())


def locked(password: str) -> bytes:
    """With a password to open it; an empty one is only the owner's."""
    pdf = _new()
    pdf.set_encryption(owner_password="owner", user_password=password or None)
    pdf.add_page()
    pdf.set_font("helvetica", "", 12)
    pdf.cell(0, 10, "Nobody prints this sentence without asking.")
    return bytes(pdf.output())


def with_traps(file: str) -> bytes:
    """A script, a program to be launched, an address to be sent to and an attached file."""
    pdf = _new()
    pdf.add_page()
    pdf.set_font("helvetica", "", 12)
    pdf.cell(0, 10, "The text of the page stands here.", link=f"file://{file}")
    pdf.embed_file(basename="attached.txt", bytes=b"attached secret", desc="attached secret")
    action = f"<< /S /JavaScript /JS (app.launchURL\\('{file}'\\)) /Next << /S /Launch /F ({file}) >> >>"
    plain = bytes(pdf.output())
    # In the catalogue; the table of places is built anew by who reads a damaged file, so appending is enough.
    return plain.replace(b"/Type /Catalog", f"/Type /Catalog /OpenAction {action}".encode(), 1)


def raw(objects: Sequence[bytes]) -> bytes:
    """A file of these objects, numbered from 1; the first is the catalogue."""
    out = bytearray(b"%PDF-1.7\n")
    places: list[int] = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def many_pages(count: int, *, more: bytes = b"") -> bytes:
    """Pages that share one sentence; `more` goes into the catalogue."""
    content = b"BT /F1 12 Tf 72 700 Td (The same sentence stands on every page.) Tj ET"
    kids = b" ".join(b"%d 0 R" % (5 + number) for number in range(count))
    fonts = b"<< /Font << /F1 3 0 R >> >>"
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources %b >>" % fonts
    return raw(
        [
            b"<< /Type /Catalog /Pages 2 0 R %b >>" % more,
            b"<< /Type /Pages /Count %d /Kids [%b] >>" % (count, kids),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
            *([page] * count),
        ]
    )


def _new() -> FPDF:
    pdf = FPDF(format="A4")
    pdf.set_creation_date(datetime(2026, 2, 3, 4, 5, tzinfo=UTC))
    return pdf


def upside_down(text: str) -> bytes:
    """A page with a line that stands on its head."""
    pdf = _new()
    pdf.add_page()
    pdf.set_font("Helvetica", size=12)
    with pdf.rotation(180, 100, 100):
        pdf.text(60, 100, text)
    return bytes(pdf.output())


def leftward(drawn: str = "ed cba") -> bytes:
    """A line of Arabic, drawn from left to right as it is seen; one sign of its font is two letters."""
    letters = {"a": "ك", "b": "لا", "c": "ت", "d": "م", "e": "ن", " ": " "}
    rows = b"".join(
        b"<%02x> <%b>\n" % (ord(sign), text.encode("utf-16-be").hex().encode()) for sign, text in letters.items()
    )
    table = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def "
        b"1 begincodespacerange <00> <ff> endcodespacerange %d beginbfchar\n%bendbfchar "
        b"endcmap CMapName currentdict /CMap defineresource pop end end" % (len(letters), rows)
    )
    content = b"BT /F1 12 Tf 72 700 Td (%b) Tj ET" % drawn.encode()
    fonts = b"<< /Font << /F1 4 0 R >> >>"
    return raw(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources %b >>" % fonts,
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>",
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(table), table),
        ]
    )


def between_lines(draw: Callable[[Canvas], None]) -> bytes:
    """A page with what is drawn between a line of text at its top and one at its end."""
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    canvas.setFont("Helvetica", 10)
    prose = "The harbour master keeps the tables below for every season, and publishes them in spring."
    canvas.drawString(70, 780, prose)
    draw(canvas)
    canvas.drawString(70, 90, prose)
    canvas.save()
    return out.getvalue()


def put(canvas: Canvas, base: float, cells: Sequence[str], lefts: Sequence[float] = (100, 200, 320)) -> None:
    """The cells of a row, each at its left edge."""
    for left, cell in zip(lefts, cells, strict=True):
        canvas.drawString(left, base, cell)
