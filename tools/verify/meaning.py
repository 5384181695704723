"""Which lines of a file a sentence is about, and how well the cited ones fit in comparison."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import log
from typing import Final

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.model import SourceFile
from citeline.text import identifiers_in, last_part, terms, unique

from .baseline import Baseline

_Scores = npt.NDArray[np.float64]
"""One number for each line of a file."""

# Swept on 535 wrong pins of a public audit (docs/verify.md): reach 3, 4, 8; a name 2, 3, 4 times a word; the last
# names 0, 3, 6. The right place came first for 141 to 167 of them, and these gave the most.
_REACH: Final = 3
_DECAY: Final = 0.8
_NAME: Final = 3.0
_LAST_NAMES: Final = 2
"""The names right before a citation are those that it is for."""
_DEFINES: Final = 2.0
_MOST_COMMON: Final = 0.2
"""A word that stands in more of the lines tells nothing about a place."""
_APART: Final = 8
_WORD: Final = re.compile(r"\w{3,}")
FITS: Final = 0.3
"""Below this share of the best place's score, 35 of 100 relocated texts are what the sentence is about; above it 90.
Of right places in 39 other repositories 1 of 100 is below it."""
CERTAIN: Final = 0.7
"""From here on 95 of 100 relocated texts of that audit are what the sentence is about: sure enough to be written."""
CLEARLY_ELSEWHERE: Final = 0.1


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Lines that a sentence may be about."""

    path: str
    lines: tuple[int, int]
    score: float
    """Share of what the words of the sentence say that stands there, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class _Indexed:
    """Where the words of a file stand."""

    terms: Mapping[str, Sequence[int]]
    names: Mapping[str, Sequence[int]]
    definitions: Mapping[str, Sequence[int]]
    length: int


class Meaning:
    """Looks for the lines that sentences are about; reads each state of a file once."""

    def __init__(self, baseline: Baseline) -> None:
        self._baseline = baseline
        self._files: dict[tuple[str, str], _Indexed] = {}

    def fit(self, sentence: str, clause: str, source: SourceFile, lines: tuple[int, int]) -> float:
        """How well lines fit a sentence, as a share of what the best lines of the file do; 1 where its words do not
        tell.
        """
        scores, _, names = self._scores(sentence, clause, source)
        best = float(scores.max(initial=0.0))
        if not names or not best:
            return 1.0
        return float(scores[max(0, lines[0] - 1) : lines[1]].max(initial=0.0)) / best

    def suggest(
        self, sentence: str, clause: str, source: SourceFile, length: int, *, limit: int = 2
    ) -> tuple[Suggestion, ...]:
        """The places that fit best, as many lines as are cited; best first, none where no name of the sentence occurs
        in the file.
        """
        scores, most, names = self._scores(sentence, clause, source)
        if not names or not most:
            return ()
        found: list[Suggestion] = []
        for at in map(int, np.argsort(-scores, kind="stable")):
            if len(found) == limit or scores[at] <= 0:
                break
            if all(not first - _APART <= at + 1 <= last + _APART for first, last in (item.lines for item in found)):
                begin = min(at, max(0, len(scores) - length))
                lines = begin + 1, min(len(scores), begin + length)
                found.append(Suggestion(source.path, lines, round(min(1.0, float(scores[at]) / most), 2)))
        return tuple(found)

    def _scores(self, sentence: str, clause: str, source: SourceFile) -> tuple[_Scores, float, list[str]]:
        """Scores by line, the score of a place that had every word, and the names of the sentence that occur."""
        file = self._index(source)
        scores = np.zeros(file.length)
        most = 0.0
        for term in unique(terms(sentence)):
            most += self._add(scores, file.terms.get(term, ()), 1.0, file.length)
        names = _names_in(sentence)
        for name in names:
            most += self._add(scores, file.names.get(name, ()), _NAME, file.length)
        for name in _names_in(clause or sentence)[-_LAST_NAMES:]:
            most += self._add(scores, file.names.get(name, ()), _NAME, file.length)
            most += self._add(scores, file.definitions.get(name, ()), _NAME * (_DEFINES - 1), file.length)
        return scores, most, [name for name in names if name in file.names]

    @staticmethod
    def _add(scores: _Scores, places: Sequence[int], weight: float, length: int) -> float:
        """Add what a word says to the lines that have it, less to their neighbours; how much that is."""
        if not places or len(places) > max(1.0, _MOST_COMMON * length):
            return 0.0
        said = weight * log(1 + length / len(places))
        near = np.zeros(length)
        at = np.array(places)
        for step in range(-_REACH, _REACH + 1):
            there = at + step
            there = there[(there >= 0) & (there < length)]
            near[there] = np.maximum(near[there], _DECAY ** abs(step))
        scores += said * near
        return said

    def _index(self, source: SourceFile) -> _Indexed:
        key = source.path, source.sha256
        if key not in self._files:
            self._files[key] = self._read(source)
        return self._files[key]

    def _read(self, source: SourceFile) -> _Indexed:
        by_term: defaultdict[str, list[int]] = defaultdict(list)
        by_name: defaultdict[str, list[int]] = defaultdict(list)
        for at, line in enumerate(source.lines):
            for term in set(terms(line)):
                by_term[term].append(at)
            for name in set(_WORD.findall(line)):
                by_name[name].append(at)
        definitions: defaultdict[str, list[int]] = defaultdict(list)
        for node in self._baseline.outline(source):
            definitions[last_part(node.name)].append(min(node.start, len(source.lines)) - 1)
        return _Indexed(by_term, by_name, definitions, len(source.lines))


def _names_in(text: str) -> list[str]:
    return unique(name for identifier in identifiers_in(text) for name in _WORD.findall(identifier))
