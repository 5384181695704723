from __future__ import annotations

import json
import os
import shutil
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from citeline.errors import IndexDamagedError, StorageError
from citeline.indexing.stores.sparse_files import copy_file
from citeline.indexing.stores.vectors.edge import FEW_POINTS, SCANNED_POINTS, SPEC_FILE, EdgeStore
from citeline.protocols import Point, VectorFilter

from .points import SPEC, chunk_point, file_point, vector

EAST, NORTH = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)


@pytest.fixture
def published(tmp_path: Path) -> Path:
    """A finished store with chunks 1 and 2 and file 3."""
    path = tmp_path / "generation" / "vectors"
    store = EdgeStore.create(path, SPEC.dense)
    store.upsert([chunk_point(1, EAST, {7: 1.0}), chunk_point(2, NORTH, {9: 1.0}), file_point(3, EAST, {7: 1.0})])
    store.finish()
    store.close()
    return path


def copy_tree(source: Path, target: Path) -> Path:
    """A copy whose holes stay holes: 140 MB of nothing would be written otherwise."""
    return shutil.copytree(source, target, copy_function=lambda file, to: copy_file(Path(file), Path(to)))


def nearest(store: EdgeStore) -> list[int]:
    return [identity for identity, _ in store.search_dense("dense", vector(*EAST), limit=5).pairs()]


@pytest.mark.parametrize("points", [FEW_POINTS - 1, FEW_POINTS])
def test_a_store_may_hold_another_number_of_points_than_was_expected(tmp_path: Path, points: int) -> None:
    path = tmp_path / "vectors"
    with closing(EdgeStore.create(path, SPEC.dense, points=points)) as store:
        store.upsert([chunk_point(1, EAST, {7: 1.0})])
        store.finish()
    assert json.loads((path / SPEC_FILE).read_text("utf-8"))["few"] is (points < FEW_POINTS)
    with closing(EdgeStore.open(path)) as store:
        assert nearest(store) == [1]


def test_an_opening_copies_no_payload_into_memory(tmp_path: Path) -> None:
    """The engine reads an index of payload that is in memory value by value: twice the time of the rest together."""
    path = tmp_path / "vectors"
    with closing(EdgeStore.create(path, SPEC.dense, points=SCANNED_POINTS)) as store:
        store.upsert([chunk_point(1, EAST, {7: 1.0}, source="s")])
        store.finish()
    configs = [json.loads(path.read_text("utf-8")) for path in path.rglob("payload_index/config.json")]
    assert {field for config in configs for field in config["indexed_fields"]} == {"source"}
    assert all(config["indexed_fields"]["source"]["memory"] == "cold" for config in configs)


def test_few_points_have_no_index_of_payload(published: Path) -> None:
    configs = [json.loads(path.read_text("utf-8")) for path in published.rglob("payload_index/config.json")]
    assert not any(config["indexed_fields"] for config in configs)


def test_a_closed_store_can_be_opened_again_by_several_at_once(published: Path) -> None:
    first, second = EdgeStore.open(published), EdgeStore.open(published)
    assert nearest(first) == nearest(second) == [1, 2]
    assert first.count() == 3
    first.close()
    assert nearest(second) == [1, 2]
    second.close()


def test_a_directory_that_cannot_be_written_is_copied_and_the_copy_removed(
    published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not by chmod: the superuser, as whom containers run tests, may write everywhere.
    monkeypatch.setattr(os, "access", lambda place, mode: False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    before = {place: place.stat().st_mtime_ns for place in published.rglob("*")}
    store = EdgeStore.open(published)
    assert nearest(store) == [1, 2]
    assert {place: place.stat().st_mtime_ns for place in published.rglob("*")} == before
    assert list((tmp_path / "temporary").iterdir())
    store.close()
    store.close()
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_closed_store_says_so(published: Path) -> None:
    store = EdgeStore.open(published)
    store.close()
    with pytest.raises(ValueError, match="closed"):
        store.count()


def test_a_store_without_its_files_is_damaged(published: Path, tmp_path: Path) -> None:
    with pytest.raises(IndexDamagedError, match="generation"):
        EdgeStore.open(published.parent / "none")
    (published / SPEC_FILE).write_text("{}")
    with pytest.raises(IndexDamagedError, match=SPEC_FILE):
        EdgeStore.open(published)


def test_damage_in_any_file_gives_an_answer_or_a_citeline_error(tmp_path: Path) -> None:
    published = tmp_path / "published"
    store = EdgeStore.create(published, {"dense": 4})
    store.upsert([Point(1, {"dense": vector(*EAST)})])
    store.finish()
    store.close()
    raised = 0
    for number, place in enumerate(sorted(place for place in published.rglob("*") if place.is_file())):
        broken = copy_tree(published, tmp_path / f"broken-{number}")
        # Emptied or garbled, in turns: both for each file would take six seconds.
        (broken / place.relative_to(published)).write_bytes(b"" if number % 2 else b"\xff" * 100)
        try:
            store = EdgeStore.open(broken)
            nearest(store)
            store.close()
        except (IndexDamagedError, StorageError):
            raised += 1
    assert raised > 5


def test_a_panic_of_the_engine_becomes_damage(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        """Like the engine's: not an Exception."""

    class PanickingShard:
        def count(self, request: object) -> int:
            raise PanicException("called `Option::unwrap()` on a `None` value")

        def close(self) -> None:
            pass

    store = EdgeStore.open(published)
    monkeypatch.setattr(store, "_shard", PanickingShard())
    with pytest.raises(IndexDamagedError, match="unwrap"):
        store.count()


def test_a_full_disk_is_not_damage(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class FullShard:
        def flush(self) -> None:
            raise Exception("Service internal error: No space left on device (os error 28)")

        def optimize(self) -> bool:
            return False

    store = EdgeStore.open(published)
    monkeypatch.setattr(store, "_shard", FullShard())
    with pytest.raises(StorageError, match="No space left"):
        store.finish()


def test_file_points_among_chunk_points_keep_recall(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    chunks = rng.standard_normal((3000, 256)).astype(np.float32)
    files = rng.standard_normal((300, 256)).astype(np.float32)
    spec = {"dense": 256, "header": 256, "file": 256}
    store = EdgeStore.create(tmp_path / "vectors", spec)
    store.upsert(
        [
            *(Point(i, {"dense": row, "header": row}) for i, row in enumerate(chunks)),
            *(Point(10**6 + i, {"file": row}) for i, row in enumerate(files)),
        ]
    )
    fresh = answers(store, chunks, files)
    store.finish()
    store.close()
    store = EdgeStore.open(tmp_path / "vectors")
    assert store.count() == 3300
    assert answers(store, chunks, files) == fresh
    units = chunks / np.linalg.norm(chunks, axis=1, keepdims=True)
    cosines = units @ units[7]
    found = dict(store.search_dense("dense", chunks[7], limit=3000).pairs())
    assert max(abs(found[number] - cosine) for number, cosine in enumerate(cosines.tolist())) < 0.002
    assert len(set(list(found)[:10]) & set(np.argsort(-cosines)[:10].tolist())) >= 9
    assert len(store.search_dense("file", files[7], limit=400).ids) == 300
    store.close()


def answers(store: EdgeStore, chunks: np.ndarray, files: np.ndarray) -> list[list[tuple[int, float]]]:
    return [
        store.search_dense("header", chunks[11], limit=20).pairs(),
        store.search_dense("file", files[11], limit=20).pairs(),
    ]


def test_points_without_a_source_take_the_room_of_their_vectors(tmp_path: Path) -> None:
    """Eight bits a number, and no payload: an empty one took 128 bytes of each point, half precision twice the room."""
    rows = np.random.default_rng(0).standard_normal((2000, 256)).astype(np.float32)
    path = tmp_path / "vectors"
    with closing(EdgeStore.create(path, {"dense": 256}, points=len(rows))) as store:
        store.upsert([Point(number, {"dense": row}) for number, row in enumerate(rows)])
        store.finish()
    taken = sum(file.stat().st_blocks * 512 for file in path.rglob("*") if file.is_file() and "flags" not in file.name)
    assert taken < len(rows) * (256 + 60) + 200_000
    with closing(EdgeStore.open(path)) as store:
        nearest = store.search_dense("dense", rows[0], limit=1).ids.tolist()
        of_none = store.search_dense("dense", rows[0], limit=1, where=VectorFilter(sources=("",))).ids.tolist()
        of_another = store.search_dense("dense", rows[0], limit=1, where=VectorFilter(sources=("x",))).ids.tolist()
        assert (nearest, of_none, of_another) == ([0], [0], [])
