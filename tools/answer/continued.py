"""Where a list or a document goes on behind the lines that are cited: behind what is shown at once, or in the next
chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import Final

from citeline.indexing.reader import Index
from citeline.markup import leads_in
from citeline.model import ChunkId, StoredChunk

from ..retrieval.corpus import corpus_of
from .ranking.enumerations import MOST_LINES, enumerations_in
from .ranking.features import Candidate, Passage
from .ranking.ranker import block_that_bears
from .ranking.spans import Span
from .writing.citing import Citations

_LED_IN: Final = 2
"""Lines below one that leads in on which the first item stands."""
_APART: Final = 3
"""Lines behind a chunk among which the next one begins."""


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


def next_paragraph(index: Index, passage: Passage, last: int, most: int, sought: Set[str]) -> list[Candidate]:
    """The paragraph that follows the line `last` of a document behind the border of two chunks, if it bears on the
    question; nothing where more than `most` lines would be shown with it.
    """
    chunk, corpus = passage.chunk, corpus_of(index)
    if not passage.prose or any(line.strip() for line in chunk.text.split("\n")[last + 1 - chunk.start_line :]):
        return []
    near = (corpus.chunk_at(chunk.document, chunk.end_line + gap) for gap in range(1, _APART + 1))
    identity = next((ChunkId(one) for one in near if one is not None), None)
    if identity is None:
        return []
    following = index.structure.chunks([identity])[identity]
    block = block_that_bears(following, 0, sought)
    if block is None or following.start_line + block[1] - last > most:
        return []
    return [Candidate(replace(passage, chunk=following), Span(*block, "paragraph"), 1)]


def _lines_from(citations: Citations, document: int, first: int) -> Sequence[str]:
    """So many lines of a document as a list may have, from one on; those between two chunks are blank."""
    lines = [""] * (MOST_LINES + _LED_IN)
    for chunk in citations.chunks_of(document):
        for place, line in enumerate(chunk.text.split("\n"), start=chunk.start_line - first):
            if 0 <= place < len(lines):
                lines[place] = line
    return lines
