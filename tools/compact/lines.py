"""Numbered lines of a source, as an agent may be shown them."""

from __future__ import annotations

from typing import Final

from citeline.indexing.parsers.markup.reading import is_read, shown_lines
from citeline.indexing.parsers.masking import mask_part
from citeline.indexing.reader import Index
from citeline.visible import visible

from ..evidence.masks import Masks

_LONGEST: Final = 400
"""Characters of a line: a minified file on one line must not take the place of everything else."""


def numbered_lines(text: str, first: int, *, language: str = "", path: str = "") -> list[str]:
    """`12| …` for each line, secrets masked and control characters written out; of a page what a reader sees."""
    is_page = is_read(language)
    lines = shown_lines(text, language, path) if is_page else mask_part(text.split("\n"), language)
    return [f"{number}| {_cut(visible(line))}" for number, line in enumerate(lines, first) if line or not is_page]


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def indexed_lines(index: Index, path: str, first: int, last: int) -> list[str]:
    """Those lines of a document as they were indexed; none for a path that is not in the index.

    Blank lines between two chunks are left out: the index does not hold them.
    """
    document = index.structure.document(path)
    if document is None:
        return []
    masks, shown = Masks(index), list[str]()
    done = first - 1
    for chunk in sorted(index.structure.chunks_of([document.id]), key=lambda chunk: chunk.start_line):
        if chunk.end_line <= done or chunk.start_line > last:
            continue
        masked = masks.chunk(chunk)
        lines = masked.text.split("\n")
        begin, end = max(done + 1, chunk.start_line), min(last, chunk.end_line)
        part = lines[begin - chunk.start_line : end - chunk.start_line + 1]
        shown += numbered_lines("\n".join(part), begin, language=chunk.language, path=chunk.path)
        done = end
    return shown
