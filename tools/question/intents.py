"""What a question asks for, by a fitted linear model over masked words: `weights/*.json`, made by `make intents`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias, get_args

from py_rust_stemmers import SnowballStemmer  # pyright: ignore[reportAttributeAccessIssue] - compiled, no stubs

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass

from .masks import MASKS, grams, mask, sentences, tokens
from .vocabulary.language import Language
from .vocabulary.languages import table_of

Intent: TypeAlias = Literal[
    "value", "locate", "why", "when", "error", "order", "list", "overview", "date", "callers", "callees", "inherits",
    "imports", "uses", "path", "compare", "change", "how", "rule", "cell", "definition", "whether", "topic",
]  # fmt: skip
INTENTS: Final[tuple[Intent, ...]] = get_args(Intent)
LONGEST: Final[Mapping[bool, int]] = {False: 3, True: 4}
"""Tokens of a feature, by whether they are characters of Chinese or Japanese."""
SPACELESS: Final = frozenset({"zh", "ja"})
_STEMMERS: Final = {"en": "english", "de": "german", "es": "spanish", "fr": "french"}
_HOLDS: Final = 0.25
"""Probability from which on an intent beside the first one holds too."""
IN_BRACKETS: Final = re.compile(r"(?<!\S)\([^()]*\)|（[^（）]*）")
"""What stands beside a question, not `send(x)`."""
_MARKS: Final = " \t?？¿.。!！:：,，、`'\"-"


@dataclass(frozen=True, slots=True)
class IntentModel:
    """The weights of one language."""

    known: frozenset[str]
    """Tokens that the templates are made of; all others are blanks."""
    weights: Mapping[str, Mapping[Intent, float]]
    """Per feature; `*` is the bias."""

    def probabilities(self, features: Sequence[str]) -> dict[Intent, float]:
        """Of every intent; they sum to 1."""
        scores: dict[Intent, float] = dict.fromkeys(INTENTS, 0.0)
        for feature in ("*", *features):
            for intent, weight in self.weights.get(feature, {}).items():
                scores[intent] += weight
        top = max(scores.values())
        powers: dict[Intent, float] = {intent: math.exp(score - top) for intent, score in scores.items()}
        total = sum(powers.values())
        for intent in INTENTS:
            powers[intent] /= total
        return powers


@cache
def _model(language: str) -> IntentModel:
    """Of a language; English for one that has no weights."""
    try:
        table = json.loads(shipped_text("citeline.tools.question", f"weights/{language}.json"))
    except FileNotFoundError:
        return _model("en")
    return IntentModel(frozenset(table["known"].split()), table["weights"])


def known_words(language: str) -> frozenset[str]:
    """The tokens that the templates of a language are made of, in the form that `stemmed` gives."""
    return _model(language).known


def stemmed(words: Sequence[str], language: str) -> list[str]:
    """Tokens in the form that the model has them in."""
    if language not in _STEMMERS:
        return list(words)
    stemmer = _stemmer(language)
    return [word if word in MASKS else stemmer.stem_word(word) for word in words]


@cache
def _stemmer(language: str) -> SnowballStemmer:
    return SnowballStemmer(_STEMMERS[language])


@lru_cache(maxsize=512)
def intent_chances(question: str, language: str) -> Mapping[Intent, float]:
    """How likely a question asks for each; of several sentences the one that says most clearly what it asks for."""
    model = _model(language)
    longest = LONGEST[language in SPACELESS]
    read = [
        model.probabilities(grams(stemmed(tokens(part), language), model.known, longest))
        for part in sentences(mask(question))
    ]
    return max(read, key=_clarity, default={"topic": 1.0})


def relation_asked(question: str, name: str, language: Language) -> Intent | None:
    """What a question asks for that has nothing but a name and the words of a relation: `send used by? (not tests)`.

    The model takes such words for names, as it has only sentences.
    """
    if not name:
        return None
    rest = " ".join(IN_BRACKETS.sub(" ", question).replace(name, " ", 1).strip(_MARKS).lower().split())
    return next((intent for intent, words in _relations(language) if words.fullmatch(rest)), None)


@cache
def _relations(language: Language) -> tuple[tuple[Intent, re.Pattern[str]], ...]:
    tables = [table_of(one)["relations"] for one in dict.fromkeys((language, "en"))]
    return tuple((intent, re.compile(words)) for table in tables for intent, words in table.items())


def _clarity(chances: Mapping[Intent, float]) -> float:
    return max(chance for intent, chance in chances.items() if intent not in ("topic", "whether", "error"))


def intents_of(question: str, language: str) -> tuple[Intent, ...]:
    """What is asked for, the most likely first; `topic` stands alone and says that nothing particular is."""
    chances = intent_chances(question, language)
    ordered = sorted(chances, key=lambda intent: -chances[intent])
    if ordered[0] == "topic":
        return ("topic",)
    return tuple(i for i in ordered if i == ordered[0] or (chances[i] >= _HOLDS and i != "topic"))
