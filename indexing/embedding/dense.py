"""Dense vectors: from the bundled static model by default, or from any model that fastembed knows.

The libraries are imported when a model is loaded, not before: what is embedded can be said without them.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from citeline.errors import EmbeddingError
from citeline.model import Chunk, StoredChunk
from citeline.patterns import re
from citeline.protocols import DenseEmbedder, FloatMatrix

from .model_names import BUNDLED_NAME, fastembed_name
from .static import load_static, unit_rows

if TYPE_CHECKING:
    from fastembed import TextEmbedding

_MAX_CHARS: Final = 8_000
"""Of a text for any other model; none of them reads more than 512 tokens or so."""
_BATCH: Final = 32
_MAX_THREADS: Final = 4
_HEADER_DEFINITIONS: Final = 6
_PATH_SEPARATORS: Final = re.compile(r"[/.\-_]+")
_IDENTIFIER_BOUNDARY: Final = re.compile(
    r"_+|(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z]|[0-9])|(?<=[0-9])(?=[A-Za-z])"
)


def header_text(path: str, chunk: Chunk | StoredChunk) -> str:
    """The chunk's address in words: path, enclosing scope, and the first six names that it defines."""
    names = " ".join(chunk.definitions[:_HEADER_DEFINITIONS])
    return f"{_PATH_SEPARATORS.sub(' ', path)} {chunk.scope} {names}".rstrip()


def embedded_text(path: str, chunk: Chunk) -> str:
    """The chunk's header and then its text, as written: embedders split identifiers themselves."""
    return f"{header_text(path, chunk)}\n{chunk.told or chunk.text}"


def split_identifiers(text: str) -> str:
    """The text with a space at every case, underscore and digit boundary, its case kept."""
    return _IDENTIFIER_BOUNDARY.sub(" ", text)


def load_embedder(name: str = BUNDLED_NAME) -> DenseEmbedder:
    """The bundled model, or a fastembed model by its name, downloaded on first use.

    Raises EmbeddingError when there is no such model, when it cannot be downloaded, or when its files are damaged.
    """
    return load_static() if name == BUNDLED_NAME else _load_named(name)


the_embedder = lru_cache(maxsize=1)(load_embedder)
"""This process' embedder, loaded once."""


class FastEmbedder:
    """A `DenseEmbedder` over a fastembed model. Splits identifiers into words, in documents and queries alike."""

    def __init__(self, model: TextEmbedding, *, name: str) -> None:
        self._model = model
        self.name: Final = name
        """Model and version, for the manifest."""

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return self._model.embedding_size

    def embed(self, texts: Sequence[str]) -> FloatMatrix:
        """One unit row per text, in order; see `DenseEmbedder.embed`. Raises EmbeddingError on NaN or infinity."""
        matrix = np.empty((len(texts), self.dimension), np.float32)
        # Similar lengths together: a batch is padded to its longest text.
        order = sorted(range(len(texts)), key=lambda position: len(texts[position]))
        prepared = [_prepared(texts[position]) for position in order]
        for position, row in zip(order, self._model.embed(prepared, batch_size=_BATCH), strict=True):
            matrix[position] = row
        return unit_rows(matrix, self.name)


def _prepared(text: str) -> str:
    # A lone surrogate, as in an undecodable file name, cannot cross into the tokeniser.
    return split_identifiers(text[:_MAX_CHARS].encode("utf-8", "ignore").decode("utf-8"))


def _load_named(name: str) -> FastEmbedder:
    from fastembed import TextEmbedding

    if name.lower() not in {model["model"].lower() for model in TextEmbedding.list_supported_models()}:
        raise EmbeddingError(
            f"fastembed has no embedding model {name!r}",
            remedy="set CITELINE_EMBEDDER=bundled, or one of `fastembed.TextEmbedding.list_supported_models()`",
        )
    threads = min(_MAX_THREADS, os.cpu_count() or 1)
    try:
        model = TextEmbedding(name, threads=threads)
    except (OSError, ValueError, RuntimeError) as error:
        raise EmbeddingError(
            f"the embedding model {name!r} cannot be downloaded or opened: {error}",
            remedy="check the network, or set CITELINE_EMBEDDER=bundled, which needs none",
        ) from error
    return FastEmbedder(model, name=fastembed_name(name))
