"""Headings of a tagged PDF, as its structure tree names them."""

from __future__ import annotations

from citeline.evals.research.headings import read_tags
from citeline.indexing.extraction.pdfs.pdf_outline import Entry
from tests.indexing.extraction.pdf_files import many_pages, raw


def _tagged() -> bytes:
    content = (
        b"/H1 <</MCID 0>> BDC BT /F1 18 Tf 72 700 Td (Locks) Tj ET EMC "
        b"/P <</MCID 1>> BDC BT /F1 12 Tf 72 660 Td (They open at noon.) Tj ET EMC "
        b"/Big <</MCID 2>> BDC BT /F1 14 Tf 72 620 Td (Gates) Tj ET EMC"
    )
    return raw(
        [
            b"<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 6 0 R /MarkInfo << /Marked true >> >>",
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /StructParents 0 "
            b"/Resources << /Font << /F1 4 0 R >> >> >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
            b"<< /Type /StructTreeRoot /K [8 0 R 9 0 R 10 0 R] /RoleMap << /Big /H2 >> /ParentTree 7 0 R >>",
            b"<< /Nums [0 [8 0 R 9 0 R 10 0 R]] >>",
            *(
                b"<< /Type /StructElem /S /%b /P 6 0 R /Pg 3 0 R /K %d >>" % (n, at)
                for at, n in enumerate([b"H1", b"P", b"Big"])
            ),
        ]
    )


def test_headings_are_told_with_their_level_and_page_whatever_their_style_is_called() -> None:
    assert read_tags(_tagged()) == [Entry(1, "Locks", 0), Entry(2, "Gates", 0)]


def test_a_file_without_tags_has_none() -> None:
    assert read_tags(many_pages(2)) == []
