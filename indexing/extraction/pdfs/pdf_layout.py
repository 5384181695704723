"""From the words of a page to its lines, in the order in which a person reads them: column by column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from .pdf_columns import Piece, columns_of, rows_of
from .pdf_lines import Block, Line
from .pdf_words import Page, Style, Word

_NEW_PARAGRAPH: Final = 1.35
"""Times the usual distance of two lines."""
_SET_APART: Final = 1.6
"""Times the size of the smaller of two lines: less is no more than the distance of lines in that size."""
GAP: Final = "  "
"""Between two pieces of a line that stand far apart."""


def lay_out(page: Page, blocks: Sequence[Block] = (), start: float | None = None) -> list[Line]:
    """The lines of a page in reading order. Words inside of a block are left to it; `start` as of `column_start`."""
    return [line for column in columns_of(outside(page, blocks).words, blocks, start) for line in _lines(column)]


def outside(page: Page, blocks: Sequence[Block]) -> Page:
    """The page without the words that stand in blocks."""
    words = tuple(word for word in page.words if not any(_is_inside(word, block) for block in blocks))
    return replace(page, words=words)


def _is_inside(word: Word, block: Block) -> bool:
    middle = (word.left + word.right) / 2
    return block.left <= middle <= block.right and block.top <= word.base <= block.bottom


def _lines(pieces: Sequence[Piece]) -> Iterator[Line]:
    """The lines of one column, each with whether it stands apart from the one before."""
    rows = rows_of(pieces)
    leading = _leading(rows)
    before: Line | None = None
    for row in rows:
        block = row[0].block
        if block is not None:
            yield from block.lines
            before = None
            continue
        before = _line(row, before, leading)
        yield before


def _leading(rows: Sequence[Sequence[Piece]]) -> float:
    """The usual distance of two lines of a paragraph; infinite when there is none."""
    bases = [row[0].base for row in rows if not row[0].block]
    steps = sorted(round(below - above, 1) for above, below in pairwise(bases) if below > above)
    # Not the median: on a short page half of the steps may be between paragraphs.
    return steps[len(steps) // 3] if steps else float("inf")


def _line(row: Sequence[Piece], before: Line | None, leading: float) -> Line:
    words = [word for piece in row for word in piece.words]
    sizes: Counter[Style] = Counter()
    for word in words:
        sizes[word.style] += len(word.text)
    style = max(sizes.items(), key=lambda item: (item[1], item[0].size, item[0].face))[0]
    base = row[0].base
    apart = before is None or base - before.base > max(
        _NEW_PARAGRAPH * min(leading, 1.5 * max(style.size, 4.0)), _SET_APART * min(style.size, before.style.size)
    )
    letters = [word for word in words if any(map(str.isalpha, word.text))]
    return Line(
        text=GAP.join(" ".join(word.text for word in piece.words) for piece in row),
        style=style,
        is_uniform=all(
            word.style.is_bold == style.is_bold and abs(word.style.size - style.size) <= 0.25 * style.size
            for word in letters
        ),
        left=min(piece.left for piece in row),
        right=max(piece.right for piece in row),
        base=base,
        is_apart=apart,
        pieces=len(row),
        is_broken=words[-1].is_broken,
    )
