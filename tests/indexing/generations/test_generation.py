import dataclasses
import errno
from pathlib import Path

import pytest

from citeline.errors import IndexDamagedError
from citeline.indexing.generations.generation import (
    candidates,
    collect,
    current_id,
    link_generation,
    point_to,
    prepare_generation,
    publish,
    verify_generation,
)
from citeline.indexing.generations.location import Location
from citeline.indexing.generations.manifest import Manifest, Shape


@pytest.fixture
def location(tmp_path: Path) -> Location:
    return Location(tmp_path / "index")


def fill(location: Location, content: str = "rows") -> tuple[Path, Manifest]:
    """A prepared generation with two files, and the manifest that it could be published with."""
    generation = prepare_generation(location)
    (generation / "structure.db").write_text(content)
    (generation / "vectors").mkdir()
    (generation / "vectors" / "data").write_text(content * 2)
    (generation / "vectors" / "edge_config.json").write_text('{"a": 1}')
    shape = Shape("bundled", "edge", 1000)
    return generation, Manifest(generation.name, "2025-01-01T00:00:00+00:00", "/src", shape, "model", 4)


def published(location: Location, content: str = "rows") -> Path:
    generation, manifest = fill(location, content)
    publish(location, generation, manifest)
    return generation


def test_nothing_is_published_at_first(location: Location) -> None:
    assert candidates(location) == []
    assert current_id(location) == ""


def test_published_generation_is_current_and_whole(location: Location) -> None:
    generation = published(location)
    assert current_id(location) == generation.name
    assert candidates(location) == [generation]
    assert set(verify_generation(generation, deep=True).files) == {"structure.db", "vectors/data"}


def test_candidates_are_the_current_one_and_then_new_to_old(location: Location) -> None:
    first, second, third = published(location), published(location), published(location)
    assert candidates(location) == [third, second, first]
    location.current.write_text(first.name)
    assert candidates(location) == [first, third, second]


@pytest.mark.parametrize("content", [b"", b"000009-aaaaaa", b"../../etc", b"\xff\xfe", b"x" * 10_000])
def test_pointer_that_makes_no_sense_leaves_the_newest_generation(content: bytes, location: Location) -> None:
    first, second = published(location), published(location)
    location.current.write_bytes(content)
    assert candidates(location) == [second, first]


def test_unfinished_generation_is_no_candidate(location: Location) -> None:
    good = published(location)
    fill(location)
    assert candidates(location) == [good]


def test_collect_keeps_the_newest_and_removes_what_is_unfinished_or_damaged(location: Location) -> None:
    old, damaged, previous, current = (published(location) for _ in range(4))
    half, _ = fill(location)
    removed = collect(location, keep=2, damaged=[damaged])
    assert removed == [old, damaged, half]
    assert candidates(location) == [current, previous]
    assert not old.exists()


def test_collect_keeps_what_was_current_before_an_older_one_became_it_again(location: Location) -> None:
    """The newest one was kept in its place, and who switched between two branches had neither."""
    old, before, newest = (published(location) for _ in range(3))
    point_to(location, old)
    assert collect(location, keep=2, before=before.name) == [newest]


def test_numbers_go_on_rising(location: Location) -> None:
    first = published(location)
    second = published(location)
    collect(location, keep=1)
    third = prepare_generation(location)
    assert first.name[:6] < second.name[:6] < third.name[:6]


@pytest.mark.parametrize("name", ["structure.db", "vectors/data", "vectors/edge_config.json", "manifest.json"])
@pytest.mark.parametrize("damage", ["truncated", "flipped", "deleted"])
def test_damage_to_any_file_is_found(damage: str, name: str, location: Location) -> None:
    generation = published(location)
    path = generation / name
    content = path.read_bytes()
    if damage == "truncated":
        path.write_bytes(content[:-1])
    elif damage == "flipped":
        path.write_bytes(bytes([content[0] ^ 0x20]) + content[1:])
    else:
        path.unlink()
    with pytest.raises(IndexDamagedError, match=generation.name):
        verify_generation(generation, deep=True)
    if damage != "flipped":
        with pytest.raises(IndexDamagedError, match=generation.name):
            verify_generation(generation)


def test_manifest_of_another_generation_is_damage(location: Location) -> None:
    first, second = published(location), published(location, "other")
    (second / "manifest.json").write_bytes((first / "manifest.json").read_bytes())
    with pytest.raises(IndexDamagedError, match=f"that of '{first.name}'"):
        verify_generation(second)


def test_a_generation_shares_the_files_of_another_until_it_replaces_some(location: Location) -> None:
    source = published(location)
    for name in ("structure-delta.db", "structure-delta.db.pages-001"):
        (source / name).write_text("differences")
    manifest = publish(location, source, verify_generation(source))
    target = prepare_generation(location)
    linked = link_generation(source, manifest, target)
    assert set(linked) == set(manifest.files)
    assert all((target / name).samefile(source / name) for name in linked)
    (target / "structure-delta.tmp").write_text("changed")
    (target / "structure-delta.tmp").replace(target / "structure-delta.db")
    (target / "structure-delta.db.pages-001").unlink()
    (target / "vectors" / "edge_config.json").write_text('{"a": 1, "b": 2}')
    again = publish(location, target, dataclasses.replace(manifest, generation=target.name), linked)
    assert set(again.files) == set(manifest.files) - {"structure-delta.db.pages-001"}
    assert again.files["structure-delta.db"] != manifest.files["structure-delta.db"]
    verify_generation(source, deep=True)
    verify_generation(target, deep=True)


def test_nothing_is_removed_of_a_generation_whose_manifest_cannot_be(
    location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers take what has a manifest for whole; where open files cannot be removed, a later call does it."""
    source, _ = published(location), published(location)

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, "it is open")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        collect(location, keep=1)
    verify_generation(source, deep=True)
    assert collect(location, keep=1) == [source]
    assert not source.exists()


def test_the_base_outlives_the_generation_that_made_it(location: Location) -> None:
    source = published(location)
    manifest = verify_generation(source)
    target = prepare_generation(location)
    linked = link_generation(source, manifest, target)
    publish(location, target, dataclasses.replace(manifest, generation=target.name), linked)
    assert collect(location, keep=1) == [source]
    verify_generation(target, deep=True)


def test_where_files_have_one_name_the_base_is_copied(location: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    source = published(location)
    manifest = verify_generation(source)
    target = prepare_generation(location)
    linked = link_generation(source, manifest, target)
    publish(location, target, dataclasses.replace(manifest, generation=target.name), linked)
    verify_generation(target, deep=True)
    assert not (target / "structure.db").samefile(source / "structure.db")


def test_what_was_changed_after_it_was_written_is_not_copied(
    location: Location, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: Path, target: Path) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    source = published(location)
    (source / "points-delta.db").write_text("differences")
    manifest = publish(location, source, verify_generation(source))
    (source / "points-delta.db").write_text("differencez")
    with pytest.raises(IndexDamagedError, match=r"points-delta\.db was changed"):
        link_generation(source, manifest, prepare_generation(location))
