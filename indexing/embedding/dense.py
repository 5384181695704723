"""Dense vectors through fastembed: the bundled static model by default, or any model that fastembed knows.

fastembed is imported when a model is loaded, not before: it takes 0.3 s, and what is embedded can be said without it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from citeline.errors import EmbeddingError
from citeline.model import Chunk
from citeline.protocols import DenseEmbedder, FloatMatrix

if TYPE_CHECKING:
    from fastembed import TextEmbedding
    from tokenizers import Tokenizer

BUNDLED_NAME: Final = "bundled"
BUNDLED_FOLDER: Final = Path(__file__).parent / "bundled"
_REGISTERED_NAME: Final = "citeline/static-256"
_MAX_TOKENS: Final = 512
_MAX_CHARS: Final = 8_000
"""Of a text for any other model; none of them reads more than 512 tokens or so."""
_BATCH: Final = 32
"""Small, so that the picked rows stay in the processor's cache: 13,400 chunks a second, with 256 half of that."""
_MAX_THREADS: Final = 4
_REINSTALL: Final = "reinstall citeline, e.g. `pip install --force-reinstall citeline`"
_HEADER_DEFINITIONS: Final = 6
_PATH_SEPARATORS: Final = re.compile(r"[/.\-_]+")
_IDENTIFIER_BOUNDARY: Final = re.compile(
    r"_+|(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z]|[0-9])|(?<=[0-9])(?=[A-Za-z])"
)


def header_text(path: str, chunk: Chunk) -> str:
    """The chunk's address in words: path, enclosing scope, and the first six names that it defines."""
    names = " ".join(chunk.definitions[:_HEADER_DEFINITIONS])
    return f"{_PATH_SEPARATORS.sub(' ', path)} {chunk.scope} {names}".rstrip()


def embedded_text(path: str, chunk: Chunk) -> str:
    """The chunk's header and then its text, as written: embedders split identifiers themselves."""
    return f"{header_text(path, chunk)}\n{chunk.text}"


def split_identifiers(text: str) -> str:
    """The text with a space at every case, underscore and digit boundary, its case kept."""
    return _IDENTIFIER_BOUNDARY.sub(" ", text)


def load_embedder(name: str = BUNDLED_NAME, *, cache_folder: Path | None = None) -> DenseEmbedder:
    """The bundled model, or a fastembed model by its name, downloaded into `cache_folder` on first use.

    Raises EmbeddingError when there is no such model, when it cannot be downloaded, or when its files are damaged.
    """
    return _load_bundled(BUNDLED_FOLDER) if name == BUNDLED_NAME else _load_named(name, cache_folder)


the_embedder = lru_cache(maxsize=1)(load_embedder)
"""This process' embedder, loaded once; not for one that must find its model in a certain folder."""


class FastEmbedder:
    """A `DenseEmbedder` over a fastembed model. Splits identifiers into words, in documents and queries alike."""

    def __init__(self, model: TextEmbedding, *, name: str, splits_identifiers: bool) -> None:
        """`splits_identifiers`: the model's own tokeniser does it, so texts are passed on as they are."""
        self._model = model
        self._name = name
        self._splits_identifiers = splits_identifiers

    @property
    def name(self) -> str:
        """Model and version, for the manifest."""
        return self._name

    @property
    def dimension(self) -> int:
        """Length of each vector."""
        return self._model.embedding_size

    def embed(self, texts: Sequence[str]) -> FloatMatrix:
        """One unit row per text, in order; see `DenseEmbedder.embed`. Raises EmbeddingError on NaN or infinity."""
        matrix = np.empty((len(texts), self.dimension), np.float32)
        # Similar lengths together: a batch is padded to its longest text.
        order = sorted(range(len(texts)), key=lambda position: len(texts[position]))
        prepared = [self._prepare(texts[position]) for position in order]
        for position, row in zip(order, self._model.embed(prepared, batch_size=_BATCH), strict=True):
            matrix[position] = row
        return _unit_rows(matrix, self._name)

    def _prepare(self, text: str) -> str:
        if self._splits_identifiers:
            return text
        # A lone surrogate, as in an undecodable file name, cannot cross into the tokeniser.
        return split_identifiers(text[:_MAX_CHARS].encode("utf-8", "ignore").decode("utf-8"))


def _unit_rows(matrix: FloatMatrix, name: str) -> FloatMatrix:
    """The rows at unit length; a zero row becomes the fixed unit vector whose components are all equal."""
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


def _load_bundled(folder: Path) -> FastEmbedder:
    manifest = _verified_manifest(folder)
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType
    from fastembed.text.custom_text_embedding import CustomTextEmbedding

    from .word_tokenizer import WordTokenizer

    with suppress(ValueError):  # registered by an earlier load in this process
        TextEmbedding.add_custom_model(
            model=_REGISTERED_NAME,
            pooling=PoolingType.DISABLED,
            normalization=False,
            # Never contacted, since the folder is given below, but fastembed insists on a source.
            sources=ModelSource(hf=_REGISTERED_NAME),
            dim=manifest["dimension"],
            model_file="model.onnx",
        )
    # One thread: a second makes such small products slower. The folder doubles as the cache, or fastembed would
    # create one among the temporary files.
    model = TextEmbedding(_REGISTERED_NAME, cache_dir=str(folder), threads=1, specific_model_path=str(folder))
    inner = cast(CustomTextEmbedding, model.model)
    tokenizer = WordTokenizer(cast("Tokenizer", inner.tokenizer), max_tokens=_MAX_TOKENS)
    inner.tokenizer = cast("Tokenizer", tokenizer)
    fingerprint = manifest["files"]["model.onnx"]["sha256"][:8]
    return FastEmbedder(model, name=f"citeline-static-{manifest['dimension']}-{fingerprint}", splits_identifiers=True)


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


def _load_named(name: str, cache_folder: Path | None) -> FastEmbedder:
    from fastembed import TextEmbedding

    if name.lower() not in {model["model"].lower() for model in TextEmbedding.list_supported_models()}:
        raise EmbeddingError(
            f"fastembed has no embedding model {name!r}",
            remedy="set CITELINE_EMBEDDER=bundled, or one of `fastembed.TextEmbedding.list_supported_models()`",
        )
    threads = min(_MAX_THREADS, os.cpu_count() or 1)
    try:
        model = TextEmbedding(name, cache_dir=None if cache_folder is None else str(cache_folder), threads=threads)
    except (OSError, ValueError, RuntimeError) as error:
        raise EmbeddingError(
            f"the embedding model {name!r} cannot be downloaded or opened: {error}",
            remedy="check the network, or set CITELINE_EMBEDDER=bundled, which needs none",
        ) from error
    return FastEmbedder(model, name=f"fastembed:{name}", splits_identifiers=False)
