"""Reads the likeliest spans once more, each beside the question, by a small transformer in the package.

Late interaction (Khattab and Zaharia 2020, arxiv.org/abs/2004.12832): each word of the question, as it is meant there,
is compared with the nearest word of the span, as that is meant there. So `restart` is near `reboot`, which shares no
letters with it. How it was made, what it adds and what it costs: docs/decisions/032.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from citeline.errors import EmbeddingError
from citeline.indexing.embedding.model_names import REINSTALL
from citeline.indexing.embedding.static import changed_files
from citeline.indexing.embedding.word_tokenizer import BUNDLED_TOKENIZER
from citeline.protocols import FloatMatrix

from .candidates import Candidate

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MODEL: Final = Path(__file__).parent / "bundled" / "reranker.onnx"
QUESTION_TOKENS: Final = 46
SPAN_TOKENS: Final = 86
_CHARACTERS: Final = 420
"""Of a text that are looked at; a line may have a million."""
_TITLE_CHARACTERS: Final = 70
"""The end of the breadcrumb, which says most of where a span stands."""
_BESIDE: Final = 2
"""Lines before and behind a span that are read with it."""
BEGINS, ENDS = 29_525, 29_526
"""Tokens around a text, behind those of the vocabulary."""
_LATIN: Final = "\u024f"
"""The last letter of the Latin blocks."""
_OTHER: Final = 0.3
"""Share of letters beyond it up to which a text is read: a line of code in a Chinese page."""
_LOADING: Final = Lock()


def text_read(candidate: Candidate) -> str:
    """Where a span stands, and its lines with those around it."""
    chunk, span = candidate.passage.chunk, candidate.span
    lines = chunk.text.split("\n")[max(span.first - _BESIDE, 0) : span.last + 1 + _BESIDE]
    return "\n".join([f"{chunk.breadcrumb[-_TITLE_CHARACTERS:]} :", *lines])[:_CHARACTERS]


def is_read(candidate: Candidate) -> bool:
    """Whether the words of a span are of a script that the vocabulary has: of Chinese it has single characters."""
    letters = [sign for sign in candidate.text if sign.isalpha()]
    return sum(sign > _LATIN for sign in letters) <= _OTHER * len(letters)


def nearness(asked: str, spans: Sequence[Candidate]) -> FloatMatrix:
    """Log-odds that each span says what is `asked`, and not that nothing here does; shape (spans,).

    Raises EmbeddingError where the model cannot be read, or what runs it.
    """
    tokenizer, session = _loaded()
    texts = {"question": tokens_of(tokenizer, [asked[:_CHARACTERS]], QUESTION_TOKENS)}
    texts["spans"] = tokens_of(tokenizer, [*map(text_read, spans)], SPAN_TOKENS)
    found: FloatMatrix = session.run(None, texts)[0]
    return found


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


def verify_reranker() -> None:
    """Raises EmbeddingError unless it loads and is what was shipped. A load looks at its size alone: a digest of 23 MB
    takes 15 ms.
    """
    _loaded()
    _check(MODEL, is_verified=True)


def _check(model: Path, *, is_verified: bool = False) -> None:
    manifest = json.loads(model.with_name("manifest.json").read_bytes())
    if changed := changed_files(model.parent, manifest, is_verified=is_verified):
        raise EmbeddingError(f"the reranker in the package is damaged: {', '.join(changed)}", remedy=REINSTALL)


def _loaded() -> tuple[Tokenizer, Any]:
    with _LOADING:  # two at once would read it twice
        return _load(MODEL)


@lru_cache(maxsize=1)
def _load(model: Path) -> tuple[Tokenizer, Any]:
    try:
        import onnxruntime  # most commands ask nothing
        from tokenizers import Tokenizer

        _check(model)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # more are faster alone, and slower where others work too
        session = onnxruntime.InferenceSession(model.read_bytes(), options, providers=["CPUExecutionProvider"])
        if [one.name for one in session.get_inputs()] != ["question", "spans"]:
            raise ValueError("another graph")
        return Tokenizer.from_file(str(BUNDLED_TOKENIZER)), session
    except EmbeddingError:
        raise
    except Exception as error:  # both libraries raise classes that share nothing else
        raise EmbeddingError(f"the reranker in the package cannot be read: {error}", remedy=REINSTALL) from error
