"""Lines of HTML: saved pages are documents whatever their lines are, and what stands beside their text stays out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.extraction.decoding import read_source
from citeline.indexing.files.walk import walk
from citeline.indexing.parsers.markup.page_lines import page_lines
from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile

_PARAGRAPH = "<p>Harbour masters note the draught of every ship that enters the basin.</p>"
_SAVED = (
    "<html><head><title>Tides</title><style>" + "a{b:c}" * 3_000 + "</style></head><body>"
    "<nav><ul><li><a href=/>Start</a></li></ul></nav>"
    '<div id="cookie-banner"><div>We value your privacy</div></div>'
    "<script>var a = '<h1>no</h1>';" + "x=1;" * 3_000 + "</script>"
    f"<h1>Tides</h1>{_PARAGRAPH * 300}<h2>Neap tides</h2>{_PARAGRAPH * 300}"
    '<img src="data:image/png;base64,' + "QUJD" * 3_000 + '" alt="A chart">'
    "<table><tr><th>Port</th><th>Range</th></tr><tr><td>Saint-Malo</td><td>12.2 m</td></tr></table></body></html>"
)


def _read(folder: Path, text: str, name: str = "page.html") -> SourceFile:
    (folder / name).write_text(text, "utf-8")
    (file,) = walk(folder, max_file_bytes=1_000_000).files
    found = read_source(folder, file, max_file_bytes=1_000_000)
    assert isinstance(found, SourceFile), found
    return found


def test_a_saved_page_on_one_line_is_a_document(tmp_path: Path) -> None:
    source = _read(tmp_path, _SAVED)
    assert max(map(len, source.lines)) < 1_000
    nodes = parse(source).nodes
    assert [(node.kind, node.name) for node in nodes[1:]] == [
        ("heading", "Tides"),
        ("heading", "Neap tides"),
        ("table", "Port"),
    ]
    assert nodes[3].data["rows"] == [["Saint-Malo", "12.2 m"]]
    assert source.text.count("Harbour masters") == 600


def test_menus_cookies_scripts_and_pictures_of_a_saved_page_stay_out(tmp_path: Path) -> None:
    text = _read(tmp_path, _SAVED).text
    for beside in ("Start", "privacy", "x=1", "a{b:c}", "QUJD"):
        assert beside not in text
    assert 'alt="A chart"' in text


def test_lines_of_a_page_that_a_person_wrote_stay_where_they_are() -> None:
    written = ["<body>", "<nav>", "<a href=/>Start</a>", "</nav>", "<h1>A</h1>", "<script>", "f()", "</script>"]
    assert page_lines(written) == ["<body>", "", "", "", *written[4:]]


def test_a_menu_that_does_not_end_hides_no_page() -> None:
    written = ["<nav><ul><li>Start</ul>", "<h1>A</h1>", "<p>Text"]
    assert page_lines(written) == written


def test_a_small_page_on_one_line_is_told_by_its_blocks() -> None:
    """Of a page of 900 characters on one line no sentence could be cited."""
    page = f"<html><body><h1>Tides</h1>{_PARAGRAPH * 9}<p>Silt settles at 4 mm a day.</p></body></html>"
    assert "<p>Silt settles at 4 mm a day.</p></body></html>" in page_lines([page])


@pytest.mark.parametrize(
    "dialog",
    [
        '<div class="consent" role="dialog">',
        "<section role=alertdialog id=cookies>",
        '<div role="dialog" class="gdpr x">',
    ],
)
def test_a_dialog_about_cookies_stays_out(dialog: str) -> None:
    written = [f"{dialog}We value your privacy</div></section>", "<p>Tides turn.</p>"]
    assert page_lines(written)[1:] == ["<p>Tides turn.</p>"] and "privacy" not in page_lines(written)[0]
    assert page_lines(['<div role="dialog" class="sign-in">Your name</div>'])[0].count("Your name") == 1


def test_a_class_of_cookie_recipes_is_no_question_about_cookies() -> None:
    written = ['<div class="cookie-recipe">Butter, sugar</div>']
    assert page_lines(written) == written


_PIECES = ["<nav>", "</nav>", "<div class=cookie-bar>", "</div>", "<!--", "-->", "<script>", "</script>", "<svg>"]


@given(st.lists(st.sampled_from([*_PIECES, "<p>", "word ", '"', "'", "<br>", "<", ">", "\n", "y" * 3_000])))
def test_no_page_gets_longer_or_loses_lines(pieces: list[str]) -> None:
    lines = "".join(pieces).split("\n")
    shown = page_lines(lines)
    assert len(shown) >= len(lines)
    assert sum(map(len, shown)) <= sum(map(len, lines))


@pytest.mark.parametrize("piece", ["<nav>", "<svg ", "<script>", "<!--", "<div class=", "<p id='", "data:", "a b"])
def test_a_page_of_one_piece_ends(piece: str) -> None:
    assert page_lines([piece * (300_000 // len(piece))])
