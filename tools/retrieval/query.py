"""What one search looks for: the question in every form that the channels understand."""

from __future__ import annotations

from collections.abc import Mapping

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.state import Keywords, Queries, RAGState, Style
from citeline.text import terms

from ..question.analysis import Analysis, analyse
from ..question.question import Question, translate
from ..question.read import question_of
from .keywords import expand_keywords

# A word that we added must not outvote the words that were asked (docs/ranking.md: .3 and .25).
PART_WEIGHT = 0.3
RELATED_WEIGHT = 0.25


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """One round's query."""

    question: Question
    english: str
    """Its English form, as this round has it."""
    hypothetical: str
    """Code or prose that an answer might look like; empty without a model."""
    weights: Mapping[str, float]
    """Search term to weight, of the keyword levels in use."""
    style: Style
    sources: tuple[str, ...] = ()
    """Names of the sources and selections to search; all when empty."""

    @property
    def analysis(self) -> Analysis:
        """Of the English form, which is the question itself when it is asked in English."""
        return analyse(self.english)

    @property
    def is_blank(self) -> bool:
        """True when nothing is asked for: no words, or only stop words that are not marked as code."""
        return not self.weights and not self.analysis.identifiers


def first_query(index: Index, question: Question) -> SearchQuery:
    """A question as it is searched for at first, without a model: in English, by its own words."""
    queries = translate(question)
    return make_query(question, queries, expand_keywords(index, question, queries, level=1))


def query_of(state: RAGState, sources: tuple[str, ...]) -> SearchQuery:
    """The query of a run's present round, which searches these sources."""
    return make_query(
        question_of(state),
        state["queries"],
        state["keywords"],
        style=state.get("style") or "code",
        sources=sources,
    )


def make_query(
    question: Question,
    queries: Queries,
    keywords: Keywords,
    *,
    style: Style = "code",
    sources: tuple[str, ...] = (),
) -> SearchQuery:
    """Combine the forms of a question with its keywords."""
    weights: dict[str, float] = {}
    for words, weight in ((keywords["parts"], PART_WEIGHT), (keywords["related"], RELATED_WEIGHT)):
        for word in words:
            for term in terms(word):
                weights[term] = max(weight, weights.get(term, 0.0))
    for word in keywords["exact"]:
        for term in terms(word):
            weights.setdefault(term, 1.0)
            weights[term] = max(1.0, weights[term])
    english = queries["english"] or queries["original"]
    weights.update({term: float(count) for term, count in analyse(english).terms.items()})
    return SearchQuery(
        question=question,
        english=english,
        hypothetical=queries["hypothetical"],
        weights=weights,
        style=style,
        sources=sources,
    )
