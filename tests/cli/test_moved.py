"""Who asks after the folder has changed, and keeps the index, is told where the cited lines stand now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from citeline.cli.main import run


@pytest.fixture
def shifted(shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """The shop, indexed before three lines were put above its payments."""
    monkeypatch.chdir(shop)
    assert run(["index"]) == 0
    source = shop / "src/shop/payment.py"
    source.write_text("# one\n# two\n# three\n" + source.read_text())
    capsys.readouterr()
    return shop


def test_json_has_the_new_lines_of_what_moved(shifted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", "where is checkout defined?", "--stale", "ignore", "--format", "json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    lines = {str(piece["id"]): (piece["path"], piece["start_line"], piece["end_line"]) for piece in answer["evidence"]}
    moved = [
        (lines[identity], verdict["moved_to"])
        for claim in answer["claims"]
        for identity, verdict in claim["verdicts"].items()
        if verdict["unchanged"] == "moved"
    ]
    assert moved
    for (path, first, last), place in moved:
        assert path == "src/shop/payment.py" and place == [first + 3, last + 3]


def test_text_has_the_new_lines_of_what_moved(shifted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", "where is checkout defined?", "--stale", "ignore"]) == 0
    assert "src/shop/payment.py:33" in (printed := capsys.readouterr().out) and "↷ moved to 36" in printed
