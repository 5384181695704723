"""Decks of slides for tests: by python-pptx, and written by hand in the Strict form."""

from __future__ import annotations

import datetime
from io import BytesIO
from typing import Any

import pptx
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from .containers import zipped

_LINKS = "http://purl.oclc.org/ooxml/officeDocument/relationships"


def plan() -> bytes:
    """By python-pptx: a title, bullets in bullets, notes, a table with merged cells, a slide without a title."""
    deck = _deck("Harbour plan", "Rita Sousa")
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = "Harbour plan"
    first.placeholders[1].text = "Spring 2026"
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = "Works"
    frame = second.placeholders[1].text_frame
    frame.text = "Dredging"
    for text, level in (("in April", 1), ("Painting", 0)):
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, level
    second.notes_slide.notes_text_frame.text = "Ask the tug crew first."
    third = deck.slides.add_slide(deck.slide_layouts[6])
    table = third.shapes.add_table(3, 2, *map(Inches, (1, 1, 4, 2))).table
    for row, texts in enumerate([["Quay", "Depth"], ["East", "9 m"], ["closed", ""]]):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(2, 0).merge(table.cell(2, 1))
    box = third.shapes.add_textbox(*map(Inches, (1, 4, 4, 1))).text_frame
    box.text = "Depths at low tide, see "
    run = box.paragraphs[0].add_run()
    run.text = "the chart"
    run.hyperlink.address = "https://example.org/chart"
    return _saved(deck)


def figures() -> bytes:
    """By python-pptx: a chart, which is the table that it draws, and shapes in a group."""
    deck = _deck("", "")
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Ships a year"
    data: Any = _chart_data()
    data.categories = ["2024", "2025"]
    data.add_series("Ferries", (310, 325))
    data.add_series("Freighters", (120, 98))
    chart = slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *map(Inches, (1, 2, 6, 4)), data).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "Arrivals"
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(*map(Inches, (1, 1, 2, 1))).text_frame.text = "Counted at the lock."
    return _saved(deck)


def strict() -> bytes:
    """By hand, in the Strict form: slides in another order than their parts, an equation, a picture with its text."""
    spaces = (
        'xmlns:p="http://purl.oclc.org/ooxml/presentationml/main" xmlns:a="http://purl.oclc.org/ooxml/drawingml/main" '
        f'xmlns:r="{_LINKS}" xmlns:m="http://purl.oclc.org/ooxml/officeDocument/math"'
    )

    def slide(*shapes: str) -> bytes:
        return f"<p:sld {spaces}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>".encode()

    def shape(kind: str, *paragraphs: str) -> str:
        texts = "".join(f"<a:p>{text}</a:p>" for text in paragraphs)
        return f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody>{texts}</p:txBody></p:sp>'

    picture = '<p:pic><p:nvPicPr><p:cNvPr id="4" name="x" descr="A crane at night"/></p:nvPicPr></p:pic>'
    slides = "<p:sldIdLst><p:sldId id='256' r:id='r2'/><p:sldId id='257' r:id='r1'/></p:sldIdLst>"
    relations = "".join(
        f'<Relationship Id="r{n}" Type="{_LINKS}/slide" Target="/ppt/slides/s{n}.xml"/>' for n in (1, 2)
    )
    return zipped(
        {
            "_rels/.rels": f'<R><Relationship Id="x" Type="{_LINKS}/officeDocument" Target="ppt/p.xml"/></R>'.encode(),
            "ppt/p.xml": f"<p:presentation {spaces}>{slides}</p:presentation>".encode(),
            "ppt/_rels/p.xml.rels": f"<R>{relations}</R>".encode(),
            "ppt/slides/s1.xml": slide(shape("title", "<a:r><a:t>Second</a:t></a:r>"), picture),
            "ppt/slides/s2.xml": slide(
                shape("ctrTitle", "<a:r><a:t>First</a:t></a:r><a:br/><a:r><a:t>of two</a:t></a:r>"),
                shape("ftr", "<a:r><a:t>Footer</a:t></a:r>"),
                shape("body", "<a:r><a:t>Load is </a:t></a:r><m:oMath><m:r><m:t>F=mg</m:t></m:r></m:oMath>"),
            ),
        }
    )


def _chart_data() -> Any:
    make: Any = CategoryChartData
    return make()


def _deck(title: str, author: str) -> Any:
    deck: Any = pptx.Presentation()
    about = deck.core_properties
    about.title, about.author, about.last_modified_by = title, author, ""
    about.created = about.modified = datetime.datetime(2026, 2, 3, 4, 5)
    return deck


def _saved(deck: Any) -> bytes:
    stream = BytesIO()
    deck.save(stream)
    return stream.getvalue()
