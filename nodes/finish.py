"""Ends a run: the answer as text, its status, and the exchange added to the conversation."""

from __future__ import annotations

from typing import Any, Final

from citeline.markup import inert
from citeline.state import Answers, RAGState, StateUpdate, Status
from citeline.tools.answer.sources.calls.asked import EDGES
from citeline.tools.answer.writing.phrases import absence_phrase, refusal_phrase
from citeline.tools.answer.writing.rendering import cited_only, render
from citeline.tools.answer.writing.verdict import DOUBTFUL, is_partial, judge
from citeline.tools.question.intents import Intent
from citeline.tools.question.question import Question
from citeline.tools.question.read import question_of
from citeline.visible import one_line

from .running.budget import was_cut_short
from .running.left_out import left_out_phrase
from .running.steps import Run, step

_EDGES: Final[tuple[Intent, ...]] = (*EDGES, "path")
"""What is asked for where an edge of the graph is, or a way over several."""


@step
def finish(state: RAGState, run: Run) -> StateUpdate:
    """Render the claims that were kept; `partial` when some step ran out of time on the way to them.

    The evidence of an answer is what it cites, numbered as it is first cited. A question that takes for granted what
    is not there is told so first, and below the answer which part of several has none.
    """
    update: StateUpdate = {}
    question = question_of(state)
    answer = state.get("answer", "")
    if claims := state.get("claims"):
        status: Status = "partial" if was_cut_short(state.get("degradations", [])) else "answered"
        # Numbered together: what is shown on request goes on where the answer ends.
        numbered, cited = cited_only([*claims, *state.get("more", [])], state.get("context", []))
        claims, more = numbered[: len(claims)], numbered[len(claims) :]
        answers = judge(
            claims,
            basis=state.get("basis", ""),
            not_stated=state.get("not_stated", ""),
            missing=[name for one in state.get("missing_names", []) if question.hangs_on(name := one["name"])],
            signals=state.get("signals", {}),
            edges=sum(question.chances.get(one, 0.0) for one in _EDGES),
            partial=is_partial(question, claims, cited),
        )
        opening = _notice(state, run) or _opening(question, answers)
        answers = {**answers, "opening": opening} if opening else answers
        answer = "\n\n".join(part for part in (opening, render(claims, cited), *_unanswered(state)) if part)
        update = {"answer": answer, "status": status, "claims": claims, "more": more, "evidence": cited, "closest": []}
        update["answers"] = answers
    is_told = state.get("claims") and may_act(state, update["answers"])
    if not is_told and state["plan"]["intent"] == "search" and (actions := state["plan"].get("actions")):
        run.degrade(source=", ".join(actions), to="no proposal", why="nothing was found that it could be about")
    return {**update, "messages": _exchange(state, run.say(answer))}


def may_act(state: RAGState, answers: Answers) -> bool:
    """Whether what is wished beside an answer may be proposed: where the answer is stated; and where that is in doubt,
    but every name is known, each wish that has its own day, which rests on no answer.
    """
    if answers["verdict"] != "not_stated":
        return True
    own = [any(said.kind == "date" for said in wish.arguments) for wish in question_of(state).wishes]
    return bool(own) and all(own) and not state.get("missing_names")


def _notice(state: RAGState, run: Run) -> str:
    """That names are not there, and which files it may be because of."""
    corpus, language = run.index.root.name or run.index.name, question_of(state).language
    missing = state.get("missing_names", [])
    absent = absence_phrase(missing, corpus, language)
    return inert(one_line(f"{absent} {left_out_phrase(run, language, missing)}".strip())) if absent else ""


def _opening(question: Question, answers: Answers) -> str:
    if answers["verdict"] == "not_stated":
        return refusal_phrase("not_stated", question.language)
    return refusal_phrase("doubtful", question.language) if answers["why"] == DOUBTFUL else ""


def _unanswered(state: RAGState) -> list[str]:
    language = question_of(state).language
    return [inert(one_line(refusal_phrase("part", language, question=part))) for part in state.get("unanswered", [])]


def _exchange(state: RAGState, said: Any) -> list[Any]:
    messages = state.get("messages") or []
    if messages and getattr(messages[-1], "type", "") == "human":
        return [said]
    return [{"role": "user", "content": state["question"]}, said]
