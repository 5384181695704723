"""Says that the sources do not answer the question, where it has looked, what came closest, and what to try."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from citeline.markup import inert
from citeline.state import Answers, Evidence, RAGState, StateUpdate
from citeline.tools.answer.writing.phrases import absence_phrase, refusal_phrase
from citeline.tools.question.read import question_of
from citeline.tools.question.vocabulary.language import Language
from citeline.tools.question.vocabulary.words import content_words
from citeline.tools.searched import chosen_sources
from citeline.visible import one_line

from .running.budget import was_cut_short
from .running.left_out import left_out_phrase
from .running.steps import Run, step

_MAX_NAMED: Final = 8
_LONGEST_WORD: Final = 60


@step
def refuse(state: RAGState, run: Run) -> StateUpdate:
    """The answer of a run that found nothing it can stand behind; its evidence is what came closest.

    One thing a line: what is missing, the words that were tried, the closest places, what to do next.
    """
    closest: list[Evidence] = [{**piece, "id": number} for number, piece in enumerate(state.get("closest", []), 1)]
    lines = [*_said(state, run), *_closest(closest, question_of(state).language), *_advice(state, run)]
    verdict: Answers = {"verdict": "not_stated", "why": lines[0]}
    # They name files, and whoever named those may have written more than a name.
    answer = "\n".join(inert(one_line(line)) for line in lines)
    return {
        "answer": answer,
        "status": "not_found",
        "claims": [],
        "more": [],
        "answers": verdict,
        "evidence": closest,
        "context": [],
    }


def _said(state: RAGState, run: Run) -> Iterator[str]:
    language = question_of(state).language
    corpus = run.index.root.name or run.index.name
    if not run.index.manifest.counts.get("chunks"):
        yield refusal_phrase("empty", language, corpus=corpus)
        return
    late = was_cut_short(state.get("degradations", []))
    yield refusal_phrase("late" if late else "nothing", language, corpus=corpus)
    if missing := state.get("missing_names"):
        yield absence_phrase(missing, corpus, language)
    if words := content_words(word for one in state.get("looked", []) for word in one["keywords"])[:_MAX_NAMED]:
        shown = (word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}…" for word in words)
        yield refusal_phrase("looked", language, words=", ".join(shown))
    if chosen := chosen_sources(run.index, run.settings):
        yield refusal_phrase("only", language, sources=", ".join(f"`{name}`" for name in chosen))


def _closest(closest: list[Evidence], language: Language) -> Iterator[str]:
    if closest:
        yield refusal_phrase("closest", language)
    for piece in closest:
        place = f"{piece['path']}:{piece['start_line']}-{piece['end_line']}"
        yield f"- {place} `{piece['name']}`" if piece["name"] else f"- {place}"


def _advice(state: RAGState, run: Run) -> Iterator[str]:
    language = question_of(state).language
    nearest = [name for missing in state.get("missing_names", []) for name in missing["nearest"]]
    if nearest:
        yield refusal_phrase("nearest", language, name=nearest[0])
    elif state.get("closest"):
        yield refusal_phrase("search", language)
    if was_cut_short(state.get("degradations", [])):
        yield refusal_phrase("budget", language)
    if not run.index.manifest.counts.get("chunks"):
        yield refusal_phrase("fill", language)
    if left_out := left_out_phrase(run, language, state.get("missing_names", [])):
        yield left_out
