from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from citeline.errors import IndexDamagedError, IndexMissingError, SourceNotFoundError
from citeline.graph import resources as module
from citeline.graph.resources import open_resources, published_index, resources_of
from citeline.indexing.generations.location import locate
from citeline.indexing.generations.lock import writer_lock
from citeline.indexing.staleness import Staleness
from citeline.nodes.running.context import Context, resources_for, set_factory
from citeline.settings import Settings


class Part:
    def __init__(self, closed: list[str], name: str) -> None:
        self._closed, self._name = closed, name

    def close(self) -> None:
        self._closed.append(self._name)


class OpenIndex:
    """As much of an index as opening and closing takes."""

    def __init__(self, generation: str, closed: list[str]) -> None:
        self.generation = generation
        self.structure = Part(closed, f"structure {generation}")
        self.vectors = Part(closed, f"vectors {generation}")


@dataclass
class Disk:
    """A tree and its state directory, with building and opening played."""

    root: Path
    settings: Settings
    opened: list[str] = field(default_factory=list)
    builds: int = 0
    closed: list[str] = field(default_factory=list)
    damaged: bool = False
    behind: Staleness = field(default_factory=lambda: staleness(0))

    @property
    def current(self) -> Path:
        return locate(self.root.resolve(), self.settings.home).current

    def publish(self, number: int) -> str:
        generation = f"{number:06d}-abcdef"
        self.current.parent.mkdir(parents=True, exist_ok=True)
        self.current.write_text(f"{generation}\n")
        self.damaged = False
        self.behind = staleness(0)
        return generation

    def open(self, root: Path, settings: Settings) -> Any:
        if self.damaged:
            raise IndexDamagedError(self.current, what="cut")
        if not self.current.exists():
            raise IndexMissingError(root)
        generation = self.current.read_text().strip()
        self.opened.append(generation)
        return OpenIndex(generation, self.closed)

    def build(self, root: Path, settings: Settings, *, force: bool = False, progress: object = None) -> None:
        time.sleep(0.02)
        self.builds += 1
        self.publish(self.builds)


def staleness(files: int, *, refresh_s: float = 0.8) -> Staleness:
    return Staleness(added=0, changed=files, removed=0, gone=False, refresh_s=refresh_s)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    (tmp_path / "tree").mkdir()
    made = Disk(tmp_path / "tree", Settings(home=tmp_path / "home"))
    monkeypatch.setenv("CITELINE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(module, "open_index", made.open)
    monkeypatch.setattr(module, "build_index", made.build)
    monkeypatch.setattr(module, "staleness_of", lambda index: made.behind)
    set_factory(open_resources)
    yield made
    set_factory(open_resources)
    module._SLOTS.clear()


def test_a_tree_without_an_index_is_indexed_on_first_use(disk: Disk) -> None:
    assert resources_of(disk.root, disk.settings).index.generation == "000001-abcdef"
    assert disk.builds == 1


def test_a_damaged_index_is_built_again(disk: Disk) -> None:
    disk.damaged = True
    assert resources_of(disk.root, disk.settings).index.generation == "000001-abcdef"


def test_an_open_index_is_used_again(disk: Disk) -> None:
    disk.publish(4)
    first = resources_of(disk.root, disk.settings)
    assert resources_of(disk.root, disk.settings).index is first.index
    assert disk.opened == ["000004-abcdef"]
    assert disk.builds == 0


def test_a_folder_that_has_changed_is_read_again_when_that_is_quick(disk: Disk) -> None:
    disk.publish(4)
    disk.builds, disk.behind = 4, staleness(2)
    found = resources_of(disk.root, disk.settings)
    assert (found.index.generation, found.stale) == ("000005-abcdef", "")


def test_a_folder_that_has_changed_much_is_answered_from_what_there_is_and_said(disk: Disk) -> None:
    disk.publish(4)
    disk.behind = staleness(200, refresh_s=30)
    found = resources_of(disk.root, disk.settings)
    assert found.index.generation == "000004-abcdef" and "200 files differ" in found.stale
    ignored = disk.settings.model_copy(update={"stale": "ignore"})
    module._SLOTS.clear()
    assert resources_of(disk.root, ignored).stale == ""


def test_a_new_generation_is_noticed_and_the_old_one_lives_as_long_as_a_run_uses_it(disk: Disk) -> None:
    disk.publish(4)
    old = resources_of(disk.root, disk.settings)
    disk.publish(5)
    new = resources_of(disk.root, disk.settings)
    assert (old.index.generation, new.index.generation) == ("000004-abcdef", "000005-abcdef")
    assert disk.closed == []
    del old
    gc.collect()
    assert disk.closed == ["structure 000004-abcdef", "vectors 000004-abcdef"]


def test_a_run_keeps_the_generation_that_it_began_with(disk: Disk) -> None:
    context = Context(repo=str(disk.root))
    disk.publish(4)
    begun = resources_for(context)
    disk.publish(5)
    assert resources_for(context, generation="000004-abcdef") is begun
    assert resources_for(context).index.generation == "000005-abcdef"
    assert resources_for(context, generation="000001-gone00").index.generation == "000005-abcdef"


def test_runs_that_start_together_build_once(disk: Disk) -> None:
    threads = [threading.Thread(target=resources_of, args=(disk.root, disk.settings)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (disk.builds, len(disk.opened)) == (1, 1)


def test_contexts_with_other_limits_share_the_index(disk: Disk) -> None:
    disk.publish(4)
    one = open_resources(Context(repo=str(disk.root), top_k=3))
    other = open_resources(Context(repo=str(disk.root), evidence_k=2))
    assert one.index is other.index
    assert (one.settings.top_k, other.settings.top_k, other.settings.evidence_k) == (3, 10, 2)


def test_no_folder_means_the_current_one(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    disk.publish(4)
    monkeypatch.chdir(disk.root)
    assert open_resources(Context()).index is resources_of(disk.root, disk.settings).index


def test_a_folder_that_is_not_there_is_an_error(disk: Disk) -> None:
    with pytest.raises(SourceNotFoundError):
        open_resources(Context(repo=str(disk.root / "no such folder")))


def test_run_waits_for_a_process_that_is_building_the_first_index(disk: Disk) -> None:
    location = locate(disk.root.resolve(), disk.settings.home)
    with ThreadPoolExecutor(1) as thread:
        with writer_lock(location, "another process"):
            run = thread.submit(resources_of, disk.root, disk.settings)
            time.sleep(0.3)
            assert not run.done()
            generation = disk.publish(1)
        assert run.result(timeout=10).index.generation == generation
    assert disk.builds == 0


def test_who_looks_at_an_index_as_it_is_waits_for_nobody_who_writes(disk: Disk) -> None:
    with pytest.raises(IndexMissingError):
        published_index(disk.root, disk.settings)
    assert disk.builds == 0
    generation = disk.publish(4)
    ignored = disk.settings.model_copy(update={"stale": "ignore"})
    (slot, _, _) = module._slot_of(disk.root, disk.settings)
    with slot.building, writer_lock(locate(disk.root.resolve(), disk.settings.home), "another process"):
        assert published_index(disk.root, disk.settings).generation == generation
        assert resources_of(disk.root, ignored).index.generation == generation
