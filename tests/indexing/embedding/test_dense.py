from __future__ import annotations

import hashlib
import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace

from citeline.errors import EmbeddingError
from citeline.indexing.embedding.dense import (
    FastEmbedder,
    embedded_text,
    header_text,
    load_embedder,
    split_identifiers,
)
from citeline.indexing.embedding.model_names import BUNDLED_FOLDER, ROWS_FILE
from citeline.indexing.embedding.static import (
    DAMPING,
    SCALES_FILE,
    TOKENIZER_FILE,
    load_static,
)
from citeline.model import Chunk
from citeline.protocols import DenseEmbedder
from citeline.text import split_identifier

GOLDEN = {
    "how are retries configured?": [-0.03993, -0.07954, 0.14599, 0.11127, 0.00049],
    "def getUserName(user_id): return self.cache[user_id]": [0.0577, 0.01494, -0.04438, -0.07908, 0.07409],
    "退款期限是多少天 refund window": [0.13377, 0.02906, -0.00495, -0.08271, -0.04259],
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


def test_a_text_has_the_same_vector_in_any_company(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citeline.indexing.embedding.static._AT_ONCE", 3)
    texts = ["def load(path):", "", "read read read the file", "write", "!", "the file"]
    model = load_static()
    assert np.array_equal(model.embed(texts), np.concatenate([model.embed([text]) for text in texts]))
    assert model.embed([]).shape == (0, model.dimension)


def test_shipped_files_are_those_of_the_manifest() -> None:
    manifest = json.loads((BUNDLED_FOLDER / "manifest.json").read_bytes())
    files = {path.name for path in BUNDLED_FOLDER.iterdir()} - {"manifest.json"}
    assert set(manifest["files"]) == files
    for name, expected in manifest["files"].items():
        content = (BUNDLED_FOLDER / name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (expected["size_bytes"], expected["sha256"])
    assert sum(expected["size_bytes"] for expected in manifest["files"].values()) < 16_000_000


def test_name_changes_with_the_model_file(embedder: DenseEmbedder) -> None:
    digest = hashlib.sha256((BUNDLED_FOLDER / ROWS_FILE).read_bytes()).hexdigest()
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


def test_the_bundled_model_needs_no_runtime_for_models() -> None:
    program = (
        "import citeline.indexing.embedding.dense as dense, sys; dense.load_embedder().embed(['x']);"
        "assert not {'fastembed', 'onnxruntime'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_word_said_often_weighs_less_than_as_often(embedder: DenseEmbedder) -> None:
    """Plain sums would let `self` and `return` of a long function drown what it does."""
    once, often, other = (row.astype(np.float64) for row in embedder.embed(["read", "read " * 8 + "draw", "draw"]))
    norms = {word: np.linalg.norm(raw_vector(word)) for word in ("read", "draw")}
    expected = 8**DAMPING * norms["read"] * once + norms["draw"] * other
    np.testing.assert_allclose(often, expected / np.linalg.norm(expected), atol=1e-5)


def raw_vector(word: str) -> npt.NDArray[np.float32]:
    """The table's own row of a word that is one token."""
    vocabulary = json.loads((BUNDLED_FOLDER / TOKENIZER_FILE).read_bytes())["model"]["vocab"]
    row, scales = np.load(BUNDLED_FOLDER / ROWS_FILE)[vocabulary[word]], np.load(BUNDLED_FOLDER / SCALES_FILE)
    return np.asarray(row * scales[vocabulary[word]], np.float32)


def test_a_model_of_fastembed_gives_unit_rows_in_the_order_of_the_texts(tmp_path: Path) -> None:
    """The path of every other model, tried without a download: four words, each a direction of its own."""
    name, words = "citeline/four-words", ["get", "user", "retry", "draw"]
    save_model(tmp_path, words)
    TextEmbedding.add_custom_model(
        model=name,
        pooling=PoolingType.DISABLED,
        normalization=False,
        sources=ModelSource(hf=name),
        dim=len(words),
        model_file="model.onnx",
    )
    embedder = FastEmbedder(
        TextEmbedding(name, cache_dir=str(tmp_path), specific_model_path=str(tmp_path)), name=f"fastembed:{name}"
    )
    assert (embedder.name, embedder.dimension) == ("fastembed:citeline/four-words", 4)
    vectors = embedder.embed(["retry", "draw draw draw", "getUser", "", "nothing known", "\udce9"])
    np.testing.assert_allclose(vectors[:3], [[0, 0, 1, 0], [0, 0, 0, 1], [0.5**0.5, 0.5**0.5, 0, 0]], atol=1e-6)
    np.testing.assert_allclose(vectors[3:], 0.5, atol=1e-6)


def save_model(folder: Path, words: list[str]) -> None:
    """A model that fastembed reads: a text is the sum of one unit vector a word."""
    table = np.vstack([np.zeros((2, len(words))), np.eye(len(words))]).astype(np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["table", "input_ids"], ["rows"]),
            helper.make_node("ReduceSum", ["rows", "axis"], ["sum"], keepdims=0),
        ],
        "four-words",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])],
        [helper.make_tensor_value_info("sum", TensorProto.FLOAT, ["batch", len(words)])],
        [numpy_helper.from_array(table, "table"), numpy_helper.from_array(np.array([1], np.int64), "axis")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    (folder / "model.onnx").write_bytes(model.SerializeToString())
    vocabulary = {token: number for number, token in enumerate(["[PAD]", "[UNK]", *words])}
    tokenizer = Tokenizer(WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer, tokenizer.pre_tokenizer = Lowercase(), Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 64, "pad_token": "[PAD]"}), "utf-8")
    (folder / "config.json").write_text(json.dumps({"pad_token_id": 0}), "utf-8")


def test_unknown_model_is_named_with_a_remedy() -> None:
    with pytest.raises(EmbeddingError, match="nobody/nothing") as caught:
        load_embedder("nobody/nothing")
    assert "bundled" in caught.value.remedy


@pytest.mark.parametrize("damage", ["flip", "truncate", "delete"])
def test_damaged_model_files_are_refused(damage: str, tmp_path: Path) -> None:
    folder = tmp_path / "bundled"
    shutil.copytree(BUNDLED_FOLDER, folder)
    model = folder / ROWS_FILE
    content = bytearray(model.read_bytes())
    if damage == "flip":
        content[len(content) // 2] ^= 1
        model.write_bytes(content)
    elif damage == "truncate":
        model.write_bytes(content[:1000])
    else:
        model.unlink()
    with pytest.raises(EmbeddingError, match=r"rows\.npy"):
        load_static(folder, is_verified=damage == "flip")


def test_a_start_reads_no_file_of_the_model_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A digest of eight megabytes was a twentieth of a first search; `citeline doctor` makes it."""
    digests: list[object] = []
    digest = hashlib.file_digest
    monkeypatch.setattr(hashlib, "file_digest", lambda *given: digests.append(given) or digest(*given))  # type: ignore[func-returns-value]
    load_static()
    assert not digests
    load_static(is_verified=True)
    assert len(digests) == 3


def test_header_is_path_scope_and_first_six_names() -> None:
    chunk = chunk_of("body", scope="Outer.inner", definitions=tuple("abcdefgh"))
    assert header_text("src/http_client/retry.py", chunk) == "src http client retry py Outer.inner a b c d e f"
    assert embedded_text("a.py", chunk_of("x = 1\n")) == "a py\nx = 1\n"


@given(st.text(alphabet=st.characters(codec="ascii", categories=["L", "N"], include_characters="_"), max_size=30))
def test_splitting_agrees_with_the_identifier_parts_of_sparse_terms(identifier: str) -> None:
    assert split_identifiers(identifier).lower().split() == split_identifier(identifier)
