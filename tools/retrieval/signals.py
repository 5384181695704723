"""What the columns of the channels say together, chunk by chunk and file by file, on scales that can be added.

Nothing is searched here: a channel that is left out, or whose hits a person has changed, is missing from every number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.indexing.embedding.arrays import distinct
from citeline.text import term_id

from ..question.analysis import Analysis
from .columns import NOTHING, Column, Columns, Ids, Signal, Values
from .corpus import Corpus
from .definitions import KINDS
from .fusion import RRF_K

Flags: TypeAlias = npt.NDArray[np.bool_]

# Chunk score = .5 lexical + .5 dense + definition matches (docs/ranking.md, "Where the ranking began").
LEXICAL_WEIGHT = 0.5
DENSE_WEIGHT = 0.5
_THREE: Final = 3


@dataclass(frozen=True, slots=True)
class Signals:
    """Everything the ranker reads. What is said of chunks runs along `chunks`; zero where nothing is said."""

    found: Mapping[str, Columns]
    """By channel what all this is made from."""
    chunks: Ids
    """Every chunk that a channel has found; ascending."""
    documents: Ids
    """Of each chunk."""
    lexical: Values
    """BM25F as a share of the best."""
    lexical_rank: Values
    """1 for the best."""
    dense: Values
    """Cosine above the median."""
    dense_rank: Values
    """1 for the best; chunks below the median have a rank too."""
    header: Values
    """How near its title is."""
    definitions: Values
    """What the definitions in it that the question names add to its score."""
    others: Values
    """What retrievers of somebody else say of it."""
    score: Values
    order: Ids
    """Rows by falling score; of equal ones those of the lower chunks first."""
    kinds: Mapping[str, Values]
    """Of a definition match: exact identifier, glued words, plain word; each in [0, 1]."""
    file_lexical: Mapping[int, float]
    """Document to file-level BM25F as a share of the best."""
    file_dense: Mapping[int, float]
    file_kinds: Mapping[str, Mapping[int, float]]
    """The best definition match of each file, by kind."""
    named_files: frozenset[int]
    """Documents whose path has words of the question."""

    @property
    def is_scored(self) -> Flags:
        """Whether any channel speaks for the chunk: a rank alone does not."""
        told = (self.lexical, self.dense, self.header, self.definitions, self.others)
        is_told: Flags = np.asarray(sum(told)) > 0
        return is_told

    def channels_of(self, chunk: int) -> dict[str, int]:
        """The channels that have found a chunk, with its place in each."""
        places = {name: columns.place_of(chunk) for name, columns in self.found.items()}
        return {name: place for name, place in places.items() if place}

    def row_of(self, chunk: int) -> int | None:
        """The row of a chunk; None for one that no channel has brought."""
        row = int(self.chunks.searchsorted(chunk))
        return row if row < len(self.chunks) and self.chunks[row] == chunk else None


def inverse_frequency(frequency: int, count: int) -> float:
    """BM25's inverse document frequency, never negative."""
    return log(1.0 + (count - frequency + 0.5) / (frequency + 0.5))


def read_signals(corpus: Corpus, found: Mapping[str, Columns]) -> Signals:
    """What the channels have found, side by side."""
    by_signal: dict[Signal, list[Columns]] = {}
    for columns in found.values():
        by_signal.setdefault(columns.signal, []).append(columns)
    side = _SideBySide(corpus, [columns.chunks for group in by_signal.values() for columns in group])

    def chunks_of(signal: Signal) -> list[Column]:
        return [columns.chunks for columns in by_signal.get(signal, ())]

    words, meaning = side.best(chunks_of("words")), side.mean(chunks_of("meaning"))
    definitions = side.values(columns.chunks for columns in by_signal.get("definitions", ()))
    score = LEXICAL_WEIGHT * words + DENSE_WEIGHT * meaning + definitions
    kinds = {
        kind: side.values(columns.kinds.get(kind, NOTHING) for columns in by_signal.get("definitions", ()))
        for kind in KINDS
    }
    per_file = PerFile(side.documents)
    return Signals(
        found=found,
        chunks=side.chunks,
        documents=side.documents,
        lexical=words,
        lexical_rank=side.rank(chunks_of("words")),
        dense=meaning,
        dense_rank=side.rank(chunks_of("meaning")),
        header=side.best(chunks_of("titles")),
        definitions=definitions,
        others=side.best(chunks_of("others")),
        score=score,
        order=(-score).argsort(kind="stable"),
        kinds=kinds,
        file_lexical=_of_files(by_signal.get("words", ())),
        file_dense=_of_files(by_signal.get("meaning", ())),
        file_kinds={kind: per_file.some(per_file.best(values)) for kind, values in kinds.items()},
        named_files=frozenset(
            document for columns in by_signal.get("paths", ()) for document in columns.files.ids.tolist()
        ),
    )


def _of_files(group: Sequence[Columns]) -> dict[int, float]:
    """The strength of each document, the mean over the channels that look at files."""
    sums: dict[int, float] = {}
    asked = [columns.files for columns in group if columns.files.ids.size]
    for files in asked:
        for document, strength in zip(files.ids.tolist(), files.strengths.tolist(), strict=True):
            if strength:
                sums[document] = sums.get(document, 0.0) + strength / len(asked)
    return sums


class _SideBySide:
    """Columns beside the chunks that any channel has found, these chunks in ascending order."""

    def __init__(self, corpus: Corpus, columns: Iterable[Column]) -> None:
        self.chunks = distinct(np.concatenate([NOTHING.ids, *(column.ids for column in columns)]))
        self.documents = corpus.documents_of(self.chunks.tolist())

    def _beside(self, column: Column, values: Values) -> Values:
        beside = np.zeros(len(self.chunks))
        beside[self.chunks.searchsorted(column.ids)] = values
        return beside

    def values(self, columns: Iterable[Column]) -> Values:
        """The highest value of each chunk as it is."""
        return self._highest(self._beside(column, column.values) for column in columns)

    def best(self, columns: Iterable[Column]) -> Values:
        """The highest strength of each chunk."""
        return self._highest(self._beside(column, column.strengths) for column in columns)

    def mean(self, columns: Sequence[Column]) -> Values:
        """The mean strength of each chunk over the columns that hold anything."""
        asked = [self._beside(column, column.strengths) for column in columns if column.ids.size]
        return np.asarray(sum(asked) / len(asked)) if asked else np.zeros(len(self.chunks))

    def rank(self, columns: Sequence[Column]) -> Values:
        """The place of each chunk in the columns together: 1 for the best; 0 for what they do not hold."""
        asked = [column for column in columns if column.ids.size]
        if len(asked) == 1:
            return self._beside(asked[0], np.arange(1.0, len(asked[0].ids) + 1))
        # Several searches for one kind of evidence: by reciprocal ranks, as channels are fused.
        fused = np.zeros(len(self.chunks))
        for column in asked:
            fused += self._beside(column, 1 / (RRF_K + np.arange(1.0, len(column.ids) + 1)))
        order = (-fused).argsort(kind="stable")[: np.count_nonzero(fused)]
        ranks = np.zeros(len(self.chunks))
        ranks[order] = np.arange(1.0, len(order) + 1)
        return ranks

    def _highest(self, columns: Iterable[Values]) -> Values:
        best = np.zeros(len(self.chunks))
        for values in columns:
            np.maximum(best, values, out=best)
        return best


def near_chunks(signals: Signals, *, depth: int) -> list[tuple[int, float]]:
    """Of the chunks that are among the `depth` best by words or by meaning, or that define what is asked, the document
    and the score; best first.
    """
    words = np.where(signals.lexical_rank <= depth, signals.lexical, 0.0)
    meaning = np.where(signals.dense_rank <= depth, signals.dense, 0.0)
    scores = LEXICAL_WEIGHT * words + DENSE_WEIGHT * meaning + signals.definitions
    order = (-scores).argsort(kind="stable")[: np.count_nonzero(scores)]
    return list(zip(signals.documents[order].tolist(), scores[order].tolist(), strict=True))


def term_weights(corpus: Corpus, analysis: Analysis) -> dict[str, float]:
    """Inverse chunk frequency of each term of the question; unknown terms get the highest."""
    frequencies = corpus.chunk_frequencies({term_id(term) for term in analysis.terms})
    return {term: inverse_frequency(frequencies.get(term_id(term), 0), corpus.chunk_count) for term in analysis.terms}


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
