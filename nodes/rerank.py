"""Ranks what the channels have found and reads the text of the best: from here on a run works with evidence."""

from __future__ import annotations

from collections.abc import Sequence

from citeline.indexing.reader import Index
from citeline.model import ChunkId, Hit
from citeline.state import Candidate, RAGState, StateUpdate, Style
from citeline.tools.answer.passages import PASSAGES, RANKED, own_first
from citeline.tools.answer.ranking.passage_ranker import passages_ranked
from citeline.tools.evidence.evidence import evidence_from_hits, passage_refs
from citeline.tools.retrieval.channels import CHANNELS, Channel
from citeline.tools.retrieval.gathered import chosen_signals, searched_again
from citeline.tools.retrieval.query import SearchQuery, query_of
from citeline.tools.retrieval.ranking import Ranked
from citeline.tools.retrieval.results import single_hits

from .running.steps import Run, Step, make_step


def rerank(channels: Sequence[Channel] = CHANNELS) -> Step:
    """The step that ranks what these channels have found."""

    def order(state: RAGState, run: Run) -> StateUpdate:
        """The best chunks by the ranker of passages; out of time, those that fusion put first.

        What stands on the way between two definitions that are asked about comes before all others, in its order.
        """
        query = query_of(state, run.searched(state))
        limit = max(run.settings.top_k, run.settings.evidence_k)
        depth = max(limit, RANKED)
        candidates = _still_there(run.index, state.get("candidates", []))
        if again := searched_again(run.index, state):
            run.degrade(source=f"what {', '.join(again)} found", to="another search", why="the index was rebuilt")
        there: RAGState = {**state, "candidates": candidates}
        on_the_way = [one for one in candidates if "graph" in one["channels"]]
        hits = run.within(
            lambda: single_hits(run.index, query, candidates_ranked(run.index, query, there, channels), limit=depth),
            source="ranking of passages",
            to="order of fusion",
        )
        if hits is None:
            hits = _as_fused(run.index, candidates[:limit])
        hits = _of_style_first(hits, state["plan"].get("style"))
        first = _as_fused(run.index, on_the_way)
        known = {hit.chunk.id for hit in first}
        best = [*first, *(hit for hit in hits if hit.chunk.id not in known)]
        return {
            "evidence": evidence_from_hits(best[:limit]),
            "passages": passage_refs(own_first(best, query.question)[:PASSAGES]),
        }

    return make_step("rerank", order)


def candidates_ranked(index: Index, query: SearchQuery, state: RAGState, channels: Sequence[Channel]) -> Ranked:
    """The order of all that was found, with the candidates as a person has left them."""
    return passages_ranked(index, query, chosen_signals(index, query, state, channels))


def _of_style_first(hits: Sequence[Hit], style: Style | None) -> list[Hit]:
    """Documents before code, or code before documents, where somebody has chosen so."""
    if style not in ("code", "prose"):
        return list(hits)
    return sorted(hits, key=lambda hit: (hit.chunk.kind == "prose") != (style == "prose"))


def _still_there(index: Index, candidates: Sequence[Candidate]) -> list[Candidate]:
    """A candidate may be edited by hand, or come from a generation that is gone."""
    known = index.structure.chunks([ChunkId(candidate["chunk_id"]) for candidate in candidates])
    return [candidate for candidate in candidates if candidate["chunk_id"] in known]


def _as_fused(index: Index, candidates: Sequence[Candidate]) -> list[Hit]:
    chunks = index.structure.chunks([ChunkId(candidate["chunk_id"]) for candidate in candidates])
    return [
        Hit(chunks[ChunkId(candidate["chunk_id"])], candidate["score"], candidate["channels"], {})
        for candidate in candidates
    ]
