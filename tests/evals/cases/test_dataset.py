"""Datasets as people write them: what is read, and how what is wrong is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from citeline.errors import UsageError
from citeline.evals.cases.case import Case, Gold, case_schema
from citeline.evals.cases.dataset import DatasetError, read_dataset
from tests.test_packaging import ROOT

GOOD: dict[str, Any] = {"id": "a", "question": "how are totals rounded?", "gold": [{"path": "cart.py"}]}


def written(folder: Path, *rows: dict[str, Any] | str) -> Path:
    file = folder / "set.jsonl"
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def test_a_row_with_everything_is_read(tmp_path: Path) -> None:
    row = {
        "id": "zh-1",
        "corpus": "shop-1.0",
        "question": "折扣如何取整？",
        "language": "zh",
        "answerable": True,
        "gold": [{"path": "src/cart.py", "start_line": 3, "end_line": 5, "grade": 1, "sha256": "0" * 64}],
        "tags": ["rounding"],
    }
    dataset = read_dataset(written(tmp_path, row, "", {"id": "b", "question": "weather?", "answerable": False}))
    assert dataset.name == "set" and len(dataset.sha256) == 64
    assert dataset.cases[0].gold == (Gold(path="src/cart.py", start_line=3, end_line=5, grade=1, sha256="0" * 64),)
    assert dataset.cases[1].gold == () and dataset.cases[1].language == "en"
    assert Case.model_validate_json(dataset.cases[0].model_dump_json()) == dataset.cases[0]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"qestion": "x"}, "`qestion` is no field: did you mean `question`?"),
        ({"question": " \t"}, "`question` is empty"),
        ({"question": None}, "`question` = None"),
        ({"id": ""}, "`id` is empty"),
        ({"answerable": False}, "an unanswerable question has no `gold`, `needs`"),
        ({"needs": [[{"path": "a.py"}]], "says": [["x"]]}, "either `gold` or `needs`"),
        ({"also": [{"path": "a.py"}]}, "either `gold` or `needs`"),
        ({"gold": [], "needs": [[{"path": "a.py"}]]}, "`needs` comes with `says`: add what a full answer must say"),
        ({"gold": [], "says": [["x"]]}, "needs `gold`, or `needs` and `says`"),
        ({"gold": [], "needs": [[]], "says": [["x"]]}, "`needs[0]` = []"),
        ({"gold": [], "needs": [[{"path": "a.py"}]], "says": [[""]]}, "`says[0][0]` = ''"),
        ({"gold": [], "needs": [[{"path": "../a.py"}]], "says": [["x"]]}, "`needs[0][0].path`: not a POSIX path"),
        ({"gold": [], "needs": [[{"path": "a.py"}]], "says": [["x"], ["f(x"]]}, "pattern [1][0] 'f(x' is no regular"),
        ({"gold": [], "needs": [[{"path": "a.py"}]], "says": [["f(x"]]}, "put a backslash before"),
        ({"same_as": "c"}, "`same_as` names 'c', and no line has that id; append the rewordings"),
        ({"same_as": "b"}, "`same_as` names the case itself"),
        ({"same_as": "a", "group": "g"}, "either `same_as` or `group`"),
        ({"gold": []}, "needs `gold`"),
        ({"gold": [{"path": "a.py", "start_line": 9, "end_line": 3}]}, "`gold[0]`: `end_line` 3 comes before"),
        ({"gold": [{"path": "a.py", "start_line": 9}]}, "come together"),
        ({"gold": [{"path": "a.py", "start_line": 0, "end_line": 4}]}, "come together"),
        ({"gold": [{"path": "a.py", "start_line": -1, "end_line": 4}]}, "`gold[0].start_line` = -1"),
        ({"gold": [{"path": "a.py", "start_line": "1", "end_line": 4}]}, "`gold[0].start_line` = '1'"),
        ({"gold": [{"path": "../a.py"}]}, "relative to the corpus"),
        ({"gold": [{"path": "/a.py"}]}, "relative to the corpus"),
        ({"gold": [{"path": "src\\a.py"}]}, "relative to the corpus"),
        ({"gold": [{"path": "a.py"}, {"path": "a.py"}]}, "one place twice"),
        ({"gold": [{"path": "a.py", "line": 3}]}, "`gold[0].line` is no field"),
        ({"corpus": "../other"}, "`corpus`"),
        ({"language": "English"}, "`language` = 'English'"),
        ({"tags": ["x", "x"]}, "one tag twice"),
    ],
)
def test_a_wrong_field_is_told_with_its_line(change: dict[str, Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError) as failed:
        read_dataset(written(tmp_path, GOOD, {**GOOD, "id": "b", **change}))
    assert "line 2: " in str(failed.value) and told in str(failed.value)
    assert "line 1" not in str(failed.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "a",', "line 1: column 12: no JSON"),
        ("[1]", "line 1: a row is a JSON object"),
        ('{"id": "a", "id": "b"}', "line 1: the field 'id' stands twice"),
        ("[" * 100_000, "line 1: "),
        ("{}", "line 1: `question` is missing"),
    ],
)
def test_what_is_no_row_is_told_with_its_line(line: str, told: str, tmp_path: Path) -> None:
    with pytest.raises(DatasetError) as failed:
        read_dataset(written(tmp_path, line))
    assert told in str(failed.value)


def test_every_wrong_line_is_told_at_once_and_many_are_counted(tmp_path: Path) -> None:
    with pytest.raises(DatasetError) as failed:
        read_dataset(written(tmp_path, GOOD, GOOD, *["{}"] * 30))
    message = str(failed.value)
    assert "line 2: the id 'a' is already that of line 1" in message and "line 3: " in message
    assert "more" in message and len(message.splitlines()) < 25


def test_files_that_hold_no_rows_are_told(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="it is empty"):
        read_dataset(written(tmp_path, "", ""))
    with pytest.raises(UsageError, match=r"no\.jsonl"):
        read_dataset(tmp_path / "no.jsonl")
    (tmp_path / "latin.jsonl").write_bytes(b'{"id": "\xe9"}')
    with pytest.raises(DatasetError, match="line 1: byte 9: no UTF-8"):
        read_dataset(tmp_path / "latin.jsonl")


def test_a_graded_row_is_read_and_its_places_are_the_right_ones(tmp_path: Path) -> None:
    row = {
        "id": "a",
        "question": "what rounds?",
        "type": "callers",
        "needs": [[{"path": "a.py", "start_line": 1, "end_line": 2}, {"path": "b.py"}], [{"path": "b.py"}]],
        "says": [["rounds?", "cents"]],
        "also": [{"path": "a.py", "start_line": 1, "end_line": 2}, {"path": "c.py"}],
        "answer": "Both do.",
    }
    case, reworded = read_dataset(written(tmp_path, row, {**row, "id": "a~p", "same_as": "a"})).cases
    assert [(str(place), place.grade) for place in case.right] == [("a.py:1-2", 2), ("b.py", 2), ("c.py", 1)]
    assert case.is_graded and not Case(id="x", question="?", answerable=False).is_graded
    assert Case(id="x", question="?", answerable=False, type="unanswerable").is_graded
    assert Case.model_validate_json(reworded.model_dump_json()) == reworded


def test_windows_line_ends_and_a_byte_order_mark_are_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "windows.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode() + b"\r\n\r\n")
    assert [case.id for case in read_dataset(file).cases] == ["a"]


def test_the_published_schema_is_that_of_the_code() -> None:
    # To write it anew: python -c "from citeline.evals.cases.case import case_schema; print(case_schema(), end='')"
    assert (ROOT / "docs/evals.schema.json").read_text("utf-8") == case_schema()
