"""One part of a question that asks several things, searched and graded by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.state import Evidence

from ..question.question import Question, translate
from ..question.vocabulary.words import content_words
from ..retrieval.keywords import expand_keywords
from ..retrieval.search import search
from .evidence import evidence_from_hits
from .grading import Grading, grade

_LEAST_WORDS: Final = 2


def evidence_of_part(
    index: Index, part: Question, context: Sequence[Evidence], sources: Sequence[str], settings: Settings
) -> Sequence[Evidence]:
    """The best evidence for a part, as many pieces as the settings say; empty when it lies below the floor.

    The evidence for the whole question may hold nothing of a part, and its grade says nothing of one. A part of a word
    or none, `and does any come first?`, is about what the others are about: it has the `context` of the whole.
    """
    if len(content_words(part.english_words)) < _LEAST_WORDS:
        return context
    hits = search(index, part, top_k=settings.evidence_k, sources=sources).hits
    evidence = evidence_from_hits(hits)
    grading = grade_part(index, part, evidence, sources)
    return evidence if grading.score >= settings.evidence_floor else []


def grade_part(index: Index, part: Question, evidence: Sequence[Evidence], sources: Sequence[str]) -> Grading:
    """Judge evidence as if nothing but the part had been asked."""
    keywords = expand_keywords(index, part, translate(part), level=1)
    return grade(index, part, keywords, evidence, sources)
