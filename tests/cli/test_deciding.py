"""Actions at the terminal: what is shown, and that only a yes does anything."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from citeline.cli.main import run
from citeline.settings import Settings
from citeline.tools.handle import index

from ..graph.test_actions import QUESTION, TREE


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an index in the state folder beside it; nobody changes either."""
    root = tmp_path_factory.mktemp("deciding") / "records"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    index(root, settings=Settings(home=root.parent / "home")).close()
    return root


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where meetings are written."""
    return tmp_path / "out"


@pytest.fixture
def records(indexed: Path, out: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CITELINE_HOME", str(indexed.parent / "home"))
    monkeypatch.setenv("CITELINE_ACTIONS_FOLDER", str(out))
    return indexed


def sitting_there(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda text="": answer)


def written(out: Path) -> list[str]:
    return sorted(path.name for path in out.iterdir()) if out.exists() else []


@pytest.mark.parametrize(("answer", "files"), [("y", 1), ("n", 0), ("", 0)])
def test_the_person_sees_the_answer_and_the_arguments_and_decides(
    records: Path,
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: str,
    files: int,
) -> None:
    sitting_there(monkeypatch, answer)
    assert run(["ask", QUESTION, "--repo", str(records)]) == 0
    printed = capsys.readouterr()
    assert "PR-4827 ships on 2026-03-04" in printed.err and "to do: calendar.create" in printed.err
    assert "start: 2026-03-04  ([1] releases/PR-4827.md:3)" in printed.err
    assert 'title: Release meeting: PR-4827  ("release meeting" of the question' in printed.err
    assert len(written(out)) == files
    assert ("done calendar.create: wrote" in printed.out) == bool(files)
    assert ("declined calendar.create" in printed.out) == (not files)


@pytest.mark.parametrize(("number", "made"), [("2", ["2026-05-02-meeting-pr-4827.ics"]), ("", []), ("7", [])])
def test_a_person_chooses_what_could_mean_two_days(
    records: Path,
    out: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: str,
    made: list[str],
) -> None:
    sitting_there(monkeypatch, "")
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda text="": number if "Number" in text else "y")
    asked = "When does PR-4827 ship, and create a meeting on 2026-05-01 or 2026-05-02"
    assert run(["ask", asked, "--repo", str(records)]) == 0
    err = capsys.readouterr().err
    assert "start is not decided" in err and '2. 2026-05-02  ("2026-05-02" of the question)' in err
    assert written(out) == made


def test_a_person_reviews_evidence_and_answer_at_the_terminal(
    records: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = iter(["", "1 PR-4827 ships on 2026-03-04.", ""])
    sitting_there(monkeypatch, "")
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda text="": next(said))
    asked = ["ask", "When does PR-4827 ship?", "--repo", str(records), "--review", "evidence,answer"]
    assert run(asked) == 0
    printed = capsys.readouterr()
    assert "[1] releases/PR-4827.md" in printed.err and "PR-4827 ships on 2026-03-04." in printed.out


def test_a_number_that_stands_nowhere_is_told_and_asked_for_again(
    records: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = iter(["99", "", "7 Something else.", "1 PR-4827 ships on 2026-03-04.", ""])
    sitting_there(monkeypatch, "")
    prompts: list[str] = []

    def answer(text: str = "") -> str:
        prompts.append(text)
        return next(said)

    monkeypatch.setattr("click.termui.visible_prompt_func", answer)
    assert run(["ask", "When does PR-4827 ship?", "--repo", str(records), "--review", "evidence,answer"]) == 0
    assert any("There is no piece 99" in prompt for prompt in prompts)
    assert any("There is no sentence 7" in prompt for prompt in prompts)
    assert "PR-4827 ships on 2026-03-04." in capsys.readouterr().out


def test_a_review_that_nobody_can_give_is_refused(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for points, told in (("evidence", "nobody sits"), ("evidance", "there are plan, evidence and answer")):
        assert run(["ask", "When does PR-4827 ship?", "--repo", str(records), "--review", points]) == 2
        assert told in capsys.readouterr().err


def test_on_a_pipe_nothing_is_asked_and_nothing_done(
    records: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ask", QUESTION, "--repo", str(records), "--format", "json"]) == 0
    (call,) = json.loads(capsys.readouterr().out)["actions"]
    assert call["status"] == "proposed" and "--yes calendar.create" in call["told"] and written(out) == []


def test_a_yes_on_the_command_line_is_enough(records: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", QUESTION, "--repo", str(records), "--yes", "calendar.create"]) == 0
    assert "done calendar.create" in capsys.readouterr().out and len(written(out)) == 1


def test_a_yes_to_what_does_not_exist_is_refused(records: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", QUESTION, "--repo", str(records), "--yes", "calender.create"]) == 2
    assert "calendar.create" in capsys.readouterr().err and written(out) == []
