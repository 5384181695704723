"""Terms of points in a file of our own: the same answers whatever its blocks, few bytes, and damage is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from citeline.errors import IndexDamagedError, StorageError
from citeline.indexing.stores.vectors import postings
from citeline.indexing.stores.vectors.postings import Postings, PostingsWriter
from citeline.protocols import SparseVector, VectorFilter

DICE = np.random.default_rng(5)
VECTORS = [
    SparseVector(
        np.sort(DICE.choice(300, 20, replace=False)).astype(np.uint32), DICE.uniform(0.1, 2.2, 20).astype(np.float32)
    )
    for _ in range(500)
]


def written(path: Path) -> Postings:
    writer = PostingsWriter(path)
    for number, vector in enumerate(VECTORS):
        writer.add(1000 - number, vector, "ab"[number % 2])
    return writer.finish()


def scores(query: SparseVector) -> dict[int, float]:
    """By the book, point by point."""
    held = [dict(zip(vector.indices.tolist(), vector.values.tolist(), strict=True)) for vector in VECTORS]
    found: dict[int, float] = {}
    for number, terms in enumerate(held):
        for term, weight in zip(query.indices.tolist(), query.values.tolist(), strict=True):
            if term in terms:
                holding = sum(term in one for one in held)
                idf = np.log1p((len(held) - holding + 0.5) / (holding + 0.5))
                found[1000 - number] = found.get(1000 - number, 0.0) + terms[term] * weight * idf
    return found


@pytest.mark.parametrize("block", [1 << 16, 500, 499, 7])
def test_scores_are_dot_products_with_terms_weighed_by_rarity(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "_BLOCK", block)
    expected = scores(VECTORS[3])
    found = written(tmp_path / "terms").search(VECTORS[3], limit=1000)
    assert dict(found.pairs()) == pytest.approx(expected, rel=1e-3)
    order = sorted(found.pairs(), key=lambda pair: (-pair[1], pair[0]))
    assert found.pairs() == order
    assert written(tmp_path / "again").search(VECTORS[3], limit=9).pairs() == order[:9]


def test_filters_leave_the_rarity_of_terms_alone(tmp_path: Path) -> None:
    terms = written(tmp_path / "terms")
    every = dict(terms.search(VECTORS[0], limit=1000).pairs())
    of_source = terms.search(VECTORS[0], limit=1000, where=VectorFilter(sources=("a",))).pairs()
    assert dict(of_source) == {point: score for point, score in every.items() if point % 2 == 0}
    of_ids = terms.search(VECTORS[0], limit=1000, where=VectorFilter(ids=frozenset([1000, 999, 5]))).pairs()
    assert dict(of_ids) == {point: every[point] for point in (1000, 999) if point in every}


def test_an_entry_takes_little_more_than_four_bytes(tmp_path: Path) -> None:
    written(tmp_path / "terms")
    entries = sum(len(vector.indices) for vector in VECTORS)
    assert (tmp_path / "terms").stat().st_size < 4.1 * entries + 8 * 300 + 10 * len(VECTORS) + 500


def test_points_that_were_removed_are_not_found(tmp_path: Path) -> None:
    writer = PostingsWriter(tmp_path / "terms")
    for number in range(4):
        writer.add(number, VECTORS[0], "")
    writer.remove([0, 2, 77])
    assert sorted(writer.so_far().search(VECTORS[0], limit=9).ids.tolist()) == [1, 3]
    assert sorted(writer.finish().search(VECTORS[0], limit=9).ids.tolist()) == [1, 3]


@pytest.mark.parametrize("keep", [0, 3, 8, 400])
def test_a_file_cut_short_is_damage(keep: int, tmp_path: Path) -> None:
    path = tmp_path / "generation" / "terms" / "bm25"
    written(path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(IndexDamagedError, match="generation"):
        Postings.open(path)


def test_a_file_that_is_missing_is_damage_and_one_that_cannot_be_made_is_not(tmp_path: Path) -> None:
    with pytest.raises(IndexDamagedError):
        Postings.open(tmp_path / "none")
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError):
        PostingsWriter(tmp_path / "file" / "terms")
