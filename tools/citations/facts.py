"""Typed facts that a sentence states: who raises, returns, calls, inherits, defaults to or is defined where.

Subject and object by name. The ways of saying it are in `phrasings.py`, what lines say about it in `typed/check.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from .phrasings import PHRASINGS, Relation

__all__ = ["Fact", "Relation", "read_fact", "read_facts"]

_HINT: Final = re.compile(
    r"\b(?:call|invok|delegat|inherit|exten|implement|includ|embed|subclass|base|parent|super|child|deriv|rais|throw"
    r"|return|default|defin|declar|liv|resid|sit|located|is an? "
    r"|ruft |erbt |bindet |ist eine? |llama |hereda |incluye |es una? )|[\u4e00-\u9fff]",
    re.IGNORECASE,
)
"""Most sentences state no fact: they need not meet all the patterns."""
_START: Final = r"(?:^|(?<=[,;:(] )|(?<=\band ))"
_GROUPS: Final = ("subject", "object", "place")
_END: Final = re.compile(r"[\s.:;。：]*$")
_LONGEST: Final = 400
"""Characters of a sentence; a longer one is no single claim."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Subject, relation, object, as a sentence states them."""

    relation: Relation
    subject: str
    object: str
    place: str = ""
    """Of a default: the function or type whose parameter the subject is, where that is said."""
    whole: bool = True
    """Whether the sentence says nothing else."""


def read_fact(sentence: str) -> Fact | None:
    """The fact that a one-clause sentence states; None when it states none that we know, or says more."""
    return next((fact for fact in read_facts(sentence) if fact.whole), None)


def read_facts(sentence: str) -> Iterator[Fact]:
    """Every reading of a sentence, or of a clause in it, as a fact."""
    text = sentence.replace("**", "").strip()
    if len(text) > _LONGEST or not _HINT.search(text):
        return
    for relation, pattern in _patterns():
        found = pattern.search(text)
        if found:
            named = {key: value for key, value in found.groupdict().items() if value}
            subject, object_, place = (named.get(key) or named.get(f"{key}_bare", "") for key in _GROUPS)
            whole = found.start() == 0 and _END.match(text, found.end()) is not None
            yield Fact(relation, subject, object_, place, whole)


@cache
def _patterns() -> tuple[tuple[Relation, re.Pattern[str]], ...]:
    """Compiled on first use: it takes longer than all else that a command imports of ours."""
    return tuple((relation, re.compile(rf"{_START}{clause}(?![\w`])", re.IGNORECASE)) for relation, clause in PHRASINGS)
