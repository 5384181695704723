"""`citeline eval new`, with what a person types."""

import io
from pathlib import Path

import pytest

from citeline.cli.main import run
from citeline.evals.cases.dataset import read_dataset


def test_a_person_writes_rows_and_corrects_a_slip(
    shop: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = [
        "how is a card charged?",
        "99",  # no such hit
        "1, README.md:1-2",
        "",  # only the places count
        "",  # other lines
        "what is the ingress?",
        "none",
        "what does this do?",
        "",  # the lines that were shown
        "cart|total; cent",  # what the answer must say
        "never mind?",
        "q",  # given up
        "q",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    file = tmp_path / "set.jsonl"
    assert run(["eval", "new", str(file), "--repo", str(shop), "--tag", "mine"]) == 0
    printed = capsys.readouterr()
    assert "no hit number 99" in printed.err and "3 rows written" in printed.err and printed.out == ""
    charged, ingress, shown = read_dataset(file).cases
    assert charged.gold[0].path == "src/shop/payment.py" and str(charged.gold[1]) == "README.md:1-2"
    assert ingress.answerable is False and shown.needs[0][0].end_line > 0 and shown.tags == ("mine",)
    assert shown.says == (("cart|total",), ("cent",)) and shown.gold == ()
    assert all(place.sha256 for case in (charged, shown) for place in case.places)
    assert run(["eval", "run", str(file), "--repo", str(shop), "--format", "json"]) == 0
