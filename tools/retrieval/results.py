"""What is shown of a ranking: single chunks for an answer, files for a search.

A file stands by its best place, with up to two further ones beside it: labels of files want breadth and labels of lines
depth, and a list of single chunks can only take from one to give to the other (figures: docs/ranking.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import ChunkId, Hit, StoredChunk

from .corpus import corpus_of
from .definitions import IDENTIFIER, JOINED, WORD
from .features import Features
from .query import SearchQuery
from .ranking import Ranked, file_table, ranked
from .signals import Signals

MOST_PLACES: Final = 3
"""Of a file."""
LEAST_SHARE: Final = 1 / 3
"""Of the best place's own score: what is worth less is not shown beside it."""
NEAR_DUPLICATE = 0.9
"""Places whose overlap in words is this high say the same thing twice."""
AGAIN: Final = 0.7
"""What a further chunk of a page counts, of its score. Five chunks hold the page of 78 of 129 questions on annual
reports by 1.0, for 84 by .85, for 86 by .7 and by .6 (docs/evals.md)."""
WIDER: Final = 2
"""Times the limit, of chunks among which those of other pages are looked for; 4 finds the same."""
SPARE: Final = 2
"""Read beyond the limit, and again while hits are missing: near-duplicates are dropped once their texts are known."""


@dataclass(slots=True)
class FoundFile:
    """A file by the ids of its chunks, the best first."""

    score: float
    chunks: list[int]


def rank(index: Index, query: SearchQuery, signals: Signals, *, limit: int = 10) -> list[Hit]:
    """The best chunks, with every feature that placed them."""
    return single_hits(index, query, ranked(index, query, signals), limit=limit)


def rank_files(index: Index, query: SearchQuery, signals: Signals, *, limit: int = 10) -> list[Hit]:
    """The best files, each by its best chunk, with further ones in `Hit.also`."""
    return file_hits(index, query, ranked(index, query, signals), limit=limit)


def single_hits(index: Index, query: SearchQuery, order: Ranked, *, limit: int) -> list[Hit]:
    """The first chunks of an order; a further one of a page comes later."""
    single = [FoundFile(score, [chunk]) for chunk, score in order.ordered]
    found = distinct(single, index.structure.chunks, limit)
    if any(_page_of(places) for _, places in found):
        found = page_by_page(distinct(single, index.structure.chunks, WIDER * limit))[:limit]
    return _hits(index, query, order, found)


def file_hits(index: Index, query: SearchQuery, order: Ranked, *, limit: int) -> list[Hit]:
    """The first files of an order."""
    found = by_file(order.ordered, corpus_of(index).document_of, order.own_scores())
    return _hits(index, query, order, distinct(found, index.structure.chunks, limit))


def page_by_page(found: Sequence[tuple[float, list[StoredChunk]]]) -> list[tuple[float, list[StoredChunk]]]:
    """The same chunks, those of a page behind its first by a lower score."""
    before = Counter[tuple[int, int]]()
    kept: list[tuple[float, list[StoredChunk]]] = []
    for score, places in found:
        page = _page_of(places)
        kept.append((score * AGAIN ** before[page] if page else score, places))
        if page:
            before[page] += 1
    return sorted(kept, key=lambda item: -item[0])


def _page_of(places: Sequence[StoredChunk]) -> tuple[int, int] | None:
    """Document and page that a chunk begins on; None where a page is not one of paper."""
    first = places[0]
    number = first.pages.number_at(first.start_line) if first.pages and first.pages.word == "page" else None
    return None if number is None else (int(first.document), number)


def by_file(
    ordered: Iterable[tuple[int, float]], document_of: Callable[[int], int], own_scores: Mapping[int, float]
) -> list[FoundFile]:
    """The files of ranked chunks in the order of their first ones, whose scores they take."""
    found: dict[int, FoundFile] = {}
    for chunk, score in ordered:
        document = document_of(chunk)
        file = found.get(document)
        if file is None:
            found[document] = FoundFile(score, [chunk])
        elif len(file.chunks) < MOST_PLACES and (
            own_scores.get(chunk, 0.0) >= LEAST_SHARE * own_scores.get(file.chunks[0], 0.0)
        ):
            file.chunks.append(chunk)
    return list(found.values())


def distinct(
    files: Iterable[FoundFile], read: Callable[[Sequence[ChunkId]], Mapping[ChunkId, StoredChunk]], limit: int
) -> list[tuple[float, list[StoredChunk]]]:
    """The first `limit` files with their places, less what an earlier place said; a file of nothing new is left out."""
    kept: list[tuple[float, list[StoredChunk]]] = []
    seen: list[frozenset[str]] = []
    rest = iter(files)
    while limit > len(kept) and (batch := list(islice(rest, limit + SPARE))):
        chunks = read([ChunkId(chunk) for file in batch for chunk in file.chunks])
        for file in batch:
            if places := list(_new((chunks[ChunkId(chunk)] for chunk in file.chunks), seen)):
                kept.append((file.score, places))
            if len(kept) == limit:
                return kept
    return kept


def _new(places: Iterable[StoredChunk], seen: list[frozenset[str]]) -> Iterator[StoredChunk]:
    for place in places:
        words = frozenset(place.text.split())
        if not any(_alike(words, other) for other in seen):
            seen.append(words)
            yield place


def _alike(left: frozenset[str], right: frozenset[str]) -> bool:
    one, other = len(left), len(right)
    if one < NEAR_DUPLICATE * other or other < NEAR_DUPLICATE * one:  # cannot overlap that much, as most pairs
        return False
    common = len(left & right)
    return common >= NEAR_DUPLICATE * (one + other - common)


def _hits(
    index: Index,
    query: SearchQuery,
    order: Ranked,
    shown: Sequence[tuple[float, Sequence[StoredChunk]]],
) -> list[Hit]:
    """Hits with what has found them and what has placed them."""
    table = order.table
    if not table and order.files:
        documents = {int(places[0].document) for _, places in shown}
        table = file_table(corpus_of(index), query, order.signals, documents.intersection(order.files))
    return [_hit(places, score, order, table.get(places[0].document, {})) for score, places in shown]


def _hit(places: Sequence[StoredChunk], score: float, order: Ranked, of_file: Features) -> Hit:
    chunk, signals = places[0], order.signals
    row = signals.row_of(chunk.id)
    features = dict(of_file)
    if row is not None:
        features |= order.placed.get(chunk.id) or _chunk_features(signals, row)
        features["chunk_own"] = float(order.own[row])
    return Hit(chunk, score, signals.channels_of(chunk.id), features, tuple(places[1:]))


def _chunk_features(signals: Signals, row: int) -> Features:
    named = {
        "chunk_bm": float(signals.lexical[row]),
        "chunk_emb": float(signals.dense[row]),
        "chunk_ident": float(signals.kinds[IDENTIFIER][row]),
        "chunk_join": float(signals.kinds[JOINED][row]),
        "chunk_word": float(signals.kinds[WORD][row]),
        "chunk_score": float(signals.score[row]),
    }
    return {name: value for name, value in named.items() if value}
