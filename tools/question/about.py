"""The one name that a question is about: its only word that says more than what is asked."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from citeline.text import CJK_RUN, is_cjk, unique

from .intents import known_words, stemmed
from .masks import MASKS, mask, tokens
from .vocabulary.words import content_words

_NAME: Final = r"(?a:[@$]?[A-Za-z_$][\w$]*(?:(?:\.|::|#|->|/|-)[\w$]+)*)"
"""ASCII only, or a Chinese or Japanese question without blanks would be one name."""
_TOKEN: Final = re.compile(rf"{_NAME}(?![A-Za-z0-9_$\u00c0-\u024f])|{CJK_RUN.pattern}|[^\W\d_]+")
_GRAMMAR: Final = re.compile(r"[\u3041-\u309f]")
"""Hiragana, in which Japanese writes what is no name."""


def about_of(text: str, language: str, names: Collection[str]) -> str:
    """That name, as it is written; empty where a question has several, or other words that no template has.

    `names`: what the question mentions as names. A word that only asks can be the name where there is no other.
    """
    found = unique(token for token in _TOKEN.findall(text) if _says_more(token, language, names))
    if not found:
        found = content_words(_TOKEN.findall(text)) if language == "en" else _TOKEN.findall(text)
    return found[0] if len(found) == 1 and re.fullmatch(_NAME, found[0]) else ""


def _says_more(token: str, language: str, names: Collection[str]) -> bool:
    known = known_words(language)
    if is_cjk(token):
        return not known.issuperset(_GRAMMAR.sub("", token))
    return token in names or mask(token).strip() in MASKS or not known.issuperset(stemmed(tokens(token), language))
