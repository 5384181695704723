"""The facts of the overview that answer a question, best first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from citeline.indexing.reader import Index
from citeline.text import terms

from ...question.question import Question
from ..draft import Draft
from .asked import aspects_asked, folders_in
from .facts import overview_facts, project_names, texts_of
from .model import Aspect, Overview, ProjectFact
from .parts import dependencies_of, parts_of, product_of
from .words import aspect_words

_LIMIT: Final = 8
_TITLE_WORDS, _WORDS, _MOST_WORDS = 0.3, 0.08, 4
"""What a heading gains that has only words of the question, and a fact by each of up to so many words."""
_COMMAND: Final = 0.2
"""What a command gains before a sentence, where a command is asked for."""
_DEPENDENCIES: Final = 2
"""Beside the parts: how they depend on each other is asked with what they are."""
_BESIDE: Final[dict[Aspect, tuple[Aspect, ...]]] = {
    "purpose": ("features",),
    "features": ("purpose",),
    "start": ("entry",),
    "entry": ("extras",),
}
"""Aspects that an answer to one of them is not complete without."""
_EACH: Final[dict[Aspect, int]] = {"parts": 8, "start": 6, "purpose": 3, "contribute": 4, "entry": 5, "extras": 5}
_EACH_OTHER: Final = 4


def overview_drafts(index: Index, question: Question, aspects: Collection[Aspect] | None = None) -> list[Draft]:
    """What the corpus as a whole says to a question about it, best first; empty for any other question.

    `aspects`: by default those that `aspects_asked` finds. Aspects take turns, each with its best fact first, so that
    a question for two of them is answered for both.
    """
    asked = list(aspects) if aspects is not None else aspects_asked(question, project_names(index))
    if not asked:
        return []
    overview = overview_facts(index)
    words = frozenset([*question.analysis.terms, *question.english_analysis.terms])
    columns = [list(_about(index, overview, aspect, question, words)) for aspect in asked]
    columns += [overview.about(more)[:1] for aspect in asked for more in _BESIDE.get(aspect, ()) if more not in asked]
    return [fact.draft for fact in _in_turn(columns)][:_LIMIT]


def _about(
    index: Index, overview: Overview, aspect: Aspect, question: Question, words: frozenset[str]
) -> Iterator[ProjectFact]:
    most = _EACH.get(aspect, _EACH_OTHER)
    if aspect == "parts":
        yield from _parts(index, overview, question, most)
    elif aspect == "start":
        yield from overview.order[:most]
    else:
        facts = overview.about(aspect)
        if aspect_words()[aspect].commands:  # a command is the answer, whatever words stand around it
            facts.sort(key=lambda fact: fact.rank - _COMMAND * fact.draft.fact["relation"].startswith("to_"))
        else:
            facts.sort(key=lambda fact: fact.rank - _shared(fact, words))
        yield from facts[:most]


def _shared(fact: ProjectFact, words: frozenset[str]) -> float:
    """What a fact gains by words of the question, in its heading and in what it says."""
    said = fact.draft.fact
    title, text = frozenset(terms(said["subject"])), frozenset(terms(said["object"]))
    in_title = len(title & words) / len(title) if title and said["relation"] == "section" else 0.0
    return _TITLE_WORDS * in_title + _WORDS * min(len(text & words), _MOST_WORDS)


def _parts(index: Index, overview: Overview, question: Question, most: int) -> Iterator[ProjectFact]:
    """The parts of the folder that the question names, else of all; then the strongest dependencies."""
    parts, dependencies, described = overview.parts, overview.dependencies, overview.described
    texts = texts_of(index)
    for folder in folders_in(question):
        if any(document.path.startswith(folder + "/") for document in texts.documents):
            product = product_of(texts, folder)
            parts = parts_of(texts, product, {})
            dependencies = dependencies_of(texts, parts)
            described = [fact for fact in described if fact.draft.fact["subject"].startswith(folder + "/")]
            break
    told = {fact.draft.fact["subject"] for fact in described}
    shown = [*described, *(part.fact for part in parts if part.path not in told)][:most]
    yield from shown
    yield from [dependency.fact for dependency in dependencies[:_DEPENDENCIES]]


def _in_turn(columns: Sequence[Sequence[ProjectFact]]) -> Iterator[ProjectFact]:
    """One of each column after the other; a place that was shown already is left out."""
    seen: set[tuple[int, int]] = set()
    for row in zip_longest(*columns):
        for fact in row:
            if fact is not None and (place := (fact.draft.document, fact.draft.start_line)) not in seen:
                seen.add(place)
                yield fact
