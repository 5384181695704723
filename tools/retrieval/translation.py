"""The question in the forms that the channels search with, without a model: a glossary and the identifiers."""

from __future__ import annotations

from citeline.state import Queries
from citeline.text import is_cjk

from .lexicon import Lexicon, shipped_lexicon


def translate(question: str, lexicon: Lexicon | None = None) -> Queries:
    """English and original form; a hypothetical answer needs a model, so it is empty.

    A Chinese question becomes the English words that the lexicon knows, with identifiers kept in place. When it
    knows none of them the question itself stands in, and the lexical channel still finds Chinese text. `lexicon`: by
    default the shipped one.
    """
    if not is_cjk(question):
        return {"english": question, "original": question, "hypothetical": ""}
    english = (lexicon or shipped_lexicon()).to_english(question)
    return {"english": english or question, "original": question, "hypothetical": ""}
