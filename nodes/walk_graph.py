"""Follows the index's graph from the best candidates to what they call, inherit, import or describe."""

from __future__ import annotations

from citeline.state import RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.tools.retrieval import walk
from citeline.tools.retrieval.query import sources_searched


@step
def walk_graph(state: RAGState, run: Run) -> StateUpdate:
    """The candidates, followed by those that the graph connects to them."""
    candidates = state.get("candidates", [])
    sources = sources_searched(state, run.settings)
    walked = run.within(
        lambda: walk.walk_graph(run.index, candidates, sources=sources), source="graph walk", to="candidates as found"
    )
    return {} if walked is None else {"candidates": walked}
