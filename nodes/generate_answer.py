"""Writes the answer as claims that each name their evidence."""

from __future__ import annotations

from citeline.state import RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.tools.rag.answer import extractive_claims


@step
def generate_answer(state: RAGState, run: Run) -> StateUpdate:
    """Extractive and structural claims, quoted from the context: the twin of a writing model.

    They cite lines of their own inside the context's chunks, so those pieces join the context.
    """
    context = state.get("context", [])
    claims, cited = extractive_claims(run.index, state["question"], context)
    return {"claims": claims, "context": [*context, *cited]}
