"""`citeline verify --since`: only what a change broke, in a fresh checkout and without state of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeline.cli.main import run
from tests.tools.verify.test_history import HEADER, OLD, commit, git
from tests.tools.verify.written import write


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a citation that held, one that never did, and one of a file that no change touches."""
    root = tmp_path / "tree"
    write(root, "src/a.py", OLD)
    write(root, "src/b.py", "x = 1\ny = 2\n")
    write(root, "guide.md", "One is `src/a.py:9-10`.\n\nGone is `src/a.py:900`.\n\nTwo is `src/b.py:2`.\n")
    write(root, "src/use.py", "# As `src/a.py:5-6` does.\nz = 3\n")
    git(root, "init", "-q", "-b", "main")
    commit(root)
    monkeypatch.chdir(root)
    monkeypatch.setenv("CITELINE_HOME", str(tmp_path / "home"))
    return root


def told(capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str, str]]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return [
        (Path(file["file"]).name, item["written"], item["verdict"])
        for file in found["files"]
        for item in file["citations"]
        if item["level"] != "fine"
    ]


def test_only_what_the_change_broke_is_told(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(tree, "checkout", "-q", "-b", "change")
    write(tree, "src/a.py", HEADER + OLD)
    commit(tree)
    assert run(["verify", "--since", "main", "--format", "json"]) == 4
    assert told(capsys) == [("guide.md", "src/a.py:9-10", "moved"), ("use.py", "src/a.py:5-6", "moved")]
    assert run(["verify", "guide.md", "--format", "json"]) == 4
    assert ("guide.md", "src/a.py:900", "unresolved") in told(capsys)


def test_a_change_that_breaks_nothing_passes(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tree, "src/b.py", "x = 1\ny = 2\nz = 3\n")
    commit(tree)
    assert run(["verify", "--since", "HEAD~1"]) == 0
    assert run(["verify", "--since", "HEAD", "--format", "json"]) == 0


def test_a_citation_that_the_change_adds_is_checked_whole(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    guide = tree / "guide.md"
    guide.write_text(guide.read_text() + "\nNew is `src/b.py:70`.\n")
    (tree / "src/a.py").unlink()
    commit(tree)
    assert run(["verify", "--since", "HEAD~1", "--format", "json"]) == 4
    assert ("guide.md", "src/b.py:70", "unresolved") in (found := told(capsys))
    assert ("guide.md", "src/a.py:9-10", "deleted") in found
    assert all(written != "src/a.py:900" for _, written, _ in found)


def test_what_the_other_branch_changed_is_not_told(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(tree, "checkout", "-q", "-b", "change")
    write(tree, "README.md", "As `src/b.py:1`.\n")
    commit(tree)
    git(tree, "checkout", "-q", "main")
    write(tree, "src/a.py", HEADER + OLD)
    commit(tree)
    git(tree, "checkout", "-q", "change")
    assert run(["verify", "--since", "main", "--format", "json"]) == 0
    assert told(capsys) == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["--since", "nowhere"], "no commit 'nowhere'"),
        (["--since=--help"], "no commit"),
        ([], "no FILE is named"),
        (["guide.md", "--fix=suggested"], "asks"),
    ],
)
def test_what_cannot_be_done_is_said(
    command: list[str], said: str, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", *command]) == 2
    assert said in capsys.readouterr().err


def test_without_a_repository_there_is_no_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "plain", "a.md", "See `a.md:1`.\n")
    monkeypatch.chdir(tmp_path / "plain")
    monkeypatch.setenv("CITELINE_HOME", str(tmp_path / "home"))
    assert run(["verify", "a.md", "--since", "main"]) == 2
    assert "no git repository" in capsys.readouterr().err
    assert run(["verify", "a.md"]) == 0


def test_a_suggestion_is_written_only_when_a_person_takes_it(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tree, "new.md", "The second adds two (`name_2`, `src/a.py:29-30`).\n")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    asked: list[str] = []

    def answer(yes: bool) -> None:
        def confirm(text: str, **_: object) -> bool:
            asked.append(text)
            return yes

        monkeypatch.setattr("click.confirm", confirm)

    answer(False)
    assert run(["verify", "new.md", "--fix=suggested"]) == 4
    assert "src/a.py:29-30" in (tree / "new.md").read_text() and asked
    answer(True)
    assert run(["verify", "new.md", "--fix=suggested"]) == 0
    assert "src/a.py:9-10" in (tree / "new.md").read_text()
