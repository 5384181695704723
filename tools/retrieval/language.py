"""Which of the languages that are read a question is asked in."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from citeline.text import HANGUL, STOPWORDS, is_cjk

from .glossary import STEMMERS, glossary_of, is_english, is_word, tokens_of
from .lexicon import shipped_lexicon

Language: TypeAlias = Literal["en", "zh", "ja", "de", "es"]

_MARKED: Final = re.compile(r"`[^`]*`|[\"“„«][^\"”“»]*[\"”“»]|»[^«]*«")
"""What is quoted is not asked in its own language."""
_QUOTES: Final = dict.fromkeys(map(ord, '`"“”„«»'), " ")
_GERMAN: Final = (  # noqa: SIM905 - one word per quote and comma would be harder to check
    "auf aus bei beim dem den der des die das ein eine einem einen einer es für ich im ist kann man mit nach sich sind"
    " und vom von was welche welcher welches wenn wer werden wie wird wo wofür woher zu zum zur"
).split()
_SPANISH: Final = (  # noqa: SIM905
    "al como con cuál cuando cuándo cuántas cuántos cómo de del donde dónde el en es está están la las los para por"
    " porque que quien quién qué se son un una y"
).split()
_GREETINGS: Final[dict[Literal["de", "es"], frozenset[str]]] = {
    "de": frozenset({"danke", "dank", "gott", "grüß", "hallo", "moin", "servus", "tschüss", "tschüß"}),
    "es": frozenset({"adiós", "adios", "buenas", "buenos", "chao", "gracias", "hola"}),
}
_TELLING: Final[dict[Literal["de", "es"], frozenset[str]]] = {
    "de": _GREETINGS["de"].union(_GERMAN),
    "es": _GREETINGS["es"].union(_SPANISH),
}
"""Words that hardly any sentence does without, whether software uses them too or not."""
_ENGLISH: Final = STOPWORDS - {"a", "am", "an", "as", "has", "in", "me", "so", "was", "will"}
"""Stop words that neither German nor Spanish has too."""
_WEAK: Final = frozenset({"de", "der", "des", "die", "en", "es", "la", "man", "von", "y"})
"""Of these, those that are codes and names too: `de, es, en`, `man page`, `y axis`."""
_LEAST: Final = 2
"""Telling words that software uses too: `wo encoder` is no German."""
_OPENS_SPANISH: Final = re.compile(r"[¿¡](?=\w)")


@lru_cache(maxsize=256)
def language_of(question: str) -> Language:
    """English for everything that is in none of the others.

    German and Spanish are told by their commonest words, and by those that their list has and software at large does
    not use: there must be more of them than of English stop words, and no fewer than of words strange to all.
    """
    bare = _MARKED.sub(" ", question)
    if not re.search(r"\w", bare):
        bare = question.translate(_QUOTES)
    if is_cjk(bare):
        if HANGUL.search(bare):
            return "en"
        return "ja" if shipped_lexicon().is_japanese(bare) else "zh"
    # In capitals it is an acronym, unless all of the question is.
    tokens = (token for token in tokens_of(bare) if is_word(token) and (bare.isupper() or not token.isupper()))
    words = [token.lower() for token in tokens]
    english = sum(word in _ENGLISH for word in words)
    strange = {word for word in words if not is_english(word)}
    scores = {language: _score(language, set(words), strange) for language in STEMMERS}
    if _OPENS_SPANISH.search(bare):
        scores["es"] += _LEAST
    likeliest = max(STEMMERS, key=lambda language: scores[language])
    return likeliest if scores[likeliest] > english else "en"


def _score(language: Literal["de", "es"], words: set[str], strange: set[str]) -> int:
    """Words that speak for a language; 0 where they are too few, or where more are strange to it.

    `words` are in lower case, those of them that software at large does not use are `strange`.
    """
    telling = words & _TELLING[language]
    unknown = strange - telling
    if not telling and not unknown:  # nearly every question in English: no list is read for it
        return 0
    known = sum(glossary_of(language).has(word) for word in unknown)
    greets = bool(words & _GREETINGS[language]) and words <= _TELLING[language]
    is_told = len(telling) >= _LEAST and telling - _WEAK
    is_enough = known or is_told or greets or (telling & strange) - _WEAK - _GREETINGS[language]
    return len(telling) + known if is_enough and len(telling) + known >= len(unknown) - known else 0
