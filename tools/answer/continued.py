"""The whole of a list that the first claim shows some of, and where a document goes on: above its lines, behind them,
or in the next chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from typing import Final

from citeline.indexing.reader import Index
from citeline.markup import leads_in
from citeline.model import VALUE_KINDS, ChunkId, StoredChunk, StoredNode
from citeline.patterns import re

from ..retrieval.corpus import corpus_of
from .ranking.candidates import Candidate, Passage, Sought
from .ranking.enumerations import MOST_LINES, Enumeration, enumerations_in, is_table_row
from .ranking.ranker import block_that_bears
from .ranking.spans import Span
from .reading.lines import read_line
from .writing.citing import Citations

_LED_IN: Final = 2
"""Lines below one that leads in on which the first item stands."""
_APART: Final = 3
"""Lines behind a chunk among which the next one begins."""
_READ_ON: Final = 20
"""Lines of a section of which who asks how to do something is shown the code: it stands below what it is for."""
_NUMBERED: Final = re.compile(r"\s*\d{1,3}[.)]\s")


def list_around(citations: Citations, chunk: StoredChunk, first: int, last: int, sought: Sought) -> tuple[int, int]:
    """First and last line of the list that the lines `first` to `last` of a chunk show some of, or lead in; else these.

    1-based. It begins in the chunk, and may end in a later one of the document. Where steps are asked for, and no list,
    only a numbered one is looked for.
    """
    above = min(MOST_LINES, first - chunk.start_line)
    lines = _lines_from(citations, int(chunk.document), first - above, above + MOST_LINES + _LED_IN)
    prose, shown = chunk.kind == "prose", above + last - first
    end = shown
    if sought.whole:
        led = _LED_IN if leads_in(lines[shown]) or any(map(is_table_row, lines[shown + 1 :][:_LED_IN])) else 0
        below = enumerations_in(lines[above:], prose=prose)
        ends = (above + one.last for one in below if one.first <= shown - above + led and shown - above < one.last)
        end = max(ends, default=shown)
    around = enumerations_in(lines, prose=prose, most=len(lines)) if prose else []
    if sought.steps and (steps := _steps(around, lines, above, shown)):
        return first - above + min(steps.first, above), first - above + max(shown, steps.last)
    if sought.intents.get("guide") and prose and not sought.whole:
        end = max(end, _commands_end(lines, above, shown))
    heads = (one.first for one in around if sought.whole and one.first < above <= one.last and _is_told(one, lines))
    start = max((head for head in heads if end - head < MOST_LINES), default=above)
    return first - above + start, first - above + end


def to_end_of_code(citations: Citations, chunk: StoredChunk, first: int, last: int) -> int:
    """The last line of the block of code that the line `last` of a document leads in; else that line, and where more
    than `MOST_LINES` would be shown. 1-based.
    """
    if chunk.kind != "prose":
        return last
    lines = _lines_from(citations, int(chunk.document), last, MOST_LINES - (last - first))
    fence = next((at for at, line in enumerate(lines[1 : _LED_IN + 1], 1) if line.strip()), 0)
    if not (fence and leads_in(lines[0]) and read_line(lines[fence]).fence):
        return last
    return last + next((at for at in range(fence + 1, len(lines)) if read_line(lines[at]).fence), 0)


def _steps(lists: Sequence[Enumeration], lines: Sequence[str], first: int, last: int) -> Enumeration | None:
    """The outermost numbered list that lines show some of, or that begins right below them, or a list that they lead
    in, cut to so many lines as are shown; None where these would leave out the lines themselves.
    """
    near = (one for one in lists if one.first <= last + _LED_IN and first <= one.last)
    found = min(
        (one for one in near if _NUMBERED.match(lines[one.first]) or _is_led(one, lines, first)),
        key=lambda one: (one.first, -one.last),
        default=None,
    )
    if found is None or max(last, found.first) - min(first, found.first) >= MOST_LINES:
        return None
    return found._replace(last=min(found.last, min(first, found.first) + MOST_LINES - 1))


def _is_led(one: Enumeration, lines: Sequence[str], first: int) -> bool:
    """Whether a line with a colon leads in a list, from the line `first` on."""
    above = [line for line in lines[max(first, one.first - _LED_IN) : one.first] if line.strip()]
    return one.kind == "marked" and bool(above) and leads_in(above[-1])


def _commands_end(lines: Sequence[str], first: int, shown: int) -> int:
    """The last line of the last block of code near the first line of a section, else the last one shown."""
    end, inside, is_led = shown, False, lines[shown].endswith("::")
    for place in range(shown + 1, min(len(lines), first + _READ_ON)):
        line, read = lines[place], read_line(lines[place])
        if read.heading and not inside:
            break
        inside = inside != read.fence
        is_end = place + 1 >= len(lines) or not lines[place + 1].strip()
        if (read.fence and not inside) or (is_led and read.indent and is_end and not read.blank):
            end = place
        is_led = (
            line.endswith("::") or line.lstrip().startswith(".. code") or (is_led and (read.blank or read.indent > 0))
        )
    return end


def _is_told(one: Enumeration, lines: Sequence[str]) -> bool:
    """Whether a list is one of items with a mark, or a table."""
    return one.kind == "marked" or is_table_row(lines[one.first])


def rest_of(citations: Citations, passage: Passage, first: int, last: int) -> Iterator[Candidate]:
    """The lines `first` to `last` of the document, a candidate for each chunk that holds some of them."""
    for chunk in citations.chunks_between(int(passage.chunk.document), first, last):
        start, end = max(first, chunk.start_line), min(last, chunk.end_line)
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


def _lines_from(citations: Citations, document: int, first: int, count: int) -> Sequence[str]:
    """So many lines of a document from one on; those between two chunks are blank."""
    lines = [""] * count
    for chunk in citations.chunks_between(document, first, first + count - 1):
        for place, line in enumerate(chunk.text.split("\n"), start=chunk.start_line - first):
            if 0 <= place < len(lines):
                lines[place] = line
    return lines


def without_parts(
    citations: Citations, chunk: StoredChunk, node: StoredNode | None, lines: tuple[int, int]
) -> tuple[int, int]:
    """Lines of code without those of another definition, before or behind one, of which they show only a part."""
    if node is None or chunk.kind != "code" or node.kind in VALUE_KINDS:
        return lines
    first, last = lines
    above, below = (citations.definition_at(int(chunk.document), line) for line in lines)
    if above is not None and above.start_line < first <= above.end_line < node.start_line:
        first = above.end_line + 1
        first += not chunk.text.split("\n")[first - chunk.start_line].strip()
    if below is not None and node.end_line < below.start_line <= last < below.end_line:
        last = node.end_line
    return first, last
