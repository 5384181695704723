"""OpenDocument texts: what LibreOffice shows is read, in its order; what it does not show is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import odt_files, sheet_files, word_files
from .containers import with_parts, zipped
from .odt_files import MIMETYPE, odt
from .reading import check_expected, lines_of, why_not

_FOLDER = Path(__file__).parent / "word_documents"


def test_lines_and_tree_are_those_of_the_readable_file() -> None:
    check_expected(_FOLDER, "rules.odt", odt_files.rules)


def test_a_note_of_a_heading_stands_below_it() -> None:
    note = "<text:note><text:note-body><text:p>Since May.</text:p></text:note-body></text:note>"
    body = f'<text:h text:outline-level="1">Fees{note}</text:h><text:p>They rose.</text:p>'
    assert lines_of("a.odt", odt(body)) == ["# Fees[^1]", "", "They rose.", "", "[^1]: Since May."]


def test_a_table_of_contents_is_not_read_and_a_section_is() -> None:
    contents = (
        "<text:table-of-content><text:index-body><text:p>Fees 1</text:p></text:index-body></text:table-of-content>"
    )
    assert lines_of("a.odt", odt(f"{contents}<text:section><text:p>Open.</text:p></text:section>")) == ["Open."]


def test_what_was_deleted_is_not_read() -> None:
    gone = "<text:tracked-changes><text:changed-region><text:deletion><text:p>No dogs.</text:p></text:deletion>"
    gone += "</text:changed-region></text:tracked-changes>"
    assert lines_of("a.odt", odt(f"{gone}<text:p><text:change/>Dogs are welcome.</text:p>")) == ["Dogs are welcome."]


def test_text_in_a_frame_stands_behind_its_paragraph() -> None:
    frame = "<draw:frame><draw:text-box><text:p>Mind the step</text:p></draw:text-box></draw:frame>"
    assert lines_of("a.odt", odt(f"<text:p>Go down.{frame}</text:p>")) == ["Go down.", "", "Mind the step"]


def test_a_frame_in_a_frame_and_a_table_in_a_box_are_read_once() -> None:
    inner = "<draw:frame><draw:text-box><text:p>inner</text:p></draw:text-box></draw:frame>"
    outer = f"<draw:frame><draw:text-box><text:p>outer{inner}</text:p></draw:text-box></draw:frame>"
    assert lines_of("a.odt", odt(f"<text:p>Go.{outer}</text:p>")) == ["Go.", "", "outer", "", "inner"]
    assert lines_of("a.odt", odt(_table([f"{_P}box</text:p>{_table([f'{_P}deep</text:p>'])}"]))) == ["box", "", "deep"]


def test_a_table_in_a_cell_stands_below() -> None:
    inner = _table([f"{_P}x</text:p>", f"{_P}y</text:p>"])
    lines = lines_of("a.odt", odt(_table([f"{_P}a</text:p>", f"{_P}b</text:p>{inner}"])))
    assert [line for line in lines if line.startswith("|")] == ["| a | b |", "| x | y |"]


_P = "<text:p>"


def _table(cells: list[str]) -> str:
    row = "".join(f"<table:table-cell>{cell}</table:table-cell>" for cell in cells)
    return f"<table:table><table:table-row>{row}</table:table-row></table:table>"


def test_cells_that_are_repeated_stand_in_each_place() -> None:
    cell = '<table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>'
    row = f'<table:table-row table:number-rows-repeated="2">{cell}</table:table-row>'
    assert lines_of("a.odt", odt(f"<table:table>{row}</table:table>"))[1:] == ["| x | x |", "| x | x |"]


def test_a_billion_repeated_cells_are_cut_off() -> None:
    cell = '<table:table-cell table:number-columns-repeated="999999999"><text:p>x</text:p></table:table-cell>'
    row = f'<table:table-row table:number-rows-repeated="999999999">{cell}</table:table-row>'
    assert len(lines_of("a.odt", odt(f"<text:p>Cells</text:p><table:table>{row * 40}</table:table>"))) < 2_000


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("a.docx", "binary: is an OpenDocument text: give it the ending .odt instead of .docx"),
        ("a.ods", "binary: is an OpenDocument text: give it the ending .odt instead of .ods"),
    ],
)
def test_one_with_another_ending_says_which_it_wants(path: str, why: str) -> None:
    assert why_not(path, odt_files.rules()) == why


def test_others_called_so_say_what_they_are() -> None:
    assert "a Word document" in why_not("a.odt", word_files.report())
    assert "a spreadsheet" in why_not("a.odt", sheet_files.stock())


def test_a_damaged_part_is_told_and_a_missing_one_refused() -> None:
    cut = with_parts(odt_files.rules(), {"styles.xml": b"<office:document-styles"})
    assert lines_of("a.odt", cut)[-1].startswith("[cut: damaged, and left out or read in part: styles.xml")
    assert "content.xml" in why_not("a.odt", zipped({"mimetype": MIMETYPE}))


@pytest.mark.parametrize(
    ("meta", "author"),
    [
        ("<m:initial-creator>Ana</m:initial-creator><dc:creator>Ben</dc:creator>", ['author: "Ana"']),
        ("<dc:creator>Ben</dc:creator><m:initial-creator>Ana</m:initial-creator>", ['author: "Ana"']),
        ("<dc:creator>Ben</dc:creator><m:initial-creator> </m:initial-creator>", ['author: "Ben"']),
        ("<dc:title> </dc:title>", []),
    ],
)
def test_the_author_is_who_has_begun_the_document(meta: str, author: list[str]) -> None:
    """It was who had changed it last, and of four sheets of a test suite somebody else."""
    lines = lines_of("a.odt", odt("<text:p>Wood.</text:p>", meta=meta))
    assert [line for line in lines if line.startswith(("author", "title"))] == author
