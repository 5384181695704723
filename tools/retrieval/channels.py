"""The ways of finding chunks, one function each, in one visible table.

A channel says what it has found as columns, as deep as the ranking needs, and why. It knows nothing of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from citeline.dataclass import dataclass
from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.protocols import FloatVector

from ..question.analysis import Analysis
from .columns import NOTHING, Column, Columns, column_found, column_of
from .corpus import Corpus, corpus_of
from .definitions import match_definitions
from .path_index import WHOLE_VALUE
from .paths import PathTerms
from .query import SearchQuery

Finder: TypeAlias = Callable[[Index, SearchQuery], Columns]
Gathered: TypeAlias = dict[str, Columns]
"""By channel what it has found."""

# Deep enough for a file's three best chunks (shared ranking study, section 3: "within repo top 400").
DEPTH: Final = 400
BESIDE_DEPTH: Final = 100
"""Of titles and whole files. Files: the same results as by 400. Titles: documentation of `line-spans` .766 by 400 and
.785 by 100, `code-search` .902 and .901; all three take .7 ms less."""
FILES_DEPTH: Final = 400
"""Files that the ranking hears of."""
_FIRST: Final = 50
"""Of these the ones whose top is a candidate by itself."""


@dataclass(frozen=True, slots=True)
class Channel:
    """One named way of finding chunks."""

    name: str
    weight: float
    """In reciprocal rank fusion."""
    find: Finder


def gather(index: Index, query: SearchQuery) -> Gathered:
    """What every channel of the table finds: what the state machine does in boxes side by side, in one call."""
    return {channel.name: channel.find(index, query) for channel in CHANNELS}


def dense_english(index: Index, query: SearchQuery) -> Columns:
    """Nearest in meaning to the English question: chunks and whole files."""
    return _near(index, query, index.embed_query(query.english), "near the question in meaning")


def dense_hyde(index: Index, query: SearchQuery) -> Columns:
    """Nearest in meaning to a hypothetical answer; nothing without a model to write one."""
    if not query.hypothetical:
        return Columns("meaning")
    return _near(index, query, index.embed_query(query.hypothetical), "near a hypothetical answer")


def _near(index: Index, query: SearchQuery, vector: FloatVector, why: str) -> Columns:
    chunks = _cosines(index, "dense", vector, query, DEPTH)
    return Columns(
        "meaning", chunks, _by_document(index, _cosines(index, "file", vector, query, BESIDE_DEPTH)), why=why
    )


def _cosines(index: Index, name: str, vector: FloatVector, query: SearchQuery, depth: int) -> Column:
    found = index.vectors.search_dense(name, vector, limit=depth, where=index.selections.for_vectors(query.sources))
    return column_found(found, zero=_median(index, name, vector))


def _median(index: Index, name: str, vector: FloatVector) -> float:
    """The cosine that says nothing: half of a sample of the corpus is nearer."""
    sample = index.samples(name)
    # One vector is its own median: nothing would ever be near it.
    if len(sample) < 2:
        return 0.0
    # As `np.median`, which takes as long again to find out what it was given.
    middle = len(sample) // 2
    halves = np.partition(sample @ vector, (middle - 1, middle))
    return float(halves[middle] if len(sample) % 2 else halves[middle - 1 : middle + 1].mean())


def _by_document(index: Index, points: Column) -> Column:
    """Points of files as their documents."""
    return points._replace(ids=corpus_of(index).documents_of_points(points.ids)) if points.ids.size else NOTHING


def lexical(index: Index, query: SearchQuery) -> Columns:
    """BM25 over words, identifier parts, names and paths: chunks and whole files."""
    sparse = encode_query(query.weights)
    where = index.selections.for_vectors(query.sources)
    chunks = index.vectors.search_sparse("bm25", sparse, limit=DEPTH, where=where)
    files = index.vectors.search_sparse("file_bm25", sparse, limit=BESIDE_DEPTH, where=where)
    why = "shares words with the question"
    return Columns("words", column_found(chunks), _by_document(index, column_found(files)), why=why)


def symbols(index: Index, query: SearchQuery) -> Columns:
    """Chunks that define what the question names."""
    return match_definitions(corpus_of(index), query)


def headings(index: Index, query: SearchQuery) -> Columns:
    """Chunks whose title or heading is near the question in meaning, a hypothetical answer included."""
    vector = index.embed_query(query.english)
    if query.hypothetical:
        both = vector + index.embed_query(query.hypothetical)
        vector = np.asarray(both / np.linalg.norm(both), np.float32)
    return Columns("titles", _cosines(index, "header", vector, query, BESIDE_DEPTH), why="its title is near")


def entities(index: Index, query: SearchQuery) -> Columns:
    """Files and directories that the question names: `sessions.py`, `the sessions module`."""
    return find_named_files(corpus_of(index), query)


# Lexical and dense carry the search; the others are narrow and only speak when they have something to say.
CHANNELS: Final[tuple[Channel, ...]] = (
    Channel("dense_english", 1.0, dense_english),
    Channel("dense_hyde", 0.5, dense_hyde),
    Channel("lexical", 1.0, lexical),
    Channel("symbols", 1.0, symbols),
    Channel("headings", 0.5, headings),
    Channel("entities", 0.5, entities),
)


def find_named_files(corpus: Corpus, query: SearchQuery) -> Columns:
    """Files by how much of their path is asked for, and the first chunks of those that are called so."""
    near = corpus.near_paths(query.analysis)
    if query.sources:
        corpus.read_documents(near.values)
    named = {document: value for document, value in near.values.items() if corpus.is_in(document, query.sources)}
    files = column_of(named, limit=FILES_DEPTH)
    called = [document for document in files.ids.tolist() if document in near.called]
    corpus.read_documents(called)
    corpus.read_spans(called)
    first: dict[int, float] = {}
    for document in called:
        chunk = corpus.first_chunk(document)
        if chunk is not None:
            first[chunk] = _called(corpus.path_terms(document), query.analysis)
    why = "its file is named like a word of the question"
    return Columns("paths", column_of(first, limit=_FIRST), files, why=why)


def _called(path: PathTerms, analysis: Analysis) -> float:
    """How much of the file's own name is asked for."""
    covered = len(path.stem_terms & analysis.terms.keys())
    return WHOLE_VALUE * (path.stem in analysis.stems) + covered / len(path.stem_terms or {""})
