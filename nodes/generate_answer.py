"""Writes the answer as claims that each name their evidence."""

from __future__ import annotations

from citeline.state import RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.tools.rag.answer import extractive_claims
from citeline.tools.rag.listing import MAX_LISTED, list_claims
from citeline.tools.retrieval.lexicon import lexicon_at


@step
def generate_answer(state: RAGState, run: Run) -> StateUpdate:
    """Extractive and structural claims, quoted from the context: the twin of a writing model.

    A question that asks for a list of callers, subclasses or importers is answered from the index's edges.

    They cite lines of their own inside the context's chunks, so those pieces join the context.
    """
    context = state.get("context", [])
    listed = list_claims(run.index, state["question"], context)
    if listed is not None and not state.get("rewrites"):
        if listed.more:
            found = f"{len(listed.claims) + listed.more} found"
            run.degrade(
                source=found, to=f"{len(listed.claims)} listed", why=f"{listed.more} more; an answer lists {MAX_LISTED}"
            )
        return {"claims": listed.claims, "context": [*context, *listed.evidence]}
    claims, cited = extractive_claims(run.index, state["question"], context, lexicon_at(run.settings.lexicon))
    return {"claims": claims, "context": [*context, *cited]}
