"""Figures of real documents: what is lost counts as lost, and only the pinned bytes are measured."""

from __future__ import annotations

import hashlib
import json
import subprocess
from pathlib import Path

import pytest

from citeline.evals.research.clones import Clones
from citeline.evals.research.documents import __main__
from citeline.evals.research.documents.__main__ import measure, render
from citeline.evals.research.documents.truth import truth_of

_PAGE = (
    b"<html><body><nav>Menu</nav><h1>Tides</h1><p>Harbour masters</p>"
    b"<table><tr><th>Port</th></tr><tr><td>Oslo</td></tr></table>"
)


def _git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def _clone(folder: Path, monkeypatch: pytest.MonkeyPatch, *, digest: str = "", expected: object = None) -> Path:
    clone = folder / "harbour+pages"
    clone.mkdir()
    (clone / "tides.html").write_bytes(_PAGE)
    _git(clone, "init", "-q")
    _git(clone, "add", "-A")
    _git(clone, "commit", "-qm", "Tides")
    about = {"sha256": digest or hashlib.sha256(_PAGE).hexdigest(), **({"expected": expected} if expected else {})}
    commit = _git(clone, "rev-parse", "HEAD")
    listed = {"harbour/pages": {"commit": commit, "documents": {"tides.html": about}}, "not/there": {**_ABSENT}}
    (folder / "__main__.json").write_text(json.dumps(listed), "utf-8")
    monkeypatch.setattr(__main__, "FILE", folder / "__main__.json")
    return folder


_ABSENT = {"commit": "0" * 40, "documents": {"a.html": {"sha256": ""}}}


def test_a_page_is_compared_with_what_another_program_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = measure(Clones(_clone(tmp_path, monkeypatch)))[".html"]
    assert (str(figures.headings), str(figures.words), str(figures.cells)) == ("1.000 (1)", "1.000 (5)", "1.000 (2)")
    assert "| .html | 1 | 1.000 (1) |" in render({".html": figures}, Clones(tmp_path))


def test_documents_that_no_clone_has_are_named_and_the_others_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _clone(tmp_path, monkeypatch)
    clone = folder / "harbour+pages"
    (clone / "neaps.html").write_bytes(b"<h1>Neaps</h1>")
    _git(clone, "add", "-A")
    _git(clone, "commit", "-qm", "Neaps")
    blob = _git(clone, "rev-parse", "HEAD:neaps.html")
    (clone / ".git" / "objects" / blob[:2] / blob[2:]).unlink()  # as in a clone that was made without blobs
    listed = json.loads(__main__.FILE.read_text("utf-8"))
    without = {"commit": _git(clone, "rev-parse", "HEAD"), "documents": {"neaps.html": {"sha256": ""}}}
    __main__.FILE.write_text(json.dumps({"harbour/blobless": without, **listed}), "utf-8")
    (folder / "harbour+blobless").symlink_to(clone)

    clones = Clones(folder)
    figures = measure(clones)
    shown = render(figures, clones)
    assert figures[".html"].documents == 1
    assert "* not/there: 1; no clone called not+there\n" in shown
    assert "* harbour/blobless: 1; neaps.html: fatal:" in shown


def test_what_is_not_found_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = measure(Clones(_clone(tmp_path, monkeypatch, expected={"headings": ["Tides", "Neaps"]})))[".html"]
    assert str(figures.headings) == "0.500 (2)"


def test_other_bytes_than_the_pinned_ones_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="another file"):
        measure(Clones(_clone(tmp_path, monkeypatch, digest="0" * 64)))


_LAYOUT = b"""<table cellspacing=0 cellpadding=0><tr><td>Menu<td>News<tr><td>
<table><tr><th colspan=2>Ships<tr><th>Port<th>Name <img alt=anchor src=a><tr><td style="display: none">0<td>Oslo</table>
<td><table><tr><td>left<td>right</table>
<table><tr><td>Kiel<td>3<tr><td>Oslo<td>7</table><table><tr><td>Bergen<td>9</table>
<table role=presentation><tr><th>x</table></table>"""


def test_marks_of_the_html_standard_part_data_from_layout_and_what_is_hidden_is_not_wanted() -> None:
    truth = truth_of("a.html", _LAYOUT)
    assert truth is not None
    assert truth.cells == ["Ships", "Port", "Name anchor", "Oslo", "Kiel", "3", "Oslo", "7", "Bergen", "9"]
    assert truth.laid_out == ["Menu", "News", "left", "right", "x"]
    assert truth.heads == {"Ships", "Port", "Name anchor", "x"}


def test_one_header_of_several_rows_has_all_of_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = b"<table><tr><th colspan=2>Ships<tr><th>Port<th>Name<tr><td>Oslo<td>Fram</table><table><tr><td>Menu</table>"
    monkeypatch.setattr(f"{__name__}._PAGE", page)
    figures = measure(Clones(_clone(tmp_path, monkeypatch)))[".html"]
    assert (str(figures.cells), str(figures.cells + figures.laid_out)) == ("1.000 (5)", "0.833 (6)")


def test_a_cell_of_layout_is_read_where_its_words_stand_in_order_on_the_lines_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = b"<table><tr><td>Ports <b>and</b><br>pilots</table>"
    beside = b"<div class=cookie-banner><table><tr><td>Only beside</table></div>"
    monkeypatch.setattr(f"{__name__}._PAGE", menu + beside)
    figures = measure(Clones(_clone(tmp_path, monkeypatch)))[".html"]
    assert (str(figures.laid_out), str(figures.read)) == ("0.000 (2)", "0.500 (2)")


def test_words_of_a_mail_are_wanted_as_words() -> None:
    truth = truth_of("a.eml", b"Content-Type: text/plain\n\nThe ferry leaves at noon.\n")
    assert truth is not None
    assert (truth.words, truth.heads) == ({"ferry", "leaves", "noon"}, set())
