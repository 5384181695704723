"""`citeline tables`: the list, rows with their lines, and mistakes as a person meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citeline.cli.main import run


@pytest.fixture
def tree(tmp_path: Path, home: Path) -> Path:
    root = tmp_path / "tree"
    root.mkdir()
    (root / "prices.csv").write_text("Item,Price\nWidget,$12.50\nGadget,$80\n", "utf-8")
    (root / "orders.md").write_text("# orders\n\n## Rows\n\nThe first 1 of 5,000.\n\n| id |\n|---|\n| 7 |\n", "utf-8")
    (root / "evil.csv").write_text("Name\n\x1b[31mred\n", "utf-8")
    return root


def test_the_list_names_columns_and_their_types(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tables", "--repo", str(tree), "price"]) == 0
    printed = capsys.readouterr().out
    assert "prices  prices.csv:1-3  2 rows" in printed and "item text, price real in $" in printed
    assert "evil" not in printed


@pytest.mark.parametrize("given", [["SELECT item FROM prices WHERE price > 20"], ["--sql", " select 'Gadget' as item"]])
def test_sql_is_known_by_how_it_begins_or_by_its_option(
    tree: Path, capsys: pytest.CaptureFixture[str], given: list[str]
) -> None:
    assert run(["tables", "--repo", str(tree), *given]) == 0
    assert "Gadget" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        "DELETE FROM prices",
        "SELEC * FROM prices",
        "SELEC item FROM prices",
        "drop table prices",
        "PRAGMA user_version",
        "show tables",
    ],
)
def test_what_is_meant_as_sql_is_refused_and_not_searched_for(
    tree: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    assert run(["tables", wrong, "--repo", str(tree)]) == 2
    assert "No tables" not in capsys.readouterr().out


@pytest.mark.parametrize("words", ["revenue from Italy", "selected revenue from Italy", "whatever comes from where"])
def test_words_with_from_are_searched_for(tree: Path, capsys: pytest.CaptureFixture[str], words: str) -> None:
    """They were a syntax error of SQL."""
    assert run(["tables", words, "--repo", str(tree)]) == 3
    assert "syntax" not in capsys.readouterr().err


def test_each_format_carries_the_source_of_a_row(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sql = "SELECT item, price FROM prices WHERE price > 20"
    assert run(["tables", "--repo", str(tree), sql]) == 0
    assert "prices.csv:3" in capsys.readouterr().out
    assert run(["tables", "--repo", str(tree), sql, "--format", "csv"]) == 0
    assert capsys.readouterr().out == "item,price,source\nGadget,80,prices.csv:3\n"
    assert run(["tables", "--repo", str(tree), sql, "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["rows"] == [["Gadget", 80.0]] and printed["cites"] == [["prices.csv:3"]]
    assert printed["index"]["generation"]


def test_the_list_tells_a_sample(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tables", "--repo", str(tree), "orders"]) == 0
    assert "1 of 5,000 rows, a sample" in capsys.readouterr().out


def test_exit_codes_tell_nothing_found_from_a_wrong_query(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tables", "--repo", str(tree), "SELECT 1 FROM prices WHERE price > 1000"]) == 3
    assert run(["tables", "--repo", str(tree), "nosuchword"]) == 3
    capsys.readouterr()
    assert run(["tables", "--repo", str(tree), "SELECT 1 FROM price"]) == 2
    assert "did you mean `prices`?" in capsys.readouterr().err
    assert run(["tables", "--repo", str(tree), "--format", "json", "SELECT 1 FROM price"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["type"] == "name"


@pytest.mark.parametrize("output", ["text", "csv", "json"])
def test_a_cell_cannot_colour_the_terminal(tree: Path, capsys: pytest.CaptureFixture[str], output: str) -> None:
    assert run(["tables", "--repo", str(tree), "--format", output, "SELECT * FROM evil"]) == 0
    printed = capsys.readouterr().out
    assert "red" in printed and "\x1b" not in printed
