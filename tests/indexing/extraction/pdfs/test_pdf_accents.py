"""Letters of a PDF whose accents are drawn as signs of their own: TeX sets Spanish and German so in its first fonts."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import Mock

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from citeline.indexing.extraction.pdfs import pdf_accents

from ..pdf_files import between_lines
from ..reading import lines_of

_FONT = ("Helvetica", 12)


def _accented(canvas: Canvas, before: str, accent: str, rest: str, *, is_last: bool = False) -> None:
    """Words with an accent above the first letter of `rest`, drawn before it or at the end of the line."""
    canvas.setFont(*_FONT)
    place = 100 + stringWidth(before, *_FONT)
    above = place + (stringWidth(rest[0], *_FONT) - stringWidth(accent, *_FONT)) / 2
    drawn: list[Callable[[], None]] = [
        lambda: canvas.drawString(100, 600, before) if before else None,
        lambda: canvas.drawString(above, 600, accent),
        lambda: canvas.drawString(place, 600, rest),
    ]
    for draw in [drawn[0], drawn[2], drawn[1]] if is_last else drawn:
        draw()


@pytest.mark.parametrize(
    ("before", "accent", "rest", "whole"),
    [
        ("el par", "´", "ametro del canal", "el parámetro del canal"),
        ("", "¨", "uber den Kanal", "über den Kanal"),
        ("una citt", "`", "a con porto", "una città con porto"),
    ],
)
def test_an_accent_above_a_letter_is_a_part_of_it(before: str, accent: str, rest: str, whole: str) -> None:
    """`par´ametro` was no word that anybody asks for."""
    assert whole in lines_of("a.pdf", between_lines(lambda canvas: _accented(canvas, before, accent, rest)))


def test_an_accent_that_is_drawn_behind_its_letter_is_a_part_of_it() -> None:
    assert "el parámetro" in lines_of(
        "a.pdf", between_lines(lambda canvas: _accented(canvas, "el par", "´", "ametro", is_last=True))
    )


def test_a_quotation_mark_beside_a_letter_stays() -> None:
    def drawn(canvas: Canvas) -> None:
        canvas.setFont("Courier", 12)
        canvas.drawString(100, 600, "Call `open` before `a`")

    assert "Call `open` before `a`" in lines_of("a.pdf", between_lines(drawn))


def test_only_letters_are_joined_with_an_accent_to_see_whether_it_is_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of up to 200 signs before an accent was, on pages that are full of them."""
    joined = Mock()
    monkeypatch.setattr(pdf_accents, "normalize", joined)
    text = "1 ´ " * 100
    assert pdf_accents.with_accents(None, text) == text
    assert not joined.called
