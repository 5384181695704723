"""What git remembers tells what became of a citation, also in a fresh checkout; git runs no program of a stranger."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from citeline.tools.verify.checked import Checked
from citeline.tools.verify.history import History

from .written import check_file, check_text, indexed, write

OLD = "".join(f"def name_{number}(value):\n    return value + {number}\n\n\n" for number in range(9))
HEADER = "# one\n# two\n# three\n"
NOTE = "# As `src/a.py:9-10` does, `name_2` adds.\nx = 1\n"


def git(root: Path, *command: str) -> str:
    identity = {
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@b",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@b",
    }
    environment = {**os.environ, **identity, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(["git", *command], cwd=root, env=environment, check=True, capture_output=True, text=True)
    return done.stdout.strip()


def commit(root: Path) -> str:
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x")
    return git(root, "rev-parse", "HEAD")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with a note about a file."""
    tree = tmp_path / "tree"
    write(tree, "src/a.py", OLD)
    write(tree, "src/note.py", NOTE)
    git(tree, "init", "-q")
    git(tree, "remote", "add", "origin", "https://github.com/me/shop.git")
    commit(tree)
    return tree


def one(root: Path, path: str = "src/note.py") -> Checked:
    opened = indexed(root, root.parent / "home")
    (found,) = check_file(opened, path)
    opened.close()
    return found


def test_a_fresh_checkout_knows_what_moved_since_it_was_cited(root: Path) -> None:
    assert one(root).rule == "fine"
    write(root, "src/a.py", HEADER + OLD)
    commit(root)
    found = one(root)
    assert (found.rule, found.moved_to) == ("moved", ("src/a.py", 12, 13))


def test_what_is_cited_anew_is_compared_with_what_it_cites(root: Path) -> None:
    write(root, "src/a.py", HEADER + OLD)
    commit(root)
    write(root, "src/note.py", NOTE.replace("9-10", "12-13"))
    assert one(root).rule == "fine"
    commit(root)
    assert one(root).rule == "fine"


def test_a_file_that_was_removed_before_the_index_was_built_is_deleted(root: Path) -> None:
    (root / "src/a.py").rename(root / "src/b.py")
    commit(root)
    found = one(root)
    assert (found.rule, found.moved_to) == ("moved", ("src/b.py", 9, 10))
    write(root, "src/b.py", "y = 2\n")
    assert one(root).rule == "deleted"


@pytest.mark.parametrize(
    ("lines", "rule", "why"),
    [
        ("L9-L10", "fine", "name_2"),
        ("L900", "unresolved", "at commit"),
        ("L5-L6", "not-shown", "name_2"),
    ],
)
def test_a_permanent_link_is_checked_in_its_commit(lines: str, rule: str, why: str, root: Path) -> None:
    written = git(root, "rev-parse", "HEAD")
    write(root, "src/a.py", "y = 2\n")
    commit(root)
    opened = indexed(root, root.parent / "home")
    link = f"https://github.com/me/shop/blob/{written}/src"
    (found,) = [item for item in check_text(opened, f"It is `name_2` ([a]({link}/a.py#{lines})).") if item.path]
    (gone,) = check_text(opened, f"See {link}/gone.py#L1.")
    opened.close()
    assert (found.rule, found.moved_to) == (rule, None) and (rule == "fine" or why in found.why), found
    assert "there is no text file" in gone.why


def test_a_permanent_link_to_an_unknown_commit_says_so(root: Path) -> None:
    opened = indexed(root, root.parent / "home")
    (found,) = check_text(opened, f"See https://github.com/me/shop/blob/{'12' * 20}/src/a.py#L3.")
    opened.close()
    assert (found.rule, found.level) == ("unresolved", "warning") and "is not in this repository" in found.why


def test_a_shallow_clone_knows_that_it_knows_little(root: Path, tmp_path: Path) -> None:
    first = git(root, "rev-parse", "HEAD")
    write(root, "src/a.py", HEADER + OLD)
    commit(root)
    git(tmp_path, "clone", "-q", "--depth", "1", root.as_uri(), "shallow")
    git(tmp_path / "shallow", "remote", "set-url", "origin", "https://github.com/me/shop.git")
    opened = indexed(tmp_path / "shallow", tmp_path / "home")
    (found,) = check_text(opened, f"See https://github.com/me/shop/blob/{first}/src/a.py#L3.")
    assert found.rule == "fine" and "cloned without" in found.why
    assert [item.level for item in check_file(opened, "src/note.py")] == ["warning"]  # nothing but `not shown`
    opened.close()


def test_of_a_large_file_only_the_lines_that_cite_are_looked_up(root: Path) -> None:
    first = git(root, "rev-parse", "HEAD")
    write(root, "src/note.py", f"# one\n{NOTE}# last\n")
    second = commit(root)
    now = ["# uncommitted", "# one", *NOTE.splitlines(), "# last"]
    history = History(root)
    assert history.writers_of("src/note.py", now, {1, 2, 3}) == {2: second, 3: first}
    assert history.writers_of("src/note.py", now, set()) == {}
    assert history.writers("src/note.py", [1, len(now) - 1]) == {1: second, len(now) - 1: second}


def test_without_git_or_a_commit_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    for empty in (tmp_path / "none", tmp_path / "new"):
        empty.mkdir()
        if empty.name == "new":
            git(empty, "init", "-q")
        history = History(empty)
        assert not history.is_there and history.writers("a.py", [1]) == {} and history.lines("HEAD", "a.py") is None
        assert history.files() == () and history.changed("HEAD") == frozenset()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not History(root).is_there


@pytest.mark.parametrize("revision", ["--output=x", "-h", "", "no\0thing", "HEAD:src/a.py", "HEAD; ls", "@{u}"])
def test_odd_revisions_are_none(revision: str, root: Path) -> None:
    assert History(root).commit(revision) == ""


def test_nothing_that_a_repository_names_is_run(root: Path, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    program = write(tmp_path, "program.sh", f"#!/bin/sh\ntouch {ran}\ncat\n")
    program.chmod(0o755)
    write(root, ".gitattributes", "* filter=odd diff=odd\n")
    commit(root)
    for key in (
        *("filter.odd.clean", "filter.odd.smudge", "filter.odd.process", "diff.odd.textconv", "diff.odd.command"),
        *(
            "diff.external",
            "core.fsmonitor",
            "core.pager",
            "core.sshCommand",
            "gpg.program",
            "core.alternateRefsCommand",
        ),
    ):
        git(root, "config", key, str(program))
    git(root, "config", "log.showSignature", "true")
    hooks = write(root, ".git/hooks/post-index-change", program.read_text())
    hooks.chmod(0o755)
    write(root, "src/a.py", HEADER + OLD)
    history = History(root)
    assert history.is_there and history.writers("src/note.py", [1]) and history.lines("HEAD", "src/a.py")
    assert history.changed("HEAD") == frozenset() and history.files()
    assert one(root).rule == "moved"
    assert not ran.exists()


def test_secrets_of_old_commits_are_not_read(root: Path) -> None:
    write(root, "deploy/id_rsa", "one\ntwo\n")
    commit(root)
    assert History(root).lines("HEAD", "deploy/id_rsa") is None
