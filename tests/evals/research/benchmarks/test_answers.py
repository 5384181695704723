"""The set of graded answers: asked as a labelled set is, and honest about trees that are not there."""

import json
from pathlib import Path
from typing import Any

import pytest

from citeline.evals.cases.dataset import DatasetError
from citeline.evals.research.benchmarks.answers import run_answers
from citeline.settings import Settings
from tests.conftest import FIXTURES


def labelled(folder: Path, *rows: dict[str, Any]) -> Path:
    folder.mkdir()
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return folder


def test_grades_are_told_by_type_and_trees_that_are_not_there_are_left_out(shop_home: Path, tmp_path: Path) -> None:
    asked = {"corpus": "shop", "question": "where is charge defined?", "needs": [[{"path": "src/shop/payment.py"}]]}
    absent = {"corpus": "shop", "question": "what limits frobnicate_all()?", "answerable": False}
    labels = labelled(
        tmp_path / "answers",
        {**asked, "id": "a", "type": "locate", "says": [["def charge"]]},
        {**asked, "id": "b", "type": "why", "says": [["no such words"]]},
        {**absent, "id": "c", "type": "unanswerable"},
        {**asked, "id": "d", "type": "why", "says": [["x"]], "corpus": "gone"},
    )
    said: list[str] = []
    found = run_answers(labels, FIXTURES, Settings(home=shop_home), said.append)
    assert (found["full"], found["pointer"], found["unanswerable told"]) == (0.5, 0.5, 1.0)
    told = "\n".join(said)
    assert "type/locate" in told and "100.0 %" in told and "gone" not in told


def test_without_any_tree_nothing_is_measured(home: Path, tmp_path: Path) -> None:
    row = {"id": "a", "corpus": "gone", "question": "why?", "answerable": False}
    said: list[str] = []
    assert run_answers(labelled(tmp_path / "answers", row), tmp_path, Settings(home=home), said.append) == {}
    assert "none of this set's working trees" in said[0]


def test_a_wrong_row_is_told(home: Path, tmp_path: Path) -> None:
    row = {"id": "a", "corpus": "shop", "question": "why?", "needs": [[{"path": "README.md"}]]}
    with pytest.raises(DatasetError, match="`needs` comes with `says`"):
        run_answers(labelled(tmp_path / "answers", row), FIXTURES, Settings(home=home), lambda _: None)
