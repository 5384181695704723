"""Answers what is not a question about the sources."""

from __future__ import annotations

from citeline.markup import inert
from citeline.state import RAGState, StateUpdate
from citeline.tools.answer.writing.phrases import chat_phrase
from citeline.tools.question.read import question_of
from citeline.visible import one_line

from .running.steps import Run, step


@step
def reply(state: RAGState, run: Run) -> StateUpdate:
    """A fixed sentence in the asker's language; a question without content counts as not found."""
    chat = state["plan"].get("chat", "empty")
    status = "not_found" if chat == "empty" else "answered"
    name = inert(one_line(run.index.root.name or run.index.name))  # whoever named the folder may have written more
    return {"answer": chat_phrase(chat, question_of(state).language, name), "status": status}
