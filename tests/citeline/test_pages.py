"""Where a person finds lines of a document: the page they stand on, the cells they show."""

from __future__ import annotations

import pytest

from citeline.pages import SheetArea, page_word, pages_of

_BOOK = pages_of(
    "spreadsheet",
    {"page_kind": "sheet", "page_lines": [3, 20], "page_numbers": [1, 3], "page_names": ["Costs", "It's!"]},
    # The caption on line 7, the headers (rows 4 and 5 of the sheet) and their rule on 8 and 9.
    [SheetArea(7, 12, "#Costs!B4:F8"), SheetArea(22, 25, "#It's!A1:B3")],
)


@pytest.mark.parametrize(
    ("lines", "number", "told"),
    [
        ((1, 2), None, ""),
        ((3, 3), 1, "sheet Costs"),
        ((10, 11), 1, "sheet Costs, B6:F7"),
        ((12, 12), 1, "sheet Costs, B8:F8"),
        ((7, 12), 1, "sheet Costs, B4:F8"),
        ((23, 23), 3, "sheet 'It''s!', A1:B1"),
        ((11, 23), 1, "sheet Costs"),
    ],
)
def test_cells_are_those_of_the_lines(lines: tuple[int, int], number: int | None, told: str) -> None:
    assert _BOOK is not None
    assert _BOOK.number_at(lines[0]) == number
    assert _BOOK.told(*lines) == told


def test_lines_over_a_page_break_tell_both_pages() -> None:
    pages = pages_of("pdf", {"page_kind": "page", "page_lines": [1, 40, 80]})
    assert pages is not None
    assert (pages.told(2, 39), pages.told(39, 80)) == ("page 1", "pages 1-3")
    assert pages_of("pdf", {}) is None


def test_a_page_is_called_what_the_program_calls_it() -> None:
    names = ("a.ipynb", "B.PPTX", "c.xls", "d.pdf", "e")
    assert [page_word(name) for name in names] == ["cell", "slide", "sheet", "page", "page"]
