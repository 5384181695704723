"""The question in the forms that the channels search with, without a model: word lists and the identifiers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from citeline.state import Queries
from citeline.text import is_cjk, unique, words

from .glossary import STEMMERS, glossary_of
from .language import Language, language_of
from .lexicon import Lexicon, shipped_lexicon


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as it is understood without a model."""

    language: Language
    english: str
    """The question itself where no word of it is known, or where it is asked in English."""
    own: tuple[str, ...] = ()
    """Its words in its own language, names among them, without those that say nothing: a source may be in that language
    too. Empty in English."""
    unread: tuple[str, ...] = ()
    """Those of them that nothing puts into English."""


def translate(question: str, lexicon: Lexicon | None = None) -> Queries:
    """English and original form; a hypothetical answer needs a model, so it is empty.

    A question in another language becomes the English words that the lists know, with identifiers kept in place. When
    they know none of them the question itself stands in, and the lexical channel still finds text of its language. One
    in other words gets beside them the project's own words. `lexicon`: by default the shipped one.
    """
    return {"english": read_question(question, lexicon).english, "original": question, "hypothetical": ""}


def read_question(question: str, lexicon: Lexicon | None = None) -> Reading:
    """What a question says, in English and in its own language. `lexicon`: by default the shipped one."""
    return _read(question, lexicon or shipped_lexicon())


def own_words(question: str, lexicon: Lexicon | None = None) -> list[str]:
    """The words to search with beside the English ones, in the language of the question."""
    # Chinese is searched by all of its characters, in twos: what a list does not know may be a word of the corpus.
    return words(question) if is_cjk(question) else list(read_question(question, lexicon).own) or words(question)


def wordings(question: str) -> tuple[str, ...]:
    """The question as the patterns read it that tell its kind: in English or Chinese as it is, else in English too.

    Not a Japanese one as it is, for it has Chinese words that mean something else.
    """
    read = read_question(question)
    if read.language in ("en", "zh"):
        return (question,)
    return (read.english,) if read.language == "ja" else tuple(unique((question, read.english)))


@lru_cache(maxsize=256)
def _read(question: str, lexicon: Lexicon) -> Reading:
    language = language_of(question)
    if is_cjk(question):
        names = (word for word in words(question) if not is_cjk(word))
        own = (*names, *lexicon.cjk_words(question))
        english = lexicon.to_english(question)
        return Reading(language, english if words(english) else question, own, tuple(lexicon.unread(question)))
    # A word of the project's own lexicon is English from here on.
    renamed = lexicon.by_heads(question)
    if language in STEMMERS:
        found = glossary_of(language).render(renamed or question)
        return Reading(language, found.english or question, found.own, found.unread)
    return Reading(language, lexicon.to_english(question) if renamed else question)
