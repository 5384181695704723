"""Makes the node of a channel: each way of finding chunks is a box of its own, run side by side."""

from __future__ import annotations

from typing import Final

from citeline.state import RAGState, StateUpdate
from citeline.steps import Run, Step, make_step
from citeline.tools.retrieval.channels import Channel
from citeline.tools.retrieval.query import query_of

_SHARE: Final = 0.5
"""Of the time that is left: one slow channel must leave enough to rank and check what the others have found."""


def search_channel(channel: Channel) -> Step:
    """The step that asks a channel for its best chunks.

    One that fails or runs out of time leaves the others to answer: its ranking of an earlier round stays, and the
    reason is recorded. A damaged index is not that: its error ends the run.
    """

    def search(state: RAGState, run: Run) -> StateUpdate:
        query = query_of(state, run.settings)
        found = run.within(
            lambda: channel.find(run.index, query, run.settings.channel_k),
            source="search",
            to="nothing found",
            limit_s=_SHARE * run.deadline.left_s(),
        )
        usage = {"retrievals": 1}
        return {"usage": usage} if found is None else {"usage": usage, "rankings": {channel.name: found}}

    search.__doc__ = channel.find.__doc__
    return make_step(channel.name, search, parallel=True)
