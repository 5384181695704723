"""Sizes of line ranges in constant time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from .budgets import Budget


class LineTable:
    """The lines of a file with running sums of their sizes; line numbers are 1-based, ranges inclusive."""

    def __init__(self, lines: Sequence[str], budget: Budget) -> None:
        self.lines = lines
        self.budget = budget
        sizes = [len("".join(line.split())) for line in lines]
        self._chars = [0, *accumulate(sizes)]
        self._filled = [0, *accumulate(map(bool, sizes))]

    def filled(self, start: int, end: int) -> int:
        """Number of non-blank lines."""
        return self._filled[end] - self._filled[start - 1]

    def is_blank(self, line: int) -> bool:
        """True for lines of white space only."""
        return self._chars[line] == self._chars[line - 1]

    def weight(self, start: int, end: int) -> float:
        """Size as a fraction of the budget: by characters or by lines, whichever is more."""
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
