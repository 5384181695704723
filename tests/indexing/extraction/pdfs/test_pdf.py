"""PDF: reading order, headings, tables and pages of files that other tools wrote; and files written to hurt."""

from __future__ import annotations

import json
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.cli.main import run
from citeline.indexing.extraction.extract import extract_lines
from citeline.indexing.extraction.pdfs import pdf
from citeline.indexing.files.formats import document_format

from .. import pdf_files
from ..annual_reports import ITEMS, LAYOUTS, annual_report
from ..reading import check_expected, lines_of, tree_of, why_not

_FOLDER = Path(__file__).parent / "pdf_documents"
_MAKERS: dict[str, Callable[[], bytes]] = {
    "manual.pdf": pdf_files.manual,
    "paper.pdf": pdf_files.paper,
    "statement.pdf": pdf_files.statement,
}


@pytest.mark.parametrize("name", _MAKERS)
def test_lines_and_tree_are_those_of_the_readable_file(name: str) -> None:
    check_expected(_FOLDER, name, _MAKERS[name])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_item_of_an_annual_report_is_a_heading_once_below_its_part(layout: str) -> None:
    nodes = tree_of("report.pdf", annual_report(layout, 2)).nodes
    above = {_plain(node.name): nodes[node.parent or 0].name for node in nodes if node.kind == "heading"}
    assert {title: above.get(title) for title in _wanted()} == _wanted()
    names = Counter(_plain(node.name) for node in nodes if node.kind == "heading")
    assert [name for name in names if name.startswith("item") and (names[name] > 1 or name not in _wanted())] == []


@pytest.mark.parametrize("layout", ["bold lines", "plain"])
def test_running_headers_and_page_numbers_are_no_text(layout: str) -> None:
    lines = lines_of("report.pdf", annual_report(layout, 2))
    assert not [line for line in lines if "Annual Report on Form" in line or re.search(r"\| +Page|^\d+$", line)]


def test_a_section_knows_the_page_that_it_begins_on() -> None:
    data = annual_report("large and light", 1)
    pages = [node.page for node in tree_of("a.pdf", data).nodes if node.name.startswith("Item ")]
    assert pages == sorted(set(filter(None, pages)))  # in this layout each item begins a page


def test_the_figures_of_a_balance_sheet_stay_in_their_rows() -> None:
    (table,) = [node for node in tree_of("a.pdf", annual_report("bold lines", 2)).nodes if node.kind == "table"]
    assert table.data["headers"] == ["", "2025", "2024"]
    rows = table.data["rows"]
    assert isinstance(rows, list)
    assert rows[0] == ["Cash and cash equivalents", "$1,204", "$987"]
    assert rows[-1] == ["Total assets", "$8,091", "$8,021"]


@pytest.mark.usefixtures("reader_process")
def test_a_process_of_its_own_reads_the_same_lines_again() -> None:
    data = annual_report("two columns", 1)
    form = document_format("a.pdf")
    assert form is not None
    assert extract_lines("a.pdf", data, form) == lines_of("a.pdf", data) == lines_of("a.pdf", data)


_PLACES = st.lists(
    st.tuples(
        st.integers(0, 5), st.integers(0, 12), st.sampled_from(["lorem", "7", "$", "1,204", "ipsum-", "(3)", "•"])
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda place: place[:2],
)


@settings(max_examples=40, deadline=None)
@given(_PLACES)
def test_no_word_is_lost_wherever_it_stands(places: list[tuple[int, int, str]]) -> None:
    # In the middle of the page, where nothing is a running header; the sentence makes it a page with text.
    drawn = [(80 + 80 * x, 600 - 20 * y, word) for x, y, word in places]
    data = _page([*drawn, (80, 300, "This sentence stands below the words.")])
    found = Counter("".join(lines_of("a.pdf", data)))
    wanted = Counter("".join(word for _, _, word in drawn if word.isalnum()))
    assert not wanted - found


def test_a_page_that_lies_on_its_side_is_read_as_it_is_shown() -> None:
    content = [(100, 100, "the first line of the page"), (114, 100, "the second line of the page")]
    lines = lines_of("a.pdf", _page(content, turned=True))
    assert [line for line in lines if line.startswith("the")] == [text for _, _, text in content]


def test_text_beside_the_page_is_not_what_a_person_reads() -> None:
    beside = [(-400, 500, "an order to a model"), (700, 500, "another order"), (80, 900, "a third order")]
    lines = lines_of("a.pdf", _page([*beside, (80, 500, "The sentence that everybody sees.")]))
    assert [line for line in lines if line] == ["[page 1]", "The sentence that everybody sees."]


def test_a_scan_is_told_to_need_ocr() -> None:
    why = why_not("a.pdf", pdf_files.scan(3))
    assert why.startswith("empty: is a scan")
    assert why.endswith("3 of 3 pages have no text; run OCR over it first")


def test_letters_without_names_are_no_text_but_do_not_hide_a_page_that_has_some() -> None:
    nameless = [(80, 600 - 20 * row, "\x02\x03\x04\x05") for row in range(12)]
    assert "its fonts do not tell their letters" in why_not("a.pdf", _page(nameless))
    sentence = "One line of letters stands below the others."
    assert sentence in lines_of("a.pdf", _page([*nameless, (80, 100, sentence)]))


def test_a_scanned_page_among_others_is_named() -> None:
    lines = lines_of("a.pdf", pdf_files.scan(3, with_text=2))
    assert "[page 3: no text, needs OCR]" in lines


def test_a_file_that_asks_for_a_password_says_what_to_do() -> None:
    assert why_not("a.pdf", pdf_files.locked("x")) == "unreadable: needs a password: save it without one"


def test_a_file_that_only_its_owner_may_change_is_read() -> None:
    assert "Nobody prints this sentence without asking." in lines_of("a.pdf", pdf_files.locked(""))


def test_scripts_programs_addresses_and_attached_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret of the disk", encoding="utf-8")
    lines = lines_of("a.pdf", pdf_files.with_traps(str(tmp_path / "secret")))
    assert "The text of the page stands here." in lines
    assert "secret" not in "\n".join(lines)


_MANUAL = pdf_files.manual()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        pytest.param(_MANUAL[: len(_MANUAL) // 2], "unreadable: is damaged", id="truncated"),
        pytest.param(b"%PDF-1.7\n" + bytes(range(256)) * 40, "unreadable: is damaged", id="random"),
        pytest.param(b"%PDF-1.7\n", "unreadable: is damaged", id="nothing but a header"),
        pytest.param(b"<html><body>x</body></html>", "binary: is a page of HTML", id="mislabelled"),
        pytest.param(
            pdf_files.raw([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>>"]),
            "empty",
            id="pages in a circle",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(data: bytes, why: str) -> None:
    assert why_not("a.pdf", data).startswith(why)


def test_what_stands_in_front_of_the_header_does_no_harm() -> None:
    assert lines_of("a.pdf", b"\n# sent by mail\n" * 20 + _MANUAL) == lines_of("a.pdf", _MANUAL)


def test_bookmarks_in_a_circle_end() -> None:
    outline = b"/Outlines << /First 6 0 R /Last 6 0 R /Count 1 >>"
    data = pdf_files.many_pages(2, more=outline)
    circle = b"6 0 obj\n<< /Title (Round) /Next 6 0 R /First 6 0 R /Dest [5 0 R /Fit] >>"
    assert len(lines_of("a.pdf", data.replace(b"6 0 obj", circle + b"\nendobj\n6 0 obj", 1))) > 1


def test_a_file_of_ten_thousand_pages_is_read_in_part_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_PAGES", 100)
    document = tree_of("a.pdf", pdf_files.many_pages(10_000))
    assert document.note == "read in part: only the first 100 of 10,000 pages were read; split the file"
    places = document.nodes[0].data["page_lines"]
    assert isinstance(places, list)
    assert len(places) == 100


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
@pytest.mark.usefixtures("reader_process")
def test_a_page_that_takes_more_memory_than_a_file_may_costs_this_file(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bomb = zlib.compress(b"BT /F1 9 Tf 72 700 Td " + b"(x) Tj " * 2_000_000 + b"ET")
    (tmp_path / "bomb.pdf").write_bytes(_file(bomb, b"/Filter /FlateDecode"))
    (tmp_path / "manual.pdf").write_bytes(_MANUAL)
    (tmp_path / "scan.pdf").write_bytes(pdf_files.scan(2))
    monkeypatch.chdir(tmp_path)
    assert run(["index", "."]) == 0
    capsys.readouterr()
    assert run(["status", "--format", "json"]) == 0
    told = capsys.readouterr().out
    assert "bomb.pdf" in told
    assert "run OCR" in told
    assert run(["search", "who is called when the gate does not close", "--format", "json"]) == 0
    hit = json.loads(capsys.readouterr().out)["hits"][0]
    assert hit["path"] == "manual.pdf"


def _wanted() -> dict[str, str]:
    return {_plain(f"Item {number} {title}"): f"PART {part}" for part, number, title in ITEMS}


def _plain(title: str) -> str:
    return "".join(char for char in title.lower() if char.isalnum())


def _page(words: list[tuple[int, int, str]], *, turned: bool = False) -> bytes:
    """A page with words at points from its lower left corner; turned, the page is shown a quarter further round."""
    matrix = "0 1 -1 0" if turned else "1 0 0 1"
    shown = (f"{matrix} {x} {y} Tm <{word.encode().hex()}> Tj" for x, y, word in words)
    return _file(f"BT /F1 10 Tf {' '.join(shown)} ET".encode(), turn=90 if turned else 0)


def _file(content: bytes, filtered: bytes = b"", turn: int = 0) -> bytes:
    fonts = b"<< /Font << /F1 3 0 R >> >>"
    return pdf_files.raw(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [5 0 R] >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Length %d %b >>\nstream\n%b\nendstream" % (len(content), filtered, content),
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Rotate %d /Contents 4 0 R /Resources %b >>"
            % (turn, fonts),
        ]
    )


def test_addresses_behind_words_are_references_once_and_never_opened() -> None:
    pdf = FPDF()
    pdf.set_font("helvetica", size=12)
    pdf.add_page()
    inside = pdf.add_link(page=2)
    for text, target in (
        ("the new gate", "https://example.org/gate?a=1"),
        ("the new gate", "https://example.org/gate?a=1"),
        ("example.org/printed", "https://example.org/printed/"),
        ("write us", "mailto:ana@example.org"),
        ("run it", "javascript:alert(1)"),
        ("the next page", inside),
    ):
        pdf.cell(0, 10, text, link=target, new_x="LMARGIN", new_y="NEXT")
    pdf.add_page()
    pdf.cell(0, 10, "Words of the second page.")
    data = bytes(pdf.output())
    lines = lines_of("a.pdf", data)
    assert [line for line in lines if "](" in line] == [
        "- [the new gate](https://example.org/gate?a=1)",
        "- [write us](mailto:ana@example.org)",
    ]
    target, line = "https://example.org/gate?a=1", lines.index("- [the new gate](https://example.org/gate?a=1)") + 1
    assert ("links_to", target, line) in [(one.kind, one.target, one.line) for one in tree_of("a.pdf", data).references]
    assert lines.index("- [write us](mailto:ana@example.org)") < lines.index("[page 2]")


def test_a_stack_of_bold_lines_heads_nothing() -> None:
    paper = FPDF()
    paper.add_page()
    for size, lines in (
        (18, ["Locks of the harbour"]),
        (0, ["The locks are opened twice a day, and the masters of ships are told of it."] * 6),
        (10, ["Ada Lovelace", "Grace Hopper", "Mary Jackson", "Annie Easley"]),
        (0, ["All of them were asked, and what they said is told below in their own words."] * 6),
        (14, ["Results"]),
        (0, ["Most of the locks are old, and some of them are closed in winter for repairs."] * 6),
    ):
        paper.set_font("Helvetica", style="B" if size else "", size=size or 10)
        paper.ln(8)
        for line in lines:
            paper.cell(0, 5, line, new_x="LMARGIN", new_y="NEXT")
    tree = tree_of("a.pdf", bytes(paper.output()))
    assert [node.name for node in tree.nodes if node.kind == "heading"] == ["Locks of the harbour", "Results"]


def _with_stamp(pages: int, stamp: str) -> bytes:
    """A4, eight lines a page, and beside them a stamp in large letters that runs up the page."""
    made = FPDF()
    made.set_font("Helvetica", size=11)
    for number in range(1, pages + 1):
        made.add_page()
        for line in range(1, 9):
            made.text(20, 60 + 20 * line, f"Line {line} of page {number} says how the lock is worked and by whom.")
        made.set_font("Helvetica", size=24)
        with made.rotation(90, 12, 200):
            made.text(12, 200, stamp)
        made.set_font("Helvetica", size=11)
    return bytes(made.output())


def test_a_stamp_that_runs_up_the_side_of_a_page_stands_in_no_line_of_its_text() -> None:
    lines = lines_of("stamped.pdf", _with_stamp(1, "arXiv:2601.01234v2 [cs.DL] 8 Jan 2026"))
    said = [line for line in lines if "says how" in line]
    assert said == [f"Line {line} of page 1 says how the lock is worked and by whom." for line in range(1, 9)]
    assert "arXiv:2601.01234v2 [cs.DL] 8 Jan 2026" in lines
    assert not any("arXiv" in node.name for node in tree_of("a.pdf", _with_stamp(1, "arXiv:1v2 8 Jan 2026")).nodes)


def test_a_stamp_on_every_page_is_a_running_header() -> None:
    lines = lines_of("stamped.pdf", _with_stamp(4, "JLOCK10(2026)003"))
    assert sum("says how" in line for line in lines) == 32
    assert not any("JLOCK" in line for line in lines)


@pytest.mark.parametrize("turn", [90, 270])
def test_a_page_whose_text_runs_up_or_down_is_read_as_a_reader_turns_it(turn: int) -> None:
    made = FPDF()
    made.add_page()
    made.set_font("Helvetica", size=11)
    with made.rotation(turn, 105, 148):
        for row, cells in enumerate([("Gate", "Boats", "Days"), ("North", "120", "31"), ("South", "85", "30")]):
            for column, text in enumerate(cells):
                made.text(40 + 40 * column, 120 + 8 * row, text)
        made.text(40, 100, "The table says how many boats went through the gates in March.")
    lines = lines_of("turned.pdf", bytes(made.output()))
    assert "The table says how many boats went through the gates in March." in lines
    rows = [line for line in lines if "120" in line or "85" in line]
    assert [("North" in row, "31" in row) for row in rows] == [(True, True), (False, False)]


def test_arabic_words_stand_in_the_order_of_reading_with_letters_of_one_sign_in_order() -> None:
    lines = lines_of("notes.pdf", pdf_files.leftward())
    assert [line for line in lines if line and not line.startswith("[page")] == ["كلات من"]


@pytest.mark.parametrize(
    ("drawn", "read"),
    [
        ("ed cba API3:2019", "API3:2019 كلات من"),  # was `3:2019API`
        ("ed cba ed cba TOP TEN cba ed cba", "كلات من كلات TOP TEN كلات من كلات من"),  # was `TEN TOP`
        ("ed cba ed WWW.X.ORG cba", "كلات WWW.X.ORG من كلات من"),
    ],
)
def test_latin_names_keep_their_order_among_arabic_words(drawn: str, read: str) -> None:
    """A search for `API3:2019` did not find the page that prints it."""
    lines = lines_of("notes.pdf", pdf_files.leftward(drawn))
    assert [line for line in lines if line and not line.startswith("[page")] == [read]


def test_words_that_stand_upside_down_are_not_spelled_backwards() -> None:
    """`DRAFT2019` was read as `9102TFARD`, which nobody searches for."""
    said = " ".join(lines_of("notes.pdf", pdf_files.upside_down("Confidential DRAFT2019"))).split()
    assert {"Confidential", "DRAFT2019"} <= set(said)
