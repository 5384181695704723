"""The counted tables of PDF: their labels hold together, and what fits them is what was counted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import citeline.evals.research.tables_counted as tables_counted
from citeline.evals.research.tables_counted import Group, Table, fits, measure
from tests.indexing.extraction.pdf_files import many_pages

_FOLDER = Path(tables_counted.__file__).parent
_COUNTED: dict[str, Any] = json.loads((_FOLDER / "tables_counted.json").read_text("utf-8"))
_WANTED = Table((0, 0, 100, 100), ["Name", "Price"], ["bolt 3.10", "nut 0.40"], 8)
_OWN = replace(_WANTED, rows=["bolt\t3.10", *["screw\t1.20"] * 6, "nut\t0.40"])


def test_no_repository_that_a_fit_has_seen_is_counted_as_unseen() -> None:
    """A blind figure over documents that the model was fitted to would tell nothing."""
    seen = {*json.loads((_FOLDER / "tables.json").read_text("utf-8"))}
    assert not seen & {*_COUNTED}


def test_each_counted_table_stands_on_a_page_that_was_looked_at() -> None:
    documents = [(about, one) for about in _COUNTED.values() for one in about["documents"].values()]
    assert {about["group"] for about, _ in documents} == {"A", "B", "C", "D"}
    assert sum(len(one["tables"]) for _, one in documents) == 302
    for _, one in documents:
        for table in one["tables"]:
            page, left, top, right, bottom = table["box"]
            assert page in one["pages"]
            assert left < right
            assert top < bottom
            assert table["first"]
            assert table["last"]


def test_a_table_with_the_same_rows_in_the_same_place_is_the_counted_one() -> None:
    assert fits(_WANTED, _OWN)


def test_a_table_cut_off_in_another_place_or_of_other_columns_is_not() -> None:
    assert not fits(_WANTED, replace(_OWN, rows=_OWN.rows[:-1]))
    assert not fits(_WANTED, replace(_OWN, box=(0, 90, 100, 190)))
    assert not fits(_WANTED, replace(_OWN, box=(110, 0, 210, 100)))
    assert not fits(_WANTED, replace(_OWN, headers=["Name", "", "", "Price"]))
    assert not fits(_WANTED, replace(_OWN, count=16))


def test_a_counted_table_that_is_not_found_is_told() -> None:
    group = Group()
    table = {"box": [2, 0, 0, 100, 100], "rows": 2, "head": ["Name", "Price"], "first": "bolt", "last": "nut"}
    measure("list.pdf", many_pages(3), {"pages": [2, 3], "tables": [table]}, group)
    assert (group.pages, group.tables, group.found, group.false) == (2, 1, 0, 0)
    assert group.told == ["missed  list.pdf 2: ['Name', 'Price'] ['bolt', 'nut']"]
