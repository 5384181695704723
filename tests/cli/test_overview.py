"""`citeline overview`: the first screen of a newcomer, for people, programs and pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citeline.cli.main import run

from ..tools.answer.overview.trees import SHOP, lay_out


@pytest.fixture
def tree(tmp_path: Path, home: Path) -> Path:
    return lay_out(tmp_path / "shop", SHOP)


def test_the_first_line_says_what_it_is_and_every_line_has_its_place(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["overview", str(tree)]) == 0
    printed = capsys.readouterr().out.split("\n")
    assert printed[0] == "shop  Shop is a small web shop that takes orders and charges cards.  README.md:7"
    assert any("cli.py" in line and "The command line of the shop." in line and "cli.py:1" in line for line in printed)
    assert any(line.split() == ["test", "make", "test", "Makefile:1-2"] for line in printed)
    assert any("payments.py" in line and "src/shop/cli.py:4" in line for line in printed)


def test_programs_get_the_same_with_lines_and_a_diagram(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["overview", "--repo", str(tree), "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["purpose"]["path"] == "README.md" and printed["purpose"]["start_line"] == 7
    assert printed["mermaid"].startswith("graph TD\n") and "-->" in printed["mermaid"]
    assert {"label": "test", "text": "make test", "path": "Makefile", "start_line": 1, "end_line": 2} in printed[
        "commands"
    ]
    assert printed["index"]["generation"]


def test_markdown_is_a_page_with_a_mermaid_diagram(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["overview", str(tree), "--format", "markdown"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("# shop\n\nShop is a small web shop")
    assert "```mermaid\ngraph TD\n" in printed
    assert "- **test** make test (`Makefile:1-2`)" in printed


def test_a_folder_with_nothing_to_show_ends_with_its_own_code(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["overview", str(lay_out(tmp_path / "empty", {".keep": ""}))]) == 3
    assert "nothing to show: no README" in (told := capsys.readouterr().out) and "`citeline status`" in told


def test_a_name_with_control_characters_does_not_reach_the_screen(
    tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"README.md": "# Evil\n\nEvil is a page with \x1b[31mcolours in it.\n"}
    assert run(["overview", str(lay_out(tmp_path / "evil", files))]) == 0
    assert "\x1b[31m" not in capsys.readouterr().out
