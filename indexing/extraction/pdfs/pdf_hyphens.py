"""Words that a PDF divides at the ends of its lines, put together on the line where they begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from .pdf_lines import Line

_Spot: TypeAlias = tuple[int, int]
"""Position of a page, and of a line on it."""
_WORD: Final = re.compile(r"[\w’'-]+")
_HYPHEN: Final = re.compile(r"[^\W\d_][-\u00ad\u2010]$")
_EDGES: Final = ".,;:!?()[]“”\"'’"


def join_words(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The pages with each divided word on one line; a hyphen stays where the document writes the word with one."""
    joined = [[_without_hyphen(lines, at) for at in range(len(lines))] for lines in pages]
    spots = list(_spots(joined))
    known = _words_of(joined) if spots else frozenset[str]()
    for (page, at), (next_page, below) in reversed(spots):
        first, second = joined[page][at], joined[next_page][below]
        head = first.text.rpartition(" ")[2]
        tail, _, rest = second.text.partition(" ")
        glue = "-" if _keeps_hyphen(head.lstrip(_EDGES), tail.rstrip(_EDGES), known) else ""
        joined[page][at] = replace(first, text=f"{first.text}{glue}{tail}", is_broken=False)
        joined[next_page][below] = replace(second, text=rest.lstrip())
    return [[line for line in lines if line.text] for lines in joined]


def _without_hyphen(lines: Sequence[Line], at: int) -> Line:
    """The line at `at`, known to be broken; pdfium does not see it where columns are drawn line by line."""
    line = lines[at]
    if line.is_broken or line.table or not _HYPHEN.search(line.text) or at + 1 == len(lines):
        return line
    below = lines[at + 1]
    goes_on = not below.table and not below.is_apart and below.text[:1].islower()
    return replace(line, text=line.text[:-1], is_broken=True) if goes_on else line


def _spots(pages: Sequence[Sequence[Line]]) -> Iterator[tuple[_Spot, _Spot]]:
    """Each divided word, and where it goes on: in the next line, which may be the first of the next page."""
    places = [(page, at) for page, lines in enumerate(pages) for at in range(len(lines))]
    for number, (page, at) in enumerate(places):
        line = pages[page][at]
        if not line.is_broken:
            continue
        after = places[number + 1] if number + 1 < len(places) else None
        if after is not None and not pages[after[0]][after[1]].table and after[0] <= page + 1:
            yield (page, at), after


def _words_of(pages: Sequence[Sequence[Line]]) -> frozenset[str]:
    """The whole words of the document, in lower case."""
    return frozenset(
        word.lower() for lines in pages for line in lines if not line.is_broken for word in _WORD.findall(line.text)
    )


def _keeps_hyphen(head: str, tail: str, known: frozenset[str]) -> bool:
    """True for `well-` `known`, where the document has `well-known` and no `wellknown`."""
    if not tail or not head:
        return True
    if f"{head}{tail}".lower() in known:
        return False
    return f"{head}-{tail}".lower() in known or not tail[0].islower()
