"""Every example of `docs/tables.md` prints what is shown when it is run here."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from citeline.cli.main import run

from .console_examples import Typed, blocks, printed_lines, typed_in

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"
TYPED = typed_in(PAGE)
PRICES = (
    "Item,Net price,Stock,Since,Sold,Active\n"
    'Widget,"$1,200.50",10,2024-01-05,12%,yes\n"Gadget, big",$80.00,0,2024-03-01,7%,no\n'
    "Gizmo,$5.25,,2025-11-30,45%,yes\n"
)


@pytest.fixture
def demo(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "demo").mkdir()
    (tmp_path / "demo" / "prices.csv").write_text(PRICES, "utf-8")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("typed", TYPED, ids=[typed.place for typed in TYPED])
def test_what_the_page_shows_is_printed(typed: Typed, demo: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shlex.split(typed.text)[1:]) == 0
    printed = printed_lines(capsys.readouterr().out)
    assert typed.pattern().fullmatch(printed), printed


def test_its_python_runs(demo: None, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks(PAGE, "python")
    exec(compile(example.content, str(PAGE), "exec"), {})
    assert "((1285.75,),) ['prices.csv:2-4']" in capsys.readouterr().out
