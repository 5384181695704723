"""Annual reports for tests, in the order of a form 10-K and in the layouts that are usual for one.

The company and every sentence are invented here. `LAYOUTS` differ in what makes a heading: weight, size, capitals, a
column of its own, a line of its own, or nothing but the words; half are written by reportlab, half by fpdf2.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

from fpdf import FPDF
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

ITEMS: Final[tuple[tuple[str, str, str], ...]] = (
    ("I", "1", "Business"),
    ("I", "1A", "Risk Factors"),
    ("I", "1B", "Unresolved Staff Comments"),
    ("I", "1C", "Cybersecurity"),
    ("I", "2", "Properties"),
    ("I", "3", "Legal Proceedings"),
    ("I", "4", "Mine Safety Disclosures"),
    (
        *("II", "5"),
        "Market for Registrant’s Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities",
    ),
    ("II", "6", "[Reserved]"),
    ("II", "7", "Management’s Discussion and Analysis of Financial Condition and Results of Operations"),
    ("II", "7A", "Quantitative and Qualitative Disclosures About Market Risk"),
    ("II", "8", "Financial Statements and Supplementary Data"),
    ("II", "9", "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure"),
    ("II", "9A", "Controls and Procedures"),
    ("II", "9B", "Other Information"),
    ("II", "9C", "Disclosure Regarding Foreign Jurisdictions that Prevent Inspections"),
    ("III", "10", "Directors, Executive Officers and Corporate Governance"),
    ("III", "11", "Executive Compensation"),
    (
        *("III", "12"),
        "Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters",
    ),
    ("III", "13", "Certain Relationships and Related Transactions, and Director Independence"),
    ("III", "14", "Principal Accountant Fees and Services"),
    ("IV", "15", "Exhibits and Financial Statement Schedules"),
    ("IV", "16", "Form 10-K Summary"),
)
"""Part, number and title."""

_SHORT: Final = {
    "1B": "None.",
    "4": "Not applicable.",
    "6": "",
    "9": "None.",
    "9B": "None.",
    "9C": "Not applicable.",
    "16": "None.",
}
_SUBHEADINGS: Final = {
    "1": ("Overview", "Competition", "Human Capital"),
    "1A": ("Risks Related to Our Operations", "Risks Related to Regulation"),
    "7": ("Results of Operations", "Liquidity and Capital Resources", "Critical Accounting Estimates"),
    "8": ("Consolidated Balance Sheets", "Notes to Consolidated Financial Statements"),
}
_SUBJECTS: Final = ("The Company", "Our pump division", "Management", "The lending group", "A supplier", "Each plant")
_VERBS: Final = ("expects to renew", "has reviewed", "reported in Item 7 of this report", "may not complete", "sold")
_OBJECTS: Final = (
    "the lease of the northern depot",
    "its agreements with regional water utilities",
    "inventories carried at the lower of cost and net realizable value",
    "a portion of the senior notes described in Item 1A. Risk Factors",
    "the valve line acquired during the prior year",
)
_ENDS: Final = ("before the end of the fiscal year", "subject to customary conditions", "without material effect")

BALANCE: Final = (
    ("", "2025", "2024"),
    ("Cash and cash equivalents", "$ 1,204", "$ 987"),
    ("Accounts receivable, net", "2,310", "2,255"),
    ("Inventories", "1,118", "1,306"),
    ("Total current assets", "4,632", "4,548"),
    ("Goodwill", "3,871", "3,871"),
    ("Deferred tax liabilities", "(412)", "(398)"),
    ("Total assets", "$ 8,091", "$ 8,021"),
)
"""In millions; the sums are not meant to be right."""


def sentences(seed: int, count: int) -> str:
    """Prose of a report, the same for the same seed."""
    chosen = random.Random(seed)
    parts = (_SUBJECTS, _VERBS, _OBJECTS, _ENDS)
    return " ".join(" ".join(chosen.choice(part) for part in parts) + "." for _ in range(count))


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a report, in order."""

    kind: str
    """`part`, `item`, `sub`, `text` or `table`."""
    text: str
    number: str = ""


def parts(paragraphs: int) -> Iterator[Part]:
    """The whole report, with so many paragraphs below each item or subheading."""
    above, seed = "", 0
    for part, number, title in ITEMS:
        if part != above:
            yield Part("part", f"PART {part}")
            above = part
        yield Part("item", title, number)
        if number in _SHORT:
            if _SHORT[number]:
                yield Part("text", _SHORT[number])
            continue
        for sub in _SUBHEADINGS.get(number, ("",)):
            if sub:
                yield Part("sub", sub)
            if "Balance" in sub:
                yield Part("table", "")
            for _ in range(paragraphs):
                seed += 1
                yield Part("text", sentences(seed, 3 + seed % 4))


def annual_report(layout: str, paragraphs: int = 3) -> bytes:
    """The file, in one of `LAYOUTS`."""
    return LAYOUTS[layout](paragraphs)


def _bold_lines(paragraphs: int) -> bytes:
    """Bold headings in the size of the text, contents with dots."""
    return _platypus(paragraphs, item=lambda n, t: f"<b>Item {n}.&nbsp;&nbsp;{t}</b>", part="<b>{}</b>")


def _label_column(paragraphs: int) -> bytes:
    """The number of an item in a column of its own."""

    def item(number: str, title: str) -> Any:
        style = ParagraphStyle("label", fontName="Times-Bold", fontSize=10, leading=12)
        cells = [[Paragraph(f"Item {number}.", style), Paragraph(title.upper(), style)]]
        return Table(cells, colWidths=[60, 400], hAlign="LEFT", style=TableStyle([("VALIGN", (0, 0), (-1, -1), "TOP")]))

    return _platypus(paragraphs, item=item, part="<b>{}</b>")


def _underlined(paragraphs: int) -> bytes:
    """Capitals in ordinary weight, underlined."""
    return _platypus(paragraphs, item=lambda n, t: f"<u>ITEM {n}. {t.upper()}</u>", part="{}")


def _two_columns(paragraphs: int) -> bytes:
    """Text in two columns, larger bold headings inside of them."""
    return _platypus(
        paragraphs, item=lambda n, t: f'<font size="12"><b>Item {n}. {t}</b></font>', part="<b>{}</b>", columns=2
    )


def _platypus(paragraphs: int, *, item: Callable[[str, str], Any], part: str, columns: int = 1) -> bytes:
    body = ParagraphStyle("body", fontName="Times-Roman", fontSize=10, leading=12, spaceAfter=8, alignment=4)
    heading = ParagraphStyle("heading", parent=body, spaceBefore=10, alignment=0, keepWithNext=1)
    centred = ParagraphStyle("part", parent=heading, alignment=1, fontSize=11)
    title = ParagraphStyle("title", parent=centred, fontName="Times-Bold", fontSize=20, leading=24)
    out = BytesIO()
    document = BaseDocTemplate(out, pagesize=letter, title="Form 10-K", author="Fenwick Pumps", invariant=1)
    width = (letter[0] - 144 - 18 * (columns - 1)) / columns
    frames = [
        Frame(72 + at * (width + 18), 72, width, 648, id=str(at), leftPadding=0, rightPadding=0)
        for at in range(columns)
    ]
    document.addPageTemplates(
        [
            PageTemplate("cover", [Frame(72, 72, 468, 648)]),
            PageTemplate("body", frames, onPage=_footer),
        ]
    )
    story: list[Any] = [
        *(Paragraph("UNITED STATES SECURITIES AND EXCHANGE COMMISSION", centred), Spacer(1, 30)),
        *(Paragraph("FORM 10-K", title), Spacer(1, 30), Paragraph("Fenwick Pumps, Inc.", title)),
        Paragraph(sentences(999, 4), body),
        *(NextPageTemplate("body"), PageBreak(), Paragraph("<b>TABLE OF CONTENTS</b>", centred)),
        Table(
            [[f"Item {n}.", t[:60], str(3 + at)] for at, (_, n, t) in enumerate(ITEMS)],
            colWidths=[50, 350, 30] if columns == 1 else [36, 170, 18],
            style=TableStyle([("FONTSIZE", (0, 0), (-1, -1), 9 if columns == 1 else 5.5)]),
        ),
        PageBreak(),
    ]
    for piece in parts(paragraphs):
        if piece.kind == "part":
            story.append(Paragraph(part.format(piece.text), centred))
        elif piece.kind == "item":
            made = item(piece.number, piece.text)
            story.append(made if isinstance(made, Table) else Paragraph(made, heading))
        elif piece.kind == "sub":
            story.append(Paragraph(f"<b><i>{piece.text}</i></b>", heading))
        elif piece.kind == "table":
            story.append(_balance(1 if columns == 1 else 0.5))
        else:
            story.append(Paragraph(piece.text, body))
    document.build(story)
    return out.getvalue()


def _balance(scale: float) -> Table:
    rows = [[label, first, second] for label, first, second in BALANCE]
    style = [
        ("FONT", (0, 0), (-1, -1), "Times-Roman", 9),
        ("FONT", (0, 0), (-1, 0), "Times-Bold", 9),
        ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
    ]
    return Table(rows, colWidths=[250 * scale, 80 * scale, 80 * scale], style=TableStyle(style))


def _footer(canvas: Any, document: Any) -> None:
    canvas.setFont("Times-Roman", 8)
    canvas.drawString(72, 760, "Fenwick Pumps, Inc. Annual Report on Form 10-K")
    canvas.drawCentredString(306, 40, str(document.page))


def _large_light(paragraphs: int) -> bytes:
    """Headings larger than the text, in ordinary weight, each item on a page of its own."""
    return _fpdf(paragraphs, item=("", 17, "Item {} {}"), part=("", 22), new_page=True)


def _capitals(paragraphs: int) -> bytes:
    """Nothing but capitals, in the font of the text."""
    return _fpdf(paragraphs, item=("", 10, "ITEM {}. {}"), part=("", 10), upper=True)


def _own_line(paragraphs: int) -> bytes:
    """The number on a line of its own, the title centred on the next."""
    return _fpdf(paragraphs, item=("B", 11, "ITEM {}.\n{}"), part=("B", 12), upper=True, align="C")


def _plain(paragraphs: int) -> bytes:
    """Nothing tells a heading but its words and the space around it."""
    return _fpdf(paragraphs, item=("", 10, "Item {}. {}"), part=("", 10))


def _fpdf(
    paragraphs: int,
    *,
    item: tuple[str, int, str],
    part: tuple[str, int],
    upper: bool = False,
    new_page: bool = False,
    align: str = "L",
) -> bytes:
    pdf = _Report(format="letter")
    pdf.set_creation_date(_epoch())
    pdf.set_margins(25, 20)
    pdf.add_page()
    pdf.set_font("helvetica", "B", 24)
    pdf.multi_cell(0, 12, "Fenwick Pumps, Inc.\nForm 10-K", align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.add_page()
    pdf.set_font("helvetica", "", 10)
    pdf.cell(0, 8, "Table of Contents", new_x="LMARGIN", new_y="NEXT")
    for at, (_, number, title) in enumerate(ITEMS):
        shown = f"Item {number}. {_latin(title)[:50]} "
        pdf.cell(0, 7, f"{shown:.<95} {at + 3}", new_x="LMARGIN", new_y="NEXT")
    pdf.add_page()
    for piece in parts(paragraphs):
        text = _latin(piece.text)
        if piece.kind == "item":
            if new_page:
                pdf.add_page()
            elif pdf.will_page_break(40):
                pdf.add_page()  # as every report does: no heading at the foot of a page
            style, size, form = item
            _write(pdf, style, size, form.format(piece.number, text.upper() if upper else text), align)
        elif piece.kind == "part":
            _write(pdf, *part, text, align)
        elif piece.kind == "sub":
            _write(pdf, "BI", 10, text, "L")
        elif piece.kind == "table":
            pdf.set_font("helvetica", "", 9)
            with pdf.table(
                borders_layout="NONE", col_widths=(60, 20, 20), text_align=("LEFT", "RIGHT", "RIGHT")
            ) as table:
                for row in BALANCE:
                    table.row(row)
        else:
            _write(pdf, "", 10, text, "J")
    return bytes(pdf.output())


def _write(pdf: FPDF, style: str, size: int, text: str, align: str) -> None:
    pdf.set_font("helvetica", style, size)
    pdf.multi_cell(0, size * 0.5, text, align=align, new_x="LMARGIN", new_y="NEXT")
    pdf.ln(3)


class _Report(FPDF):
    def footer(self) -> None:
        self.set_y(-15)
        self.set_font("helvetica", "I", 8)
        self.cell(0, 10, f"Fenwick Pumps 2025 Form 10-K   |   Page {self.page_no()}", align="C")


def _latin(text: str) -> str:
    return text.replace("’", "'")


def _epoch() -> Any:
    from datetime import UTC, datetime

    return datetime(2026, 1, 1, tzinfo=UTC)


LAYOUTS: Final[dict[str, Callable[[int], bytes]]] = {
    "bold lines": _bold_lines,
    "label column": _label_column,
    "underlined capitals": _underlined,
    "two columns": _two_columns,
    "large and light": _large_light,
    "capitals": _capitals,
    "number on its own line": _own_line,
    "plain": _plain,
}
