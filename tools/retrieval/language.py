"""Which of the languages that are read a question is asked in."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, TypeAlias

from citeline.text import HANGUL, KANA, STOPWORDS, is_cjk

from .glossary import STEMMERS, glossary_of, is_english, is_word, tokens_of

Language: TypeAlias = Literal["en", "zh", "ja", "de", "es"]

_SHARED: Final = frozenset({"a", "am", "an", "as", "has", "in", "me", "so", "was", "will"})
"""English stop words that German or Spanish has too."""


@lru_cache(maxsize=256)
def language_of(question: str) -> Language:
    """English for everything that is in none of the others.

    German and Spanish are told by words that their list has and software at large does not use: there must be more of
    them than of English stop words. So a name that looks foreign makes no question foreign.
    """
    if KANA.search(question):
        return "ja"
    if is_cjk(question):
        return "en" if HANGUL.search(question) else "zh"
    words = [token for token in tokens_of(question) if is_word(token)]
    strange = [word for word in words if not is_english(word)]
    english = sum(word.lower() in STOPWORDS - _SHARED for word in words)
    if len(strange) <= english:  # nearly every question in English: no list is read for it
        return "en"
    known = {language: sum(glossary_of(language).has(word) for word in strange) for language in STEMMERS}
    likeliest = max(STEMMERS, key=lambda language: known[language])
    return likeliest if known[likeliest] > english else "en"
