"""Headings of a PDF without an outline, by the fitted model: what it takes for one, and what it leaves in the text."""

from __future__ import annotations

from io import BytesIO

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from citeline.indexing.extraction.pdfs.pdf import read_lines
from citeline.indexing.extraction.pdfs.pdf_heading_features import FEATURES, candidates_of, measured
from citeline.indexing.extraction.pdfs.pdf_headings import (
    bold_beside_light,
    find_headings,
    heading_model,
    seen_headings,
)
from citeline.indexing.extraction.pdfs.pdf_lines import Line
from citeline.indexing.extraction.pdfs.pdf_numbers import enumerated
from citeline.indexing.extraction.pdfs.pdf_patterns import CAPTION
from citeline.indexing.extraction.pdfs.pdf_words import Style

_TEXT = Style(10.0, False, "Serif")
_BOLD = Style(12.0, True, "Serif-Bold")
_SENTENCE = "and the water that the harbour holds goes on rising until the moon is"


def _line(text: str, base: float, style: Style = _TEXT, *, apart: bool = False, left: float = 72.0) -> Line:
    width = 0.5 * style.size * len(text)
    return Line(text, style, True, left, left + width, base, apart)


def _page(*heads: tuple[str, Style]) -> list[Line]:
    """Each head above a paragraph of six lines."""
    lines: list[Line] = []
    base = 80.0
    for text, style in heads:
        lines.append(_line(text, base + 12, style, apart=True))
        lines += [_line(_SENTENCE, base + 36 + 12 * at, apart=not at) for at in range(6)]
        base += 120
    return lines


def _names(pages: list[list[Line]]) -> list[str]:
    return [one.text for one in find_headings(pages, [])]


def test_numbered_bold_lines_above_paragraphs_are_headings() -> None:
    heads = ["1 Introduction", "2 Measuring Tides", "2.1 Gauges", "3 Results", "4 Related Work", "5 Conclusions"]
    pages = [_page(*((head, _BOLD) for head in heads[at : at + 3])) for at in (0, 3)]
    assert _names(pages) == heads


def test_lettered_headings_in_italics_below_roman_numbers_are_headings() -> None:
    italic, text = Style(10.0, False, "Serif-Italic"), Style(10.0, False, "Serif-Regular")
    first = [("I. INTRODUCTION", text), ("A. Gauges of the harbour", italic), ("B. Sluices and locks", italic)]
    second = [("II. MEASURING TIDES", text), ("A. Floats", italic), ("B. Radar above the water", italic)]
    heads = [*first, *second]
    assert _names([_page(*first), _page(*second)]) == [text for text, _ in heads]


def test_coloured_lines_in_the_type_of_the_text_are_headings() -> None:
    blue = Style(10.0, False, "Serif", colour=6)
    heads = ["How the gauges are read", "Where the water goes", "What is left to do", "Who pays for the locks"]
    pages = [_page(*((head, blue) for head in heads[at : at + 2])) for at in (0, 2)]
    # At the top of the first page it might be a title or a name.
    assert _names(pages)[-3:] == heads[1:]


def test_equations_and_lines_of_algorithms_in_other_fonts_are_no_headings() -> None:
    signs, code = Style(12.0, False, "CMMI10"), Style(10.0, False, "CMTT10")
    heads = [("1 Introduction", _BOLD), ("x + y = h(x, 0) ≤ Xs−1 (4)", signs), ("2 Tides", _BOLD)]
    pages = [_page(*heads), _page(("3 Results", _BOLD), ("29 return f(x)", code), ("= E [fs gs] . (14)", signs))]
    assert _names(pages) == ["1 Introduction", "2 Tides", "3 Results"]


def test_a_line_without_width_costs_no_document() -> None:
    below = Line("Tides", _BOLD, True, 72.0, 72.0, 104.0, False)
    pages = [[Line("The", _BOLD, True, 72.0, 72.0, 92.0, True), below, *_page(("1 Gauges", _BOLD))[1:]]]
    assert isinstance(_names(pages), list)


def test_the_weights_name_every_feature() -> None:
    model = heading_model()
    assert model.hidden.shape == (len(FEATURES), len(model.bias))
    assert len(set(FEATURES)) == len(FEATURES)


def test_a_line_in_arabic_begins_at_its_right_end() -> None:
    head, text = Style(12.0, True, "Naskh"), Style(12.0, False, "Naskh")
    sentence = "يستطيع المهاجم استغلال نقاط الضعف في مصادر البيانات المتأثرة بخلل في الصلاحيات"
    page = [
        Line("المراجع", head, True, 498.0, 540.0, 80.0, True),
        *(Line(sentence, text, True, 70.0, 540.0, 104.0 + 15 * row, not row) for row in range(6)),
    ]
    found = candidates_of([page])
    assert [one.text for one in found] == ["المراجع"]
    assert measured([page], found)[0][FEATURES.index("indent")] == 0.0


def test_a_bold_line_in_arabic_is_a_heading_also_with_a_colon_at_its_end() -> None:
    """45 of the 82 headings of a guide were text: its language ends them so, the documents of the fit do not."""
    head, text = Style(12.0, True, "Naskh"), Style(12.0, False, "Naskh")
    sentence = "يستطيع المهاجم استغلال نقاط الضعف في مصادر البيانات المتأثرة بخلل في الصلاحيات"
    page = [
        line
        for at, title in enumerate(("امثلة على سيناريوهات الهجوم", "المراجع"))
        for line in (
            Line(f"{title} :", head, True, 400.0, 540.0, 80.0 + 200 * at, True),
            *(Line(sentence, text, True, 70.0, 540.0, 104.0 + 200 * at + 15 * row, not row) for row in range(6)),
        )
    ]
    assert [one.text for one in seen_headings([page])] == ["امثلة على سيناريوهات الهجوم :", "المراجع :"]


def test_a_medium_face_above_text_in_a_regular_one_is_not_bold() -> None:
    regular, medium = Style(11.5, False, "Serif-Regular"), Style(11.5, False, "Serif-Medium")
    pages = [[_line("Tides", 80, medium), *(_line(_SENTENCE, 92 + 12 * at, regular) for at in range(4))]]
    assert bold_beside_light(pages) == pages


def test_letters_that_are_filled_and_drawn_around_are_bold() -> None:
    out = BytesIO()
    canvas = Canvas(out, pagesize=A4, invariant=1)
    base = 780
    heads = ["What is measured", "How the gauges are read", "Where the water goes", "Who pays for the locks"]
    for head in heads:
        for row in range(7):
            canvas.saveState()
            text = canvas.beginText(72, base)
            text.setFont("Helvetica", 10)
            if not row:
                text.setTextRenderMode(2)
            text.textLine(_SENTENCE if row else head)
            canvas.drawText(text)
            canvas.restoreState()
            base -= 13 if row else 22
        base -= 24
    canvas.save()
    pages, _ = read_lines(out.getvalue())
    assert _names(pages) == heads


def test_numbers_in_brackets_lead_headings_in_a_type_of_their_own() -> None:
    chapter, part = Style(13.5, True, "Dotum-Bold"), Style(12.5, True, "Dotum-Medium")
    heads = ["1 코로나 관련 보험 현황", "(1) 감염병의 예방 및 관리에 관한 법률", "(2) 생명보험 표준약관 재해분류표"]
    more = ["2 문제점", "(1) 상위법에 반하는 보험약관의 해석", "(2) 감독당국의 표준약관 개정작업 소홀"]
    pages = [_page(*((head, part if head[0] == "(" else chapter) for head in some)) for some in (heads, more)]
    assert _names(pages) == [*heads, *more]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("(3) Scope", ("()", 3)),
        ("（十二）附则", ("()", 12)),
        ("第二章 总则", ("章", 2)),
        ("제4조 목적", ("조", 4)),
        ("二十、结论", ("、", 20)),
        ("3개의 항목", None),
        ("(see above)", None),
    ],
)
def test_numbers_of_headings_in_other_scripts(text: str, number: tuple[str, int] | None) -> None:
    assert enumerated(text) == number


@pytest.mark.parametrize("text", ["[표 1] 개정전·후 비교", "图2 系统", "Abb. 3: Kai", "Table 4. Locks", "Рис. 1"])
def test_captions_begin_with_the_words_of_their_language(text: str) -> None:
    assert CAPTION.match(text)
