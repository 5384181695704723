"""Ends a run: the answer as text, its status, and the exchange added to the conversation."""

from __future__ import annotations

from citeline.budget import was_cut_short
from citeline.state import RAGState, StateUpdate, Status
from citeline.steps import Run, step
from citeline.tools.rag.answer import cited_only, render


@step
def finish(state: RAGState, run: Run) -> StateUpdate:
    """Render the claims that were kept; `partial` when some step ran out of time on the way to them.

    The evidence of an answer is what it cites, numbered as it is first cited.
    """
    del run
    update: StateUpdate = {}
    answer = state.get("answer", "")
    if claims := state.get("claims"):
        status: Status = "partial" if was_cut_short(state.get("degradations", [])) else "answered"
        claims, cited = cited_only(claims, state.get("context", []))
        answer = render(claims)
        update = {"answer": answer, "status": status, "claims": claims, "evidence": cited}
    return {**update, "messages": _exchange(state, answer)}


def _exchange(state: RAGState, answer: str) -> list[dict[str, str]]:
    said = {"role": "assistant", "content": answer}
    messages = state.get("messages") or []
    if messages and getattr(messages[-1], "type", "") == "human":
        return [said]
    return [{"role": "user", "content": state["question"]}, said]
