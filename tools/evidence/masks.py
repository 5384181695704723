"""What an index keeps and a model must not see: secrets, found in whole documents before a part of one is shown.

A line out of the middle of a private key looks like any other; only the lines above it tell what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from citeline.indexing.parsers.masking import mask_part
from citeline.indexing.reader import Index
from citeline.indexing.secrets import mask_lines
from citeline.model import DocumentId, StoredChunk
from citeline.remembering import remembered
from citeline.state import Evidence

from ..tables.rows import Cells

_HIDDEN_CELL: Final = "[secret]"
_LEAST_PART: Final = 6
"""Characters of a secret that tell something of it."""


class Masks:
    """The lines of an index that hold secrets, with what is shown in their place; looked up once a document.

    There are none where the index was made without secrets.
    """

    def __init__(self, index: Index) -> None:
        self._structure = index.structure
        self._keeps = index.manifest.shape.secrets == "keep"

    @remembered
    def hidden(self, document: DocumentId) -> Mapping[int, tuple[str, str]]:
        """Line number to the line as it is and as it may be shown; only lines that hold something secret."""
        return _hidden(self._structure.chunks_of([document])) if self._keeps else {}

    def hidden_in(self, path: str) -> Mapping[int, tuple[str, str]]:
        """The same for a path; nothing for one that the index does not hold."""
        document = self._structure.document(path) if self._keeps else None
        return {} if document is None else self.hidden(document.id)

    def chunk(self, chunk: StoredChunk) -> StoredChunk:
        """The chunk as it may be shown."""
        hidden = self.hidden(chunk.document)
        return replace(chunk, text=_shown(chunk.text, chunk.start_line, hidden)) if hidden else chunk

    def pieces(self, evidence: Iterable[Evidence]) -> list[Evidence]:
        """The pieces as they may be shown; what is answered from and cited stays as it is."""
        return [self._piece(piece) for piece in evidence]

    def sentence(self, text: str, cited: Iterable[Evidence]) -> str:
        """A text that may quote lines of what it cites, without those that hold secrets."""
        for piece in cited:
            for number, (line, masked) in self.hidden_in(piece["path"]).items():
                if piece["start_line"] <= number <= piece["end_line"]:
                    text = _without_part(text.replace(line.strip(), masked.strip()), line, masked)
        return text

    def cells(self, path: str, cells: Cells) -> Cells:
        """A table without the cells that hold something secret."""
        hidden = self.hidden_in(path)
        if not hidden:
            return cells
        rows: list[list[str]] = []
        for row, (first, last) in zip(cells.rows, cells.lines, strict=True):
            shown = [masked for number, (_, masked) in hidden.items() if first <= number <= last]
            rows.append([_open_cell(cell, shown) for cell in row])
        return replace(cells, rows=rows)

    def _piece(self, piece: Evidence) -> Evidence:
        hidden = self.hidden_in(piece["path"])
        return {**piece, "text": _shown(piece["text"], piece["start_line"], hidden)} if hidden else piece


def _without_part(text: str, line: str, masked: str) -> str:
    """A sentence that begins or ends within a secret, without that part of it: `password = 'Correct horses!`."""
    before = _shared(line, masked)
    behind = _shared(line[before:][::-1], masked[before:][::-1])
    secret, shown = line[before : len(line) - behind], masked[before : len(masked) - behind]
    parts = (part for size in range(len(secret), _LEAST_PART - 1, -1) for part in (secret[:size], secret[-size:]))
    return text.replace(next((part for part in parts if part in text), shown), shown)


def _shared(one: str, other: str) -> int:
    """How many characters two texts begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _open_cell(cell: str, shown: Sequence[str]) -> str:
    """A cell that stands on lines with secrets, of which these are shown."""
    return cell if not shown or any(cell in line for line in shown) else _HIDDEN_CELL


def _shown(text: str, first: int, hidden: Mapping[int, tuple[str, str]]) -> str:
    def show(number: int, line: str) -> str:
        # A line that is too long for one chunk stands in several; those hold parts of it.
        whole, masked = hidden.get(number, (line, line))
        return masked if whole == line else mask_lines([line])[0]

    return "\n".join(show(number, line) for number, line in enumerate(text.split("\n"), first))


def _hidden(chunks: Sequence[StoredChunk]) -> dict[int, tuple[str, str]]:
    known = {number: line for chunk in chunks for number, line in enumerate(chunk.text.split("\n"), chunk.start_line)}
    # Blank lines between two chunks are in none of them.
    numbers = range(min(known, default=1), max(known, default=0) + 1)
    lines = [known.get(number, "") for number in numbers]
    shown = zip(numbers, lines, mask_part(lines, chunks[0].language if chunks else ""), strict=True)
    return {number: (line, masked) for number, line, masked in shown if line != masked}
