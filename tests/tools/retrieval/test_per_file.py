"""Columns of chunks told of their files, against the same in plain words."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.retrieval.signals import PerFile

CHUNKS = st.lists(st.tuples(st.integers(1, 6), st.sampled_from([0.0, 0.25, 0.5, 1.0, 3.0])), max_size=30)


@given(CHUNKS)
def test_a_file_has_the_best_and_the_three_best_of_its_chunks(chunks: list[tuple[int, float]]) -> None:
    documents = np.array([document for document, _ in chunks], np.int64)
    column = np.array([value for _, value in chunks], np.float64)
    files = PerFile(documents)
    values = {
        document: sorted((v for d, v in chunks if d == document), reverse=True) for document in documents.tolist()
    }
    assert files.files.tolist() == sorted(values)
    assert files.best(column).tolist() == [values[document][0] for document in sorted(values)]
    assert files.three_best(column).tolist() == [sum(values[document][:3]) for document in sorted(values)]


def test_only_the_chosen_chunks_are_summed() -> None:
    files = PerFile(np.array([4, 2, 4, 9]))
    sums = files.sums(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0, 1, 2]))
    assert dict(zip(files.files.tolist(), sums.tolist(), strict=True)) == {2: 2.0, 4: 4.0, 9: 0.0}


def test_seeds_are_the_best_files_of_equal_ones_the_first_and_none_without_a_score() -> None:
    files = PerFile(np.array([7, 3, 5, 3, 8]))
    seeds = files.seeds(np.array([0.5, 0.5, 0.0, 0.25, 1.0]), 3)
    assert list(seeds.items()) == [(8, 1.0), (3, 0.5), (7, 0.5)]
    assert list(files.seeds(np.array([0.5, 0.0, 0.0, 0.0, 0.0]), 3)) == [pytest.approx(7)]
