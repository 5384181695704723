"""Ranks what the channels have found and reads the text of the best: from here on a run works with evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import ChunkId, Hit
from citeline.state import Candidate, RAGState, StateUpdate, Style
from citeline.text import is_cjk
from citeline.tools.answer.passages import PASSAGES
from citeline.tools.answer.ranking.passage_ranker import passages_ranked
from citeline.tools.evidence.evidence import evidence_from_hits, passage_refs
from citeline.tools.question.question import Question
from citeline.tools.retrieval.channels import CHANNELS, Channel
from citeline.tools.retrieval.gathered import chosen_signals, searched_again
from citeline.tools.retrieval.paths import read_path
from citeline.tools.retrieval.query import SearchQuery, query_of
from citeline.tools.retrieval.ranking import Ranked
from citeline.tools.retrieval.results import single_hits

from .running.steps import Run, Step, make_step

_RANKED: Final = 40
"""Chunks that are ranked; those that others wrote are left out as long as `PASSAGES` are left."""
_WRITTEN_SO: Final = 0.2
"""Share of the lines of a page in Chinese: code and names make most of it. Links to other languages are fewer."""


def rerank(channels: Sequence[Channel] = CHANNELS) -> Step:
    """The step that ranks what these channels have found."""

    def order(state: RAGState, run: Run) -> StateUpdate:
        """The best chunks by the ranker of passages; out of time, those that fusion put first.

        What stands on the way between two definitions that are asked about comes before all others, in its order.
        """
        query = query_of(state, run.searched(state))
        limit = max(run.settings.top_k, run.settings.evidence_k)
        depth = max(limit, _RANKED)
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
            "passages": passage_refs(_own_first(best, query.question)[:PASSAGES]),
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


def _own_first(hits: Sequence[Hit], question: Question) -> list[Hit]:
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
