from __future__ import annotations

from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

TREE = {
    "prices.csv": (
        "Item,Net price,Stock,Since,Sold,Active\n"
        'Widget,"$1,200.50",10,2024-01-05,12%,yes\n'
        '"Gadget, big",$80.00,0,2024-03-01,7%,no\n'
        '"Gizmo\nof two lines",$5.25,,2025-11-30,45%,yes\n'
    ),
    "fees.csv": "port;fee\nOslo;$5.00\nKiel;7,50 €\nBrest;€ 8.00\n",
    "stock.tsv": "Item\tShelf\nWidget\tA1\nGizmo\tB2\n",
    "docs/versions.md": (
        "# Versions\n\n## Support\n\nTable 1: Supported versions\n\n"
        "| Version | Until | Requests/s |\n|---|---|---:|\n"
        "| 3.9 | 5 Oct 2025 | 1,200 |\n| 3.10 | 4 Oct 2026 | 1,350 |\n\n"
        "Words.\n\n| Order | Group |\n|---|---|\n| a | 1 |\n"
    ),
    "docs/page.html": (
        "<html><body><h1>Limits</h1><h2>Rates</h2><table>\n<tr><th>Plan</th><th>Calls</th></tr>\n"
        "<tr>\n<td>Free</td><td>100</td></tr>\n<tr><td>Pro</td>\n<td>5,000</td></tr>\n</table></body></html>\n"
    ),
    "docs/guide.rst": (
        "Guide\n=====\n\nCosts\n-----\n\n"
        "=====  =====\nPlan   Cost\n=====  =====\nFree   0\nPro    12.50\n=====  =====\n"
    ),
    "docs/terms.adoc": "= Terms\n\n== Plans\n\n|===\n|Plan |Days\n\n|Free |30\n|Pro |365\n|===\n",
    "notes.ipynb": (
        '{\n "cells": [\n  {\n   "cell_type": "markdown",\n   "metadata": {},\n   "source": [\n'
        '    "## Runs\\n",\n    "\\n",\n    "| Run | Loss |\\n",\n    "|---|---|\\n",\n    "| a | 0.25 |\\n",\n'
        '    "| b | 0.5 |\\n"\n   ]\n  }\n ],\n "metadata": {},\n "nbformat": 4,\n "nbformat_minor": 5\n}\n'
    ),
    "code.py": "def run() -> None:\n    pass\n",
}


@pytest.fixture(scope="session")
def tabled(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    """An index of tables in every format that is text."""
    root = tmp_path_factory.mktemp("tables") / "tree"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
    _write_sheet(root / "sheet.xlsx")
    _write_word(root / "word.docx")
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


def _write_sheet(path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Costs"
    for row in (["Month", "Cost", "Paid"], ["2026-01", 120.5, True], ["2026-02", 99, False]):
        sheet.append(row)
    book.save(path)


def _write_word(path: Path) -> None:
    import docx

    document = docx.Document()
    document.add_heading("Staff", 1)
    document.add_heading("Teams", 2)
    table = document.add_table(3, 2)
    for row, cells in enumerate([("Team", "People"), ("Search", "7"), ("Storage", "12")]):
        for column, text in enumerate(cells):
            table.cell(row, column).text = text
    document.save(str(path))
