"""What every vector store must do; run on the embedded one and on the client's local mode of the server."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from citeline.indexing.stores.vectors import postings
from citeline.indexing.stores.vectors.edge import SCANNED_POINTS, EdgeStore
from citeline.indexing.stores.vectors.embedded import EmbeddedVectors
from citeline.protocols import Found, Point, SparseVector, VectorFilter, VectorStore

from .points import SPEC, chunk_point, file_point, sparse, vector

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant")

EAST, NORTH = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)
NORTHEAST = (1.0, 1.0, 0.0, 0.0)
LARGEST_ID = 2**63 - 1


@pytest.fixture(params=["embedded", "embedded of many points", "embedded in small blocks", "server"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VectorStore]:
    made: VectorStore
    match request.param:
        case "embedded":
            made = embedded(tmp_path)
        case "embedded of many points":
            made = embedded(tmp_path, points=SCANNED_POINTS)
        case "embedded in small blocks":
            monkeypatch.setattr(postings, "_BLOCK", 2)
            made = embedded(tmp_path)
        case _:
            from citeline.indexing.stores.vectors.server import ServerStore  # takes two seconds to import

            made = ServerStore(request.getfixturevalue("client"), "generation", SPEC)
    yield made
    made.close()


def embedded(folder: Path, points: int = 0) -> EmbeddedVectors:
    chunks = {name: size for name, size in SPEC.dense.items() if name != "file"}
    folders = [folder / name for name in ("vectors", "file-vectors", "terms")]
    return EmbeddedVectors.create(folders, (chunks, {"file": SPEC.dense["file"]}), SPEC.sparse, (points, points))


@pytest.fixture
def filled(store: VectorStore) -> VectorStore:
    """Three chunks and a file."""
    store.upsert(
        [
            chunk_point(1, EAST, {7: 1.0}, source="s", language="python", kind="code", path="src/a.py"),
            chunk_point(2, NORTH, {7: 2.0, 9: 1.0}, source="s", language="markdown", kind="prose", path="docs/a.md"),
            chunk_point(LARGEST_ID, NORTHEAST, {9: 3.0}, source="t", language="python", kind="code", path="src/b.py"),
            file_point(4, EAST, {7: 1.0}, source="s", language="python", path="src/a.py"),
        ]
    )
    return store


def ids(found: Found) -> list[int]:
    return [identity for identity, _ in found.pairs()]


def test_an_empty_store_finds_nothing(store: VectorStore) -> None:
    assert store.count() == 0
    assert store.search_dense("dense", vector(*EAST), limit=5).pairs() == []
    assert store.search_sparse("bm25", sparse({7: 1.0}), limit=5).pairs() == []
    store.finish()
    assert store.count() == 0


def test_dense_search_gives_cosines_best_first(filled: VectorStore) -> None:
    found = filled.search_dense("dense", vector(3.0, 0.0, 0.0, 0.0), limit=5)
    assert ids(found) == [1, LARGEST_ID, 2]
    assert found.scores.tolist() == pytest.approx([1.0, math.sqrt(0.5), 0.0], abs=1e-3)


def test_vectors_may_come_in_half_precision(store: VectorStore) -> None:
    half = np.array([300.0, 0.0, 0.0, 0.0], np.float16)  # its square is more than half precision holds
    store.upsert([Point(1, {"dense": half})])  # type: ignore[dict-item]  # what a spool may keep
    assert ids(store.search_dense("dense", vector(*EAST), limit=5)) == [1]


def test_opposite_vectors_have_cosine_minus_one(filled: VectorStore) -> None:
    ((identity, score),) = filled.search_dense("file", vector(-2.0, 0.0, 0.0, 0.0), limit=1).pairs()
    assert (identity, round(score, 3)) == (4, -1.0)


def test_sparse_search_finds_only_points_that_share_a_term(filled: VectorStore) -> None:
    assert ids(filled.search_sparse("bm25", sparse({7: 1.0}), limit=5)) == [2, 1]
    assert filled.search_sparse("bm25", sparse({1234: 1.0}), limit=5).pairs() == []


def test_sparse_scores_weigh_terms_by_their_rarity_among_points_with_the_vector(filled: VectorStore) -> None:
    # Three points have `bm25`, two of them the term; the file point does not count.
    idf = math.log((3 - 2 + 0.5) / (2 + 0.5) + 1)
    found = filled.search_sparse("bm25", sparse({7: 2.0}), limit=5)
    assert found.scores.tolist() == pytest.approx([4 * idf, 2 * idf], rel=1e-3)


def test_the_largest_term_id_is_found(store: VectorStore) -> None:
    store.upsert([chunk_point(1, EAST, {2**32 - 1: 1.0}), chunk_point(2, EAST, {0: 1.0})])
    assert ids(store.search_sparse("bm25", sparse({2**32 - 1: 1.0}), limit=5)) == [1]


def test_points_lacking_a_vector_are_not_found_under_its_name(filled: VectorStore) -> None:
    assert ids(filled.search_dense("file", vector(*NORTH), limit=5)) == [4]
    assert ids(filled.search_sparse("file_bm25", sparse({7: 1.0, 9: 1.0}), limit=5)) == [4]


def test_a_point_may_have_no_vector_at_all(store: VectorStore) -> None:
    store.upsert([Point(1), Point(2, sparse={"bm25": sparse({})}), chunk_point(3, EAST, {7: 1.0})])
    assert store.count() == 3
    assert ids(store.search_dense("dense", vector(*EAST), limit=5)) == [3]
    assert ids(store.search_sparse("bm25", sparse({7: 1.0}), limit=5)) == [3]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (VectorFilter(), [1, LARGEST_ID, 2]),
        (VectorFilter(sources=("t",)), [LARGEST_ID]),
        (VectorFilter(sources=("s", "t")), [1, LARGEST_ID, 2]),
        (VectorFilter(sources=("u",)), []),
        (VectorFilter(ids=frozenset([1, LARGEST_ID])), [1, LARGEST_ID]),
        (VectorFilter(sources=("t",), ids=frozenset([1, 2])), []),
        (VectorFilter(ids=frozenset()), []),
    ],
)
def test_a_filter_keeps_points_of_its_sources_and_ids(
    filled: VectorStore, where: VectorFilter, expected: list[int]
) -> None:
    assert ids(filled.search_dense("dense", vector(*EAST), limit=5, where=where)) == expected
    found = filled.search_sparse("bm25", sparse({7: 1.0, 9: 1.0}), limit=5, where=where)
    assert sorted(ids(found)) == sorted(expected)


def test_equal_scores_come_by_ascending_id_also_at_the_limit(store: VectorStore) -> None:
    rng = np.random.default_rng(0)
    numbers = [int(number) for number in rng.permutation(300)]
    store.upsert([chunk_point(number, EAST if number else NORTH, {7: 1.0}) for number in numbers])
    assert ids(store.search_dense("dense", vector(*EAST), limit=5)) == [1, 2, 3, 4, 5]
    assert ids(store.search_sparse("bm25", sparse({7: 1.0}), limit=5)) == [0, 1, 2, 3, 4]
    store.finish()
    assert ids(store.search_dense("header", vector(*NORTH), limit=3)) == [0, 1, 2]


def test_upsert_replaces_the_whole_point(filled: VectorStore) -> None:
    filled.upsert([Point(1, {"dense": vector(*NORTH)}, payload={"source": "u"})])
    assert filled.count() == 4
    assert ids(filled.search_dense("dense", vector(*NORTH), limit=2)) == [1, 2]
    assert 1 not in ids(filled.search_dense("header", vector(*EAST), limit=5))
    assert ids(filled.search_sparse("bm25", sparse({7: 1.0}), limit=5)) == [2]
    assert ids(filled.search_dense("dense", vector(*EAST), limit=5, where=VectorFilter(sources=("u",)))) == [1]


def test_deleted_points_are_gone_and_unknown_ids_are_ignored(filled: VectorStore) -> None:
    filled.delete([1, 999])
    filled.delete([])
    assert filled.count() == 3
    assert ids(filled.search_dense("dense", vector(*EAST), limit=5)) == [LARGEST_ID, 2]
    assert ids(filled.search_sparse("bm25", sparse({7: 1.0}), limit=5)) == [2]


def test_nothing_is_found_within_a_limit_of_zero(filled: VectorStore) -> None:
    assert filled.search_dense("dense", vector(*EAST), limit=0).pairs() == []


def test_names_of_sources_need_not_be_utf8(store: VectorStore) -> None:
    name = os.fsdecode(b"caf\xe9")
    store.upsert([chunk_point(1, EAST, {7: 1.0}, source=name), chunk_point(2, EAST, {7: 1.0}, source="cafe")])
    where = VectorFilter(sources=(name,))
    assert ids(store.search_dense("dense", vector(*EAST), limit=5, where=where)) == [1]


BAD_POINTS = {
    "NaN": Point(1, {"dense": vector(1.0, math.nan, 0.0, 0.0)}),
    "infinite": Point(1, {"dense": vector(1.0, math.inf, 0.0, 0.0)}),
    "zero": Point(1, {"dense": vector(0.0, 0.0, 0.0, 0.0)}),
    "short": Point(1, {"dense": vector(1.0)}),
    "two-dimensional": Point(1, {"dense": np.ones((1, 4), np.float32)}),
    "unknown name": Point(1, {"other": vector(*EAST)}),
    "unknown sparse name": Point(1, sparse={"dense": sparse({1: 1.0})}),
    "negative weight": Point(1, sparse={"bm25": sparse({1: -1.0})}),
    "NaN weight": Point(1, sparse={"bm25": sparse({1: math.nan, 2: 1.0})}),
    "descending terms": Point(1, sparse={"bm25": sparse({2: 1.0, 1: 1.0})}),
    "uneven": Point(1, sparse={"bm25": SparseVector(np.array([1, 2], np.uint32), np.array([1], np.float32))}),
    "negative id": Point(-1, {"dense": vector(*EAST)}),
    "too large an id": Point(2**63, {"dense": vector(*EAST)}),
}


@pytest.mark.parametrize("bad", BAD_POINTS.values(), ids=BAD_POINTS.keys())
def test_bad_points_are_refused_before_anything_is_stored(store: VectorStore, bad: Point) -> None:
    with pytest.raises(ValueError, match=str(bad.id) + "|named"):
        store.upsert([chunk_point(5, EAST, {7: 1.0}), bad])
    assert store.count() == 0


def test_bad_queries_are_refused(filled: VectorStore) -> None:
    for query in (vector(0, 0, 0, 0), vector(math.nan, 0, 0, 0), vector(1.0)):
        with pytest.raises(ValueError, match="query vector 'dense'"):
            filled.search_dense("dense", query, limit=5)
    with pytest.raises(ValueError, match="other"):
        filled.search_dense("other", vector(*EAST), limit=5)
    with pytest.raises(ValueError, match="query vector 'bm25'"):
        filled.search_sparse("bm25", sparse({1: math.nan}), limit=5)
    assert filled.search_sparse("bm25", sparse({}), limit=5).pairs() == []


def test_an_upsert_counts_no_points_and_still_replaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All points were counted for each batch, which takes the longer the more there are."""

    def count(self: EdgeStore) -> int:
        raise AssertionError("counted")

    store = embedded(tmp_path)
    monkeypatch.setattr(EdgeStore, "count", count)
    store.upsert([chunk_point(1, EAST, {7: 1.0})])
    store.upsert([chunk_point(1, EAST, {9: 1.0}), chunk_point(2, EAST, {9: 1.0})])
    assert ids(store.search_sparse("bm25", sparse({7: 1.0}), limit=5)) == []
    assert ids(store.search_sparse("bm25", sparse({9: 1.0}), limit=5)) == [1, 2]
    store.close()
