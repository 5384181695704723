"""`python -m citeline.evals.research.benchmarks` for somebody who has never seen it."""

import shutil
from pathlib import Path

import pytest

from citeline.evals.research.benchmarks import __main__ as command
from citeline.evals.research.benchmarks import speed
from tests.conftest import FIXTURES


def call(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["benchmarks", *arguments])
    try:
        command.main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    return 0


def test_help_says_what_lies_where(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(monkeypatch, "--help") == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in command.SETS)
    assert all(
        word in printed for word in ("CORPORA/octocode", "repos.json", "zh.jsonl", "queries.jsonl", "make bench")
    )


def test_make_with_nothing_set_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch, "--corpora", "", "--labels", "") == command.USAGE
    printed = capsys.readouterr()
    assert "CORPORA=FOLDER" in printed.err and "LABELS=FOLDER" in printed.err and printed.out == ""


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--corpora", "no/such/folder"], "no/such/folder"),
        (["--corpora", ".", "--labels", "nowhere"], "nowhere"),
        (["--corpora", ".", "spped"], "spped"),
    ],
)
def test_what_is_not_there_is_a_usage_error_that_names_it(
    arguments: list[str], named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch, *arguments) == command.USAGE
    assert named in capsys.readouterr().err


def test_sets_without_labels_are_said_and_nothing_measured_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch, "--corpora", str(tmp_path), "code-search", "languages") == command.USAGE
    assert capsys.readouterr().out.count("needs labels") == 2
    assert call(monkeypatch, "--corpora", str(tmp_path), "--labels", str(tmp_path), "line-spans") == command.USAGE
    assert "line-spans/queries.jsonl" in capsys.readouterr().out


def test_speed_needs_no_labels_and_changes_no_corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = Path(shutil.copytree(FIXTURES / "shop", tmp_path / "shop"))
    measured: list[Path] = []
    monkeypatch.setattr(speed, "measure_index_time", lambda roots, *_, **__: measured.extend(roots))
    monkeypatch.setattr(speed, "measure_tree", lambda copy, *_: (copy / "new").write_text(""))
    before = sorted(tree.rglob("*"))
    assert call(monkeypatch, "--corpora", str(tmp_path), "--tree", "shop", "speed") == 0
    assert measured == [tree] and sorted(tree.rglob("*")) == before
    assert call(monkeypatch, "--corpora", str(tmp_path), "speed") == 0
    assert "--tree" in capsys.readouterr().out


def test_a_failure_has_a_message_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(speed, "CITELINE", ("false",))
    (tmp_path / "tree").mkdir()
    assert call(monkeypatch, "--corpora", str(tmp_path), "speed") == 1
