"""What one search looks for: the question in every form that the channels understand."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from citeline.indexing.reader import Index
from citeline.state import Keywords, Queries, Style
from citeline.text import terms

from .analysis import Analysis, analyse
from .keywords import expand_keywords
from .lexicon import Lexicon
from .translation import translate

MAX_QUESTION: Final = 4_000
"""Characters kept of a question. A pasted log beyond that only adds words that are rare by accident."""

# A word that we added must not outvote the words that were asked (shared ranking study, section 5: .3 and .25).
PART_WEIGHT = 0.3
RELATED_WEIGHT = 0.25


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One round's query."""

    question: str
    english: str
    hypothetical: str
    """Code or prose that an answer might look like; empty without a model."""
    weights: Mapping[str, float]
    """Search term to weight, of the keyword levels in use."""
    style: Style

    @property
    def analysis(self) -> Analysis:
        """Of the English form, which is the question itself when it is asked in English."""
        return analyse(self.english)

    @property
    def is_blank(self) -> bool:
        """True when nothing is asked for: no words, or only stop words that are not marked as code."""
        return not self.weights and not self.analysis.identifiers


def clean_question(question: str) -> str:
    """On one line, without control characters and lone surrogates, which no index holds and JSON cannot carry."""
    plain = "".join(
        " " if unicodedata.category(char) == "Cc" else char for char in question if unicodedata.category(char) != "Cs"
    )
    return " ".join(plain.split())


def first_query(index: Index, question: str, lexicon: Lexicon | None = None) -> SearchQuery:
    """A question as it is searched for at first, without a model: in English, by its own words."""
    queries = translate(question, lexicon)
    return make_query(question, queries, expand_keywords(index, question, queries, level=1))


def make_query(
    question: str, queries: Queries, keywords: Keywords, *, level: int = 1, style: Style = "code"
) -> SearchQuery:
    """Combine the forms of a question with the keywords of the levels up to `level` (1 to 3)."""
    weights: dict[str, float] = {}
    added = [(keywords["parts"], PART_WEIGHT), (keywords["related"], RELATED_WEIGHT)][: max(0, level - 1)]
    for words, weight in added:
        for word in words:
            for term in terms(word):
                weights[term] = max(weight, weights.get(term, 0.0))
    for word in keywords["exact"]:
        for term in terms(word):
            weights.setdefault(term, 1.0)
            weights[term] = max(1.0, weights[term])
    english = queries["english"] or question
    weights.update({term: float(count) for term, count in analyse(english).terms.items()})
    return SearchQuery(
        question=question,
        english=english,
        hypothetical=queries["hypothetical"],
        weights=weights,
        style=style,
    )
