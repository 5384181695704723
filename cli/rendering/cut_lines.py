"""Lines that are too long for a screen, cut around the words that are asked for, and sentences without their marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import islice
from typing import Final

from citeline.markup import without_brackets, without_emphasis, without_escapes
from citeline.patterns import re

_ENDS: Final = r"[.!?;:|](?=\s)|[。！？；]"
"""Of a sentence, a clause or a cell; compiled where a line is cut, which few are."""
_MOST_FOUND: Final = 200
"""Places of the words that are looked at: a file of data on one line has thousands."""

_TARGET: Final = re.compile(r"(?<=\]\()[^()\s]{12,}(?=[)\s])")
"""Where a link of Markdown leads, which nobody reads between two words."""
_PADDING: Final = re.compile(r"(?<=\S) {2,}(?=\|)|(?<=-{3})-+(?=[ :|])")
"""What makes the columns of a table stand one below the other."""
WITH_ESCAPES: Final = frozenset({"markdown", "rst"})
"""Languages that write a mark with a backslash where it stands for itself."""
_WITH_REFERENCES: Final = frozenset({"dart", "kotlin", "rust"})
"""Languages whose comments name what they are about between brackets; code stands between back quotes."""


def without_targets(line: str, columns: int) -> str:
    """A line of a document that is longer than this, without addresses of links and without the padding of a row."""
    return _TARGET.sub("…", _PADDING.sub(" ", line)) if len(line) > columns else line


def cut_around(line: str, asked: Sequence[str], columns: int) -> str:
    """The line; of one that is longer the part with most of the words, the earliest of equal ones. It begins with a
    sentence where one begins near enough; `…` stands for what is left out.
    """
    if len(line) <= columns:
        return line
    from citeline.tools.answer.reading.lines import shortened  # most lines are short

    lower, words = line.lower(), [word.lower() for word in asked]

    def found(start: int) -> int:
        part = lower[start : start + columns]
        return sum(word in part for word in words)

    start = max({0, *_starts(line, lower, words, columns)}, key=lambda start: (found(start), -start))
    return f"{'… ' if start else ''}{shortened(line[start:], columns)}"


def _starts(line: str, lower: str, words: Sequence[str], columns: int) -> Iterator[int]:
    """Where a part may begin that has one of the words: with its sentence, else a word."""
    places = (match.start() for word in words for match in re.finditer(re.escape(word), lower))
    for place in islice(places, _MOST_FOUND):
        first = max(0, place - columns // 2)
        ends = [first + match.end() for match in re.finditer(_ENDS, line[first:place])]
        blank = line.find(" ", first, place)
        start = ends[0] if ends else blank if blank >= 0 else first
        yield start + len(line[start:]) - len(line[start:].lstrip())


def as_read(text: str, languages: Set[str]) -> str:
    """A sentence without the marks of the languages that it is quoted from, where all of those write them.

    In any other source a backslash is one, `C:\\_temp`, and a star a star.
    """
    if languages and languages <= WITH_ESCAPES:
        return without_escapes(without_emphasis(text))
    return without_brackets(text) if languages and languages <= _WITH_REFERENCES else text
