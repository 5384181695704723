"""Sizes of line ranges in constant time."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf
from typing import Final

from .budgets import Budget

_GAP: Final = 1_000
"""Blank lines: nobody leaves so many, but a sample of a large file has them for what it leaves out."""

_WHITE: Final = bytes(code for code in range(128) if chr(code).isspace() and chr(code) != "\n")
"""White space of ASCII within a line."""


class LineTable:
    """The lines of a file with running sums of their sizes; line numbers are 1-based, ranges inclusive."""

    def __init__(self, lines: Sequence[str], budget: Budget) -> None:
        self.lines = lines
        self.budget = budget
        sizes = _sizes(lines)
        # Arrays: of a sample of two million lines lists of numbers take 200 MB.
        self._chars = array("q", accumulate(sizes, initial=0))
        self._filled = array("q", accumulate(map(bool, sizes), initial=0))
        self._gaps = [] if len(lines) - self._filled[-1] < _GAP else list(_ends_of_gaps(sizes))
        """Lines, ascending, after which a piece of the file begins that stands by itself."""

    def filled(self, start: int, end: int) -> int:
        """Number of non-blank lines."""
        return self._filled[end] - self._filled[start - 1]

    def is_blank(self, line: int) -> bool:
        """True for lines of white space only."""
        return self._chars[line] == self._chars[line - 1]

    def is_apart(self, start: int, end: int) -> bool:
        """Whether a gap lies inside the range: it is no one piece of the file."""
        return bisect_right(self._gaps, end) > bisect_left(self._gaps, start)

    def weight(self, start: int, end: int) -> float:
        """Size as a fraction of the budget: by characters or by lines, whichever is more; endless over a gap."""
        if self._gaps and self.is_apart(start, end):
            return inf
        by_chars = (self._chars[end] - self._chars[start - 1]) / self.budget.chars
        by_lines = (self._filled[end] - self._filled[start - 1]) / self.budget.lines
        return by_chars if by_chars > by_lines else by_lines

    def trim(self, start: int, end: int) -> tuple[int, int] | None:
        """The range without blank lines at its ends; None when nothing is left."""
        while start <= end and self.is_blank(start):
            start += 1
        while end > start and self.is_blank(end):
            end -= 1
        return (start, end) if start <= end else None

    def indent(self, line: int) -> int:
        """Width of the leading white space; a tab counts four."""
        text = self.lines[line - 1].expandtabs(4)
        return len(text) - len(text.lstrip())


def _sizes(lines: Sequence[str]) -> list[int]:
    """Characters of each line that are no white space."""
    text = "\n".join(lines)
    if text.isascii():  # nearly all code: in a fifth of the time
        sizes = [*map(len, text.encode().translate(None, _WHITE).split(b"\n"))]
        if len(sizes) == len(lines):
            return sizes
    return [len("".join(line.split())) for line in lines]


def _ends_of_gaps(sizes: Sequence[int]) -> Iterator[int]:
    """The last line of each long run of blank ones."""
    run = 0
    for number, size in enumerate(sizes, 1):
        if not size:
            run += 1
            continue
        if run >= _GAP:
            yield number - 1
        run = 0
