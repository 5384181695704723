"""Drops evidence that is not about the question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citeline.state import Evidence, PassageRef, RAGState, StateUpdate
from citeline.tools.evidence.filter import keep_present, keep_relevant, score_relevance
from citeline.tools.evidence.relevance_asked import ask_relevance
from citeline.tools.models.prompts import load_prompt
from citeline.tools.question.read import question_of
from citeline.tools.retrieval.query import query_of

from .running.model_steps import step_with_model
from .running.steps import Run
from .running.threads import to_thread

if TYPE_CHECKING:
    from citeline.tools.models.role import ModelRun

THRESHOLD: Final = 5.0
"""Of a relevance from 0 to 10."""
_CLOSEST: Final = 3
_PROMPT: Final = load_prompt("citeline.nodes", "filter_documents")


def _by_words(state: RAGState, run: Run) -> StateUpdate:
    query = query_of(state, run.searched(state))
    evidence = state.get("evidence", [])
    scored = run.within(
        lambda: score_relevance(run.index, query, evidence), source="relevance filter", to="everything ranked"
    )
    if scored is None:
        return {"closest": evidence[:_CLOSEST]}
    return _kept(state, scored)


@step_with_model("planner", _PROMPT, twin=_by_words, spares_answer=True)
async def filter_documents(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
    """Score each piece of evidence and keep what reaches the threshold, the best two in any case.

    Whether those are an answer is for the grading to say. The closest are remembered either way. A model sees all
    pieces at once; one that it leaves out keeps the twin's score.
    """
    evidence = state.get("evidence", [])
    update = await to_thread(_by_words, state, run)
    if not evidence:
        return update
    before: dict[int, float] = {
        piece["id"]: piece["relevance"] for piece in [*update["closest"], *update.get("evidence", [])]
    }
    told = await ask_relevance(model, _PROMPT, evidence, index=run.index, question=question_of(state), otherwise=before)
    return {**_kept(state, told.evidence), "sufficient": told.sufficient, "missing": told.missing}


def _kept(state: RAGState, scored: list[Evidence]) -> StateUpdate:
    present = keep_present(question_of(state), scored)
    nearest = sorted(present, key=lambda piece: -piece["relevance"])[:_CLOSEST]
    evidence = keep_relevant(present, THRESHOLD)
    ids = {piece["chunk_id"] for piece in evidence}
    passages: list[PassageRef] = [{**one, "kept": one["chunk_id"] in ids} for one in state.get("passages", [])]
    return {"evidence": evidence, "closest": nearest, "passages": passages}
