"""Begins a round of searching: each round searches one level of keywords further."""

from __future__ import annotations

from typing import Final

from citeline.state import RAGState, StateUpdate
from citeline.tools.question.read import question_of
from citeline.tools.retrieval import keywords
from citeline.tools.retrieval.project_lexicon import lexicon_of

from .running.steps import Run, step

LEVELS: Final = 3


@step
def expand_keywords(state: RAGState, run: Run) -> StateUpdate:
    """The round's number, its keyword level and the words of all levels up to it, from the lexicon."""
    number = state.get("round", 0) + 1
    level = min(number, LEVELS)
    lexicon = lexicon_of(run.index, run.settings.lexicon)
    found = keywords.expand_keywords(run.index, question_of(state), state["queries"], level=level, lexicon=lexicon)
    return {"round": number, "level": level, "keywords": found}
