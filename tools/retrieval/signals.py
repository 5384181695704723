"""What the index says about one query, chunk by chunk and file by file, on scales that can be added.

Two normalisations over the corpus: `share` = x / max, and `above_median` = (x - median) / (max - median) cut to
[0, 1], where the median comes from a sample of the corpus's vectors, because a cosine has no natural zero.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import log, sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.indexing.stores.lookups import Definition
from citeline.model import CALLABLE_KINDS, TYPE_KINDS
from citeline.protocols import FloatVector
from citeline.text import fold, term_id

from .analysis import Analysis
from .corpus import Corpus, Ids
from .query import SearchQuery

Column: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

# Deep enough for a file's three best chunks (docs/ranking.md, "Where the ranking began").
DEPTH = 400
BESIDE_DEPTH = 100
"""Of titles and whole files. Files: the same results as by 400. Titles: documentation of `line-spans` .766 by 400 and
.785 by 100, `code-search` .902 and .901; all three take .7 ms less."""

# Chunk score = .5 lexical + .5 dense + definition matches (docs/ranking.md, "Where the ranking began").
LEXICAL_WEIGHT = 0.5
DENSE_WEIGHT = 0.5
IDENTIFIER_WEIGHT = 1.0
JOINED_WEIGHT = 0.3
WORD_WEIGHT = 0.1

# A type is more often what a name in a question means than a field of the same name.
TYPE_VALUE, CALLABLE_VALUE, OTHER_VALUE = 1.0, 0.8, 0.5


@dataclass(frozen=True, slots=True)
class DefinitionMatches:
    """Best definition match by place: exact identifier, glued words, plain word; each in [0, 1]."""

    identifier: Mapping[int, float]
    joined: Mapping[int, float]
    word: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Signals:
    """Everything the ranker reads. What is said of chunks runs along `chunks`; zero where nothing is said."""

    chunks: Ids
    """Every chunk that a search has found or that defines what the question names; ascending."""
    documents: Ids
    """Of each chunk."""
    lexical: Column
    """BM25F as a share of the best."""
    lexical_rank: Column
    """1 for the best."""
    dense: Column
    """Cosine above the median."""
    dense_rank: Column
    """1 for the best; chunks below the median have a rank too."""
    header: Column
    """The same cosine of the chunk's title."""
    definitions: Column
    """What the definitions in it that the question names add to its score."""
    score: Column
    order: Ids
    """Rows by falling score; of equal ones those of the lower chunks first."""
    chunk_matches: DefinitionMatches
    file_lexical: Mapping[int, float]
    """Document to file-level BM25F as a share of the best."""
    file_dense: Mapping[int, float]
    file_matches: DefinitionMatches

    @property
    def is_scored(self) -> Flags:
        """Whether words, meaning, title or a definition speak for the chunk: a rank alone does not."""
        return (self.lexical > 0) | (self.dense > 0) | (self.header > 0) | (self.definitions > 0)

    def row_of(self, chunk: int) -> int | None:
        """The row of a chunk; None for one that only a candidate or a file's name has brought."""
        row = int(self.chunks.searchsorted(chunk))
        return row if row < len(self.chunks) and self.chunks[row] == chunk else None


def share(scores: Column) -> Column:
    """Scores, best first, divided by the best one; nought when that is nothing."""
    best = scores[0] if scores.size else 0.0
    return scores / best if best > 0 else np.zeros(len(scores))


def above_median(scores: Column, median: float) -> Column:
    """Cosines, best first, above the corpus median, stretched so that the best is 1; nought for the rest."""
    width = scores[0] - median if scores.size else 0.0
    return np.maximum(scores - median, 0.0) / width if width > 0 else np.zeros(len(scores))


def inverse_frequency(frequency: int, count: int) -> float:
    """BM25's inverse document frequency, never negative."""
    return log(1.0 + (count - frequency + 0.5) / (frequency + 0.5))


def query_vector(index: Index, query: SearchQuery) -> FloatVector:
    """Unit vector of the English question, averaged with the hypothetical answer when there is one."""
    vector = index.embed_query(query.english)
    if not query.hypothetical:
        return vector
    both = vector + index.embed_query(query.hypothetical)
    return np.asarray(both / np.linalg.norm(both), np.float32)


def _median(index: Index, name: str, vector: FloatVector) -> float:
    sample = index.samples(name)
    # One vector is its own median: nothing would ever be near it.
    if len(sample) < 2:
        return 0.0
    # As `np.median`, which takes as long again to find out what it was given.
    middle = len(sample) // 2
    halves = np.partition(sample @ vector, (middle - 1, middle))
    return float(halves[middle] if len(sample) % 2 else halves[middle - 1 : middle + 1].mean())


def _kind_value(kind: str) -> float:
    if kind in TYPE_KINDS:
        return TYPE_VALUE
    return CALLABLE_VALUE if kind in CALLABLE_KINDS else OTHER_VALUE


def _raise_to(best: dict[int, float], key: int, value: float) -> None:
    if value > best.get(key, 0.0):
        best[key] = value


def match_definitions(corpus: Corpus, query: SearchQuery) -> tuple[DefinitionMatches, DefinitionMatches]:
    """Definitions that the question names, by chunk and by document.

    A name that many files define says little about any of them: value / sqrt(defining files).
    """
    analysis = query.analysis
    identifiers, joined, plain = set(analysis.identifiers), set(analysis.joined), set(analysis.words)
    found: dict[str, list[Definition]] = defaultdict(list)
    for definition in corpus.definitions_folded({*joined, *plain, *(fold(name) for name in identifiers)}):
        if corpus.is_in(definition.document, query.sources):
            found[definition.folded].append(definition)
    by_chunk: tuple[dict[int, float], dict[int, float], dict[int, float]] = ({}, {}, {})
    by_file: tuple[dict[int, float], dict[int, float], dict[int, float]] = ({}, {}, {})
    for folded, definitions in found.items():
        spread = sqrt(len({definition.document for definition in definitions}))
        for definition in definitions:
            value = _kind_value(definition.kind) / spread
            chunk = corpus.chunk_at(definition.document, definition.line)
            for column, matches in enumerate((definition.name in identifiers, folded in joined, folded in plain)):
                if matches:
                    _raise_to(by_file[column], definition.document, value)
                    if chunk is not None:
                        _raise_to(by_chunk[column], chunk, value)
    return DefinitionMatches(*by_chunk), DefinitionMatches(*by_file)


def gather(index: Index, corpus: Corpus, query: SearchQuery, *, depth: int = DEPTH) -> Signals:
    """Everything the ranker needs of the stores: five vector searches and the definitions, however many candidates."""
    vector = query_vector(index, query)
    sparse = encode_query(query.weights)
    beside = min(depth, BESIDE_DEPTH)
    lexical = index.vectors.search_sparse("bm25", sparse, limit=depth, where=query.where)
    dense = index.vectors.search_dense("dense", vector, limit=depth, where=query.where)
    header = index.vectors.search_dense("header", vector, limit=beside, where=query.where)
    file_lexical = index.vectors.search_sparse("file_bm25", sparse, limit=beside, where=query.where)
    file_dense = index.vectors.search_dense("file", vector, limit=beside, where=query.where)
    chunk_matches, file_matches = match_definitions(corpus, query)
    named = definition_scores(chunk_matches)
    naming = np.fromiter(named, np.int64, len(named))
    columns = _Columns(corpus, lexical=lexical.ids, dense=dense.ids, header=header.ids, definitions=naming)
    words = columns.column("lexical", share(lexical.scores))
    meaning = columns.column("dense", above_median(dense.scores, _median(index, "dense", vector)))
    definitions = columns.column("definitions", np.fromiter(named.values(), np.float64, len(named)))
    score = LEXICAL_WEIGHT * words + DENSE_WEIGHT * meaning + definitions
    about_files = above_median(file_dense.scores, _median(index, "file", vector))
    return Signals(
        chunks=corpus.chunks[columns.rows],
        documents=corpus.documents_of_chunks[columns.rows],
        lexical=words,
        lexical_rank=columns.column("lexical", np.arange(1.0, len(lexical.ids) + 1)),
        dense=meaning,
        dense_rank=columns.column("dense", np.arange(1.0, len(dense.ids) + 1)),
        header=columns.column("header", above_median(header.scores, _median(index, "header", vector))),
        definitions=definitions,
        score=score,
        order=(-score).argsort(kind="stable"),
        chunk_matches=chunk_matches,
        file_lexical=corpus.by_document(file_lexical.ids, share(file_lexical.scores)),
        file_dense=corpus.by_document(file_dense.ids, about_files),
        file_matches=file_matches,
    )


class _Columns:
    """Columns beside the chunks that any of some searches has found, these chunks in ascending order."""

    def __init__(self, corpus: Corpus, **found: Ids) -> None:
        places = {name: corpus.chunks.searchsorted(ids) for name, ids in found.items()}
        is_found = np.zeros(len(corpus.chunks), np.bool_)
        for place in places.values():
            is_found[place] = True
        self.rows = np.flatnonzero(is_found)
        """Of `Corpus.chunks`."""
        row_of = is_found.cumsum() - 1
        self._rows = {name: row_of[place] for name, place in places.items()}

    def column(self, search: str, values: Column) -> Column:
        """The values of a search beside its chunks; nought for the others."""
        column = np.zeros(len(self.rows))
        column[self._rows[search]] = values
        return column


def near_chunks(signals: Signals, *, depth: int) -> list[tuple[int, float]]:
    """Of the chunks that are among the `depth` best by words or by meaning, or that define what is asked, the document
    and the score; best first.
    """
    words = np.where(signals.lexical_rank <= depth, signals.lexical, 0.0)
    meaning = np.where(signals.dense_rank <= depth, signals.dense, 0.0)
    scores = LEXICAL_WEIGHT * words + DENSE_WEIGHT * meaning + signals.definitions
    order = (-scores).argsort(kind="stable")[: np.count_nonzero(scores)]
    return list(zip(signals.documents[order].tolist(), scores[order].tolist(), strict=True))


def definition_scores(matches: DefinitionMatches) -> dict[int, float]:
    """What each chunk's score gains by the definitions in it that the question names."""
    weighted = ((IDENTIFIER_WEIGHT, matches.identifier), (JOINED_WEIGHT, matches.joined), (WORD_WEIGHT, matches.word))
    named = {*matches.identifier, *matches.joined, *matches.word}
    return {chunk: sum(weight * values.get(chunk, 0.0) for weight, values in weighted) for chunk in named}


def term_weights(corpus: Corpus, analysis: Analysis) -> dict[str, float]:
    """Inverse chunk frequency of each term of the question; unknown terms get the highest."""
    frequencies = corpus.chunk_frequencies({term_id(term) for term in analysis.terms})
    return {term: inverse_frequency(frequencies.get(term_id(term), 0), corpus.chunk_count) for term in analysis.terms}
