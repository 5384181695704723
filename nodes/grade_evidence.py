"""Judges whether the evidence can carry an answer; the routing after it widens, answers or refuses."""

from __future__ import annotations

from dataclasses import replace

from citeline.state import Grade, RAGState, StateUpdate
from citeline.tools.evidence.grading import grade, grade_part
from citeline.tools.question.read import parts_read, question_of
from citeline.tools.retrieval.project_lexicon import lexicon_of

from .running.steps import Run, step


@step
def grade_evidence(state: RAGState, run: Run) -> StateUpdate:
    """Grade, score and the names of the question that the index does not know.

    Whatever the grader calls it, evidence whose score is below `evidence_floor` is too little. Never skipped when time
    is short: an answer from ungraded evidence would break the promise to say "not found".
    """
    evidence = state.get("evidence", [])
    question = question_of(state)
    sources = run.searched(state)
    grading = grade(run.index, question, state["keywords"], evidence, sources)
    parts = parts_read(question, lexicon_of(run.index, run.settings.lexicon))
    if parts and grading.score < run.settings.evidence_floor:
        # One part may have an answer; the other is told to have none.
        best = max((grade_part(run.index, part, evidence, sources) for part in parts), key=lambda one: one.score)
        grading = replace(best, missing_names=grading.missing_names)
    verdict: Grade = grading.grade if evidence else "nothing"
    if verdict in ("enough", "too_much") and grading.score < run.settings.evidence_floor:
        verdict = "too_little"
    return {"grade": verdict, "grade_score": grading.score, "missing_names": list(grading.missing_names)}
