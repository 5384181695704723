"""Which way a line of a PDF is written."""

from __future__ import annotations

from typing import Final
from unicodedata import bidirectional

FIRST_LEFTWARD: Final = "\u0590"
"""Of the letters of Hebrew and Arabic; those before are written to the right."""


def is_leftward(text: str) -> bool:
    """Whether most of its letters are written from right to left: such a line begins at its right end."""
    if max(text, default="") < FIRST_LEFTWARD:
        return False
    ways = [bidirectional(char) for char in text]
    return sum(way in {"R", "AL"} for way in ways) > ways.count("L")
