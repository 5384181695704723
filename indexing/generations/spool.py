"""Documents that have been read and embedded and wait for the corpus' averages, most on disk to bound the memory."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

from citeline.dataclass import dataclass

from ..embedding.sparse import DocumentTerms, LengthTotals
from .documents import HalfMatrix

_HELD_BYTES: Final = 16 << 20
"""Of arrays that stay in memory: most trees have less, and writing and reading it costs as much as embedding it."""


@dataclass(frozen=True, slots=True)
class Spooled:
    """What the vector store needs of one document."""

    path: str
    source: str
    """Its label; empty without one."""
    language: str
    chunk_ids: tuple[int, ...]
    kinds: tuple[str, ...]
    dense: HalfMatrix
    header: HalfMatrix
    """Both of shape (n_chunks, dimension)."""
    terms: DocumentTerms

    @property
    def size_bytes(self) -> int:
        """Of the arrays."""
        return self.dense.nbytes + self.header.nbytes + self.terms.size_bytes


class Spool:
    """Records: written once from front to back, then read as often as needed. The first stay in memory, the others are
    in a file.
    """

    def __init__(self, path: Path, *, held_bytes: int = _HELD_BYTES) -> None:
        self._path = path
        self._file = path.open("wb")
        self._held: list[Spooled] = []
        self._left_bytes = held_bytes
        self.chunk_count = 0
        self.document_count = 0
        self.lengths = LengthTotals()
        """Of all documents."""

    def add(self, record: Spooled) -> None:
        """Append a document."""
        self._left_bytes -= record.size_bytes
        if self._left_bytes >= 0:
            self._held.append(record)
        else:
            self._left_bytes = -1  # what follows is read after it
            pickle.dump(record, self._file, protocol=pickle.HIGHEST_PROTOCOL)
        self.chunk_count += len(record.chunk_ids)
        self.document_count += 1
        self.lengths.add(record.terms)

    def __iter__(self) -> Iterator[Spooled]:
        """The documents in the order in which they were added."""
        yield from self._held
        self._file.flush()
        with self._path.open("rb") as file:
            for _ in range(self.document_count - len(self._held)):
                yield pickle.load(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        """Close and remove the file."""
        self._file.close()
        self._path.unlink(missing_ok=True)
