"""`citeline.toml` at the terminal: consent to other folders, a choice among sources, citations of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.cli.main import run


@pytest.fixture
def root(tmp_path: Path, home: Path) -> Path:
    for name in ("shop", "handbook"):
        (tmp_path / name).mkdir()
    (tmp_path / "shop" / "citeline.toml").write_text('[sources.policy]\npath = "../handbook"\n')
    (tmp_path / "handbook" / "releases.md").write_text("# Releases\n\nA release of a change needs two approvals.\n")
    return tmp_path / "shop"


def test_nobody_elses_folder_is_read_without_a_yes(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ask", "how many approvals does a release need?", "--repo", str(root)]) == 2
    assert "--allow-outside" in capsys.readouterr().err
    assert run(["index", str(root), "--allow-outside"]) == 0
    capsys.readouterr()
    asked = ["how many approvals does a release need?", "--repo", str(root), "--source", "policy"]
    assert run(["ask", *asked]) == 0
    assert "policy/releases.md:1-3" in capsys.readouterr().out
    assert run(["search", *asked]) == 0
    assert "policy/releases.md" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_source_that_is_not_there_is_told_with_the_nearest(
    root: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", str(root), "--allow-outside"]) == 0
    assert run([command, "approvals of a release", "--repo", str(root), "--source", "polcy"]) == 2
    assert "did you mean `policy`" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_source_that_is_not_there_is_refused_before_an_index_is_built(
    root: Path, home: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "citeline.toml").write_text('[sources.notes]\npath = "notes"\n')
    (root / "notes").mkdir()
    (root / "notes" / "a.md").write_text("# Notes\n\nNothing of interest.\n")
    assert run([command, "approvals", "--repo", str(root), "--source", "note"]) == 2
    printed = capsys.readouterr().err
    assert "did you mean `notes`" in printed and "building it once" not in printed
    assert run(["status", str(root)]) != 0, "an index was built for a question that cannot be answered"


@pytest.mark.parametrize(
    ("written", "further"),
    [("[sources.policy\n", []), ('[sources.other]\npath = "../handbook"\n', ["--stale", "ignore"])],
    ids=["a broken project file", "a stale index that is asked as it is"],
)
def test_the_index_knows_its_sources_where_the_project_file_does_not_decide(
    root: Path, written: str, further: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", str(root), "--allow-outside"]) == 0
    (root / "citeline.toml").write_text(written)
    assert run(["search", "approvals of a release", "--repo", str(root), "--source", "policy", *further]) == 0
    assert "policy/releases.md" in capsys.readouterr().out


def test_citations_of_a_mounted_source_are_verified(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["index", str(root), "--allow-outside"]) == 0
    (root / "README.md").write_text("Two approvals are needed (policy/releases.md:3), see policy/releases.md:90.\n")
    assert run(["verify", str(root / "README.md"), "--repo", str(root)]) == 4
    printed = capsys.readouterr().out
    assert "policy/releases.md:90" in printed and "1 error" in printed


def test_the_state_names_the_sources(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["index", str(root), "--allow-outside"]) == 0
    capsys.readouterr()
    assert run(["status", str(root)]) == 0
    assert "policy" in capsys.readouterr().out


def test_who_chose_one_source_is_told_so_when_it_has_no_answer(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["index", str(root), "--allow-outside"]) == 0
    capsys.readouterr()
    assert run(["ask", "how is a GPU cluster cooled?", "--repo", str(root), "--source", "policy"]) == 3
    assert "Only `policy` was searched" in capsys.readouterr().out
    assert run(["ask", "how is a GPU cluster cooled?", "--repo", str(root)]) == 3
    assert "was searched" not in capsys.readouterr().out


def test_a_project_file_that_cannot_be_read_is_part_of_the_state(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", str(root), "--allow-outside"]) == 0
    (root / "citeline.toml").write_text("[sources]\npolicy = 3\n")
    capsys.readouterr()
    assert run(["status", str(root)]) == 0
    assert "citeline.toml: `sources` must hold" in capsys.readouterr().out.replace("\n", " ")


def test_a_mounted_folder_that_is_gone_is_named_and_not_taken_for_the_root(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", str(root), "--allow-outside"]) == 0
    (root.parent / "handbook").rename(root.parent / "away")
    (root / "new.md").write_text("# New\n\nSomething new.\n")
    for command in ("ask", "search"):
        capsys.readouterr()
        assert run([command, "how many approvals does a release need?", "--repo", str(root)]) in (0, 3, 5)
        said = " ".join(capsys.readouterr().err.split())
        assert "the folder of `policy`" in said and "handbook" in said and "1 new, 1 gone" in said
    assert run(["status", str(root)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "1 new, 0 changed, 1 gone" in printed and "the folder of `policy`" in printed


def test_a_project_file_that_no_longer_names_a_folder_that_is_gone_is_obeyed(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["index", str(root), "--allow-outside"]) == 0
    (root.parent / "handbook").rename(root.parent / "away")
    (root / "citeline.toml").write_text("")
    (root / "releases.md").write_text("# Releases\n\nA release of a change needs two approvals.\n")
    capsys.readouterr()
    assert run(["search", "approvals of a release", "--repo", str(root)]) == 0
    printed = capsys.readouterr()
    assert "releases.md" in printed.out and "policy/" not in printed.out and "gone" not in printed.err
