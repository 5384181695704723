"""A small BM25 over one repository: finds the most tempting wrong place for a sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from math import log

from citeline.text import terms

_K1, _B = 1.2, 0.75


class BM25:
    """Scores texts by the terms that they share with a query."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths: list[int] = []
        for number, text in enumerate(texts):
            counted = Counter(terms(text))
            self._lengths.append(sum(counted.values()))
            for term, count in counted.items():
                self._postings[term].append((number, count))
        self._mean = sum(self._lengths) / max(1, len(self._lengths))

    def best(self, query: str, limit: int = 20) -> list[int]:
        """Positions of the texts that fit best; ties by position."""
        scores: dict[int, float] = defaultdict(float)
        for term in set(terms(query)):
            held = self._postings.get(term, [])
            weight = log(1 + (len(self._lengths) - len(held) + 0.5) / (len(held) + 0.5))
            for number, count in held:
                fold = _K1 * (1 - _B + _B * self._lengths[number] / self._mean)
                scores[number] += weight * count * (_K1 + 1) / (count + fold)
        return sorted(scores, key=lambda number: (-scores[number], number))[:limit]
