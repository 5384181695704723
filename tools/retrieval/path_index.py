"""Which documents have a word of the question in their path: looked up, not read path by path."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

import numpy as np

from ..question.analysis import Analysis
from .columns import Values
from .paths import PathTerms

MIN_PREFIX: Final = 3
"""Letters of the shorter one of two words, of which one begins the other."""
FILE_VALUE, FOLDER_VALUE = 1.0, 0.5
WHOLE_VALUE: Final = 2.0
"""What it counts that a file is called exactly so."""


class PathIndex:
    """Which documents have a term in their path; made once for an open index."""

    def __init__(self, paths: Mapping[int, PathTerms]) -> None:
        self.documents = np.fromiter(paths, np.int64, len(paths))
        rows = list(enumerate(paths.values()))
        self._files = _rows_by((term, row) for row, path in rows for term in path.stem_terms)
        self._folders = _rows_by((term, row) for row, path in rows for term in path.directory_terms)
        self._stems = _rows_by((path.stem, row) for row, path in rows)
        self._parents = _rows_by((path.parent, row) for row, path in rows)
        self._vocabulary = sorted(self._files.keys() | self._folders.keys())

    def near(self, analysis: Analysis) -> Values:
        """How much of each document's path is asked for; 0 for paths that share nothing with the question."""
        scores = np.zeros(len(self.documents))
        kin = {*self._kin(analysis.terms), *(analysis.terms.keys() & set(self._vocabulary))}
        for rows, value, wanted in (
            (self._files, FILE_VALUE, kin),
            (self._folders, FOLDER_VALUE, kin),
            (self._stems, WHOLE_VALUE, analysis.stems),
            (self._stems, FILE_VALUE, analysis.related_stems),
            (self._parents, FOLDER_VALUE, analysis.stems),
        ):
            for term in wanted & rows.keys():
                scores[rows[term]] += value
        return scores

    def _kin(self, asked: Collection[str]) -> Iterator[str]:
        """Terms of paths that a term of the question begins, or that begin one."""
        for term in asked:
            if len(term) >= MIN_PREFIX:
                first = bisect_left(self._vocabulary, term)
                for other in self._vocabulary[first:]:
                    if not other.startswith(term):
                        break
                    yield other
                yield from (term[:size] for size in range(MIN_PREFIX, len(term)))


def _rows_by(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for term, row in pairs:
        if term:
            found.setdefault(term, []).append(row)
    return found
