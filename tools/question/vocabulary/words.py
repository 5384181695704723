"""Words that questions are made of: they say what kind of answer is wanted, not what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from citeline.text import STOPWORDS, unique


def content_words(words: Iterable[str]) -> list[str]:
    """The words that say what a question is about, once each: without stop words, and without those that ask."""
    content = unique(word for word in words if word.lower() not in STOPWORDS)
    return [word for word in content if word.lower() not in _asking()] or content


def is_asking(word: str) -> bool:
    """Whether a word says what kind of answer is wanted, not what it is about."""
    return word.lower() in _asking()


@cache
def _asking() -> frozenset[str]:
    lines = files("citeline.tools.question").joinpath("asking.txt").read_text("utf-8").splitlines()
    return frozenset(" ".join(line for line in lines if not line.startswith("#")).split())
