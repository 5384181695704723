"""What NumPy does, without what it loads or counts on the side."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

Number = TypeVar("Number", bound=np.number[Any])

# NumPy reads the header with the parser of Python, and CPython 3.11 counts the depth of all threads in one number: two
# headers read at once end in "AST constructor recursion depth mismatch" (python/cpython#106905).
_ONE_AT_A_TIME: Final = threading.Lock()


def map_array(path: Path) -> np.ndarray[Any, np.dtype[Any]]:
    """The array in a `.npy` file, whose pages are read when they are needed, and shared by all who have it open.

    Raises ValueError when it is none, or holds objects, and OSError.
    """
    with _ONE_AT_A_TIME:
        array: np.ndarray[Any, np.dtype[Any]] = np.load(path, mmap_mode="r", allow_pickle=False)
    return array


def distinct(values: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Each value once, ascending; as `np.unique`, which loads masked arrays to see that these are none: .01 s."""
    found = np.sort(values)
    return found[_are_first(found)]


def counted(values: npt.NDArray[Number]) -> tuple[npt.NDArray[Number], npt.NDArray[np.int64]]:
    """Each value once, ascending, and how often it stands there."""
    found = np.sort(values)
    firsts = np.flatnonzero(_are_first(found))
    ends = np.append(firsts[1:], len(found))[: len(firsts)]
    return found[firsts], ends - firsts


def with_places(values: npt.NDArray[Number]) -> tuple[npt.NDArray[Number], npt.NDArray[np.int64]]:
    """Each value once, ascending, and for every value its place among these."""
    order = np.argsort(values)
    found, of_sorted = with_places_of_sorted(values[order])
    places = np.empty(len(values), np.int64)
    places[order] = of_sorted
    return found, places


def with_places_of_sorted(
    ascending: npt.NDArray[Number],
) -> tuple[npt.NDArray[Number], npt.NDArray[np.int64]]:
    """The same of values that ascend."""
    is_first = _are_first(ascending)
    return ascending[is_first], np.cumsum(is_first) - 1


def are_among(values: npt.NDArray[Number], others: npt.NDArray[Number]) -> npt.NDArray[np.bool_]:
    """Which of the values are among the others; as `np.isin`, which asks `np.unique`."""
    found = distinct(others)
    if not len(found):
        return np.zeros(len(values), np.bool_)
    held: npt.NDArray[np.bool_] = found[np.minimum(np.searchsorted(found, values), len(found) - 1)] == values
    return held


def _are_first(ascending: npt.NDArray[Number]) -> npt.NDArray[np.bool_]:
    """Which are the first of equal values."""
    are_first: npt.NDArray[np.bool_] = np.concatenate([[True], ascending[1:] != ascending[:-1]])[: len(ascending)]
    return are_first
