"""The question in the forms that the channels search with, without a model: word lists and the identifiers."""

from __future__ import annotations

from functools import lru_cache

from citeline.dataclass import dataclass
from citeline.text import is_cjk, words

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


def read_question(question: str, lexicon: Lexicon | None = None) -> Reading:
    """What a question says, in English and in its own language. `lexicon`: by default the shipped one."""
    return _read(question, lexicon or shipped_lexicon())


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
