"""Joins the channels: one list of candidates, the ranking that suits them, and where the round has looked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from citeline.errors import StorageError
from citeline.state import Looked, RAGState, StateUpdate
from citeline.text import unique
from citeline.tools.retrieval.channels import CHANNELS, Channel
from citeline.tools.retrieval.gathered import fused, searched_again
from citeline.tools.retrieval.query import query_of

from .running.budget import was_cut_short
from .running.steps import Run, Step, make_step


def fuse_rankings(channels: Sequence[Channel] = CHANNELS) -> Step:
    """The step that joins these channels, each with its weight."""

    def join(state: RAGState, run: Run) -> StateUpdate:
        """Weighted reciprocal rank fusion of what the channels found, and whether that is about code or prose.

        Raises StorageError when no channel could search at all: that is no proof that there is nothing to find.
        """
        rankings = state.get("rankings", {})
        notes = state.get("degradations", [])
        if not rankings and not was_cut_short(notes):
            raise StorageError(run.index.root, why="; ".join(unique(note["why"] for note in notes)) or "no channel ran")
        words: list[list[str]] = list(state["keywords"].values())  # type: ignore[arg-type]  # a TypedDict of lists
        looked: Looked = {
            "round": state["round"],
            "keywords": unique(chain.from_iterable(words)),
            "channels": {name: len(hits) for name, hits in rankings.items()},
        }
        # They ran side by side, so what they cost together is what the slowest cost.
        seconds = max(state.get("channel_seconds", {}).values(), default=0.0)
        if again := searched_again(run.index, state):
            run.degrade(source=f"what {', '.join(again)} found", to="another search", why="the index was rebuilt")
        candidates, style = fused(run.index, query_of(state, run.searched(state)), state, channels)
        style = state["plan"].get("style") or style
        return {"candidates": candidates, "style": style, "looked": [looked], "usage": {"seconds": seconds}}

    return make_step("fuse_rankings", join)
