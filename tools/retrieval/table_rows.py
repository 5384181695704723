"""Finds tables by what stands above their rows, and by the rows themselves.

A question names a column and a row: "how many calls has the plan Pro?" shares `calls`, `plan` with the headers and
`pro` with one row. Neither alone says much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.text import terms

from .columns import Columns, column_of
from .corpus import Corpus, TableHead, corpus_of
from .query import SearchQuery

_Match: TypeAlias = tuple[int, float, str]
"""A chunk, how well its table matches, and why."""
_DEPTH: Final = 100
_CANDIDATES: Final = 100
"""Chunks with words of the question in which rows are looked for."""
_MOST_LINES: Final = 400
"""Of one chunk; chunks of records are shorter."""


def find_tables(index: Index, query: SearchQuery, asked: set[str]) -> Columns:
    """Chunks of tables; of a table whose row matches the chunk with this row."""
    corpus = corpus_of(index)
    found: dict[int, tuple[float, str]] = {}
    if corpus.tables() and asked:
        for chunk, score, why in (*_by_head(corpus, query, asked), *_by_row(index, corpus, query, asked)):
            if chunk not in found or found[chunk][0] < score:
                found[chunk] = score, why
    scores = {chunk: score for chunk, (score, _) in found.items()}
    return Columns("tables", column_of(scores, limit=_DEPTH), whys={chunk: why for chunk, (_, why) in found.items()})


def _by_head(corpus: Corpus, query: SearchQuery, asked: set[str]) -> Iterator[_Match]:
    if query.sources:
        corpus.read_documents(corpus.tables())
    for document, heads in corpus.tables().items():
        if not corpus.is_in(document, query.sources):
            continue
        for head in heads:
            common = head.words & asked
            # `type` or `name` alone stands above half of all tables.
            told = len(common) > 1 or common & head.name
            chunk = corpus.chunk_at(document, head.line) if told else None
            if chunk is not None:
                # Squared, so that two words of a long header beat one word of a short one.
                score = len(common) ** 2 / (len(head.words) + len(asked))
                yield chunk, score, "its table matches"


def _by_row(index: Index, corpus: Corpus, query: SearchQuery, asked: set[str]) -> Iterator[_Match]:
    tables = corpus.tables()
    near = index.vectors.search_sparse("bm25", encode_query(query.weights), limit=_CANDIDATES, where=query.where)
    documents = corpus.documents_of(near.ids.tolist()).tolist()
    with_tables = [chunk for chunk, document in zip(near.ids.tolist(), documents, strict=True) if document in tables]
    for chunk in index.structure.chunks(with_tables).values():
        for head in tables[chunk.document]:
            if head.line <= chunk.end_line and chunk.start_line <= head.end_line:
                line, common = _best_row(chunk, head, asked)
                # One word alone is in many rows.
                if common and len(asked & (head.words | common)) >= min(2, len(asked)):
                    score = len(asked & (head.words | common)) ** 2 / (2 * len(asked))
                    yield int(chunk.id), score, f"row {line} of its table matches"


def _best_row(chunk: StoredChunk, head: TableHead, asked: set[str]) -> tuple[int, frozenset[str]]:
    """The line of the table with most of the asked words that do not stand above it, and these words."""
    wanted = asked - head.words
    best: tuple[int, frozenset[str]] = (0, frozenset())
    for line, text in enumerate(chunk.text.split("\n")[:_MOST_LINES], chunk.start_line):
        if head.line < line <= head.end_line:
            common = frozenset(terms(text)) & wanted
            if len(common) > len(best[1]):
                best = line, frozenset(common)
    return best
