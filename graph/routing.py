"""Where a run goes next: the three places where the machine decides, as functions of the state alone.

Not of the context: when a person edits the state, LangGraph asks for the way on without a runtime.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from citeline.state import RAGState

from .budget import MAX_REWRITES, is_spent

AfterPlan: TypeAlias = Literal["chat", "search"]
AfterGrade: TypeAlias = Literal["answer", "widen", "refuse"]
AfterCheck: TypeAlias = Literal["finish", "rewrite", "refuse"]


def after_plan(state: RAGState) -> AfterPlan:
    """Reply, or search."""
    return state["plan"]["intent"]


def after_grade(state: RAGState) -> AfterGrade:
    """Answer, search one level wider, or refuse: grade, rounds and time decide.

    enough or too much → answer (assemble_context takes only the best). Nothing → refuse. Too little → widen while
    there are rounds and time; out of time, answer with what there is; out of rounds, refuse.
    """
    grade = state.get("grade", "nothing")
    if grade in ("enough", "too_much"):
        return "answer"
    if grade == "nothing" or not state.get("evidence"):
        return "refuse"
    if is_spent(state):
        return "answer"
    return "widen" if state.get("round", 0) < state["plan"]["max_rounds"] else "refuse"


def after_check(state: RAGState) -> AfterCheck:
    """Finish with the claims that held; with none, try other evidence once, then refuse."""
    if state.get("claims"):
        return "finish"
    again = bool(state.get("context")) and state.get("rewrites", 0) <= MAX_REWRITES
    return "rewrite" if again else "refuse"
