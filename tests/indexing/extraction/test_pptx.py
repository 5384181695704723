"""Slides: each is a heading with its number, its texts in order; what it points at or carries along is not opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from . import slide_files
from .containers import with_parts, zipped
from .reading import check_expected, lines_of, tree_of, why_not

_FOLDER = Path(__file__).parent / "slide_documents"
_MAKERS: dict[str, Callable[[], bytes]] = {
    "plan.pptx": slide_files.plan,
    "figures.pptx": slide_files.figures,
    "strict.pptx": slide_files.strict,
}


@pytest.mark.parametrize("name", _MAKERS)
def test_lines_and_tree_are_those_of_the_readable_file(name: str) -> None:
    check_expected(_FOLDER, name, _MAKERS[name])


def test_a_heading_knows_its_slide() -> None:
    headings = [node for node in tree_of("plan.pptx", slide_files.plan()).nodes if node.kind == "heading"]
    assert [(node.name, node.page) for node in headings] == [("Harbour plan", 1), ("Works", 2), ("Slide 3", 3)]


def test_a_deck_of_pictures_has_no_text() -> None:
    bare = b"<sld><cSld><spTree><pic/></spTree></cSld></sld>"
    data = with_parts(slide_files.strict(), {"ppt/slides/s1.xml": bare, "ppt/slides/s2.xml": bare})
    assert why_not("a.pptx", data) == "empty: holds no text"


@pytest.mark.parametrize(
    ("slide", "why"),
    [
        (b'<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><sld>&x;</sld>', "document type"),
        (b"<sld>" + b" " * 60_000_000, "times its size"),
    ],
    ids=["entity of a file", "bomb"],
)
def test_xml_that_was_written_to_hurt_is_refused(slide: bytes, why: str) -> None:
    assert why in why_not("a.pptx", with_parts(slide_files.strict(), {"ppt/slides/s1.xml": slide}))


def test_a_slide_of_fifty_thousand_nested_tags_costs_itself() -> None:
    text = "\n".join(lines_of("a.pptx", with_parts(slide_files.strict(), {"ppt/slides/s1.xml": b"<sld>" * 50_000})))
    assert "# First of two" in text and "left out or read in part: ppt/slides/s1.xml;" in text


def test_slides_outside_of_the_file_are_not_opened(tmp_path: Path) -> None:
    secret = tmp_path / "s9.xml"
    secret.write_text("<sld><t>secret</t></sld>", encoding="utf-8")
    relations = "".join(
        f'<Relationship Id="r{number}" Type="x/slide" Target="{target}" TargetMode="{mode}"/>'
        for number, target, mode in ((1, secret.as_uri(), "External"), (2, f"../../../{secret}", "Internal"))
    )
    data = with_parts(slide_files.strict(), {"ppt/_rels/p.xml.rels": f"<R>{relations}</R>".encode()})
    assert why_not("a.pptx", data).startswith(
        "unreadable: holds no text; damaged, and left out or read in part: slide 1, "
    )


def test_a_deck_without_slides_is_empty() -> None:
    data = zipped({"ppt/presentation.xml": b"<presentation/>"})
    assert why_not("a.pptx", data) == "empty: holds no slides"


def test_macros_and_media_are_not_read() -> None:
    data = with_parts(slide_files.strict(), {"ppt/vbaProject.bin": b"Sub Run()", "ppt/media/a.docx": b"PK\x03\x04"})
    assert lines_of("a.pptm", data) == lines_of("a.pptx", slide_files.strict())
