"""A claim before it is cited and put into words."""

from __future__ import annotations

from citeline.dataclass import dataclass
from citeline.state import Fact


@dataclass(frozen=True, slots=True)
class Draft:
    """The fact that a claim states, and the lines that show it."""

    fact: Fact
    document: int
    """Id of the document that the lines belong to."""
    start_line: int
    """1-based, inclusive."""
    end_line: int
    quote: str = ""
    """The part of the lines to show, verbatim; empty for all of them."""
    also: tuple[tuple[int, int], ...] = ()
    """Further lines of the same document that the claim rests on: each first and last, 1-based."""
    elsewhere: tuple[tuple[int, int, int], ...] = ()
    """The same of other documents: each its id, first and last line."""
