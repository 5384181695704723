"""Documents that have been read and embedded and wait for the corpus' averages, on disk to bound the memory."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from ..embedding.sparse import DocumentTerms
from .documents import HalfMatrix


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


class Spool:
    """A file of records: written once from front to back, then read as often as needed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("wb")
        self.chunk_count = 0
        self.document_count = 0

    def add(self, record: Spooled) -> None:
        """Append a document."""
        pickle.dump(record, self._file, protocol=pickle.HIGHEST_PROTOCOL)
        self.chunk_count += len(record.chunk_ids)
        self.document_count += 1

    def __iter__(self) -> Iterator[Spooled]:
        """The documents in the order in which they were added."""
        self._file.flush()
        with self._path.open("rb") as file:
            for _ in range(self.document_count):
                yield pickle.load(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close and remove the file."""
        self._file.close()
        self._path.unlink(missing_ok=True)
