"""Which of the languages that are read a question is asked in."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from citeline.dataclass import dataclass
from citeline.text import STOPWORDS, has_hangul, has_word, is_cjk

from .glossary import STEMMERS, Glossed, glossary_of, is_english, is_word, tokens_of
from .languages import table_of
from .lexicon import shipped_lexicon

Language: TypeAlias = Literal["en", "zh", "ja", "de", "es", "fr"]

_MARKED: Final = re.compile(r"`[^`]*`|[\"“„«][^\"”“»]*[\"”“»]|»[^«]*«")
"""What is quoted is not asked in its own language."""
_QUOTES: Final = dict.fromkeys(map(ord, '`"“”„«»'), " ")
_ENGLISH: Final = STOPWORDS - {"a", "am", "an", "as", "has", "in", "me", "on", "so", "use", "was", "will"}
"""Stop words that no language of a glossary has too."""
_LEAST: Final = 2
"""Telling words that software uses too: `wo encoder` is no German."""


@dataclass(frozen=True, slots=True)
class _Told:
    """By what a language is told from the others: the table `[detect]` of its words."""

    telling: frozenset[str]
    """Words that hardly any sentence does without, whether software uses them too or not; greetings among them."""
    greetings: frozenset[str]
    weak: frozenset[str]
    """Of the telling ones those that are codes, names or English words too: `de, es, en`, `man page`, `y axis`."""
    opens: str
    """Marks that open a sentence in this language alone."""


@cache
def _told(language: Glossed) -> _Told:
    table = table_of(language)["detect"]
    greetings, weak = (frozenset(table[key].split()) for key in ("greetings", "weak"))
    return _Told(greetings.union(table["telling"].split()), greetings, weak, table.get("opens", ""))


@lru_cache(maxsize=256)
def language_of(question: str) -> Language:
    """English for everything that is in none of the others.

    German, Spanish and French are told by their commonest words, and by those that their list has and software at large
    does not use: there must be more of them than of English stop words, and no fewer than of words strange to all.
    """
    bare = _MARKED.sub(" ", question)
    if not has_word(bare):
        bare = question.translate(_QUOTES)
    if is_cjk(bare):
        if has_hangul(bare):
            return "en"
        return "ja" if shipped_lexicon().is_japanese(bare) else "zh"
    # In capitals it is an acronym, unless all of the question is.
    tokens = (token for token in tokens_of(bare) if is_word(token) and (bare.isupper() or not token.isupper()))
    words = [token.lower() for token in tokens]
    english = sum(word in _ENGLISH for word in words)
    strange = {word for word in words if not is_english(word)}
    scores: dict[Glossed, int] = {}
    for language in STEMMERS:
        opens = _told(language).opens
        bonus = _LEAST if opens and re.search(rf"[{opens}](?=\w)", bare) else 0
        scores[language] = bonus + _score(language, set(words), strange, english - bonus)
    likeliest = max(STEMMERS, key=lambda language: scores[language])
    return likeliest if scores[likeliest] > english else "en"


def _score(language: Glossed, words: set[str], strange: set[str], least: int) -> int:
    """Words that speak for a language; 0 where they are too few, no more than `least`, or where more are strange to it.

    `words` are in lower case, those of them that software at large does not use are `strange`.
    """
    told = _told(language)
    telling = words & told.telling
    unknown = strange - telling
    if len(telling) + len(unknown) <= max(least, 0):  # nearly every question in English: no list is read for it
        return 0
    known = sum(glossary_of(language).has(word) for word in unknown)
    greets = bool(words & told.greetings) and words <= told.telling
    is_told = len(telling) >= _LEAST and telling - told.weak
    is_enough = known or is_told or greets or (telling & strange) - told.weak - told.greetings
    return len(telling) + known if is_enough and len(telling) + known >= len(unknown) - known else 0
