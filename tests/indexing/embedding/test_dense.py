from __future__ import annotations

import hashlib
import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.errors import EmbeddingError
from citeline.indexing.embedding.dense import (
    FastEmbedder,
    embedded_text,
    header_text,
    load_embedder,
    split_identifiers,
)
from citeline.indexing.embedding.static import BUNDLED_FOLDER, load_static
from citeline.model import Chunk
from citeline.protocols import DenseEmbedder
from citeline.text import split_identifier

GOLDEN = {
    "how are retries configured?": [-0.04864, -0.07915, 0.14467, 0.11696, 0.02551],
    "def getUserName(user_id): return self.cache[user_id]": [0.02924, -0.0169, -0.03775, -0.07044, 0.10015],
    "退款期限是多少天 refund window": [0.13079, 0.04263, -0.01694, -0.07341, -0.0517],
}
ODD_TEXTS = [
    "",
    " \n\t",
    "🚀🔥",
    "\x00\x01\x7f",
    "退款期限",
    "für naïve Straße",
    "_" * 9,
    "x" * 100_000,
    "a b " * 25_000,
    "\udce9",
]


@pytest.fixture(scope="module")
def embedder() -> DenseEmbedder:
    return load_embedder()


def chunk_of(text: str, *, scope: str = "", definitions: tuple[str, ...] = ()) -> Chunk:
    return Chunk("code", 1, 1, text, "a.py", scope, 0, definitions)


def test_vectors_are_the_recorded_ones(embedder: DenseEmbedder) -> None:
    vectors = embedder.embed(list(GOLDEN))
    assert vectors.dtype == np.float32
    assert vectors.shape == (3, embedder.dimension) == (3, 256)
    np.testing.assert_allclose(vectors[:, :5], list(GOLDEN.values()), atol=2e-4)


def test_shipped_files_are_those_of_the_manifest() -> None:
    manifest = json.loads((BUNDLED_FOLDER / "manifest.json").read_bytes())
    files = {path.name for path in BUNDLED_FOLDER.iterdir()} - {"manifest.json"}
    assert set(manifest["files"]) == files
    for name, expected in manifest["files"].items():
        content = (BUNDLED_FOLDER / name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (expected["size_bytes"], expected["sha256"])
    assert sum(expected["size_bytes"] for expected in manifest["files"].values()) < 16_000_000


def test_name_changes_with_the_model_file(embedder: DenseEmbedder) -> None:
    digest = hashlib.sha256((BUNDLED_FOLDER / "model.onnx").read_bytes()).hexdigest()
    assert embedder.name == f"citeline-static-256-{digest[:8]}"


def test_loading_and_embedding_open_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert load_embedder().embed(["offline"]).shape == (1, 256)


def test_no_texts_give_no_rows(embedder: DenseEmbedder) -> None:
    assert embedder.embed([]).shape == (0, 256)


def test_odd_texts_give_unit_vectors(embedder: DenseEmbedder) -> None:
    vectors = embedder.embed(ODD_TEXTS)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_texts_without_a_known_token_share_one_fixed_vector(embedder: DenseEmbedder) -> None:
    vectors = embedder.embed(["", "...", "🚀🔥", "x" * 100_000])
    np.testing.assert_allclose(vectors, 1 / 16, atol=1e-5)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(max_size=200), min_size=1, max_size=40))
def test_a_vector_does_not_depend_on_its_batch(embedder: DenseEmbedder, texts: list[str]) -> None:
    together = embedder.embed(texts)
    alone = np.concatenate([embedder.embed([text]) for text in texts])
    np.testing.assert_allclose(together, alone, atol=1e-5)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)


def test_identifier_means_the_same_as_its_words(embedder: DenseEmbedder) -> None:
    written, spoken = embedder.embed(["getHTTPServer_name2", "get http server name 2"])
    np.testing.assert_allclose(written, spoken, atol=1e-6)


def test_related_texts_are_closer_than_unrelated_ones(embedder: DenseEmbedder) -> None:
    question, near, far = embedder.embed(["retry a failed request", "class HttpRetryPolicy", "draw a red triangle"])
    assert question @ near > question @ far + 0.2


def test_another_process_gives_the_same_bytes(embedder: DenseEmbedder) -> None:
    texts = ["how are retries configured?", "getUserName", "退款期限"]
    program = (
        "import sys, json; from citeline.indexing.embedding.dense import load_embedder;"
        "sys.stdout.write(load_embedder().embed(json.loads(sys.argv[1])).tobytes().hex())"
    )
    other = subprocess.run(
        [sys.executable, "-c", program, json.dumps(texts)], capture_output=True, text=True, check=True
    )
    assert other.stdout == embedder.embed(texts).tobytes().hex()


def test_the_bundled_model_needs_no_fastembed() -> None:
    program = (
        "import citeline.indexing.embedding.dense as dense, sys; assert 'onnxruntime' not in sys.modules;"
        "dense.load_embedder().embed(['x']); assert 'fastembed' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_fastembed_gives_the_vectors_of_the_bundled_model(embedder: DenseEmbedder) -> None:
    """The one model that can be tried without a download: through the path of every other model, too."""
    name = "citeline/static-256"
    TextEmbedding.add_custom_model(
        model=name,
        pooling=PoolingType.DISABLED,
        normalization=False,
        sources=ModelSource(hf=name),
        dim=embedder.dimension,
        model_file="model.onnx",
    )
    model = TextEmbedding(name, cache_dir=str(BUNDLED_FOLDER), specific_model_path=str(BUNDLED_FOLDER))
    texts = [*GOLDEN, "x" * 5_000, "", "\udce9"]
    np.testing.assert_allclose(FastEmbedder(model, name=name).embed(texts), embedder.embed(texts), atol=1e-5)


def test_unknown_model_is_named_with_a_remedy() -> None:
    with pytest.raises(EmbeddingError, match="nobody/nothing") as caught:
        load_embedder("nobody/nothing")
    assert "bundled" in caught.value.remedy


@pytest.mark.parametrize("damage", ["flip", "truncate", "delete"])
def test_damaged_model_files_are_refused(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "bundled"
    shutil.copytree(BUNDLED_FOLDER, folder)
    model = folder / "model.onnx"
    content = bytearray(model.read_bytes())
    if damage == "flip":
        content[len(content) // 2] ^= 1
        model.write_bytes(content)
    elif damage == "truncate":
        model.write_bytes(content[:1000])
    else:
        model.unlink()
    with pytest.raises(EmbeddingError, match=r"model\.onnx"):
        load_static(folder)


def test_header_is_path_scope_and_first_six_names() -> None:
    chunk = chunk_of("body", scope="Outer.inner", definitions=tuple("abcdefgh"))
    assert header_text("src/http_client/retry.py", chunk) == "src http client retry py Outer.inner a b c d e f"
    assert embedded_text("a.py", chunk_of("x = 1\n")) == "a py\nx = 1\n"


@given(st.text(alphabet=st.characters(codec="ascii", categories=["L", "N"], include_characters="_"), max_size=30))
def test_splitting_agrees_with_the_identifier_parts_of_sparse_terms(identifier: str) -> None:
    assert split_identifiers(identifier).lower().split() == split_identifier(identifier)
