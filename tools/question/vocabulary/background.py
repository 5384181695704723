"""How common a term is in software at large: what is common here and rare elsewhere is what a corpus is about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

RAREST: Final = 3e-4
"""Added to every share: below it, how rare a term is cannot be told from how few projects were counted."""
_PER: Final = 100_000


def read_background(text: str) -> Mapping[str, float]:
    """Term to the share of pieces that hold it; `#` starts a comment line. Written by `count_words.py`."""
    shares: dict[str, float] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            number, *held = line.split()
            shares.update(dict.fromkeys(held, int(number) / _PER))
    return shares


@cache
def shipped_background() -> Mapping[str, float]:
    """The table in the package: 14,000 terms, read in some 5 ms."""
    return read_background(files("citeline.tools.question").joinpath("background.txt").read_text("utf-8"))


def background_share(term: str) -> float:
    """Share of software's pieces of text that hold a term, never below `RAREST`."""
    return shipped_background().get(term, 0.0) + RAREST
