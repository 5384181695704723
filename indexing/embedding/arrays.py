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
    """Each value once, ascending; as `np.unique`, which loads masked arrays to see that these are none: .02 s."""
    found = np.sort(values)
    return np.concatenate([found[:1], found[1:][found[1:] != found[:-1]]])
