"""What the ranker of claims reads of a question: its words by their weight, and what is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from citeline.indexing.reader import Index
from citeline.text import terms, terms_of

from ..evidence.term_weights import named_by_phrases, read_words
from ..question.intents import Intent
from ..question.question import Question
from ..question.vocabulary.lexicon import Lexicon, shipped_lexicon
from .ranking.candidates import Sought
from .reading.lines import read_line
from .reading.says_nothing import asks_help

_FEW: Final = 3
"""Terms of a question that asks for no more than a thing, up to which what it is may be asked: `the event loop`."""
_STEPS: Final = 0.2
"""The chance that an order or a way to do something is asked for, from which on a numbered list is told as a whole."""
_SLOTS: Final[Mapping[Intent, str]] = {
    "why": "reason",
    "when": "condition",
    "order": "order",
    "value": "value",
    "error": "error",
    "list": "list",
    "overview": "overview",
    "date": "date",
    "locate": "place",
}
"""Intent to the feature of the ranker that it switches on."""
_SURE_SLOTS: Final[Mapping[Intent, str]] = {"compare": "contrast", "date": "day"}
"""The same, where the intent holds: a chance of a hundredth would decide between two lines that are as likely."""


def read_sought(index: Index, question: Question, lexicon: Lexicon | None = None) -> Sought:
    """What the ranker wants to know of a question; synonyms by the lexicon, or the one in the package."""
    english = question.english_words
    content = question.without_measures([*english, *question.own_words])
    own = set(question.own).difference(english)
    weights = {**read_words(index, content, own).weights, **named_by_phrases(index, english)}
    intents = {slot: question.chances.get(intent, 0.0) for intent, slot in _SLOTS.items()}
    intents |= {slot: question.chances.get(one, 0.0) for one, slot in _SURE_SLOTS.items() if question.asks_for(one)}
    denies = any("denial" in read_line(text).cues for text in question.wordings)
    is_number = question.literal == "number" and question.asks_for("value", "cell")
    intents |= {"guide": "how_to" in question.cues, "number": is_number, "denial": denies}
    alike = _synonyms(content, weights.keys(), lexicon or shipped_lexicon())
    is_done = max(question.chances.get(intent, 0.0) for intent in ("order", "how")) >= _STEPS
    steps = is_done or "task" in question.cues
    tests, whole = "tests" in question.cues, question.asks_for("order", "list")
    helps = asks_help({*english, *question.own_words, *question.options})
    return Sought(weights, question.wordings, intents, tests, whole, steps, _defined(index, question), alike, helps)


def _defined(index: Index, question: Question) -> Mapping[str, float]:
    """The terms of what is asked to be defined or told apart, weighed; empty where nothing is."""
    is_asked = question.asks_for("definition", "compare")
    if not (is_asked or question.asks_for("rule", "topic")):
        return {}
    weights = read_words(index, question.english_words).weights
    from .overview import project_names

    own = terms_of(project_names(index))
    if not weights.keys() <= own:  # `what is a spider in Scrapy`
        weights = {term: 0.0 if term in own else weight for term, weight in weights.items()}
    return weights if is_asked or len(weights) <= _FEW else {}


def _synonyms(content: Iterable[str], weights: AbstractSet[str], lexicon: Lexicon) -> dict[str, str]:
    """Terms of single words that mean nearly the same as one of the question's, each with that one's term."""
    alike: dict[str, str] = {}
    for word in content:
        own = weights & frozenset(terms(word))
        for synonym in lexicon.synonyms(word) if len(own) == 1 else ():
            others = frozenset(terms(synonym))
            if len(others) == 1 and not others & weights:
                alike.setdefault(*others, *own)
    return alike
