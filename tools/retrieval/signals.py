"""What the index says about one query, chunk by chunk and file by file, on scales that can be added.

Two normalisations over the corpus: `share` = x / max, and `above_median` = (x - median) / (max - median) cut to
[0, 1], where the median comes from a sample of the corpus's vectors, because a cosine has no natural zero.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.indexing.stores.lookups import Definition
from citeline.model import CALLABLE_KINDS, TYPE_KINDS
from citeline.protocols import FloatVector, ScoredId
from citeline.text import fold, term_id

from .analysis import Analysis
from .corpus import Corpus
from .query import SearchQuery

# Deep enough for a file's three best chunks (shared ranking study, section 3: "within repo top 400").
DEPTH = 400

# Chunk score = .5 lexical + .5 dense + definition matches (shared ranking study, section 3).
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
    """Everything the ranker reads; missing keys mean zero."""

    lexical: Mapping[int, float]
    """Chunk to BM25F as a share of the best."""
    lexical_rank: Mapping[int, int]
    dense: Mapping[int, float]
    """Chunk to cosine above the median."""
    dense_rank: Mapping[int, int]
    header: Mapping[int, float]
    file_lexical: Mapping[int, float]
    """Document to file-level BM25F as a share of the best."""
    file_dense: Mapping[int, float]
    chunk_matches: DefinitionMatches
    file_matches: DefinitionMatches
    chunk_score: Mapping[int, float]


def share(scored: Sequence[ScoredId]) -> dict[int, float]:
    """Scores divided by the best one."""
    if not scored or scored[0][1] <= 0:
        return {}
    best = scored[0][1]
    return {identity: score / best for identity, score in scored}


def above_median(scored: Sequence[ScoredId], median: float) -> dict[int, float]:
    """Cosines above the corpus median, stretched so that the best is 1; the rest left out."""
    if not scored or scored[0][1] <= median:
        return {}
    width = scored[0][1] - median
    return {identity: (score - median) / width for identity, score in scored if score > median}


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


def _ranks(scored: Sequence[ScoredId]) -> dict[int, int]:
    return {identity: rank for rank, (identity, _) in enumerate(scored, start=1)}


def _median(index: Index, name: str, vector: FloatVector) -> float:
    sample = index.samples(name)
    # One vector is its own median: nothing would ever be near it.
    return float(np.median(sample @ vector)) if len(sample) > 1 else 0.0


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


def near_chunks(index: Index, corpus: Corpus, query: SearchQuery, *, depth: int) -> dict[int, float]:
    """Chunk scores of the `depth` best by words and by meaning: `gather`'s, without what only files need."""
    vector = query_vector(index, query)
    lexical = index.vectors.search_sparse("bm25", encode_query(query.weights), limit=depth, where=query.where)
    dense = index.vectors.search_dense("dense", vector, limit=depth, where=query.where)
    matches, _ = match_definitions(corpus, query)
    return _chunk_scores(share(lexical), above_median(dense, _median(index, "dense", vector)), matches)


def gather(index: Index, corpus: Corpus, query: SearchQuery) -> Signals:
    """Everything the ranker needs of the stores: five vector searches and the definitions, however many candidates."""
    vector = query_vector(index, query)
    sparse = encode_query(query.weights)
    lexical = index.vectors.search_sparse("bm25", sparse, limit=DEPTH, where=query.where)
    dense = index.vectors.search_dense("dense", vector, limit=DEPTH, where=query.where)
    header = index.vectors.search_dense("header", vector, limit=DEPTH, where=query.where)
    file_lexical = index.vectors.search_sparse("file_bm25", sparse, limit=DEPTH, where=query.where)
    file_dense = index.vectors.search_dense("file", vector, limit=DEPTH, where=query.where)
    chunk_matches, file_matches = match_definitions(corpus, query)
    lexical_share = share(lexical)
    dense_above = above_median(dense, _median(index, "dense", vector))
    return Signals(
        lexical=lexical_share,
        lexical_rank=_ranks(lexical),
        dense=dense_above,
        dense_rank=_ranks(dense),
        header=above_median(header, _median(index, "header", vector)),
        file_lexical=corpus.by_document(share(file_lexical)),
        file_dense=corpus.by_document(above_median(file_dense, _median(index, "file", vector))),
        chunk_matches=chunk_matches,
        file_matches=file_matches,
        chunk_score=_chunk_scores(lexical_share, dense_above, chunk_matches),
    )


def _chunk_scores(
    lexical: Mapping[int, float], dense: Mapping[int, float], matches: DefinitionMatches
) -> dict[int, float]:
    scores: dict[int, float] = defaultdict(float)
    for weight, values in ((LEXICAL_WEIGHT, lexical), (DENSE_WEIGHT, dense)):
        for chunk, value in values.items():
            scores[chunk] += weight * value
    for chunk in {*matches.identifier, *matches.joined, *matches.word}:
        scores[chunk] += definition_score(matches, chunk)
    return dict(scores)


def definition_score(matches: DefinitionMatches, chunk: int) -> float:
    """What a chunk's score gains by the definitions in it that the question names."""
    weighted = ((IDENTIFIER_WEIGHT, matches.identifier), (JOINED_WEIGHT, matches.joined), (WORD_WEIGHT, matches.word))
    return sum(weight * values.get(chunk, 0.0) for weight, values in weighted)


def term_weights(corpus: Corpus, analysis: Analysis) -> dict[str, float]:
    """Inverse chunk frequency of each term of the question; unknown terms get the highest."""
    frequencies = corpus.chunk_frequencies({term_id(term) for term in analysis.terms})
    return {term: inverse_frequency(frequencies.get(term_id(term), 0), corpus.chunk_count) for term in analysis.terms}
