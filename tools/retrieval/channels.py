"""The ways of finding chunks, one function each, in one visible table.

A channel returns its best chunks first and says why each is there. It knows nothing of the others; `fusion.py` merges.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from citeline.indexing.embedding.sparse import encode_query
from citeline.indexing.reader import Index
from citeline.protocols import ScoredId
from citeline.state import ChannelHit
from citeline.text import is_cjk

from .analysis import analyse
from .corpus import Corpus, corpus_of
from .query import SearchQuery
from .signals import match_definitions
from .table_rows import find_tables

Finder = Callable[[Index, SearchQuery, int], list[ChannelHit]]


@dataclass(frozen=True, slots=True)
class Channel:
    """One named way of finding chunks."""

    name: str
    weight: float
    """In reciprocal rank fusion."""
    find: Finder


def _hits(scored: Sequence[ScoredId], why: str) -> list[ChannelHit]:
    return [{"chunk_id": identity, "score": score, "why": why} for identity, score in scored]


def _best(scores: dict[int, float], k: int) -> list[ScoredId]:
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:k]


def dense_english(index: Index, query: SearchQuery, k: int) -> list[ChannelHit]:
    """Nearest in meaning to the English question."""
    found = index.vectors.search_dense("dense", index.embed_query(query.english), limit=k, where=query.where)
    return _hits(found.pairs(), "near the question in meaning")


def dense_original(index: Index, query: SearchQuery, k: int) -> list[ChannelHit]:
    """Nearest in meaning to the question as asked; nothing when that is the English one."""
    if query.question == query.english:
        return []
    found = index.vectors.search_dense("dense", index.embed_query(query.question), limit=k, where=query.where)
    return _hits(found.pairs(), "near the question as asked")


def dense_hyde(index: Index, query: SearchQuery, k: int) -> list[ChannelHit]:
    """Nearest in meaning to a hypothetical answer; nothing without a model to write one."""
    if not query.hypothetical:
        return []
    found = index.vectors.search_dense("dense", index.embed_query(query.hypothetical), limit=k, where=query.where)
    return _hits(found.pairs(), "near a hypothetical answer")


def lexical(index: Index, query: SearchQuery, k: int) -> list[ChannelHit]:
    """BM25 over words, identifier parts, names and paths."""
    found = index.vectors.search_sparse("bm25", encode_query(query.weights), limit=k, where=query.where)
    return _hits(found.pairs(), "shares words with the question")


def symbols(index: Index, query: SearchQuery, k: int) -> list[ChannelHit]:
    """Chunks that define what the question names."""
    matches, _ = match_definitions(corpus_of(index), query)
    scores: dict[int, float] = {}
    for weight, values in ((3.0, matches.identifier), (2.0, matches.joined), (1.0, matches.word)):
        for chunk, value in values.items():
            scores[chunk] = scores.get(chunk, 0.0) + weight * value
    return _hits(_best(scores, k), "defines a name of the question")


def headings(index: Index, query: SearchQuery, k: int) -> list[ChannelHit]:
    """Sections whose title shares words with the question, by the share of the title that is covered."""
    return _titled(index, query, k, "its heading matches")


def tables(index: Index, query: SearchQuery, k: int) -> list[ChannelHit]:
    """Tables whose caption, headers or rows share words with the question; `why` names the row."""
    return find_tables(index, query, k, _asked(query))


def _asked(query: SearchQuery) -> set[str]:
    return set(query.analysis.terms) | (set(analyse(query.question).terms) if is_cjk(query.question) else set())


def _titled(index: Index, query: SearchQuery, k: int, why: str) -> list[ChannelHit]:
    corpus = corpus_of(index)
    asked = _asked(query)
    scores: dict[int, float] = {}
    for document, line, names in corpus.titles("heading"):
        common = names & asked
        if common and corpus.is_in(document, query.sources):
            chunk = corpus.chunk_at(document, line)
            if chunk is not None:
                # Squared, so that two words of a long title beat one word of a short one.
                score = len(common) ** 2 / (len(names) + len(asked))
                scores[chunk] = max(score, scores.get(chunk, 0.0))
    return _hits(_best(scores, k), why)


def entities(index: Index, query: SearchQuery, k: int) -> list[ChannelHit]:
    """Files and directories that the question names: `sessions.py`, `the sessions module`."""
    corpus = corpus_of(index)
    return _hits(_best(_named_files(corpus, query), k), "its file is named like a word of the question")


def _named_files(corpus: Corpus, query: SearchQuery) -> dict[int, float]:
    analysis = query.analysis
    asked = analysis.terms.keys()
    scores: dict[int, float] = {}
    for document in corpus.documents:
        path = corpus.path_terms(document)
        exact = path.stem in analysis.stems
        covered = len(path.stem_terms & asked)
        if (exact or covered) and corpus.is_in(document, query.sources):
            chunk = corpus.first_chunk(document)
            if chunk is not None:
                scores[chunk] = 2.0 * exact + covered / len(path.stem_terms or {""})
    return scores


# Lexical and dense carry the search; the others are narrow and only speak when they have something to say.
CHANNELS: Final[tuple[Channel, ...]] = (
    Channel("dense_english", 1.0, dense_english),
    Channel("dense_original", 0.5, dense_original),
    Channel("dense_hyde", 0.5, dense_hyde),
    Channel("lexical", 1.0, lexical),
    Channel("symbols", 1.0, symbols),
    Channel("headings", 0.5, headings),
    Channel("entities", 0.5, entities),
    Channel("tables", 0.3, tables),
)
CHANNEL_WEIGHTS: Final = {channel.name: channel.weight for channel in CHANNELS}
