"""One part of a question that asks several things, searched and graded by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.state import Evidence
from citeline.text import words

from ..question.lexicon import Lexicon
from ..question.translation import translate
from ..question.words import content_words
from ..retrieval.keywords import expand_keywords
from ..retrieval.search import search
from .evidence import evidence_from_hits
from .grading import Grading, grade

_LEAST_WORDS: Final = 2


def evidence_of_part(
    index: Index, part: str, context: Sequence[Evidence], lexicon: Lexicon, sources: Sequence[str], settings: Settings
) -> Sequence[Evidence]:
    """The best evidence for a part, as many pieces as the settings say; empty when it lies below the floor.

    The evidence for the whole question may hold nothing of a part, and its grade says nothing of one. A part of a word
    or none, `and does any come first?`, is about what the others are about: it has the `context` of the whole.
    """
    if len(content_words(words(translate(part, lexicon)["english"]))) < _LEAST_WORDS:
        return context
    hits = search(index, part, top_k=settings.evidence_k, lexicon=lexicon, sources=sources).hits
    evidence = evidence_from_hits(hits)
    grading = grade_part(index, part, evidence, lexicon, sources)
    return evidence if grading.score >= settings.evidence_floor else []


def grade_part(
    index: Index, part: str, evidence: Sequence[Evidence], lexicon: Lexicon, sources: Sequence[str]
) -> Grading:
    """Judge evidence as if nothing but the part had been asked."""
    keywords = expand_keywords(index, part, translate(part, lexicon), level=1, lexicon=lexicon)
    return grade(index, part, keywords, evidence, lexicon, sources)
