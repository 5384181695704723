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

    @classmethod
    def of(
        cls, relation: str, subject: str, stated: str, document: int, start_line: int, end_line: int | None = None
    ) -> Draft:
        """Of a fact without a condition; `end_line`: by default that of a single line."""
        fact: Fact = {"relation": relation, "subject": subject, "object": stated}
        return cls(fact, document, start_line, start_line if end_line is None else end_line)
