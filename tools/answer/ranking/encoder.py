"""The small transformer in the package: what the words of a question and of spans mean where they stand.

How it was made and what it costs: docs/decisions/032.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from citeline.errors import EmbeddingError
from citeline.indexing.embedding.model_names import REINSTALL
from citeline.indexing.embedding.static import changed_files
from citeline.indexing.embedding.word_tokenizer import BUNDLED_TOKENIZER
from citeline.protocols import FloatMatrix

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MODEL: Final = Path(__file__).parent / "bundled" / "reranker.onnx"
HEADS: Final = "heads.npz"
WORDS: Final = "words.npz"
QUESTION_TOKENS: Final = 46
CHARACTERS: Final = 420
"""Of a text that are looked at; a line may have a million."""
BEGINS, ENDS = 29_525, 29_526
"""Tokens around a text, behind those of the vocabulary."""
_LEAST: Final = 1e-6
"""Of what is divided by."""
_LATIN: Final = "\u024f"
"""The last letter of the Latin blocks."""
_OTHER: Final = 0.3
"""Share of letters beyond it up to which a text is read: a line of code in a Chinese page."""
_ONE_THREAD: Final = 1 << 18
"""Multiplications that OpenBLAS does without a second thread."""
_THREADS: Final = 2
"""Of the encoder: a question takes .8 × the time, and where others work too 1.05 ×, for they sleep while they wait."""
_LOADING: Final = Lock()


class Heads(NamedTuple):
    """What compares the states of two texts, as trained."""

    gate: FloatMatrix
    """Shape (dimension,): how much a word of the question counts."""
    gate_bias: float
    of_words: float
    of_texts: float
    nothing: float
    """The log-odds below which nothing says what is asked."""


class Words(NamedTuple):
    """The vectors of words in spans, and what brings those of a question among them; as trained."""

    rows: npt.NDArray[np.int8]
    """Of which only the directions count, shape (tokens, dimension)."""
    importance: FloatMatrix
    """What each token counts in the mean of a span, more than 0."""
    project: FloatMatrix
    """Shape (dimension of the encoder, dimension)."""
    of_words: float
    of_texts: float


class Asked(NamedTuple):
    """A question as it was read."""

    words: FloatMatrix
    """Unit vectors, shape (words, dimension)."""
    counts: FloatMatrix
    """How much each of them counts, 1 in all; shape (words,)."""
    whole: FloatMatrix
    """Unit vector of all of it."""


class Model(NamedTuple):
    """What is in the package."""

    tokenizer: Tokenizer
    session: Any
    heads: Heads
    words: Words


@lru_cache(maxsize=8)
def read_question(asked: str) -> Asked:
    """A question by the encoder; kept for those who ask again. Raises EmbeddingError like `loaded`."""
    heads = loaded().heads
    states, is_word, whole = encoded([asked[:CHARACTERS]], QUESTION_TOKENS)
    counts = np.logaddexp(0, states[0] @ heads.gate + heads.gate_bias) * is_word[0]
    return Asked(units(states[0]), counts / max(float(counts.sum()), _LEAST), whole[0])


def encoded(texts: Sequence[str], most: int) -> tuple[FloatMatrix, npt.NDArray[np.bool_], FloatMatrix]:
    """The state of each token, whether it is one of the text, and the unit vector of all; shape (texts, tokens, …).

    At `most` so many tokens of each are read. Raises EmbeddingError like `loaded`.
    """
    model = loaded()
    tokens = tokens_of(model.tokenizer, texts, most)
    states: FloatMatrix = model.session.run(None, {"tokens": tokens})[0]
    is_held = tokens != 0
    whole = (states * is_held[..., None]).sum(1) / is_held.sum(1, keepdims=True)
    is_word = is_held & (tokens != BEGINS) & (tokens != ENDS)
    return states, is_word, units(whole)


def units(vectors: FloatMatrix) -> FloatMatrix:
    """The vectors at unit length; zeros stay."""
    lengths = np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), _LEAST)
    found: FloatMatrix = np.divide(vectors, lengths, dtype=np.float32)
    return found


def similarities(vectors: FloatMatrix, words: FloatMatrix) -> FloatMatrix:
    """The products of rows with the words of a question; shape (vectors, words).

    In pieces: the threads of a larger product would wait for another one by running, .1 s of a core for each question.
    """
    rows = max(_ONE_THREAD // words.size, 1)
    found = np.empty((len(vectors), len(words)), np.float32)
    for first in range(0, len(vectors), rows):
        found[first : first + rows] = vectors[first : first + rows] @ words.T
    return found


def is_latin(text: str) -> bool:
    """Whether the words of a text are of a script that the vocabulary has: of Chinese it has single characters."""
    if text.isascii():
        return True
    letters = [sign for sign in text if sign.isalpha()]
    return sum(sign > _LATIN for sign in letters) <= _OTHER * len(letters)


def tokens_of(tokenizer: Tokenizer, texts: Sequence[str], most: int) -> npt.NDArray[np.int64]:
    """Shape (texts, tokens), 0 behind the end of each."""
    # One by one: a batch starts threads, and a process that has some forks no builder.
    return padded([tokenizer.encode(text, add_special_tokens=False).ids[:most] for text in texts])


def padded(texts: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    """The tokens of texts between the marks of their ends; shape (texts, tokens), 0 behind each."""
    rows = np.zeros((len(texts), 2 + max(map(len, texts))), np.int64)
    for row, tokens in zip(rows, texts, strict=True):
        row[: len(tokens) + 2] = [BEGINS, *tokens, ENDS]
    return rows


def verify_encoder() -> None:
    """Raises EmbeddingError unless it loads and is what was shipped. A load looks at its size alone: a digest of 27 MB
    takes 18 ms.
    """
    loaded()
    _check(MODEL, is_verified=True)


def loaded() -> Model:
    """The model in the package, read once. Raises EmbeddingError where it cannot be read, or what runs it."""
    with _LOADING:  # two at once would read it twice
        return _load(MODEL)


def _check(model: Path, *, is_verified: bool = False) -> None:
    manifest = json.loads(model.with_name("manifest.json").read_bytes())
    if changed := changed_files(model.parent, manifest, is_verified=is_verified):
        raise EmbeddingError(f"the reranker in the package is damaged: {', '.join(changed)}", remedy=REINSTALL)


@lru_cache(maxsize=1)
def _load(model: Path) -> Model:
    try:
        import onnxruntime  # most commands ask nothing
        from tokenizers import Tokenizer

        _check(model)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = _THREADS
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        session = onnxruntime.InferenceSession(
            model.read_bytes(),
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=["SkipLayerNormFusion"],  # unfused it takes .86 of the time
        )
        if [one.name for one in session.get_inputs()] != ["tokens"]:
            raise ValueError("another graph")
        with np.load(model.with_name(HEADS)) as held:
            heads = Heads(*(held[name] for name in Heads._fields))
        with np.load(model.with_name(WORDS)) as held:
            words = Words(*(held[name] for name in Words._fields))
        return Model(Tokenizer.from_file(str(BUNDLED_TOKENIZER)), session, heads, words)
    except EmbeddingError:
        raise
    except Exception as error:  # the libraries raise classes that share nothing else
        raise EmbeddingError(f"the reranker in the package cannot be read: {error}", remedy=REINSTALL) from error
