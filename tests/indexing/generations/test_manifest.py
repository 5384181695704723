import json
import threading
from pathlib import Path

import pytest

from citeline.errors import IndexDamagedError, IndexTooNewError
from citeline.indexing.generations import manifest as module
from citeline.indexing.generations.manifest import (
    FORMAT,
    FileEntry,
    Manifest,
    Shape,
    check_digests,
    check_sizes,
    file_names,
    list_files,
    read_documents,
    read_manifest,
    write_manifest,
)
from citeline.indexing.stores import sparse_files


@pytest.fixture
def generation(tmp_path: Path) -> Path:
    (tmp_path / "vectors").mkdir()
    (tmp_path / "vectors" / "edge_config.json").write_text('{"vectors": {"d": {"size": 4}}, "wal_enabled": false}')
    (tmp_path / "vectors" / ".atomicwriteX").write_text("left over")
    (tmp_path / "structure.db").write_bytes(b"rows")
    return tmp_path


def manifest_of(generation: Path, **fields: object) -> Manifest:
    plain = {
        "generation": generation.name,
        "created": "2025-01-01T00:00:00+00:00",
        "root": "/src/caf\udce9",
        "shape": Shape("bundled", "edge", 1_000_000),
        "model": "m",
        "dimension": 4,
        "averages": {"body": 31.25},
        "counts": {"documents": 1},
        "files": list_files(generation, file_names(generation)),
        "documents": read_documents(generation, file_names(generation)),
    }
    return Manifest(**{**plain, **fields})  # type: ignore[arg-type]


def test_manifest_reads_as_written(generation: Path) -> None:
    written = manifest_of(generation)
    write_manifest(generation, written)
    assert read_manifest(generation) == written


def test_manifest_lists_neither_itself_nor_what_the_engine_rewrites(generation: Path) -> None:
    write_manifest(generation, manifest_of(generation))
    assert set(list_files(generation, file_names(generation))) == {"structure.db"}


def test_any_flipped_byte_of_the_manifest_is_found_or_harmless(generation: Path) -> None:
    written = manifest_of(generation)
    write_manifest(generation, written)
    path = generation / "manifest.json"
    good = path.read_bytes()
    for place in range(0, len(good), 3):
        path.write_bytes(good[:place] + bytes([good[place] ^ 0x01]) + good[place + 1 :])
        try:
            assert read_manifest(generation) == written
        except IndexDamagedError:
            continue


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"null", b"{", b"\xff", b'{"seal": 1}', b"[" * 100_000])
def test_manifest_that_makes_no_sense_is_damage(content: bytes, generation: Path) -> None:
    (generation / "manifest.json").write_bytes(content)
    with pytest.raises(IndexDamagedError):
        read_manifest(generation)


def test_newer_format_is_told_from_damage(generation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_manifest(generation, manifest_of(generation, format=FORMAT + 1))
    body = json.loads((generation / "manifest.json").read_text())
    with pytest.raises(IndexTooNewError):
        read_manifest(generation)
    body["something new"] = 1
    del body["seal"], body["model"]
    (generation / "manifest.json").write_text(json.dumps({**body, "seal": module._seal(body)}))
    with pytest.raises(IndexTooNewError):
        read_manifest(generation)


@pytest.mark.parametrize(
    "config",
    ['{"vectors": {"d": {"size": 5}}, "wal_enabled": false}', '{"wal_enabled": false}', "{", "[]", ""],
)
def test_changed_engine_configuration_is_damage(config: str, generation: Path) -> None:
    manifest = manifest_of(generation)
    (generation / "vectors" / "edge_config.json").write_text(config)
    with pytest.raises(IndexDamagedError):
        check_sizes(generation, manifest)


def test_engine_configuration_may_say_more_than_when_it_was_written(generation: Path) -> None:
    manifest = manifest_of(generation)
    longer = '{"vectors": {"d": {"size": 4, "on_disk": null}}, "wal_enabled": false, "new": 1}'
    (generation / "vectors" / "edge_config.json").write_text(longer)
    check_sizes(generation, manifest)


def test_sizes_are_in_the_message(generation: Path) -> None:
    manifest = manifest_of(generation, files={"structure.db": FileEntry(5, "")})
    with pytest.raises(IndexDamagedError, match=r"structure\.db has 4 bytes instead of 5"):
        check_sizes(generation, manifest)


def test_a_damaged_generation_leaves_no_thread_that_reads_on(generation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader beside a busy writer finds one often. Threads whose work was given up half done ended whenever the
    collector came by, in whichever thread that was: by one of themselves, which is an error.
    """
    monkeypatch.setattr(sparse_files, "_ALONE_S", 0.0)
    for number in range(40):
        (generation / f"{number}.bin").write_bytes(b"x" * 100_000)
    manifest = manifest_of(generation)
    (generation / "3.bin").write_bytes(b"y" * 100_000)
    before = threading.active_count()
    with pytest.raises(IndexDamagedError, match=r"3.bin") as caught:
        check_digests(generation, manifest)
    assert threading.active_count() == before, caught  # whoever reports the error holds what it was raised in
    (generation / "3.bin").unlink()
    with pytest.raises(IndexDamagedError, match="No such file"):
        check_digests(generation, manifest)
    assert threading.active_count() == before
