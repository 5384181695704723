"""What is said of chunks, told of their files: the best of them, or the sum of some."""

from __future__ import annotations

from typing import Final

import numpy as np

from .columns import Ids, Values

_THREE: Final = 3


class PerFile:
    """The files of some chunks; `documents` are those that the rows of a column belong to."""

    def __init__(self, documents: Ids) -> None:
        self.files, self._row = np.unique(documents, return_inverse=True)
        """The files, ascending."""

    def best(self, column: Values) -> Values:
        """The highest value of each file's chunks."""
        best = np.zeros(len(self.files))
        np.maximum.at(best, self._row, column)
        return best

    def sums(self, column: Values, chosen: Ids) -> Values:
        """The sum of each file's values, of the chosen chunks alone."""
        return np.bincount(self._row[chosen], column[chosen], len(self.files)).astype(np.float64, copy=False)

    def three_best(self, column: Values) -> Values:
        """The sum of each file's three highest values, none of which may be negative."""
        ordered = np.flatnonzero(column)
        ordered = ordered[np.lexsort((-column[ordered], self._row[ordered]))]
        rows = self._row[ordered]
        place = np.arange(len(rows)) - rows.searchsorted(rows)
        return self.sums(column, ordered[place < _THREE])

    def some(self, values: Values) -> dict[int, float]:
        """The values of the files by document, without those that are nought."""
        rows = np.flatnonzero(values)
        return dict(zip(self.files[rows].tolist(), values[rows].tolist(), strict=True))

    def seeds(self, column: Values, limit: int) -> dict[int, float]:
        """The files with the highest values and these; of equal ones those with the lower numbers."""
        best = self.best(column)
        first = (-best).argsort(kind="stable")[:limit]
        first = first[best[first] > 0]
        return dict(zip(self.files[first].tolist(), best[first].tolist(), strict=True))
