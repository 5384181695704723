"""The chunks that an answer is made from, each with what its file says of its lines."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, ChunkId, Hit, StoredChunk
from citeline.state import Evidence, PassageRef
from citeline.text import is_cjk

from ..evidence.evidence import passage_refs
from ..question.question import Question
from ..retrieval.corpus import corpus_of
from ..retrieval.paths import read_path
from ..retrieval.query import first_query
from ..retrieval.results import single_hits
from ..retrieval.search import styled_signals
from .ranking.candidates import Passage
from .ranking.passage_ranker import passages_ranked

PASSAGES: Final = 20
"""Chunks that claims are taken from. More have more of the needed lines, but hardly more is told (docs/answers_log.md).
"""
RANKED: Final = 40
"""Chunks that are ranked; those that others wrote are left out as long as `PASSAGES` are left."""
_WRITTEN_SO: Final = 0.2
"""Share of the lines of a page in Chinese: code and names make most of it. Links to other languages are fewer."""


def passages_asked(index: Index, question: Question) -> list[Passage]:
    """What a run with the usual settings takes the claims of its answer from, if nobody edits it, but for what stands
    on the way between two definitions. None where nothing is asked.
    """
    query = first_query(index, question)
    if query.is_blank:
        return []
    query, signals = styled_signals(index, query)
    hits = single_hits(index, query, passages_ranked(index, query, signals), limit=RANKED)
    return passages_of(index, own_first(hits, question)[:PASSAGES])


def own_first(hits: Sequence[Hit], question: Question) -> list[Hit]:
    """What others wrote, a program or translators, behind what is the project's own: it may be most of what has the
    words of a question. So are pages in Chinese, Japanese or Korean, where others are found that the asker reads.
    """
    pages = [hit for hit in hits if hit.chunk.kind == "prose"]
    foreign = {hit.chunk.id for hit in pages if not question.is_spaceless and _is_spaceless(hit.chunk.text)}
    others = foreign if len(foreign) < len(pages) else set[ChunkId]()
    return sorted(hits, key=lambda hit: read_path(hit.chunk.path).is_vendor or hit.chunk.id in others)


def _is_spaceless(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    return sum(map(is_cjk, lines)) > _WRITTEN_SO * len(lines)


def passages_of(index: Index, hits: Sequence[Hit]) -> list[Passage]:
    """The hits of a search for single chunks as passages, best first."""
    return passages_from(index, (), passage_refs(hits))


def passages_from(index: Index, evidence: Sequence[Evidence], refs: Sequence[PassageRef]) -> list[Passage]:
    """What the references name, best first; without any, the pieces of evidence."""
    wanted = {ref["chunk_id"]: ref["score"] for ref in refs} or {
        piece["chunk_id"]: piece["relevance"] or 1 / place for place, piece in enumerate(evidence, start=1)
    }
    chunks = index.structure.chunks([ChunkId(identity) for identity in wanted])
    best = max(wanted.values(), default=0.0) or 1.0
    found = [(chunks[ChunkId(one)], score / best) for one, score in wanted.items() if one in chunks]
    return [passage_of(index, chunk, score) for chunk, score in found]


def with_chunks(index: Index, passages: Sequence[Passage], chunks: Sequence[StoredChunk]) -> list[Passage]:
    """The passages with others behind them that were not found by the search, which are worth what the last one is."""
    held = {passage.chunk.id for passage in passages}
    least = min((passage.score for passage in passages), default=1.0)
    return [*passages, *(passage_of(index, chunk, least) for chunk in chunks if chunk.id not in held)]


def passage_of(index: Index, chunk: StoredChunk, score: float) -> Passage:
    """One chunk. `score`: as a share of the best one's."""
    corpus = corpus_of(index)
    prose = corpus.is_prose(chunk.document)
    examples = _lines_of(index, chunk, {"codeblock"}) if prose else ()
    bodies = _lines_of(index, chunk, CALLABLE_KINDS) if chunk.kind == "code" else ()
    return Passage(chunk, score, prose, chunk.id in corpus.inline_tests, examples, bodies)


def _lines_of(index: Index, chunk: StoredChunk, kinds: Set[str]) -> tuple[tuple[int, int], ...]:
    """First and last lines of what a file has of some kinds where a passage of it lies."""
    return tuple(
        (node.start_line, node.end_line)
        for node in index.structure.nodes_of(chunk.document)
        if node.kind in kinds and node.start_line <= chunk.end_line and chunk.start_line <= node.end_line
    )
