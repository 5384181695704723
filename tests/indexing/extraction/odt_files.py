"""OpenDocument texts for tests: by odfpy, and written by hand where that cannot write what LibreOffice does."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from odf import dc, office, style, table, text
from odf.opendocument import OpenDocumentText

from .containers import zipped

MIMETYPE = b"application/vnd.oasis.opendocument.text"
_SPACES = "".join(
    f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}:1.0"'
    for name, space in (("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"))
)


def odt(body: str, styles: str = "", meta: str = "") -> bytes:
    """A document of what stands in its text, and of what it says about itself."""
    content = (
        f"<office:document-content{_SPACES}>{styles}<office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    parts = {"mimetype": MIMETYPE, "content.xml": content.encode()}
    if meta:
        spaces = 'xmlns:m="urn:oasis:names:tc:opendocument:xmlns:meta:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        parts["meta.xml"] = f"<document-meta {spaces}>{meta}</document-meta>".encode()
    return zipped(parts)


def rules() -> bytes:
    """By odfpy: a title, headings, lists in lists, a table with merged cells, code, a link and notes."""
    document: Any = OpenDocumentText()
    for name in ("Title", "Preformatted_20_Text"):
        document.styles.addElement(style.Style(name=name, family="paragraph"))
    document.automaticstyles.addElement(style.Style(name="P1", family="paragraph", parentstylename="Title"))
    numbers = text.ListStyle(name="L1")
    numbers.addElement(text.ListLevelStyleNumber(level=1, numformat="1"))
    document.automaticstyles.addElement(numbers)
    add = document.text.addElement
    add(text.P(stylename="P1", text="Harbour rules"))
    add(text.H(outlinelevel=1, text="Berths"))
    paragraph = text.P(text="Call ")
    paragraph.addElement(text.A(href="https://harbour.example/office", text="the office"))
    paragraph.addText(" before noon")
    note = text.Note(noteclass="footnote")
    note.addElement(text.NoteCitation(text="1"))
    body = text.NoteBody()
    body.addElement(text.P(text="Not on Sundays."))
    note.addElement(body)
    paragraph.addElement(note)
    remark = office.Annotation()
    remark.addElement(dc.Creator(text="Ines"))
    remark.addElement(dc.Date(text="2026-03-05T10:00:00"))
    remark.addElement(text.P(text="Who answers?"))
    paragraph.addElement(remark)
    paragraph.addText(".")
    add(paragraph)
    add(_listed(text.List(), ["Rope", ["two ahead", "two astern"], "Fender"]))
    add(_listed(text.List(stylename="L1"), ["Moor", "Pay"]))
    add(text.H(outlinelevel=2, text="Fees"))
    add(_fees())
    add(text.H(outlinelevel=2, text="Opening the gate"))
    for line in ("gate.open(", "    side=2)"):
        code = text.P(stylename="Preformatted_20_Text")
        code.addElement(text.S(c=len(line) - len(line.lstrip())))
        code.addText(line.lstrip())
        add(code)
    add(text.P(text="Dogs are welcome."))
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


def _listed(found: Any, items: list[Any]) -> Any:
    item: Any = None
    for one in items:
        if isinstance(one, list):
            item.addElement(_listed(text.List(), one))
            continue
        item = text.ListItem()
        item.addElement(text.P(text=one))
        found.addElement(item)
    return found


def _fees() -> Any:
    found = table.Table(name="Fees")
    heads = table.TableHeaderRows()
    heads.addElement(_row(["Boat", "Side", "Fee"]))
    found.addElement(heads)
    first = _row([("Small", 1, 2), "north", "12"])
    second = _row(["south", "14"])
    second.insertBefore(table.CoveredTableCell(), second.childNodes[0])
    last = _row([("Any other, by agreement", 2, 1), "-"])
    last.insertBefore(table.CoveredTableCell(), last.childNodes[1])
    for row in (first, second, last):
        found.addElement(row)
    return found


def _row(cells: list[Any]) -> Any:
    row = table.TableRow()
    for one in cells:
        said, columns, rows = one if isinstance(one, tuple) else (one, 1, 1)
        cell = table.TableCell(numbercolumnsspanned=columns, numberrowsspanned=rows)
        cell.addElement(text.P(text=said))
        row.addElement(cell)
    return row
