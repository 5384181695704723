"""The bundled model: a table of one vector a token.

A text is the sum of its tokens' vectors, each times how often it occurs, damped (`DAMPING`): a word that a function
repeats ten times says little more than one that it has three times. Plain numpy: a runtime for models takes longer to
import than most that a search from the terminal does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citeline.errors import EmbeddingError
from citeline.protocols import FloatMatrix

from .arrays import counted, map_array
from .model_names import BUNDLED_FOLDER, REINSTALL, ROWS_FILE, model_manifest, static_name, unreadable
from .word_tokenizer import WordTokenizer

SCALES_FILE: Final = "scales.npy"
TOKENIZER_FILE: Final = "tokenizer.json"
MAX_TOKENS: Final = 512
DAMPING: Final = 0.6
"""Power of a token's count. Over plain sums, vectors alone gain .01 to .04 on the public sets: docs/decisions/016."""
_AT_ONCE: Final = 256
"""Texts whose tokens are in memory together."""


class StaticEmbedder:
    """A `DenseEmbedder` of token vectors in 8 bits. Its tokeniser splits identifiers into words."""

    def __init__(
        self, tokenizer: WordTokenizer, rows: npt.NDArray[np.int8], scales: npt.NDArray[np.float32], *, name: str
    ) -> None:
        """`rows`: shape (tokens, dimension); `scales`: what each row was divided by, shape (tokens,)."""
        self._tokenizer = tokenizer
        self._rows = rows
        self._scales = scales
        self.name: Final = name
        """Model and version, for the manifest."""

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return int(self._rows.shape[1])

    def embed(self, texts: Sequence[str]) -> FloatMatrix:
        """One unit row per text, in order; see `DenseEmbedder.embed`."""
        matrix = np.zeros((len(texts), self.dimension), np.float32)
        for first in range(0, len(texts), _AT_ONCE):
            found = [self._tokenizer.token_ids(text) for text in texts[first : first + _AT_ONCE]]
            # Counted together: for short texts the call costs more than the counting.
            owners = np.repeat(np.arange(len(found)), [len(tokens) for tokens in found])
            keys, weights = damped_counts(owners * len(self._rows) + np.concatenate(found))
            owners, tokens = np.divmod(keys, len(self._rows))
            weights *= self._scales[tokens]
            ends = np.searchsorted(owners, np.arange(len(found) + 1)).tolist()
            for position, (start, end) in enumerate(pairwise(ends), first):
                matrix[position] = weights[start:end] @ self._rows[tokens[start:end]].astype(np.float32)
        return unit_rows(matrix, self.name)


def damped_counts(tokens: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Each token once, and its weight in the sum."""
    distinct, counts = counted(tokens)
    return distinct, counts.astype(np.float32) ** DAMPING


def load_static(folder: Path = BUNDLED_FOLDER, *, is_verified: bool = False) -> StaticEmbedder:
    """The model in a folder. Raises EmbeddingError when a file of it has not the size that its manifest says, or, to be
    `is_verified`, the content: to read all of it takes each process 8 ms.
    """
    manifest = model_manifest(folder)
    try:
        if changed := changed_files(folder, manifest, is_verified=is_verified):
            raise EmbeddingError(f"the bundled embedding model is damaged: {', '.join(changed)}", remedy=REINSTALL)
        tokenizer = WordTokenizer((folder / TOKENIZER_FILE).read_bytes(), max_tokens=MAX_TOKENS)
        rows, scales = (map_array(folder / name) for name in (ROWS_FILE, SCALES_FILE))
    except OSError as error:
        raise unreadable(error) from error
    return StaticEmbedder(tokenizer, rows, scales, name=static_name(manifest))


def changed_files(folder: Path, manifest: Mapping[str, Any], *, is_verified: bool) -> list[str]:
    """The files of a folder that have not the size that its manifest says, or, `is_verified`, not the content.

    Raises OSError where one is missing.
    """
    return [name for name, of in manifest["files"].items() if not _is_as_said(folder / name, of, is_verified)]


def _is_as_said(file: Path, said: Mapping[str, Any], is_verified: bool) -> bool:
    if file.stat().st_size != said["size_bytes"]:
        return False
    with file.open("rb") as stream:
        return not is_verified or hashlib.file_digest(stream, "sha256").hexdigest() == said["sha256"]


def unit_rows(matrix: FloatMatrix, name: str) -> FloatMatrix:
    """The rows at unit length; a zero row becomes the fixed unit vector whose components are all equal.

    Raises EmbeddingError, which names the model, on NaN or infinity. Changes the matrix it is given.
    """
    if not np.isfinite(matrix).all():
        raise EmbeddingError(
            f"the embedding model {name!r} answered with values that are not numbers",
            remedy="set CITELINE_EMBEDDER=bundled, or choose another model",
        )
    norms = np.linalg.norm(matrix, axis=1, keepdims=True)
    matrix[norms[:, 0] == 0] = 1.0
    norms[norms == 0] = np.sqrt(matrix.shape[1])
    matrix /= norms
    return matrix
