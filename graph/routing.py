"""Where a run goes next, and when it has to stop: the places where the machine decides, by the state alone.

Not of the context: when a person edits the state, LangGraph asks for the way on without a runtime.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from citeline.nodes.finish import may_act
from citeline.nodes.running.budget import searching_s, used_s
from citeline.state import Answers, RAGState

AfterPlan: TypeAlias = Literal["chat", "search", "again"]
AfterEvidence: TypeAlias = Literal["answer", "refuse", "again"]
AfterAnswer: TypeAlias = Literal["finish", "check", "refuse", "again"]
AfterGrade: TypeAlias = Literal["answer", "widen", "explore", "refuse"]
AfterCheck: TypeAlias = Literal["finish", "rewrite", "refuse"]
AfterFinish: TypeAlias = Literal["act", "end"]
AfterAction: TypeAlias = Literal["next", "end"]

_STATED: Final[Answers] = {"verdict": "yes", "why": ""}
MAX_REWRITES: Final = 1
"""Second tries after every claim has failed its check."""

# A round is expand, channels, fuse, walk, rerank, filter and grade; settings allow ten of them. Around them: plan,
# translate, exploring, reviews, actions, and the answer twice. Thrice, for a person who asks anew at a
# review. LangGraph's own limit is 10,007, which is no limit.
RECURSION_LIMIT: Final = 3 * (10 * 7 + 25)


def after_plan(state: RAGState) -> AfterPlan:
    """Reply, search, or plan what a person has asked instead."""
    return "again" if state.get("again") else state["plan"]["intent"]


def after_evidence(state: RAGState) -> AfterEvidence:
    """Answer from what a person has left, or plan what they have asked instead."""
    if state.get("again"):
        return "again"
    return "answer" if state.get("context") else "refuse"


def after_answer(state: RAGState) -> AfterAnswer:
    """Finish with the claims as they were; check those that a person has changed; or plan what they ask instead."""
    if state.get("again"):
        return "again"
    if not state.get("claims"):
        return "refuse"
    return "check" if any("verdicts" not in claim for claim in state["claims"]) else "finish"


def after_grade(state: RAGState) -> AfterGrade:
    """Answer, look further, search one level wider, or refuse: grade, rounds and time decide.

    Nothing → answer, for a table or the graph may know what no passage holds, and else refuse there; but widen where
    only the sources were searched that the plan chose. Without evidence → refuse. Evidence that a model calls
    insufficient, or a question that needs more than a search → explore, once. Enough or too much → answer
    (assemble_context takes only the best). Too little → widen while there are rounds and time; then answer with what
    there is, and with a verdict that says how little that is.
    """
    grade = state.get("grade", "nothing")
    enough = grade in ("enough", "too_much")
    wider = state.get("round", 0) < state["plan"]["max_rounds"] and not state.get("explored")
    if not enough and (grade == "nothing" or not state.get("evidence")):
        elsewhere = state.get("round", 0) <= 1 and bool(state["plan"].get("domains"))
        if elsewhere and wider and not is_spent(state):
            return "widen"
        return "answer" if state.get("evidence") else "refuse"
    if is_spent(state):
        return "answer"
    if not state.get("explored") and (state["plan"]["mode"] == "explore" or state.get("sufficient") is False):
        return "explore"
    if enough:
        return "answer"
    return "widen" if wider else "answer"


def after_finish(state: RAGState) -> AfterFinish:
    """Do what was asked for beside the answer, which is there by now whatever becomes of that.

    Nothing is proposed about what was not found, or is not stated (`may_act`).
    """
    is_told = state.get("status") != "not_found" and may_act(state, state.get("answers") or _STATED)
    return "act" if state["plan"].get("actions") and is_told else "end"


def after_action(state: RAGState) -> AfterAction:
    """Each action has a superstep of its own, so that none that was done is done again when a later one breaks off."""
    return "next" if any(call["status"] == "approved" for call in state.get("actions", [])) else "end"


def after_check(state: RAGState) -> AfterCheck:
    """Finish with the claims that held; with none, try other evidence once, then refuse."""
    if state.get("claims"):
        return "finish"
    again = bool(state.get("context")) and state.get("rewrites", 0) <= MAX_REWRITES
    return "rewrite" if again else "refuse"


def is_spent(state: RAGState) -> bool:
    """True when the share of the budget that is meant for searching has been used."""
    return used_s(state) >= searching_s(state["plan"]["budget_s"])
