"""Documents with bytes changed at random: read, or refused with a reason, and never anything else."""

from __future__ import annotations

import base64
import random
import re
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO

import openpyxl
import pptx
import pytest
import xlsxwriter

from citeline.indexing.extraction.extract import Unreadable
from citeline.indexing.extraction.workbooks import sheets

from . import mail_files, odt_files, sheet_files, slide_files, word_files
from .containers import with_parts, zipped
from .reading import lines_of, read, why_not

_MAKERS: dict[str, Callable[[], bytes]] = {
    "budget.xlsx": sheet_files.budget,
    "stock.ods": sheet_files.stock,
    "report.docx": word_files.report,
    "minutes.docx": word_files.minutes,
    "rules.odt": odt_files.rules,
    "plan.pptx": slide_files.plan,
    "offer.eml": mail_files.offer,
}


def _changed(data: bytes, dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.choice((1, 3, 10, 50))):
        place = dice.randrange(len(changed))
        match dice.randrange(4):
            case 0:
                del changed[place : place + dice.randrange(1, 20)]
            case 1:
                changed[place:place] = changed[place : place + dice.randrange(1, 30)]
            case _:
                changed[place] = dice.randrange(256)
    return bytes(changed)


def _with_a_changed_part(data: bytes, dice: random.Random) -> bytes:
    """Damage that the checksums of the container do not show."""
    with zipfile.ZipFile(BytesIO(data)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    name = dice.choice([name for name, content in parts.items() if content and name.endswith((".xml", ".rels"))])
    return zipped({**parts, name: _changed(parts[name], dice)})


@pytest.mark.parametrize("name", _MAKERS)
def test_changed_bytes_are_read_or_refused(name: str) -> None:
    data = _MAKERS[name]()
    dice = random.Random(name)
    for number in range(40):
        inside = number % 4 and data.startswith(b"PK")
        found = read(name, _with_a_changed_part(data, dice) if inside else _changed(data, dice))
        assert isinstance(found, list) or (isinstance(found, Unreadable) and found.detail)


@pytest.mark.parametrize("name", _MAKERS)
def test_a_document_that_was_cut_off_is_read_in_part_or_refused(name: str) -> None:
    data = _MAKERS[name]()
    for length in range(1, len(data), max(1, len(data) // 20)):
        found = read(name, data[:length])
        assert isinstance(found, list) == (name == "offer.eml" and isinstance(found, list))


def _with_damaged(data: bytes, part: str) -> bytes:
    """The container with some bytes of a part changed."""
    info = next(one for one in zipfile.ZipFile(BytesIO(data)).infolist() if one.filename.lstrip("/") == part)
    first = info.header_offset + 30 + len(info.filename.encode()) + len(info.extra)
    changed = bytearray(data)
    for at in range(first + 5, first + min(info.compress_size, 60)):
        changed[at] ^= 0x5A
    return bytes(changed)


def _workbook(*titles: str) -> bytes:
    stream = BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    for title in titles or ("Berths", "Fees"):
        sheet = book.add_worksheet(title)
        for number in range(30):
            sheet.write_row(number, 0, [f"{title} {number}", number])
    book.close()
    return stream.getvalue()


def _workbook_of(title: str, changed: Mapping[str, tuple[bytes, bytes]]) -> bytes:
    """A workbook of one sheet, with one text in each of the parts that are named put for another."""
    data = _workbook(title)
    with zipfile.ZipFile(BytesIO(data)) as package:
        return with_parts(data, {part: package.read(part).replace(*texts) for part, texts in changed.items()})


@pytest.mark.parametrize("part", ["xl/theme/theme1.xml", "xl/styles.xml"])
def test_a_damaged_part_without_cells_costs_no_cell(part: str) -> None:
    text = "\n".join(lines_of("a.xlsx", _with_damaged(_workbook(), part)))
    assert "Berths 29" in text and "Fees 29" in text


def test_a_damaged_sheet_costs_itself_and_is_named() -> None:
    text = "\n".join(lines_of("a.xlsx", _with_damaged(_workbook(), "xl/worksheets/sheet1.xml")))
    assert "Fees 29" in text and "Berths 1" not in text
    assert "xl/worksheets/sheet1.xml" in text


def test_a_workbook_that_has_no_sheet_left_once_mended_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = {"xl/worksheets/sheet1.xml": (b'r="A1"', b'r="?1"')}
    shown, hidden = (b'<sheet name="Berths" ' + state for state in (b"", b'state="veryHidden" '))
    data, mended = (_workbook_of("Berths", parts) for parts in (sheet, sheet | {"xl/workbook.xml": (shown, hidden)}))
    monkeypatch.setattr(sheets, "mend_sheets", lambda package: (package, mended, ["xl/workbook.xml"]))
    assert "its sheets are damaged (Berths" in why_not("a.xlsx", data)


def test_a_workbook_without_its_texts_is_not_read_as_numbers() -> None:
    assert "sharedStrings.xml is damaged" in why_not("a.xlsx", _with_damaged(_workbook(), "xl/sharedStrings.xml"))


def test_a_damaged_slide_costs_itself_and_is_named() -> None:
    deck = pptx.Presentation()
    for title in ("Berths", "Fees"):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        heading = slide.shapes.title
        assert heading is not None
        heading.text = title
    stream = BytesIO()
    deck.save(stream)
    text = "\n".join(lines_of("a.pptx", _with_damaged(stream.getvalue(), "ppt/slides/slide1.xml")))
    assert "# Fees" in text and "Berths" not in text
    assert "left out or read in part: slide 1;" in text


@pytest.mark.parametrize(
    ("make", "part", "kept"),
    [
        ("report.docx", "word/styles.xml", "Lighthouse report"),
        ("report.docx", "word/numbering.xml", "# Lighthouse report"),
        ("report.docx", "word/_rels/document.xml.rels", "# Lighthouse report"),
        ("report.docx", "docProps/core.xml", "# Lighthouse report"),
        ("minutes.docx", "word/footnotes.xml", "# Minutes of May"),
        ("plan.pptx", "docProps/core.xml", "# Harbour plan"),
        ("plan.pptx", "ppt/notesSlides/notesSlide1.xml", "# Works"),
        ("plan.pptx", "ppt/slides/_rels/slide3.xml.rels", "# Slide 3"),
        ("stock.ods", "meta.xml", "# "),
        ("a.xlsx", "xl/styles.xml", "# Berths"),
    ],
)
@pytest.mark.parametrize("how", ["unreadable", "cut off"])
def test_a_damaged_part_that_a_document_can_do_without_is_named(make: str, part: str, kept: str, how: str) -> None:
    data = _workbook() if make == "a.xlsx" else _MAKERS[make]()
    damaged = _with_damaged(data, part) if how == "unreadable" else _without(data, part, kept=0.5)
    lines = lines_of(make, damaged)
    assert any(kept in line for line in lines)
    assert re.fullmatch(rf"\[cut: damaged, and left out or read in part: [^;]*{re.escape(part)}; open .*\]", lines[-1])


def test_styles_in_front_of_the_damage_still_make_headings() -> None:
    data = word_files.report()
    with zipfile.ZipFile(BytesIO(data)) as package:
        styles = package.read("word/styles.xml")
    lines = lines_of(
        "report.docx", _without(data, "word/styles.xml", kept=(styles.rindex(b"</w:style>") + 10) / len(styles))
    )
    assert "# Lighthouse report" in lines


def _without(data: bytes, part: str, *, kept: float = 0.0) -> bytes:
    """The container without a part, or with so much of its beginning."""
    with zipfile.ZipFile(BytesIO(data)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    content = parts.pop(part)
    return zipped({**parts, part: content[: int(len(content) * kept)]} if kept else parts)


@pytest.mark.parametrize(
    ("make", "part"),
    [
        ("a.xlsx", "_rels/.rels"),
        ("a.xlsx", "xl/styles.xml"),
        ("stock.ods", "mimetype"),
        ("stock.ods", "META-INF/manifest.xml"),
        ("plan.pptx", "ppt/_rels/presentation.xml.rels"),
    ],
)
@pytest.mark.parametrize("kept", [0.0, 0.5])
def test_a_part_without_text_that_is_missing_or_cut_off_costs_no_text(make: str, part: str, kept: float) -> None:
    data = _workbook() if make == "a.xlsx" else _MAKERS[make]()
    whole = set(lines_of(make, data))
    lines = set(lines_of(make, _without(data, part, kept=kept)))
    # Without its styles a sheet has other formats of its numbers.
    assert len(whole - lines) <= 0.1 * len(whole), whole - lines


def test_what_stands_in_front_of_the_damage_is_read_and_the_damage_named() -> None:
    sheet = "xl/worksheets/sheet1.xml"
    text = "\n".join(lines_of("a.xlsx", _without(_workbook(), sheet, kept=0.6)))
    assert "Fees 29" in text and "Berths 3" in text and "Berths 29" not in text
    assert sheet in text
    text = "\n".join(lines_of("report.docx", _without(word_files.report(), "word/document.xml", kept=0.5)))
    assert "# Lamps" in text and "at sunrise" not in text
    assert "read in part: word/document.xml;" in text


def test_a_sheet_that_is_missing_is_named_and_costs_no_other() -> None:
    text = "\n".join(lines_of("a.xlsx", _without(_workbook(), "xl/worksheets/sheet1.xml")))
    assert "Fees 29" in text and "read in part: Berths" in text


@pytest.mark.parametrize(
    ("part", "kept"),
    [
        ("xl/workbook.xml", 0.0),
        ("xl/_rels/workbook.xml.rels", 0.0),
        ("xl/sharedStrings.xml", 0.0),
        ("xl/sharedStrings.xml", 0.5),
    ],
)
def test_a_workbook_without_what_its_sheets_need_says_what_that_is(part: str, kept: float) -> None:
    why = why_not("a.xlsx", _without(_workbook(), part, kept=kept))
    assert "list of sheets" in why or "sharedStrings" in why or "shared strings" in why, why


def test_a_forwarded_mail_with_damaged_base64_is_read_up_to_the_damage() -> None:
    inner = b"From: a@example.org\nTo: b@example.org\nSubject: Berth 7\n\nIt is free from May on.\n"
    coded = base64.b64encode(inner).rstrip(b"=")[:-1]
    text = (
        b"From: c@example.org\nSubject: Fwd\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
        + coded
    )
    assert "It is free from May" in "\n".join(lines_of("a.eml", text))


def test_errors_of_cells_are_shown() -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row, error in enumerate(["#DIV/0!", "#N/A", "#REF!"], start=1):
        sheet.cell(row, 1, error).data_type = "e"
    stream = BytesIO()
    book.save(stream)
    text = "\n".join(lines_of("errors.xlsx", stream.getvalue()))
    assert all(f"| {error} |" in text for error in ("#DIV/0!", "#N/A", "#REF!"))
