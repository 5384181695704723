"""Finds tables by what stands above their rows, and by the rows themselves.

A question names a column and a row: "how many calls has the plan Pro?" shares `calls`, `plan` with the headers and
`pro` with one row. Neither alone says much.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.state import ChannelHit
from citeline.text import terms

from .corpus import Corpus, TableHead, corpus_of
from .query import SearchQuery

_CANDIDATES: Final = 100
"""Chunks with words of the question in which rows are looked for."""
_MOST_LINES: Final = 400
"""Of one chunk; chunks of records are shorter."""


def find_tables(index: Index, query: SearchQuery, k: int, asked: set[str]) -> list[ChannelHit]:
    """Up to `k` chunks of tables, best first; of a table whose row matches the chunk with this row."""
    corpus = corpus_of(index)
    found: dict[int, ChannelHit] = {}
    if not corpus.tables() or not asked:
        return []
    for hit in (*_by_head(corpus, query, asked), *_by_row(index, corpus, query, asked)):
        known = found.get(hit["chunk_id"])
        if known is None or known["score"] < hit["score"]:
            found[hit["chunk_id"]] = hit
    return sorted(found.values(), key=lambda hit: (-hit["score"], hit["chunk_id"]))[:k]


def _by_head(corpus: Corpus, query: SearchQuery, asked: set[str]) -> Iterator[ChannelHit]:
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
                yield {"chunk_id": chunk, "score": score, "why": "its table matches"}


def _by_row(index: Index, corpus: Corpus, query: SearchQuery, asked: set[str]) -> Iterator[ChannelHit]:
    near = index.vectors.search_sparse("bm25", encode_query(query.weights), limit=_CANDIDATES, where=query.where)
    with_tables = [chunk for chunk in near.ids.tolist() if corpus.document_of(chunk) in corpus.tables()]
    for chunk in index.structure.chunks(with_tables).values():
        for head in corpus.tables()[chunk.document]:
            if head.line <= chunk.end_line and chunk.start_line <= head.end_line:
                line, common = _best_row(chunk, head, asked)
                # One word alone is in many rows.
                if common and len(asked & (head.words | common)) >= min(2, len(asked)):
                    score = len(asked & (head.words | common)) ** 2 / (2 * len(asked))
                    yield {"chunk_id": chunk.id, "score": score, "why": f"row {line} of its table matches"}


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
