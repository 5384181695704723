"""Puts the question into the forms that the channels search with."""

from __future__ import annotations

from citeline.state import RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.tools.retrieval.lexicon import lexicon_at
from citeline.tools.retrieval.translation import translate


@step
def translate_query(state: RAGState, run: Run) -> StateUpdate:
    """English and original form from the glossary; a hypothetical answer needs a model."""
    return {"queries": translate(state["question"], lexicon_at(run.settings.lexicon))}
