"""Sentences that people wrote about code: docstrings, and documentation that opens with a symbol."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from citeline.model import ParsedDocument

from .corpora import Definition, Repository
from .pairs import Pair

MOST: Final = 150
"""Of each kind and repository, evenly spaced, so that no repository outweighs the others."""
_FEWEST_WORDS: Final = 5
_MOST_WORDS: Final = 40
_END: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])|\n\s*\n|\n\s*[:@\\-]")
_OPENING: Final = re.compile(r"^(?:The )?`+([\w.:#]+?)(?:\(\))?`+")


def docstring_pairs(repository: Repository) -> Iterator[Pair]:
    """The first sentence of each docstring with the signature and body below it."""
    documented = [d for d in repository.definitions if d.node.docstring]
    kept = [(d, sentence) for d in documented if (sentence := first_sentence(d.node.docstring))]
    for definition, sentence in _spread(kept):
        language = definition.document.parsed.language
        yield Pair(repository.name, language, repository.held_out, "docstrings", sentence, definition.undocumented)


def documentation_pairs(repository: Repository) -> Iterator[Pair]:
    """Sentences of prose that open with a symbol in back quotes which is defined once. One in four does not fit."""
    found = []
    for document in repository.documents:
        if document.parsed.format == "prose":
            found += list(_openings(document.parsed, document.source.text, repository))
    for definition, sentence in _spread(found):
        language = definition.document.parsed.language
        yield Pair(repository.name, language, repository.held_out, "documentation", sentence, definition.passage)


def first_sentence(docstring: str) -> str:
    """Without line breaks; empty when it is too short or too long to be a claim."""
    sentence = " ".join(_END.split(docstring.strip())[0].split())
    return sentence if _FEWEST_WORDS <= len(sentence.split()) <= _MOST_WORDS else ""


def _openings(parsed: ParsedDocument, text: str, repository: Repository) -> Iterator[tuple[Definition, str]]:
    for paragraph in re.split(r"\n\s*\n", text):
        for raw in _END.split(paragraph):
            sentence = " ".join(raw.split())
            opening = _OPENING.match(sentence)
            named = repository.by_name.get(re.split(r"[.:#]+", opening[1])[-1], []) if opening else []
            if len(named) == 1 and _FEWEST_WORDS <= len(sentence.split()) <= _MOST_WORDS:
                yield named[0], sentence


def _spread(found: list[tuple[Definition, str]]) -> list[tuple[Definition, str]]:
    step = max(1, len(found) // MOST)
    return found[::step][:MOST]
