"""Questions that a row of a table answers: in Markdown, in CSV, in a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.answer.reading.table_rows import rows_of
from citeline.tools.handle import IndexHandle
from citeline.tools.tables.rows import Cells

OWNERS = """# Services

Who runs what.

| Service | Owner | Since |
|---|---|---|
| billing | Ana Pereira | 2024-03-01 |
| search | Li Wei | 2023-11-15 |
| portal | Ana Pereira | 2025-01-20 |
"""
PRICES = "Plan,Monthly price,Seats\nBasic,9.50,3\nTeam,49.00,25\nEnterprise,499.00,500\n"


@pytest.fixture
def handle(tmp_path: Path, home: Path) -> IndexHandle:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "owners.md").write_text(OWNERS)
    (tree / "prices.csv").write_text(PRICES)
    book = openpyxl.Workbook()
    sheet = book.create_sheet("Rota")
    for row in (["Week", "Engineer on call"], ["W12", "Tom Byrne"], ["W13", "Mina Rossi"]):
        sheet.append(row)
    book.save(tree / "rota.xlsx")
    return citeline.index(tree, settings=Settings(home=home, workers=1))


@pytest.mark.parametrize(
    ("question", "said", "place"),
    [
        ("who owns the billing service?", "Service: billing · Owner: Ana Pereira · Since: 2024-03-01", "owners.md:5"),
        (
            "what is the monthly price of the Team plan?",
            "Team · Monthly price: 49.00",
            "prices.csv:3",
        ),
        ("which engineer is on call in week W13?", "W13 · Engineer on call: Mina Rossi", "rota.xlsx"),
    ],
)
def test_a_row_answers_and_is_cited(handle: IndexHandle, question: str, said: str, place: str) -> None:
    answer = citeline.ask(question, handle)
    assert answer.claims[0]["text"] == said
    cited = answer.evidence[answer.claims[0]["evidence"][0] - 1]
    assert f"{cited['path']}:{cited['start_line']}".startswith(place)
    (verdict,) = answer.claims[0]["verdicts"].values()
    assert verdict["resolves"] and verdict["supports"] in ("place", "supported")


def test_every_row_that_answers_is_given(handle: IndexHandle) -> None:
    answer = citeline.ask("which services does Ana Pereira own?", handle)
    first = answer.claims[0]
    assert "billing; portal" in first["text"] and "2/2" in first["text"]
    cited = [piece["start_line"] for piece in answer.evidence if piece["id"] in first["evidence"]]
    assert cited == [7, 9]


def test_a_row_that_is_not_there_is_not_made_up(handle: IndexHandle) -> None:
    answer = citeline.ask("who owns the payroll service?", handle)
    assert answer.answers and answer.answers["verdict"] == "not_stated"
    assert answer.answer.startswith("Not stated here; closest:")
    assert 1 <= len(answer.claims) <= 3


def test_rows_are_said_with_their_headers_and_long_ones_are_cut() -> None:
    cells = Cells(
        ["A", "", "C"], [["x", "y", "z"], ["only", "", ""], ["w" * 290, "v" * 50, ""]], [(3, 3), (4, 4), (5, 6)]
    )
    first, long = rows_of(cells, 1, 9)
    assert first.text == "A: x · y · C: z" and (long.start_line, long.end_line) == (5, 6)
    assert long.told().endswith(" · …") and len(long.told()) < 310


def test_of_a_long_row_its_name_and_the_cells_that_are_asked_for_are_said() -> None:
    """Of levels of a job side by side the first two were told, whichever was asked for."""
    levels = [f"Junior work. {'Asks for help. ' * 8}", f"Own work. {'Helps. ' * 20}", f"Leads. {'Decides. ' * 40}"]
    (row,) = rows_of(Cells(["Category", "L1", "L2", "L3"], [["Scope", *levels]], [(3, 3)]), 1, 9)
    assert row.told(lambda text: "Own" in text) == f"Category: Scope · … · L2: {levels[1].strip()} · …"
    assert row.told(lambda text: "Leads" in text) == "Category: Scope · … · L3: Leads."


def test_a_head_with_a_colon_has_one() -> None:
    cells = Cells(["Score:", "Fixed in："], [["Medium", "3 releases"]], [(3, 3)])
    assert [row.text for row in rows_of(cells, 1, 9)] == ["Score: Medium · Fixed in: 3 releases"]
