"""Word documents for tests: by python-docx, and written by hand where that cannot write what Word does."""

from __future__ import annotations

import datetime
from io import BytesIO
from typing import Any

import docx
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn

from .containers import zipped

_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_TRANSITIONAL = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def report() -> bytes:
    """By python-docx: a title, headings, lists in lists, a table with merged cells and its caption, code, a link."""
    document: Any = docx.Document()
    about = document.core_properties
    about.author, about.title = "Tomás Reis", "Lighthouse report"
    about.created = about.modified = datetime.datetime(2026, 4, 5, 6, 7)
    document.add_paragraph("Lighthouse report", style="Title")
    document.add_heading("Lamps", 1)
    document.add_paragraph("The lamp of the north tower was replaced in March.")
    for text, style in [
        ("Check the lens", "List Bullet"),
        ("with a cloth", "List Bullet 2"),
        ("Check the motor", "List Bullet"),
        ("Switch off", "List Number"),
        ("Wait an hour", "List Number"),
    ]:
        document.add_paragraph(text, style=style)
    document.add_heading("Spare parts", 2)
    document.add_paragraph("Table 1: Parts in store", style="Caption")
    table = document.add_table(rows=4, cols=3)
    table.style = "Table Grid"
    rows = [["Part", "Shelf", "Count"], ["Lamp", "A1", "2"], ["", "A2", "5"], ["Nothing else", "", ""]]
    for row, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    table.cell(3, 0).merge(table.cell(3, 2))
    document.add_heading("Starting the motor", 2)
    for line in ("motor.start(", "    speed=2)"):
        document.add_paragraph().add_run(line).font.name = "Courier New"
    paragraph = document.add_paragraph("Call ")
    paragraph.add_run("motor").font.name = "Consolas"
    paragraph.add_run(".stop").font.name = "Consolas"
    paragraph.add_run(" at sunrise, as ")
    _add_link(paragraph, "the manual", "https://example.org/a manual")
    paragraph.add_run(" says.")
    document.add_paragraph("# is no heading here")
    return _saved(document)


def minutes() -> bytes:
    """By hand, in the Strict form: a text box, a content control, notes, tracked changes, fields, levels of a style."""
    items = "".join(
        f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="3"/></w:numPr></w:pPr>'
        f"<w:r><w:t>{item}</w:t></w:r></w:p>"
        for depth, item in ((0, "first"), (1, "inner"), (0, "second"))
    )
    text = (
        "<w:body>"
        '<w:p><w:pPr><w:pStyle w:val="Top"/></w:pPr><w:r><w:t>Minutes of May</w:t></w:r></w:p>'
        "<w:p><w:r><w:t>Present: Ada</w:t></w:r><w:r><w:footnoteReference w:id='2'/></w:r>"
        "<w:ins><w:r><w:t> and Ben</w:t></w:r></w:ins><w:del><w:r><w:delText> and Carl</w:delText></w:r></w:del></w:p>"
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>In a content control.</w:t></w:r></w:p></w:sdtContent></w:sdt>"
        '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:bookmarkStart w:name="_Ref1" w:id="0"/>'
        "<w:r><w:t>Decisions</w:t></w:r></w:p>"
        "<w:p><w:r><w:drawing><wps:txbx><w:txbxContent><w:p><w:r><w:t>In a text box.</w:t></w:r></w:p>"
        "</w:txbxContent></wps:txbx></w:drawing></w:r><w:r><w:t>Beside the box.</w:t></w:r></w:p>"
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "https://example.org/x"'
        '</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a field</w:t></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t xml:space="preserve"> and </w:t></w:r>'
        '<w:hyperlink w:anchor="_Ref1"><w:r><w:t>above</w:t></w:r></w:hyperlink></w:p>'
        f"{items}"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A frame around text is no table.</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
        "</w:body>"
    )
    styles = (
        '<w:style w:type="paragraph" w:styleId="Base"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Top"><w:name w:val="House head"/><w:basedOn w:val="Base"/></w:style>'
    )
    notes = '<w:footnote w:id="2"><w:p><w:r><w:t>By telephone.</w:t></w:r></w:p></w:footnote>'
    levels = (
        '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>'
    )
    numbering = (
        f'<w:abstractNum w:abstractNumId="9">{levels}</w:abstractNum>'
        '<w:num w:numId="3"><w:abstractNumId w:val="9"/></w:num>'
    )
    return word(text, _STRICT, styles=styles, footnotes=notes, numbering=numbering)


def manual() -> bytes:
    """By python-docx with parts of Word's own: numbered headings, a table of contents, a nested table, an equation."""
    document: Any = docx.Document()
    document.core_properties.author = ""
    document.core_properties.created = document.core_properties.modified = datetime.datetime(2026, 1, 1)
    numbering = document.part.numbering_part.element
    numbering.insert(
        0,
        parse_xml(
            f'<w:abstractNum {nsdecls("w")} w:abstractNumId="77">'
            '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl>'
            '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>'
            "</w:abstractNum>"
        ),
    )
    numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    contents = document.styles.add_style("toc 1", 1)
    document.add_paragraph("1 Pump ........ 3", style=contents)
    for level, title in ((1, "Pump"), (2, "Start"), (2, "Stop"), (1, "Valve")):
        heading = document.add_heading(title, level)
        properties = parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level - 1}"/><w:numId w:val="77"/></w:numPr>')
        heading._p.get_or_add_pPr().append(properties)
        document.add_paragraph(f"About {title.lower()}.")
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip([*table.rows[0].cells, *table.rows[1].cells], ["Kind", "More", "gate", ""], strict=True):
        cell.text = text
    inner = table.cell(1, 1).add_table(rows=2, cols=2)
    for cell, text in zip([*inner.rows[0].cells, *inner.rows[1].cells], ["size", "bar", "2", "16"], strict=True):
        cell.text = text
    paragraph = document.add_paragraph("Pressure is ")
    math = OxmlElement("m:oMath")
    run = OxmlElement("m:r")
    symbol = OxmlElement("m:t")
    symbol.text = "p=F/A"
    run.append(symbol)
    math.append(run)
    paragraph._p.append(math)
    return _saved(document)


def word(body: str, space: str = _TRANSITIONAL, **parts: str) -> bytes:
    """A document of the XML given: its body, and the content of `styles`, `footnotes`, `numbering`."""
    spaces = f'xmlns:w="{space}" xmlns:r="{_LINKS}" xmlns:wps="http://example.org/wps"'
    relations = "".join(
        f'<Relationship Id="r{kind}" Type="{_LINKS}/{kind}" Target="{kind}.xml"/>' for kind in sorted(parts)
    )
    files = {
        "_rels/.rels": f'<Relationships><Relationship Id="a" Type="{_LINKS}/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f"<w:document {spaces}>{body}</w:document>",
        "word/_rels/document.xml.rels": f"<Relationships>{relations}</Relationships>",
        **{f"word/{kind}.xml": f"<w:{kind} {spaces}>{content}</w:{kind}>" for kind, content in parts.items()},
    }
    return zipped({name: content.encode() for name, content in files.items()})


def _add_link(paragraph: Any, text: str, target: str) -> None:
    identity = paragraph.part.relate_to(target, f"{_LINKS}/hyperlink", is_external=True)
    element = OxmlElement("w:hyperlink")
    element.set(qn("r:id"), identity)
    element.append(paragraph.add_run(text)._r)
    paragraph._p.append(element)


def _saved(document: Any) -> bytes:
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()
