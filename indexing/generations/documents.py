"""A document on its way from a parser process into the stores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.left_out import Skipped
from citeline.model import Chunk, ParsedDocument, SourceFile

from ..embedding.dense import embedded_text, header_text
from ..embedding.sparse import DocumentTerms
from ..stores.packed_uses import PackedUses

HalfMatrix: TypeAlias = npt.NDArray[np.float16]
"""Half precision is what the vector store keeps; anything on its way there is half as long so."""


@dataclass(frozen=True, slots=True)
class ChunkVectors:
    """Dense vectors of a document's chunks, both of shape (n_chunks, dimension)."""

    model: str
    """Name of the embedder that made them."""
    dense: HalfMatrix
    header: HalfMatrix


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A file, read and taken apart; small enough to travel between processes."""

    source: SourceFile
    """Its lines are blank: the chunks carry the text, and only their number is still needed."""
    document: ParsedDocument
    chunks: tuple[Chunk, ...]
    chunk_ids: tuple[int, ...]
    """One per chunk."""
    terms: DocumentTerms
    uses: PackedUses | None
    """What the document uses, which `document` is without: thousands of references travel slowly, bytes at once."""


_TEXTS: Final = 4_096
"""Made and embedded at once: those of 20 MB in one file took 50 MB, and 120 MB in single precision."""
Outcome: TypeAlias = ReadDocument | Skipped
"""What becomes of a file."""


EmbedTexts: TypeAlias = Callable[[Sequence[str]], tuple[str, HalfMatrix]]
"""The name of a model, and one row for each text."""


def embed_chunks(documents: Sequence[ReadDocument], embed: EmbedTexts) -> list[ChunkVectors]:
    """The vectors of each document's chunks, embedded together."""
    pairs = [(read.source.path, chunk) for read in documents for chunk in read.chunks]
    texts = (make(path, chunk) for make in (embedded_text, header_text) for path, chunk in pairs)
    model, first = embed([*islice(texts, _TEXTS)])
    matrix = np.empty((2 * len(pairs), first.shape[1]), np.float16)
    matrix[: len(first)] = first
    for start in range(len(first), len(matrix), _TEXTS):
        matrix[start : start + _TEXTS] = embed([*islice(texts, _TEXTS)])[1]
    vectors, start = [], 0
    for read in documents:
        end = start + len(read.chunks)
        vectors.append(ChunkVectors(model, matrix[start:end], matrix[len(pairs) + start : len(pairs) + end]))
        start = end
    return vectors
