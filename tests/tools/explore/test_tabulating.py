"""The tool `query_tables`: a short list, rows that lie on the desk as pieces, and no secret."""

from __future__ import annotations

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.explore import Desk, call
from citeline.tools.question.read import read

SECRET = "AKIAIOSFODNN7EXAMPLQ"


@pytest.fixture(scope="module")
def tables_desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    root = tmp_path_factory.mktemp("asked") / "tree"
    root.mkdir()
    (root / "prices.csv").write_text("Item,Price\n" + "".join(f"thing {n},${n}.50\n" for n in range(200)), "utf-8")
    (root / "keys.md").write_text(f"# Keys\n\n| Who | Key |\n|---|---|\n| ann | {SECRET} |\n| bob | none |\n", "utf-8")
    handle = citeline.index(root, settings=Settings(home=root.parent / "home", secrets="keep"))
    return Desk(handle.reader, read("what does thing 7 cost?"))


def test_without_sql_the_tables_are_listed_with_what_they_hold(tables_desk: Desk) -> None:
    told = call(tables_desk, "query_tables", {}).text
    assert "prices  prices.csv:1-201, 200 rows" in told and "item text, price real in $" in told
    chosen = call(tables_desk, "query_tables", {"about": "price"})
    assert chosen.ok and "keys" not in chosen.text


def test_a_row_is_evidence_and_names_its_line(tables_desk: Desk) -> None:
    result = call(tables_desk, "query_tables", {"sql": "SELECT price FROM prices WHERE item = 'thing 7'"})
    assert result.ok and "7.5" in result.text and "prices.csv:9" in result.text
    number = int(result.text.partition("[")[2].partition("]")[0])
    piece = tables_desk.piece(number)
    assert piece["path"] == "prices.csv" and piece["start_line"] <= 9 <= piece["end_line"]


def test_many_rows_are_cut_and_a_mistake_is_explained(tables_desk: Desk) -> None:
    cut = call(tables_desk, "query_tables", {"sql": "SELECT item FROM prices", "max_rows": 5})
    assert cut.ok and cut.text.count("thing") == 5 and "narrow it" in cut.text
    for sql, hint in [("SELECT 1 FROM price", "prices"), ("DROP TABLE prices", "not allowed"), ("x", "SELECT")]:
        wrong = call(tables_desk, "query_tables", {"sql": sql})
        assert not wrong.ok and hint in wrong.text
    assert "no row" in call(tables_desk, "query_tables", {"sql": "SELECT 1 FROM prices WHERE price < 0"}).text


@pytest.mark.timeout(120)
def test_an_endless_query_costs_a_model_three_seconds(tables_desk: Desk) -> None:
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"
    assert "too long" in call(tables_desk, "query_tables", {"sql": endless}).text
    assert not call(tables_desk, "query_tables", {"sql": "x" * 1_001}).ok


def test_a_secret_is_neither_shown_nor_spelt_out_by_conditions(tables_desk: Desk) -> None:
    shown = call(tables_desk, "query_tables", {"sql": "SELECT who, key FROM keys"})
    assert shown.ok and "bob" in shown.text and SECRET not in shown.text
    spelt = call(tables_desk, "query_tables", {"sql": "SELECT who FROM keys WHERE key LIKE 'AKIA%'"})
    assert not spelt.ok
