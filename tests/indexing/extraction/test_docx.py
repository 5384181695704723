"""Word: what Word shows is read, in its order; what it does not show, or what reaches outside, is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from . import word_files
from .containers import with_parts, zipped
from .reading import check_expected, lines_of, why_not
from .word_files import word

_FOLDER = Path(__file__).parent / "word_documents"
_MAKERS: dict[str, Callable[[], bytes]] = {
    "report.docx": word_files.report,
    "minutes.docx": word_files.minutes,
    "manual.docx": word_files.manual,
}


@pytest.mark.parametrize("name", _MAKERS)
def test_lines_and_tree_are_those_of_the_readable_file(name: str) -> None:
    check_expected(_FOLDER, name, _MAKERS[name])


def _paragraph(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def _body(*blocks: str) -> bytes:
    return word(f"<w:body>{''.join(blocks)}</w:body>")


def test_a_heading_of_outline_level_ten_is_text() -> None:
    levels = [f'<w:outlineLvl w:val="{level}"/>' for level in (0, 8, 9)]
    assert lines_of("a.docx", _body(*map(_paragraph, "abc", levels))) == ["# a", "", "###### b", "", "c"]


def test_hidden_text_is_not_read() -> None:
    runs = "".join(
        f"<w:r><w:rPr><w:vanish{value}/></w:rPr><w:t>{text}</w:t></w:r>"
        for value, text in (("", "hidden"), (' w:val="0"', "shown"))
    )
    assert lines_of("a.docx", _body(f"<w:p>{runs}</w:p>")) == ["shown"]


def test_the_older_form_of_a_drawing_is_not_read_twice() -> None:
    drawing = "<w:txbxContent><w:p><w:r><w:t>once</w:t></w:r></w:p></w:txbxContent>"
    both = f"<w:AlternateContent><w:Choice>{drawing}</w:Choice><w:Fallback>{drawing}</w:Fallback></w:AlternateContent>"
    assert lines_of("a.docx", _body(f"<w:p><w:r>{both}</w:r></w:p>")) == ["once"]


def test_a_caption_below_its_table_is_that_of_the_table() -> None:
    row = "<w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr>"
    styles = '<w:style w:styleId="C"><w:name w:val="caption"/></w:style>'
    caption = _paragraph("Table 3. Letters", '<w:pStyle w:val="C"/>')
    data = word(f"<w:body><w:tbl>{row}{row}</w:tbl>{caption}{_paragraph('then')}</w:body>", styles=styles)
    assert lines_of("a.docx", data) == [
        *("[table: Table 3. Letters]", "| a | b |", "| --- | --- |", "| a | b |"),
        *("", "then"),
    ]


def test_comments_are_notes_of_who_made_them() -> None:
    relations = "<Relationships><Relationship Id='r1' Type='x/comments' Target='comments.xml'/></Relationships>"
    text = "<w:r><w:t>{}</w:t></w:r>"
    comments = (
        f"<w:comment w:id='0' w:author='Ana Sol' w:date='2026-03-05T10:00:00Z'><w:p>{text.format('Too dear.')}</w:p>"
        f"</w:comment><w:comment w:id='1'><w:p>{text.format('Agreed.')}</w:p></w:comment>"
    )
    space = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'"
    mark = "<w:r><w:commentReference w:id='{}'/></w:r>"
    body = f"<w:p><w:r><w:t>The crane costs 4.</w:t></w:r>{mark.format(0)}{mark.format(1)}{mark.format(9)}</w:p>"
    data = with_parts(
        _body(body),
        {
            "word/_rels/document.xml.rels": relations.encode(),
            "word/comments.xml": f"<w:comments {space}>{comments}</w:comments>".encode(),
        },
    )
    assert [line for line in lines_of("a.docx", data) if line] == [
        "The crane costs 4.[^1][^2][^3]",
        "[^1]: Comment by Ana Sol, 2026-03-05: Too dear.",
        "[^2]: Comment: Agreed.",
        "[^3]: Comment:",
    ]


def test_nothing_outside_of_the_file_is_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret word", encoding="utf-8")
    for target in (secret.as_uri(), str(secret), "../../../../etc/passwd", "http://127.0.0.1:9/x.xml"):
        relations = "".join(
            f'<Relationship Id="r{kind}" Type="x/{kind}" Target="{target}" TargetMode="{mode}"/>'
            for kind in ("styles", "footnotes", "aFChunk", "attachedTemplate")
            for mode in ("External", "Internal")
        )
        body = _paragraph("said") + "<w:altChunk r:id='raFChunk'/>"
        data = with_parts(
            _body(body), {"word/_rels/document.xml.rels": f"<Relationships>{relations}</Relationships>".encode()}
        )
        said, *rest = lines_of("a.docx", data)
        # A part that should be in the file and is not counts as damaged; an address outside counts for nothing.
        assert said == "said" and all(line.startswith("[cut: damaged") for line in filter(None, rest))
        assert "the secret word" not in "".join(rest)


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (b'<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w><body><p>&x;</p></body></w>', "document type"),
        (b"<w><body>" + b"<sdt>" * 50_000, "damaged"),
        (b"<w><body><p>", "damaged"),
        (b"<w></w>", "has no text part"),
        (b"<w><body/></w>", "empty: holds no text"),
        (b"\xff\xfe<\0w\0", "document type"),
        (b"<w>" + b" " * 60_000_000, "times its size"),
    ],
    ids=["entity of a file", "50,000 nested tags", "cut off", "no body", "no text", "utf-16", "bomb"],
)
@pytest.mark.timeout(120)
def test_xml_that_was_written_to_hurt_is_refused(document: bytes, why: str) -> None:
    assert why in why_not("a.docx", zipped({"word/document.xml": document}))


def test_macros_and_embedded_files_are_not_read() -> None:
    parts = {"word/vbaProject.bin": b"Sub AutoOpen()", "word/embeddings/a.docx": _body(_paragraph("inner"))}
    assert lines_of("a.docm", with_parts(_body(_paragraph("outer")), parts)) == ["outer"]


def test_styles_in_a_circle_and_numbers_beyond_reason_end() -> None:
    styles = "".join(
        f'<w:style w:styleId="{name}"><w:name w:val="{name}"/><w:basedOn w:val="{base}"/></w:style>'
        for name, base in (("a", "b"), ("b", "a"))
    )
    number = '<w:pStyle w:val="a"/><w:numPr><w:ilvl w:val="999999999"/><w:numId w:val="4"/></w:numPr>'
    span = '<w:tcPr><w:gridSpan w:val="999999999"/></w:tcPr>'
    cell = f"<w:tc>{span}<w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>"
    data = word(
        f"<w:body>{_paragraph('item', number)}<w:tbl>{f'<w:tr>{cell}{cell}</w:tr>' * 2}</w:tbl></w:body>", styles=styles
    )
    lines = lines_of("a.docx", data)
    assert lines[0].strip() == "- item"
    assert max(map(len, lines)) < 10_000


@pytest.mark.timeout(120)
def test_three_thousand_paragraphs_take_no_time_that_a_person_notices() -> None:
    data = _body(*(_paragraph(f"Paragraph {number} says something of no weight. " * 5) for number in range(3_000)))
    assert len(lines_of("a.docx", data)) == 5_999
