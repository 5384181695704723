"""Arrays that NumPy has saved are read from several threads at once: the channels of one question do."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.embedding.arrays import are_among, counted, distinct, map_array, with_places


class _Cyclic:
    """Garbage that lets another thread run when it is collected."""

    def __init__(self) -> None:
        self.itself = self

    def __del__(self) -> None:
        time.sleep(0.0002)


@pytest.fixture(params=[20, 35, 50, 70])
def eager_collector(request: pytest.FixtureRequest) -> Iterator[None]:
    """Garbage is collected at every few allocations, so that threads change places in the middle of a parse."""
    before = gc.get_threshold()
    gc.set_threshold(request.param)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("eager_collector")
def test_headers_are_read_from_threads_at_once(tmp_path: Path) -> None:
    stored = tmp_path / "rows.npy"
    np.save(stored, np.eye(3, dtype=np.float16))

    def read(_: int) -> set[float]:
        sums = set()
        for _ in range(150):
            garbage = [_Cyclic() for _ in range(3)]
            del garbage
            sums.add(float(map_array(stored).sum()))
        return sums

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(read, range(8))) == [{3.0}] * 8


def test_objects_are_refused(tmp_path: Path) -> None:
    stored = tmp_path / "rows.npy"
    np.save(stored, np.array([{"run": "me"}], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match="Python objects"):
        map_array(stored)


@given(st.lists(st.integers(0, 20)))
def test_distinct_is_unique(values: list[int]) -> None:
    for kind in (np.uint64, np.int64):
        found = distinct(np.array(values, kind))
        assert found.dtype == kind
        assert found.tolist() == np.unique(np.array(values, kind)).tolist()


@given(st.lists(st.integers(0, 20)), st.lists(st.integers(0, 20)))
def test_counts_places_and_membership_are_those_of_numpy(values: list[int], others: list[int]) -> None:
    array, among = np.array(values, np.uint32), np.array(others, np.uint32)
    ids, places, counts = np.unique(array, return_inverse=True, return_counts=True)
    for found, expected in ((counted(array), (ids, counts)), (with_places(array), (ids, places))):
        assert [one.tolist() for one in found] == [one.tolist() for one in expected]
        assert found[0].dtype == np.uint32 and found[1].dtype == np.int64
    assert are_among(array, among).tolist() == np.isin(array, among).tolist()
