"""Drops evidence that is not about the question."""

from __future__ import annotations

from typing import Final

from citeline.state import RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.tools.rag.filter import keep_relevant, score_relevance
from citeline.tools.retrieval.query import make_query

THRESHOLD: Final = 5.0
"""Of a relevance from 0 to 10."""
_CLOSEST: Final = 3


@step
def filter_documents(state: RAGState, run: Run) -> StateUpdate:
    """Score each piece of evidence and keep what reaches the threshold, the best two in any case.

    Whether those are an answer is for the grading to say. The closest are remembered either way.
    """
    query = make_query(
        state["question"], state["queries"], state["keywords"], level=state["level"], style=state["plan"]["style"]
    )
    evidence = state.get("evidence", [])
    scored = run.within(
        lambda: score_relevance(run.index, query, evidence), source="relevance filter", to="everything ranked"
    )
    if scored is None:
        return {"closest": evidence[:_CLOSEST]}
    kept = keep_relevant(scored, THRESHOLD)
    nearest = sorted(scored, key=lambda piece: -piece["relevance"])[:_CLOSEST]
    return {"evidence": kept, "closest": nearest}
