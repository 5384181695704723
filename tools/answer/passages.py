"""The chunks that a search has found, each with what its file says of its lines."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, ChunkId, Hit, StoredChunk
from citeline.state import Evidence, PassageRef

from ..evidence.evidence import passage_refs
from ..retrieval.corpus import corpus_of
from .ranking.candidates import Passage

PASSAGES: Final = 20
"""Chunks that claims are taken from. More have more of the needed lines, but hardly more is told (docs/answers_log.md).
"""


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
