from pathlib import Path

import pytest

from citeline.indexing.commit import head_commit

ONE, TWO = "1" * 40, "2" * 40


@pytest.fixture
def git(tmp_path: Path) -> Path:
    git = tmp_path / ".git"
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    return git


def test_no_repository_has_no_commit(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert head_commit(tmp_path) == ""


def test_loose_ref(git: Path) -> None:
    (git / "refs/heads/main").write_text(f"{ONE}\n")
    assert head_commit(git.parent) == ONE


def test_folder_inside_a_repository_has_its_commit(git: Path) -> None:
    (git / "refs/heads/main").write_text(f"{ONE}\n")
    (git.parent / "a" / "b").mkdir(parents=True)
    assert head_commit(git.parent / "a" / "b") == ONE


def test_packed_ref_counts_until_a_loose_one_is_newer(git: Path) -> None:
    (git / "packed-refs").write_text(
        f"# pack-refs with: peeled\n{TWO} refs/heads/other\n{ONE} refs/heads/main\n^{TWO}\n"
    )
    assert head_commit(git.parent) == ONE
    (git / "refs/heads/main").write_text(f"{TWO}\n")
    assert head_commit(git.parent) == TWO


def test_detached_head(git: Path) -> None:
    (git / "HEAD").write_text(f"{TWO}\n")
    assert head_commit(git.parent) == TWO


def test_worktree_finds_its_branch_in_the_common_folder(git: Path, tmp_path: Path) -> None:
    (git / "refs/heads/feature").write_text(f"{TWO}\n")
    private = git / "worktrees" / "tree"
    private.mkdir(parents=True)
    (private / "HEAD").write_text("ref: refs/heads/feature\n")
    (private / "commondir").write_text("../..\n")
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {private}\n")
    assert head_commit(tree) == TWO


@pytest.mark.parametrize("head", ["", "ref: HEAD\n", "ref: refs/heads/unborn\n", "nonsense", "ref: ../../etc/passwd"])
def test_head_that_leads_nowhere_gives_no_commit(head: str, git: Path) -> None:
    (git / "HEAD").write_text(head)
    assert head_commit(git.parent) == ""
