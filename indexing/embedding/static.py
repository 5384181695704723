"""The bundled model, run by onnxruntime itself.

Its folder is one that fastembed reads too, and gives the same vectors there (a test compares them). But importing
fastembed takes longer than all else that a search from the terminal does, and what it adds is not needed here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from citeline.errors import EmbeddingError
from citeline.protocols import FloatMatrix

from .rows import unit_rows

if TYPE_CHECKING:
    from .word_tokenizer import IdMatrix, WordTokenizer

BUNDLED_FOLDER: Final = Path(__file__).parent / "bundled"
_MAX_TOKENS: Final = 512
_BATCH: Final = 32
"""Small, so that the picked rows stay in the processor's cache: 13,400 chunks a second, with 256 half of that."""
_REINSTALL: Final = "reinstall citeline, e.g. `pip install --force-reinstall citeline`"


class Session(Protocol):
    """What is asked of onnxruntime's."""

    def run(self, outputs: None, inputs: dict[str, IdMatrix], /) -> list[FloatMatrix]:
        """All outputs of the model: here one matrix, a row a text."""
        ...


class StaticEmbedder:
    """A `DenseEmbedder`: the sum of the vectors of a text's tokens. Its tokeniser splits identifiers into words."""

    def __init__(self, session: Session, tokenizer: WordTokenizer, *, name: str, dimension: int) -> None:
        self._session = session
        self._tokenizer = tokenizer
        self._name = name
        self._dimension = dimension

    @property
    def name(self) -> str:
        """Model and version, for the manifest."""
        return self._name

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return self._dimension

    def embed(self, texts: Sequence[str]) -> FloatMatrix:
        """One unit row per text, in order; see `DenseEmbedder.embed`."""
        matrix = np.empty((len(texts), self._dimension), np.float32)
        # Similar lengths together: a batch is padded to its longest text.
        order = sorted(range(len(texts)), key=lambda position: len(texts[position]))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            ids = self._tokenizer.encode_batch([texts[position] for position in batch])
            matrix[batch] = self._session.run(None, {"input_ids": ids})[0]
        return unit_rows(matrix, self._name)


def load_static(folder: Path = BUNDLED_FOLDER) -> StaticEmbedder:
    """The model in a folder. Raises EmbeddingError when a file of it is not as its manifest says."""
    manifest = _verified_manifest(folder)
    from tokenizers import Tokenizer

    from .word_tokenizer import WordTokenizer

    # Its names are made when it is imported, where a type checker cannot see them.
    runtime: Any = import_module("onnxruntime")
    options = runtime.SessionOptions()
    # A second thread makes such small products slower.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session: Session = runtime.InferenceSession(str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"])
    tokenizer = WordTokenizer(Tokenizer.from_file(str(folder / "tokenizer.json")), max_tokens=_MAX_TOKENS)
    dimension = int(manifest["dimension"])
    fingerprint = manifest["files"]["model.onnx"]["sha256"][:8]
    return StaticEmbedder(session, tokenizer, name=f"citeline-static-{dimension}-{fingerprint}", dimension=dimension)


def _verified_manifest(folder: Path) -> dict[str, Any]:
    """The model's manifest, once all its files are found to be as it says; hashing them takes 6 ms."""
    try:
        manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_bytes())
        changed = [
            name
            for name, expected in manifest["files"].items()
            if hashlib.sha256((folder / name).read_bytes()).hexdigest() != expected["sha256"]
        ]
    except (OSError, ValueError) as error:
        raise EmbeddingError(f"the bundled embedding model cannot be read: {error}", remedy=_REINSTALL) from error
    if changed:
        raise EmbeddingError(f"the bundled embedding model is damaged: {', '.join(changed)}", remedy=_REINSTALL)
    return manifest
