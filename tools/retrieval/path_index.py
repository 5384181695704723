"""Which documents have a word of the question in their path: looked up, not read path by path."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.stores.lookups import Lookups
from citeline.indexing.stores.path_words import FOLDER, NAME, PARENT, STEM

from ..question.analysis import Analysis

MIN_PREFIX: Final = 3
"""Letters of the shorter one of two words, of which one begins the other."""
FILE_VALUE, FOLDER_VALUE = 1.0, 0.5
WHOLE_VALUE: Final = 2.0
"""What it counts that a file is called exactly so."""


@dataclass(frozen=True, slots=True)
class NearPaths:
    """Documents whose paths share words with a question."""

    values: Mapping[int, float]
    """How much of each path is asked for; without those that share nothing."""
    called: frozenset[int]
    """Those whose own name has a term of the question, or is a word of it."""


def near_paths(lookups: Lookups, analysis: Analysis) -> NearPaths:
    """The documents of an index that are called like words of the question, or lie in folders that are."""
    asked = analysis.terms.keys()
    long = sorted(term for term in asked if len(term) >= MIN_PREFIX)
    # What begins with `request` is among what begins with `re`.
    begun = [term for place, term in enumerate(long) if not place or not term.startswith(tuple(long[:place]))]
    beginnings = {term[:size] for term in long for size in range(MIN_PREFIX, len(term))}
    parts = {*asked, *beginnings}
    values: dict[int, float] = {}
    called: set[int] = set()

    def add(document: int, value: float) -> None:
        values[document] = values.get(document, 0.0) + value

    for word, role, document in lookups.paths_by_beginning(begun, (FOLDER, NAME)):
        add(document, FILE_VALUE if role == NAME else FOLDER_VALUE)
        if role == NAME and word in asked:
            called.add(document)
    for word, role, document in lookups.paths_by_word({*parts, *analysis.stems, *analysis.related_stems}):
        if role == STEM:
            value = WHOLE_VALUE * (word in analysis.stems) + FILE_VALUE * (word in analysis.related_stems)
        elif role == PARENT:
            value = FOLDER_VALUE * (word in analysis.stems)
        elif word in parts and not word.startswith(tuple(begun)):
            value = FILE_VALUE if role == NAME else FOLDER_VALUE
        else:
            continue
        if value:
            add(document, value)
        if (role == STEM and word in analysis.stems) or (role == NAME and word in asked):
            called.add(document)
    return NearPaths(values, frozenset(called))
