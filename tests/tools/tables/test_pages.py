"""Tables of PDFs that go on over pages are one table, with its header, and each row cites its own page."""

from __future__ import annotations

import pytest
from fpdf import FPDF

import citeline
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

_ROWS = 90


def _ledger() -> bytes:
    paper = FPDF()
    paper.set_font("Helvetica", size=10)
    paper.add_page()
    paper.cell(0, 6, "Fees of the harbour", new_x="LMARGIN", new_y="NEXT")
    for number in range(-1, _ROWS):
        for text in ("Berth", "Ship", "Fee") if number < 0 else (f"B{number}", f"Ship {number}", f"{100 + number}.50"):
            paper.cell(50, 7, text)
        paper.ln(7)
    return bytes(paper.output())


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("pages") / "tree"
    root.mkdir()
    (root / "ledger.pdf").write_bytes(_ledger())
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


def test_the_rows_of_all_pages_are_one_table(ledger: IndexHandle) -> None:
    (table,) = ledger.tables()
    assert (table.row_count, [column.header for column in table.columns]) == (_ROWS, ["Berth", "Ship", "Fee"])
    assert ledger.query_tables("SELECT count(*), sum(fee) FROM ledger").rows == ((_ROWS, sum(range(100, 190)) + 45.0),)


def test_a_row_cites_the_page_that_it_stands_on(ledger: IndexHandle) -> None:
    pages = {
        berth: ledger.query_tables(f"SELECT fee FROM ledger WHERE berth = '{berth}'").cites[0][0].page
        for berth in ("B0", "B50", "B89")
    }
    assert pages == {"B0": 1, "B50": 2, "B89": 3}
