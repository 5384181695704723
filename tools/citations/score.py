"""How likely is it that these are the right lines for a sentence? A logistic score over seven numbers.

It tells places apart, not truth: a sentence with "not" put into it scores the same. The share of software's texts that
hold a word stands in for how much the word says; the words of the repository itself did no better (docs/supports.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import exp, log, log1p
from types import MappingProxyType
from typing import Final

from citeline.text import fold, last_part, terms

from ..question.vocabulary.words import background_share
from .atoms import Atoms, strip_citations
from .passage import Passage, holds_quote

WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "bias": -4.13,
        # Of what the identifiers say, the share that is there: `close` says less than `rebuild_auth`.
        "found names": 1.716,
        "no names": 1.831,
        # Of what all words say, the share that is in path, enclosing names and signature but not in the lines.
        "breadcrumb": 3.08,
        # How unlikely it is that so many of its words meet in as many lines by chance.
        "surprise": 0.827,
        # The other way round: of what the enclosing definition's name says, the share that the sentence says.
        "scope said": 1.53,
        "quotation": 0.633,
        "missing quotation": -0.883,
    }
)
"""Fitted on half of the repositories by `evals/research/support`, which commit 256b01e2 had last (docs/supports.md)."""

_PIECE_LINES: Final = 40
"""The background counts pieces of this length."""
_COMMON: Final = 0.9
_SAID_BY_CHANCE: Final = 1e-9


def right_place(sentence: str, atoms: Atoms, places: Mapping[str, str], passage: Passage) -> float:
    """Between 0 and 1. `places`: where each name of the sentence was found, empty when it was not."""
    features = place_features(sentence, atoms, places, passage)
    total = WEIGHTS["bias"] + sum(WEIGHTS[name] * value for name, value in features.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


def place_features(sentence: str, atoms: Atoms, places: Mapping[str, str], passage: Passage) -> dict[str, float]:
    """The numbers by name, in the order of the weights."""
    said = frozenset(terms(strip_citations(sentence).replace("`", " ").replace("*", " ")))
    inside = frozenset(terms(passage.text))
    around = frozenset(terms(f"{passage.scope} {passage.signature} {passage.path}"))
    own = terms(last_part(passage.scope)) if passage.scope else ()
    telling = {name: _weight(fold(last_part(name))) for name in places}
    length = passage.end_line - passage.start_line + 1
    quoted = [holds_quote(passage.text, quote) for quote in atoms.quotes]
    return {
        "found names": _share((name for name, place in places.items() if place), telling),
        "no names": float(not places),
        "breadcrumb": _covered(said, around - inside),
        "surprise": log1p(sum(_surprise(term, length) for term in said & (inside | around))),
        "scope said": _covered(own, said),
        "quotation": float(any(quoted)),
        "missing quotation": float(not all(quoted)),
    }


def _weight(term: str) -> float:
    """How much a term says: the negative logarithm of its share."""
    return -log(min(_COMMON, background_share(term)))


def _covered(wanted: Iterable[str], there: frozenset[str]) -> float:
    telling = {term: _weight(term) for term in wanted}
    return _share((term for term in telling if term in there), telling)


def _share(found: Iterable[str], telling: Mapping[str, float]) -> float:
    total = sum(telling.values())
    return sum(telling[term] for term in found) / total if total else 0.0


def _surprise(term: str, length: int) -> float:
    """The negative logarithm of the chance that lines of this length hold a term: long ranges prove less."""
    absent = (1 - min(_COMMON, background_share(term))) ** (length / _PIECE_LINES)
    return -log(max(_SAID_BY_CHANCE, 1 - absent))
