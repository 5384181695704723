"""The question in the forms that the channels search with, without a model: a glossary and the identifiers."""

from __future__ import annotations

from citeline.state import Queries
from citeline.text import is_cjk

from .lexicon import Lexicon, shipped_lexicon


def translate(question: str, lexicon: Lexicon | None = None) -> Queries:
    """English and original form; a hypothetical answer needs a model, so it is empty.

    A Chinese question becomes the English words that the lexicon knows, with identifiers kept in place. When it
    knows none of them the question itself stands in, and the lexical channel still finds Chinese text. One in another
    language, or in other words, gets beside them the project's own words. `lexicon`: by default the shipped one.
    """
    known = lexicon or shipped_lexicon()
    english = known.to_english(question) if is_cjk(question) or known.by_heads(question) else question
    return {"english": english or question, "original": question, "hypothetical": ""}
