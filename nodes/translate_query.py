"""Puts the question into the forms that the channels search with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from citeline.state import RAGState, StateUpdate
from citeline.text import is_cjk, unique, words
from citeline.tools.models.prompts import load_prompt
from citeline.tools.models.schemas import TranslationReply
from citeline.tools.question.question import Question, translate
from citeline.tools.question.read import question_of
from citeline.visible import one_line

from .running.model_steps import step_with_model
from .running.steps import Run
from .running.threads import to_thread

if TYPE_CHECKING:
    from citeline.tools.models.role import ModelRun

_PROMPT: Final = load_prompt("citeline.nodes", "translate_query")
_OUTPUT_TOKENS: Final = 800
_MAX_CHARS: Final = 2_000
"""Of a form: a model that rambles would only blur the search."""
_MAX_WORDS: Final = 8
_LANGUAGES: Final = 3


def _from_the_lexicon(state: RAGState, run: Run) -> StateUpdate:
    return {"queries": translate(question_of(state))}


def _is_translation(question: Question, reply: str) -> bool:
    """An English question that the model has reworded stays as the person wrote it."""
    if is_cjk(reply):
        return False
    asked, translated = {word.lower() for word in question.words}, set(words(reply.lower()))
    return len(asked & translated) < len(asked | translated) / 2


@step_with_model("planner", _PROMPT, twin=_from_the_lexicon, spares_answer=True)
async def translate_query(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
    """English and original form, a hypothetical answer, and words to search with.

    The twin has the English form from a lexicon, and no hypothetical. What the model left empty is as the twin has it.
    """
    # Files are read in a thread: a server's event loop must not wait for them.
    known = await to_thread(run.index.structure.languages)
    languages = ", ".join(list(known)[:_LANGUAGES]) or "text"
    messages = _PROMPT.render(name=one_line(run.index.name), languages=languages, question=state["question"])
    reply = await model.ask(messages, TranslationReply, max_output_tokens=_OUTPUT_TOKENS)
    queries = translate(question_of(state))
    english = reply.english.strip()[:_MAX_CHARS]
    if english and _is_translation(question_of(state), english):
        queries["english"] = english
    queries["hypothetical"] = reply.hypothetical.strip()[:_MAX_CHARS]
    queries["names"] = unique(name.strip() for name in reply.names if name.strip())[:_MAX_WORDS]
    queries["words"] = unique(word.strip() for word in reply.words if word.strip())[:_MAX_WORDS]
    return {"queries": queries}
