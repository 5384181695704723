"""Which lines of a file's old text are which lines of its new text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from citeline.indexing.parsers.marks import PLACE_MARK
from citeline.indexing.parsers.notebook_lines import CELL_MARK, OUTPUT_MARK

_MOST_COMPARED: Final = 4_000_000
"""Pairs of lines between two lines that are certain; more, as of two generated files, are not compared."""


@lru_cache(maxsize=32)  # a document cites a file many times
def aligned(old: tuple[str, ...], new: tuple[str, ...]) -> Sequence[int]:
    """For each old line the index of the new line that it became, -1 for one that is gone; the indexes ascend.

    A patience diff: lines that both texts have once are certain, what lies between them is compared line by line. The
    numbers of pages, slides and cells are no part of their lines.
    """
    one, other = [without_number(line) for line in old], [without_number(line) for line in new]
    found = [-1] * len(one)
    waiting = [(0, len(one), 0, len(other))]
    while waiting:
        a, b, c, d = waiting.pop()
        while a < b and c < d and one[a] == other[c]:
            found[a] = c
            a, c = a + 1, c + 1
        while a < b and c < d and one[b - 1] == other[d - 1]:
            b, d = b - 1, d - 1
            found[b] = d
        if a == b or c == d:
            continue
        certain = list(_unique(one, other, (a, b, c, d)))
        if certain:
            edges = [(a - 1, c - 1), *certain, (b, d)]
            for number, (x, y) in enumerate(edges[:-1]):
                if number:
                    found[x] = y
                waiting.append((x + 1, edges[number + 1][0], y + 1, edges[number + 1][1]))
        elif (b - a) * (d - c) <= _MOST_COMPARED:
            for block in SequenceMatcher(None, one[a:b], other[c:d], autojunk=False).get_matching_blocks():
                for step in range(block.size):
                    found[a + block.a + step] = c + block.b + step
    return found


def without_number(line: str) -> str:
    """A line that only tells where a page, slide or cell begins without its number, any other as it is."""
    if found := CELL_MARK.match(line) or OUTPUT_MARK.match(line):
        return line[: found.start(1)] + line[found.end(1) :]  # the id of a cell stays
    if PLACE_MARK.match(line):
        return "".join(char for char in line if not char.isdigit())
    return line


def _unique(one: Sequence[str], other: Sequence[str], part: tuple[int, int, int, int]) -> Iterator[tuple[int, int]]:
    """The longest ascending run of lines that both parts have exactly once."""
    a, b, c, d = part
    here, there = Counter(one[a:b]), Counter(other[c:d])
    at = {line: number for number, line in enumerate(other[c:d], c) if there[line] == 1}
    pairs = [(number, at[line]) for number, line in enumerate(one[a:b], a) if here[line] == 1 and line in at]
    tops: list[int] = []
    piles: list[int] = []
    """Index of the pair on top of each pile."""
    before: list[int] = []
    for index, (_, place) in enumerate(pairs):
        pile = bisect_left(tops, place)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1], piles[pile : pile + 1] = [place], [index]
    chosen: list[tuple[int, int]] = []
    index = piles[-1] if piles else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = before[index]
    yield from reversed(chosen)
