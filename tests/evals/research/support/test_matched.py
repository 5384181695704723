"""Matched pairs: both sentences are about the same lines, and no repository stands on both sides."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from citeline.evals.research.support import matched
from citeline.evals.research.support.matched import DEVELOPMENT, written_pairs

CODE = '''\
def take(limit: int) -> int:
    """Raises ValueError if the limit is less than 1, and returns it after 3 tries.

    It is not a generator and never waits.
    """
    if limit < 1:
        raise ValueError(limit)
    return limit
'''
LABELS = [
    json.loads(line)
    for line in files("citeline.evals.research.support").joinpath("matched.jsonl").read_text("utf-8").splitlines()
]


def test_every_pair_has_two_sentences_and_a_pinned_place() -> None:
    assert len(LABELS) >= 200
    for told in LABELS:
        assert told["true"] != told["false"] and told["relation"], told
        assert 1 <= told["start_line"] <= told["end_line"] and len(told["commit"]) == 40, told
    assert len({told["true"] + told["path"] for told in LABELS}) == len(LABELS)


def test_no_repository_stands_in_two_sets() -> None:
    sets: dict[str, set[str]] = {}
    for told in LABELS:
        sets.setdefault(told["repository"], set()).add(told["set"])
    assert all(len(names) == 1 for names in sets.values())
    assert sum(names == {DEVELOPMENT} for names in sets.values()) >= 8


def test_pairs_are_read_with_their_lines(tmp_path: Path) -> None:
    told = LABELS[0]
    file = tmp_path / told["repository"].replace("/", "+") / told["path"]
    file.parent.mkdir(parents=True)
    file.write_text("\n" * (told["start_line"] - 1) + CODE)
    pair = written_pairs(tmp_path)[DEVELOPMENT][0]
    assert pair.true == told["true"] and pair.passage.start_line == told["start_line"]
    assert pair.passage.text.startswith("def take")


def test_the_report_has_a_row_for_each_relation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / LABELS[0]["repository"].replace("/", "+") / LABELS[0]["path"]
    file.parent.mkdir(parents=True)
    file.write_text("\n" * (LABELS[0]["start_line"] - 1) + CODE)
    matched.report("written", written_pairs(tmp_path)[DEVELOPMENT])
    printed = capsys.readouterr().out
    assert "precision" in printed and "· python" in printed


def test_a_split_whose_repositories_are_missing_is_said_to_be_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["matched", "--corpora", str(tmp_path)])
    matched.main()
    printed = capsys.readouterr().out
    *sets, timed = printed.splitlines()
    assert len(sets) > 2 and all("no pairs" in line for line in sets)
    assert "precision" not in timed
