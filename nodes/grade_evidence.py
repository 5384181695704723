"""Judges whether the evidence can carry an answer; the routing after it widens, answers or refuses."""

from __future__ import annotations

from citeline.state import Grade, RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.tools.rag.grading import grade
from citeline.tools.retrieval.lexicon import lexicon_at
from citeline.tools.retrieval.query import sources_searched


@step
def grade_evidence(state: RAGState, run: Run) -> StateUpdate:
    """Grade, score and the names of the question that the index does not know.

    Whatever the grader calls it, evidence whose score is below `evidence_floor` is too little. Never skipped when time
    is short: an answer from ungraded evidence would break the promise to say "not found".
    """
    evidence = state.get("evidence", [])
    lexicon = lexicon_at(run.settings.lexicon)
    sources = sources_searched(state, run.settings)
    grading = grade(run.index, state["question"], state["keywords"], evidence, lexicon, sources)
    verdict: Grade = grading.grade if evidence else "nothing"
    if verdict in ("enough", "too_much") and grading.score < run.settings.evidence_floor:
        verdict = "too_little"
    return {"grade": verdict, "grade_score": grading.score, "missing_names": list(grading.missing_names)}
