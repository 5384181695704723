"""Makes the node of a channel: each way of finding chunks is a box of its own, run side by side."""

from __future__ import annotations

from typing import Final

from citeline.state import RAGState, StateUpdate
from citeline.tools.retrieval.channels import Channel
from citeline.tools.retrieval.columns import pack
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.query import query_of

from .running.steps import Run, Step, make_step

_SHOWN: Final = 15
"""Hits that stand in the state, to be seen and edited; the ranking sees all of them."""
_SHARE: Final = 0.5
"""Of the time that is left: one slow channel must leave enough to rank and check what the others have found."""


def search_channel(channel: Channel) -> Step:
    """The step that asks a channel for what it finds: its first chunks to be seen, all of it packed.

    One that fails or runs out of time leaves the others to answer: what it found in an earlier round stays, and the
    reason is recorded. A damaged index is not that: its error ends the run.
    """

    def search(state: RAGState, run: Run) -> StateUpdate:
        query = query_of(state, run.searched(state))
        found = run.within(
            lambda: channel.find(run.index, query),
            source="search",
            to="nothing found",
            limit_s=_SHARE * run.deadline.left_s(),
        )
        usage = {"retrievals": 1}
        if found is None:
            return {"usage": usage}
        packed = pack(found, corpus_of(run.index).chunks, shown=_SHOWN, generation=run.index.generation)
        return {
            "usage": usage,
            "rankings": {channel.name: found.hits(_SHOWN)},
            "columns": {channel.name: packed},
        }

    search.__doc__ = channel.find.__doc__
    return make_step(channel.name, search, parallel=True)
