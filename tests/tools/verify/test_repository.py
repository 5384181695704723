"""Which web addresses are taken for the repository's own."""

from __future__ import annotations

from pathlib import Path

from citeline.tools.verify.resolving import is_remote_of

from .written import write

CONFIG = """[core]
\tbare = false
[remote "origin"]
\turl = https://github.com/me/shop.git
\tfetch = +refs/heads/*:refs/remotes/origin/*
[submodule "vendor"]
\tactive = true
\turl = https://github.com/you/other
[branch "main"]
\tremote = origin
[remote "fork"]
\turl = git@github.com:they/Shop
"""


def test_only_remotes_are_its_own(tmp_path: Path) -> None:
    write(tmp_path, ".git/config", CONFIG)
    assert is_remote_of(tmp_path, "me/shop") and is_remote_of(tmp_path, "they/shop")
    assert not is_remote_of(tmp_path, "you/other") and not is_remote_of(tmp_path, "e/shop")


def test_a_further_work_tree_has_the_remotes_of_the_first(tmp_path: Path) -> None:
    write(tmp_path, "first/.git/config", CONFIG)
    write(tmp_path, "first/.git/worktrees/second/commondir", "../..\n")
    write(tmp_path, "second/.git", f"gitdir: {tmp_path}/first/.git/worktrees/second\n")
    assert is_remote_of(tmp_path / "second", "me/shop")


def test_a_submodule_has_its_own(tmp_path: Path) -> None:
    write(tmp_path, ".git/modules/vendor/config", CONFIG.replace("me/shop", "you/other"))
    write(tmp_path, "vendor/.git", "gitdir: ../.git/modules/vendor\n")
    assert is_remote_of(tmp_path / "vendor", "you/other") and not is_remote_of(tmp_path / "vendor", "me/shop")


def test_without_git_nothing_is(tmp_path: Path) -> None:
    assert not is_remote_of(tmp_path, "me/shop")
    write(tmp_path, "b/.git", "gitdir: /nowhere/\0\n")
    assert not is_remote_of(tmp_path / "b", "me/shop")
