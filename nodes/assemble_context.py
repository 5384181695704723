"""Chooses what the answer is made from: few pieces, numbered, within a size that can be read."""

from __future__ import annotations

from typing import Final

from citeline.state import RAGState, StateUpdate
from citeline.tools.evidence import filter as evidence_filter

from .running.budget import searching_s, used_s
from .running.steps import Run, step

CONTEXT_CHARS: Final = 24_000
"""About 6,000 tokens: six chunks of code with room for longer ones, well inside any model's window."""


@step
def assemble_context(state: RAGState, run: Run) -> StateUpdate:
    """The best `evidence_k` pieces, numbered from 1; the answer cites these numbers.

    Passages whose piece a person has taken out of the evidence go with it.
    """
    if state.get("grade") == "too_little" and used_s(state) >= searching_s(state["plan"]["budget_s"]):
        run.run_out(source="a wider search", to="what was found")
    evidence = state.get("evidence", [])
    context = evidence_filter.assemble_context(evidence, CONTEXT_CHARS, limit=run.settings.evidence_k)
    there = {piece["chunk_id"] for piece in evidence}
    passages = [one for one in state.get("passages", []) if not one.get("kept") or one["chunk_id"] in there]
    return {"context": context, "evidence": context, "passages": passages}
