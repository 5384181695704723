"""One search from question to hits: the pipeline of the state machine without the machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.model import Hit, StoredChunk
from citeline.pages import place
from citeline.state import Style

from ..question.question import Question
from .channels import gather
from .corpus import corpus_of
from .query import SearchQuery, first_query
from .results import rank, rank_files
from .signals import Signals, read_signals
from .style import style_of


@dataclass(frozen=True, slots=True, repr=False)
class SearchResult:
    """Hits, best first, and where the time went; to be looped over."""

    query: str
    """As it was asked."""
    style: Style
    hits: tuple[Hit, ...]
    timings_ms: dict[str, float]
    index: dict[str, str]
    """name, generation and commit."""

    def __repr__(self) -> str:
        first = f", first {place(hit_to_json(self.hits[0]))}" if self.hits else ""
        return f"<SearchResult {self.query!r}: {len(self.hits)} hits{first}>"

    def __len__(self) -> int:
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        return iter(self.hits)

    def _repr_markdown_(self) -> str:
        """The places, one a line."""
        return "\n".join(f"{number}. `{place(hit_to_json(hit))}`" for number, hit in enumerate(self.hits, 1))

    def to_json(self) -> dict[str, Any]:
        """The printed form, as `citeline search --format json` gives it."""
        return {
            "query": self.query,
            "index": self.index,
            "hits": [hit_to_json(hit) for hit in self.hits],
            "timings_ms": self.timings_ms,
        }


def hit_to_json(hit: Hit) -> dict[str, Any]:
    """One hit in its printed form; features that are zero are left out."""
    return {
        "path": hit.chunk.path,
        **_place_to_json(hit.chunk),
        "language": hit.chunk.language,
        "score": round(hit.score, 6),
        "channels": dict(hit.channels),
        "features": {name: round(value, 4) for name, value in hit.features.items() if value},
        "text": hit.chunk.text,
        "also": [{**_place_to_json(chunk), "text": chunk.text} for chunk in hit.also],
    }


def _place_to_json(chunk: StoredChunk) -> dict[str, Any]:
    page = chunk.pages.number_at(chunk.start_line) if chunk.pages else None
    place = chunk.pages.told(chunk.start_line, chunk.end_line) if chunk.pages else ""
    return {
        "start_line": chunk.start_line,
        "end_line": chunk.end_line,
        **({"page": page, "place": place} if place else {}),
        "kind": chunk.node_kind,
        "name": chunk.name,
        "qualified_name": chunk.qualified_name,
        "definitions": list(chunk.definitions),
    }


def search(
    index: Index,
    question: Question,
    *,
    top_k: int = 10,
    style: Style | None = None,
    sources: Sequence[str] = (),
    single: bool = False,
) -> SearchResult:
    """The best `top_k` files for a question, in any language that is read; empty when nothing matches at all.

    With `sources` only those are searched; raises
    UsageError for one that the index does not have. `single`: chunks in place of files, for who reads them all.
    """
    clock = Clock()
    query = replace(first_query(index, question), sources=index.known(sources))
    clock.lap("understand")
    chosen, hits = search_query(index, query, limit=top_k, style=style, single=single, clock=clock)
    return SearchResult(
        query=question.asked,
        style=chosen,
        hits=tuple(hits),
        timings_ms=clock.laps,
        index=index.identity(),
    )


def search_query(
    index: Index,
    query: SearchQuery,
    *,
    limit: int,
    style: Style | None = None,
    single: bool = False,
    clock: Clock | None = None,
) -> tuple[Style, list[Hit]]:
    """The channels, their fusion, the style and the ranking, as the state machine has them in boxes.

    `style`: by default what the channels find decides; the one of the query does not count.
    """
    clock = clock or Clock()
    corpus = corpus_of(index)
    found = {} if query.is_blank else gather(index, query)
    clock.lap("find")
    signals = read_signals(corpus, found)
    chosen = style or style_of(corpus, query, signals)
    shown = rank if single else rank_files
    hits = shown(index, replace(query, style=chosen), signals, limit=limit)
    clock.lap("rank")
    return chosen, hits


def styled_signals(index: Index, query: SearchQuery) -> tuple[SearchQuery, Signals]:
    """What the channels find, and the query with the style that this says it has."""
    signals = read_signals(corpus_of(index), gather(index, query))
    return replace(query, style=style_of(corpus_of(index), query, signals)), signals


class Clock:
    """Milliseconds of each stage."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = perf_counter()

    def lap(self, name: str) -> None:
        """End the stage of this name."""
        now = perf_counter()
        self.laps[name] = round((now - self._last) * 1000, 3)
        self._last = now
