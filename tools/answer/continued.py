"""Where a list goes on behind the lines that are cited: behind what is shown at once, or in the next chunk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from citeline.markup import leads_in
from citeline.model import StoredChunk

from .ranking.enumerations import MOST_LINES, enumerations_in
from .ranking.features import Candidate, Passage
from .ranking.spans import Span
from .writing.citing import Citations

_LED_IN: Final = 2
"""Lines below one that leads in on which the first item stands."""


def end_of_list(citations: Citations, chunk: StoredChunk, first: int, last: int) -> int:
    """The last line of the list that the lines `first` to `last` of a chunk show some of, or lead in; else `last`.

    1-based. It may lie in a later chunk of the document.
    """
    lines = _lines_from(citations, int(chunk.document), first)
    shown = last - first
    led = _LED_IN if leads_in(lines[shown]) else 0
    lists = enumerations_in(lines, prose=chunk.kind == "prose")
    return first + max((one.last for one in lists if one.first <= shown + led and shown < one.last), default=shown)


def rest_of(citations: Citations, passage: Passage, first: int, last: int) -> Iterator[Candidate]:
    """The lines `first` to `last` of the document, a candidate for each chunk that holds some of them."""
    for chunk in citations.chunks_of(int(passage.chunk.document)):
        start, end = max(first, chunk.start_line), min(last, chunk.end_line)
        if start <= end:
            span = Span(start - chunk.start_line, end - chunk.start_line, "list")
            yield Candidate(replace(passage, chunk=chunk), span, 1)


def _lines_from(citations: Citations, document: int, first: int) -> Sequence[str]:
    """So many lines of a document as a list may have, from one on; those between two chunks are blank."""
    lines = [""] * (MOST_LINES + _LED_IN)
    for chunk in citations.chunks_of(document):
        for place, line in enumerate(chunk.text.split("\n"), start=chunk.start_line - first):
            if 0 <= place < len(lines):
                lines[place] = line
    return lines
