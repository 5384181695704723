"""The soak in short: what it does for minutes with 200 readers works, and it notices what it is there to notice."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from citeline.indexing.builds.writer import build_index
from citeline.indexing.generations.location import locate
from citeline.indexing.reader import open_index
from citeline.settings import Settings

from . import killing, reading
from .killing import kill
from .merging import kill_merges
from .numbered import NumberedTree, number_of, state_of, wrong_hits
from .reading import Blackboard, read_once, soak


@pytest.mark.usefixtures("builder_process")
@pytest.mark.timeout(300)
def test_readers_beside_a_writer_find_whole_states_and_none_older_than_published(tmp_path: Path) -> None:
    tally, outcomes = soak(tmp_path, readers=3, processes=1, seconds=0.0, files=12, builds=4)
    assert tally.wrong == []
    assert tally.opened >= 3 and tally.answers >= tally.opened
    assert sum(outcomes.values()) == 5


@pytest.mark.timeout(300)
def test_builders_that_are_killed_leave_the_state_before_or_after_and_nothing_else(tmp_path: Path) -> None:
    found = kill(tmp_path, kills=len(killing._STAGES), files=12)
    assert found.wrong == []
    assert found.before + found.after == len(killing._STAGES)
    assert len(found.stages) > 2


@pytest.mark.usefixtures("builder_process")
@pytest.mark.timeout(300)
def test_merges_that_are_killed_or_give_way_lose_nothing(tmp_path: Path) -> None:
    found = kill_merges(tmp_path, merges=4, files=45)
    assert found.wrong == []
    assert found.ends.total() == 4 and found.merged >= 1


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def board(tmp_path: Path) -> Blackboard:
    board = Blackboard(tmp_path / "told")
    board.folder.mkdir()
    return board


def test_a_state_that_never_was_and_one_that_is_too_old_are_wrong(
    tmp_path: Path, settings: Settings, board: Blackboard
) -> None:
    root = (tmp_path / "tree").resolve()
    tree = NumberedTree(root, 12, 1)
    build_index(root, settings, force=True)
    board.announce(0, tree.state)
    board.publish(0)
    assert read_once(root, settings, board, 2) == reading.Tally(opened=1, answers=2)
    board.announce(0, {**tree.state, "lost.py": 0})
    (told,) = read_once(root, settings, board, 1).wrong
    assert "never had together" in told
    board.announce(0, tree.state)
    board.publish(1)
    (told,) = read_once(root, settings, board, 1).wrong
    assert "1 was published before" in told
    shutil.rmtree(locate(root, settings.home).directory)
    (told,) = read_once(root, settings, board, 1).wrong
    assert "after state 1" in told


def test_each_change_is_another_state_which_an_index_holds_whole(tmp_path: Path, settings: Settings) -> None:
    root = (tmp_path / "tree").resolve()
    tree = NumberedTree(root, 5, 1)
    for number in range(1, 40):
        tree.change(number)
        assert number_of(tree.state) == number
    build_index(root, settings, force=True)
    with closing(open_index(root, settings)) as index:
        assert state_of(index) == tree.state
        assert list(wrong_hits(index, tree.state)) == []
        assert len(list(wrong_hits(index, {"elsewhere/part_1.py": 1}))) == 1
