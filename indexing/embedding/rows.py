"""What every embedder promises of its rows."""

from __future__ import annotations

import numpy as np

from citeline.errors import EmbeddingError
from citeline.protocols import FloatMatrix


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
