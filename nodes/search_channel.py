"""Makes the node of a channel: each way of finding chunks is a box of its own, run side by side."""

from __future__ import annotations

from citeline.state import RAGState, StateUpdate
from citeline.steps import Run, Step, make_step
from citeline.tools.retrieval.channels import Channel
from citeline.tools.retrieval.query import make_query


def search_channel(channel: Channel) -> Step:
    """The step that asks a channel for its best chunks.

    One that fails or runs out of time leaves the others to answer: its ranking of an earlier round stays, and the
    reason is recorded. A damaged index is not that: its error ends the run.
    """

    def search(state: RAGState, run: Run) -> StateUpdate:
        query = make_query(
            state["question"],
            state["queries"],
            state["keywords"],
            level=state["level"],
            style=state["plan"]["style"],
        )
        found = run.within(
            lambda: channel.find(run.index, query, run.settings.channel_k), source="search", to="nothing found"
        )
        usage = {"retrievals": 1}
        return {"usage": usage} if found is None else {"usage": usage, "rankings": {channel.name: found}}

    search.__doc__ = channel.find.__doc__
    return make_step(channel.name, search, parallel=True)
