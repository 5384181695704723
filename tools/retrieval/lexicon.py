"""Programming concepts with their synonyms, in English and Chinese: a file that people can extend.

One concept a line: English words, most usual first, then `|`, then Chinese words. `#` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from citeline.text import CJK_RUN, fold, unique


@dataclass(frozen=True, slots=True)
class Concept:
    """Words that mean nearly the same to a programmer."""

    english: tuple[str, ...]
    chinese: tuple[str, ...]


class Lexicon:
    """Concepts by word, in both directions."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self.concepts = tuple(concepts)
        self._by_english: dict[str, list[Concept]] = {}
        self._by_chinese: dict[str, Concept] = {}
        for concept in self.concepts:
            for word in concept.english:
                self._by_english.setdefault(fold(word), []).append(concept)
            for word in concept.chinese:
                self._by_chinese.setdefault(word, concept)
        self._longest = max(map(len, self._by_chinese), default=1)

    def synonyms(self, word: str) -> list[str]:
        """Other English words of the concepts that the word belongs to; empty for unknown words."""
        found = [other for concept in self._by_english.get(fold(word), ()) for other in concept.english]
        return [other for other in unique(found) if fold(other) != fold(word)]

    def to_english(self, text: str) -> str:
        """Replace every known Chinese word by its usual English one, longest match first; unknown ones vanish.

        Everything that is not Chinese stays where it is, so identifiers survive.
        """
        return re.sub(r"\s+", " ", CJK_RUN.sub(lambda run: f" {' '.join(self._words(run[0]))} ", text)).strip()

    def _words(self, run: str) -> list[str]:
        words: list[str] = []
        place = 0
        while place < len(run):
            for size in range(min(self._longest, len(run) - place), 0, -1):
                concept = self._by_chinese.get(run[place : place + size])
                if concept is not None:
                    words.extend(concept.english[:1])
                    place += size
                    break
            else:
                place += 1
        return words


def read_lexicon(text: str) -> Lexicon:
    """Parse the lexicon format; a line without `|` has no Chinese."""

    def split(part: str) -> tuple[str, ...]:
        return tuple(word.strip() for word in part.split(",") if word.strip())

    concepts = []
    for line in text.splitlines():
        content = line.split("#", 1)[0].strip()
        if content:
            english, _, chinese = content.partition("|")
            concepts.append(Concept(split(english), split(chinese)))
    return Lexicon(concepts)


@cache
def shipped_lexicon() -> Lexicon:
    """The lexicon in the package."""
    return read_lexicon(files("citeline.tools.retrieval").joinpath("lexicon.txt").read_text("utf-8"))
