"""An index that is watched is that of the tree as it is, whatever happened to the tree meanwhile."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from citeline.errors import BuildFailedError, CitelineError, SourceNotFoundError, UnsafeRootError, WatchError
from citeline.indexing import watching
from citeline.indexing.builds.messages import BuildReport, BuildRequest
from citeline.indexing.builds.writer import Builder, build_index
from citeline.indexing.changes import call_for_merge
from citeline.indexing.generations.generation import candidates, verify_generation
from citeline.indexing.generations.lock import writer_lock
from citeline.indexing.generations.manifest import read_manifest
from citeline.indexing.watching import watch_index
from citeline.protocols import ProgressListener

from .builds.test_building import content_of
from .small_index import build_small, current_generation, location_of, open_small, settings_for, write_tree

pytestmark = pytest.mark.timeout(120)

MERGES = 6
"""That are ended before they are through."""

Outcomes = Generator[BuildReport | CitelineError, None, None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(tmp_path / "tree", files=30)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def outcomes(root: Path, home: Path) -> Iterator[Outcomes]:
    """Of a watched tree that is indexed."""
    with closing(watch_index(root, settings_for(home))) as found:
        first = next(found)
        assert isinstance(first, BuildReport) and first.outcome == "built"
        yield found


def caught_up(outcomes: Outcomes, root: Path, home: Path, fresh: Path) -> None:
    """Go on until the index is what one built now is; the test's timeout ends what never gets there."""
    build_small(root, fresh)
    with closing(open_small(root, fresh)) as wanted:
        content = content_of(wanted)
    while True:
        next(outcomes)
        with closing(open_small(root, home)) as index:
            if content_of(index) == content:
                return


def test_a_saved_file_is_searched(outcomes: Outcomes, root: Path, home: Path) -> None:
    (root / "part_3.py").write_text("VERSION = 0\n\ndef quartz():\n    return 1\n")
    report = next(outcomes)
    assert isinstance(report, BuildReport)
    assert (report.outcome, report.added, report.changed, report.removed) == ("updated", 0, 1, 0)
    with closing(open_small(root, home)) as index:
        assert index.structure.nodes_named(["quartz"])


def test_a_file_that_is_being_written_is_read_again_when_it_is_whole(
    outcomes: Outcomes, root: Path, home: Path, tmp_path: Path
) -> None:
    with (root / "long.py").open("w") as file:
        file.write("VERSION = 0\n\ndef first(")
        file.flush()
        next(outcomes)
        file.write("):\n    return 1\n\ndef second():\n    return first()\n")
    caught_up(outcomes, root, home, tmp_path / "fresh")


def test_another_branch_and_back_are_followed(root: Path, home: Path, tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
        subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)

    git("init", "-b", "main")
    git("add", ".")
    git("commit", "-m", "one")
    git("checkout", "-b", "other")
    (root / "part_1.py").write_text("VERSION = 0\n\ndef other():\n    return 1\n")
    (root / "part_2.py").unlink()
    (root / "package").mkdir()
    (root / "package" / "part_31.py").write_text("VERSION = 0\n\ndef further():\n    return 31\n")
    git("add", ".")
    git("commit", "-m", "two")
    git("checkout", "main")
    with closing(watch_index(root, settings_for(home))) as outcomes:
        next(outcomes)
        for branch in ("other", "main"):
            git("checkout", branch)
            caught_up(outcomes, root, home, tmp_path / branch)


def test_a_folder_that_is_gone_is_said_once_and_followed_when_it_is_back(
    outcomes: Outcomes, root: Path, home: Path, tmp_path: Path
) -> None:
    (root / "deep").mkdir()
    (root / "deep" / "part.py").write_text("VERSION = 0\n")
    caught_up(outcomes, root, home, tmp_path / "with")
    shutil.rmtree(root / "deep")
    caught_up(outcomes, root, home, tmp_path / "without")
    root.rename(tmp_path / "elsewhere")
    while not isinstance(found := next(outcomes), SourceNotFoundError):
        pass
    shutil.copytree(tmp_path / "elsewhere", root)
    assert isinstance(found, SourceNotFoundError)
    assert isinstance(next(outcomes), BuildReport)
    # The folder of that name is another one now: what changes in it is told, too.
    (root / "part_3.py").write_text("VERSION = 0\n\ndef quartz():\n    return 1\n")
    caught_up(outcomes, root, home, tmp_path / "back")


def test_a_build_waits_for_another_writer(root: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = writer_lock(location_of(root, home), "somebody else")
    held.__enter__()
    monkeypatch.setattr(watching, "wait_for_writer", lambda *_: held.__exit__(None, None, None))
    with closing(watch_index(root, settings_for(home))) as outcomes:
        report = next(outcomes)
    assert isinstance(report, BuildReport) and report.outcome == "built"


def test_what_the_index_leaves_out_starts_no_build(outcomes: Outcomes, root: Path, home: Path, tmp_path: Path) -> None:
    (root / ".gitignore").write_text("*.log\nout/\n")
    (root / "out").mkdir()
    (root / "out" / "made.py").write_text("VERSION = 0\n")
    (root / "today.log").write_text("a line\n")
    caught_up(outcomes, root, home, tmp_path / "fresh")
    watch = watching._Watch(root, home)
    watch.look_at(current_generation(root, home))
    for left_out in ("today.log", "out/made.py", "out/deep/other.py", "out", ".git/index.lock", ".git/objects/aa/bb"):
        assert not watch._matters(root / left_out), left_out
    for wanted in ("part_1.py", "new.py", "new/deep.py", ".gitignore", "outer.py", ".git/HEAD", ".git/logs/HEAD"):
        assert watch._matters(root / wanted), wanted
    inside = watching._Watch(root, root / "state")
    assert not inside._matters(root / "state" / "tree" / "current")


def test_a_folder_that_must_not_be_indexed_is_refused_before_anything_is_watched(tmp_path: Path, home: Path) -> None:
    with pytest.raises(SourceNotFoundError):
        next(watch_index(tmp_path / "nothing", settings_for(home)))
    with pytest.raises(UnsafeRootError):
        next(watch_index(Path("/"), settings_for(home)))


def test_a_system_that_watches_no_more_folders_is_said_with_what_to_do(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*folders: Path, **options: object) -> Iterator[object]:
        raise OSError("OS file watch limit reached.")
        yield

    monkeypatch.setattr(watching, "watch", refused)
    with pytest.raises(WatchError, match="limit reached") as caught:
        next(watch_index(root, settings_for(home)))
    assert "max_user_watches" in caught.value.remedy


def change_a_tenth(root: Path) -> None:
    for number in range(3):
        (root / f"part_{number}.py").write_text(f"VERSION = 0\n\ndef quartz_{number}():\n    return 1\n")


def deltas(root: Path, home: Path) -> list[str]:
    """Files of the current generation that hold what has changed since its base."""
    return [path.name for path in current_generation(root, home).iterdir() if path.name.endswith("-delta.db")]


def test_what_has_changed_gets_into_a_new_base_while_nothing_changes(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise each save copies all that has changed before, and in the end one of them waits for a whole build."""
    build_small(root, home)
    change_a_tenth(root)
    monkeypatch.setattr(watching, "_IDLE_S", 0.0)
    with closing(watch_index(root, settings_for(home))) as outcomes:
        report = next(outcomes)
        assert isinstance(report, BuildReport) and report.outcome == "updated"
        assert deltas(root, home) and call_for_merge(read_manifest(current_generation(root, home)))
        with closing(open_small(root, home)) as reader:
            before = content_of(reader)
            merged = next(outcomes)
            assert isinstance(merged, BuildReport) and merged.outcome == "built"
            assert content_of(reader) == before
    assert not deltas(root, home) and not call_for_merge(read_manifest(current_generation(root, home)))
    with closing(open_small(root, home)) as reader:
        assert content_of(reader) == before


def test_who_saves_does_not_wait_for_a_merge(root: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_small(root, home)
    change_a_tenth(root)

    class Endless(Builder):
        def __init__(self, *, gentle: bool = False, stays: bool = False) -> None:
            super().__init__()
            self.killed = Event()

        def build(self, request: BuildRequest, progress: ProgressListener | None = None) -> BuildReport:
            if not request.rebuild:
                return super().build(request, progress)
            (root / "part_9.py").write_text("VERSION = 0\n\ndef quartz_9():\n    return 1\n")
            self.killed.wait()
            raise BuildFailedError("killed")

        def kill(self) -> None:
            self.killed.set()

    monkeypatch.setattr(watching, "_IDLE_S", 0.0)
    monkeypatch.setattr(watching, "Builder", Endless)
    with closing(watch_index(root, settings_for(home))) as outcomes:
        reports = [next(outcomes), next(outcomes)]
    assert [report.changed for report in reports if isinstance(report, BuildReport)] == [3, 1]
    with closing(open_small(root, home)) as index:
        assert index.structure.nodes_named(["quartz_9"])


@pytest.mark.usefixtures("builder_process")
def test_a_merge_killed_at_any_moment_leaves_what_was_published_or_the_new_base(
    root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_IDLE_S", 0.0)
    build = partial(build_index, root, settings_for(home))
    dice = random.Random(7)
    build_small(root, home)
    started = time.monotonic()
    build(rebuild=True)
    duration = time.monotonic() - started
    for number in range(MERGES):
        change_a_tenth(root)
        (root / "part_9.py").write_text(f"VERSION = 0\n\ndef round_{number}():\n    return 1\n")
        build_small(root, home)
        with closing(open_small(root, home)) as reader:
            before = content_of(reader)
            with watching._Merge(build, is_due=True) as merge:
                merge.is_done()
                # Stratified, so that a few kills cover the whole build and its end.
                time.sleep(duration * (0.2 + 0.9 * (number + dice.random()) / MERGES))
            assert content_of(reader) == before
        verify_generation(current_generation(root, home), deep=True)
        with closing(open_small(root, home)) as index:
            assert content_of(index) == before
    build(rebuild=True)
    location = location_of(root, home)
    assert sorted(candidates(location)) == sorted(location.generations.iterdir())
