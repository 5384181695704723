"""A generation is read in full once per boot: each opening reading 1 GB costs every command 0.7 seconds."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citeline.errors import IndexDamagedError
from citeline.indexing.generations import generation, manifest
from citeline.indexing.generations.generation import candidates, collect, verify_once
from citeline.indexing.stores import sparse_files

from ..small_index import build_small, current_generation, location_of, open_small, write_tree


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def root(tmp_path: Path, home: Path) -> Path:
    folder = tmp_path / "tree"
    write_tree(folder, 0)
    build_small(folder, home)
    return folder


@pytest.fixture
def digested(monkeypatch: pytest.MonkeyPatch, root: Path) -> Iterator[list[Path]]:
    """The files that are read for their digests, after the index was built."""
    read: list[Path] = []
    digest = sparse_files.digest_file

    def counting(path: Path) -> str:
        read.append(path)
        return digest(path)

    monkeypatch.setattr(manifest, "digest_file", counting)
    yield read
    monkeypatch.undo()


def test_an_index_that_was_just_built_is_not_read_again(root: Path, home: Path, digested: list[Path]) -> None:
    for _ in range(3):
        open_small(root, home).close()
    assert build_small(root, home).outcome == "unchanged"
    # The store touches its flags whenever it opens them; what holds texts and vectors stays as it was.
    assert not any(path.name == "structure.db" or "matrix" in path.name for path in digested)


def test_after_a_restart_it_is_read_once(
    root: Path, home: Path, digested: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generation, "_boot", lambda: "another boot")
    files = manifest.read_manifest(current_generation(root, home)).files
    open_small(root, home).close()
    assert len(digested) == len(files)
    digested.clear()
    open_small(root, home).close()
    assert len(digested) < len(files) / 2
    assert current_generation(root, home) / "structure.db" not in digested


@pytest.mark.parametrize("keep_times", [False, True])
def test_a_byte_that_somebody_changes_is_found_also_under_its_old_time(
    keep_times: bool, root: Path, home: Path, digested: list[Path]
) -> None:
    open_small(root, home).close()
    path = current_generation(root, home) / "structure.db"
    before = path.stat()
    with path.open("r+b") as file:
        file.seek(5000)
        file.write(b"\xff\xfe")
    if keep_times:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(IndexDamagedError, match="was changed after"):
        open_small(root, home)


def test_a_note_that_makes_no_sense_costs_a_reading(root: Path, home: Path, digested: list[Path]) -> None:
    location = location_of(root, home)
    location.checked.write_text("{", "utf-8")
    open_small(root, home).close()
    assert current_generation(root, home) / "structure.db" in digested
    digested.clear()
    open_small(root, home).close()
    assert current_generation(root, home) / "structure.db" not in digested


def test_who_may_not_write_reads_each_time(
    root: Path, home: Path, digested: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    location, generation = location_of(root, home), current_generation(root, home)
    location.checked.unlink()

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "write_text", refused)
    count = len(verify_once(location, generation).files)
    verify_once(location, generation)
    assert len(digested) == 2 * count


def test_systems_without_a_boot_id_tell_starts_apart_by_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(generation, "_BOOT_ID", tmp_path / "missing")
    monkeypatch.setattr(time, "time", lambda: 1_000.2)
    monkeypatch.setattr(time, "monotonic", lambda: 900.1)
    before = generation._boot()
    monkeypatch.setattr(time, "time", lambda: 2_000.2)
    assert generation._boot() != before


@pytest.mark.parametrize("replaced", [False, True])
def test_what_is_changed_between_its_digest_and_the_note_is_not_noted_as_sound(
    replaced: bool, root: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note is written at the end of a build, seconds after a large file was read for its digest."""

    def tampering(*args: Any, **options: Any) -> list[Path]:
        path = current_generation(root, home) / "structure.db"
        body = bytearray(path.read_bytes())
        body[5000:5002] = b"\xff\xfe"
        if replaced:
            path.unlink()
        path.write_bytes(body)
        return collect(*args, **options)

    monkeypatch.setattr("citeline.indexing.builds.building.collect", tampering)
    assert build_small(root, home, rebuild=True).outcome == "built"
    monkeypatch.undo()
    shutil.rmtree(next(one for one in candidates(location_of(root, home)) if one != current_generation(root, home)))
    with pytest.raises(IndexDamagedError, match="was changed after"):
        open_small(root, home)


def test_the_files_of_a_base_are_not_read_again_after_a_refresh(root: Path, home: Path, digested: list[Path]) -> None:
    write_tree(root, 0, files=30)
    build_small(root, home)
    (root / "part_1.py").write_text("VERSION = 0\n# a word\n")
    assert build_small(root, home).outcome == "updated"
    digested.clear()
    open_small(root, home).close()
    assert not any(path.name == "structure.db" or "matrix" in path.name for path in digested)
