"""The first index of a working tree costs what differs from the other trees of its repository."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from citeline.indexing.builds import building, construction
from citeline.indexing.commit import other_worktrees
from citeline.indexing.generations.generation import candidates, verify_generation
from citeline.indexing.generations.location import Location
from tests.indexing.small_index import build_small, current_generation, location_of, open_small, write_tree

from .test_building import content_of


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    root = write_tree(tmp_path / "main", files=40)
    git(root, "init", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-m", "one")
    return root


@pytest.fixture
def other(main: Path) -> Path:
    """A second working tree, in which a file is changed, one is new and one is gone."""
    root = main.parent / "other"
    git(main, "worktree", "add", "-b", "topic", str(root))
    (root / "part_1.py").write_text("VERSION = 0\n\ndef quartz():\n    return 1\n")
    (root / "new.py").write_text("VERSION = 0\nfrom part_1 import quartz\nquartz()\n")
    (root / "part_2.py").unlink()
    return root


def test_a_second_tree_reads_what_differs_and_shares_the_rest(
    main: Path, other: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_small(main, home)
    read: list[str] = []
    take_in = construction._take_in

    def noting(task: Any, files: Any, *rest: Any) -> Any:
        read.extend(file.path for file in files)
        return take_in(task, files, *rest)

    monkeypatch.setattr(construction, "_take_in", noting)
    report = build_small(other, home)
    assert (report.outcome, report.added, report.changed, report.removed) == ("updated", 1, 1, 1)
    assert sorted(read) == ["new.py", "part_1.py"]
    shared = current_generation(main, home) / "structure.db"
    assert shared.samefile(current_generation(other, home) / "structure.db")
    monkeypatch.undo()
    build_small(other, tmp_path / "fresh")
    with closing(open_small(other, home)) as ours, closing(open_small(other, tmp_path / "fresh")) as fresh:
        assert content_of(ours) == content_of(fresh)
        assert ours.root == other
    assert build_small(other, home).outcome == "unchanged"


def test_each_tree_goes_on_without_the_other(main: Path, other: Path, home: Path) -> None:
    build_small(main, home)
    build_small(other, home)
    with closing(open_small(main, home)) as index:
        assert not index.structure.nodes_named(["quartz"])
    (main / "part_3.py").write_text("VERSION = 0\n# a word\n")
    assert build_small(main, home).outcome == "updated"
    for tree in (main, other):
        verify_generation(current_generation(tree, home), deep=True)
    shutil.rmtree(location_of(main, home).directory)
    with closing(open_small(other, home)) as index:
        assert index.structure.nodes_named(["quartz"])


def test_equal_sizes_and_times_make_no_file_of_two_trees_equal(main: Path, other: Path, home: Path) -> None:
    """An archive or an image of a container gives all files one time: the other tree's text would be cited for ours."""
    (other / "part_1.py").write_text((main / "part_1.py").read_text().replace("def part", "def qart"))
    for path in (*main.glob("*.py"), *other.glob("*.py")):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    build_small(main, home)
    assert build_small(other, home).outcome == "updated"
    with closing(open_small(other, home)) as index:
        assert index.structure.nodes_named(["qart_1"]) and not index.structure.nodes_named(["part_1"])


def test_a_folder_in_a_tree_finds_its_like(main: Path, home: Path) -> None:
    write_tree(main / "deep", files=20)
    git(main, "add", ".")
    git(main, "commit", "-m", "two")
    git(main, "worktree", "add", "-b", "topic", str(main.parent / "other"))
    build_small(main / "deep", home)
    assert build_small(main.parent / "other" / "deep", home).outcome == "updated"


@pytest.mark.parametrize("damage", ["cut", "collected"])
def test_what_the_other_tree_lost_costs_a_build_and_no_word(
    damage: str, main: Path, other: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_small(main, home)
    if damage == "cut":
        with (current_generation(main, home) / "structure.db").open("r+b") as file:
            file.truncate(5000)
    else:

        def collected(*_: object) -> None:
            raise FileNotFoundError

        monkeypatch.setattr(construction, "link_generation", collected)
    report = build_small(other, home)
    assert (report.outcome, report.notices) == ("built", ())


def test_an_index_of_the_other_tree_that_is_closed_to_us_keeps_nobody_from_building(
    main: Path, other: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of another user, or of a build as root: the error would name a folder that nobody asked for."""
    build_small(main, home)
    closed = location_of(main, home)

    def candidates_of(location: Location) -> list[Path]:
        if location == closed:
            raise PermissionError
        return candidates(location)

    monkeypatch.setattr(building, "candidates", candidates_of)
    assert build_small(other, home).outcome == "built"


def test_other_settings_and_trees_that_moved_far_apart_share_nothing(main: Path, other: Path, home: Path) -> None:
    build_small(main, home, secrets="keep")
    assert build_small(other, home).outcome == "built"
    shutil.rmtree(home)
    write_tree(main, 1, files=40)
    build_small(main, home)
    assert build_small(other, home).outcome == "built"


def test_a_tree_that_names_a_repository_which_does_not_know_it_is_alone(
    main: Path, other: Path, tmp_path: Path
) -> None:
    """Else the text of any indexed repository could be linked into the index of whatever names it."""
    assert other_worktrees(main) == [other] and other_worktrees(other) == [main]
    stranger = write_tree(tmp_path / "stranger")
    shutil.copy(other / ".git", stranger / ".git")
    assert other_worktrees(stranger) == []
    assert other_worktrees(tmp_path / "home") == []


def test_a_repository_that_names_a_tree_of_another_one_gets_nothing_of_it(main: Path, tmp_path: Path) -> None:
    """Else a folder `.git` in an unpacked archive could have the text of any indexed tree linked into its index."""
    stranger = write_tree(tmp_path / "stranger")
    git(stranger, "init", "-b", "main")
    pointer = stranger / ".git" / "worktrees" / "x" / "gitdir"
    pointer.parent.mkdir(parents=True)
    pointer.write_text(f"{main / '.git'}\n")
    assert other_worktrees(stranger) == []


def test_files_that_nobody_can_read_keep_no_tree_from_sharing(main: Path, home: Path) -> None:
    """A checkout gives them another time, so that they look new: pictures are a third of some repositories."""
    for number in range(30):
        (main / f"picture_{number}.png").write_bytes(b"\x89PNG\0" + bytes(64))
    git(main, "add", ".")
    git(main, "commit", "-m", "pictures")
    git(main, "worktree", "add", "-b", "topic", str(main.parent / "other"))
    for path in (main.parent / "other").iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
    build_small(main, home)
    report = build_small(main.parent / "other", home)
    assert (report.outcome, report.added, report.changed, report.skipped) == ("updated", 0, 0, 31)
