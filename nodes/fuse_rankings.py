"""Joins the channels: one list of candidates, and a record of where the round has looked."""

from __future__ import annotations

from itertools import chain

from citeline.budget import was_cut_short
from citeline.errors import StorageError
from citeline.state import Looked, RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.text import unique
from citeline.tools.retrieval.channels import CHANNEL_WEIGHTS
from citeline.tools.retrieval.fusion import fuse


@step
def fuse_rankings(state: RAGState, run: Run) -> StateUpdate:
    """Weighted reciprocal rank fusion of what the channels found.

    Raises StorageError when no channel could search at all: that is no proof that there is nothing to find.
    """
    rankings = state.get("rankings", {})
    notes = state.get("degradations", [])
    if not rankings and not was_cut_short(notes):
        raise StorageError(run.index.root, why="; ".join(unique(note["why"] for note in notes)) or "no channel ran")
    looked: Looked = {
        "round": state["round"],
        "keywords": unique(chain.from_iterable(state["keywords"].values())),  # type: ignore[arg-type]  # lists of str
        "channels": {name: len(hits) for name, hits in rankings.items()},
    }
    # They ran side by side, so what they cost together is what the slowest cost.
    seconds = max(state.get("channel_seconds", {}).values(), default=0.0)
    return {"candidates": fuse(rankings, CHANNEL_WEIGHTS), "looked": [looked], "usage": {"seconds": seconds}}
