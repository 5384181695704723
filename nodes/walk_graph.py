"""Follows the index's graph from one definition to another, where a question names two and asks for the way."""

from __future__ import annotations

from citeline.state import RAGState, StateUpdate
from citeline.tools.answer.sources import way
from citeline.tools.question.read import question_of

from .running.steps import Run, step


@step
def walk_graph(state: RAGState, run: Run) -> StateUpdate:
    """The chunks on that way before the other candidates; for every other question the candidates as they are."""
    sources = run.searched(state)
    steps = run.within(
        lambda: way.way_chunks(run.index, question_of(state), sources), source="graph walk", to="candidates as found"
    )
    if not steps:
        return {}
    known = {one["chunk_id"] for one in steps}
    return {"candidates": [*steps, *(one for one in state.get("candidates", []) if one["chunk_id"] not in known)]}
