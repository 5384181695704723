"""What a question is about, held against one corpus and against software at large."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log
from typing import Final

from citeline.indexing.reader import Index
from citeline.text import is_cjk, term_id

from ..question.vocabulary.background import RAREST, background_share
from ..question.vocabulary.words import content_words
from .term_weights import Asked, plain_terms

_LOWEST, _HIGHEST = -6.0, 4.0
"""Of familiarity: beyond, it is a matter of how much was counted."""
_NOWHERE: Final = -1.0
"""A term in no chunk is a stranger, however rare it is elsewhere."""
_PRESENT, _ABSENT = 0.3, 0.05
"""Chunks added to what was counted, so that a share is never zero."""
_OF_RECORDS: Final = 20
"""Chunks of one document that count: beside a sheet of 60,000 rows the words of every other document would be rare."""
_EVERYDAY: Final = 5.0
"""Of weight: `install` (3.1), `error` (1.2); `life` (6.8) is none."""
_UNREAD_WEIGHT: Final = -log(RAREST)
_UNREAD_FAMILIARITY: Final = -3.0
"""Of a foreign word that no list has and the corpus does not hold: about as strange as an absent common term."""


@dataclass(frozen=True, slots=True)
class Subject(Asked):
    """The terms of a question and what they say: their weight is minus the log of their share in software at large,
    about 0.5 to 8.
    """

    familiarity: Mapping[str, float]
    """Term to the log of its share of this corpus over that in software at large, -6 to 4."""
    absent: tuple[str, ...]
    """Words, as written, of which no part occurs anywhere in the corpus."""

    def is_everyday(self) -> bool:
        """Whether software at large uses all of its words so much that they cannot tell which project it is about."""
        return not self.absent and max(self.weights.values(), default=_EVERYDAY) < _EVERYDAY


def read_subject(index: Index, words: Iterable[str], unread: Iterable[str] = ()) -> Subject:
    """Weigh the words of a question. `unread`: pieces of it that could not be put into English."""
    by_word = {word: plain_terms(word) for word in content_words(words)}
    by_word = {word: terms for word, terms in by_word.items() if terms}
    foreign = {word: plain_terms(word) for word in unread}
    identities = {term: term_id(term) for terms in (*by_word.values(), *foreign.values()) for term in terms}
    frequencies = index.structure.term_frequencies(set(identities.values()))
    held = {term: frequencies.get(identity, (0, 0))[0] for term, identity in identities.items()}
    chunks = index.structure.capped_chunks(_OF_RECORDS)
    weights = {term: -log(_share(term)) for terms in by_word.values() for term in terms}
    familiarity = {term: _familiarity(term, held[term], chunks) for term in weights}
    absent = [word for word, terms in by_word.items() if not any(held[term] for term in terms)]
    for word, terms in foreign.items():
        if not any(held[term] for term in terms):
            weights[word], familiarity[word] = _UNREAD_WEIGHT, _UNREAD_FAMILIARITY
            absent.append(word)
    return Subject(weights, familiarity, tuple(absent))


def _share(term: str) -> float:
    # The background was counted over English projects: in it every Chinese term is rare, and says much.
    return RAREST if is_cjk(term) else background_share(term)


def _familiarity(term: str, held: int, chunks: int) -> float:
    share = _share(term)
    if not held:
        return max(_LOWEST, min(_NOWHERE, log(_ABSENT / max(chunks, 1) / share)))
    held = min(held, chunks)
    return min(_HIGHEST, max(_LOWEST, log((held + _PRESENT) / (chunks + 2 * _PRESENT) / share)))
