"""How near the words of thousands of spans are to those of a question, before any span is read.

Late interaction (Khattab and Zaharia 2020, arxiv.org/abs/2004.12832) with one side fixed: the words of the question
have the vectors that the encoder gives them there, those of a span have one vector each in a table, so that all spans
of twenty passages cost a few milliseconds. How the table was taught and what it adds: docs/decisions/034
and 036.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from citeline.indexing.embedding.static import MAX_TOKENS
from citeline.indexing.embedding.word_tokenizer import BUNDLED_TOKENIZER, WordTokenizer
from citeline.model import StoredChunk
from citeline.protocols import FloatMatrix

from ..reading.lines import as_read
from .encoder import is_latin, loaded, read_question, similarities, units
from .reranker import BESIDE, FARTHEST, TITLE_CHARACTERS
from .spans import MAX_LINES

Places = npt.NDArray[np.int64]
LINE_TOKENS: Final = 64
"""Of a line that are compared: of a minified one any word would be near something."""
USUAL: Final = 0.26
"""How near the words of a question have their nearest one in half of all sentences."""
_LEVELS: Final = (MAX_LINES + 2 * BESIDE).bit_length()
"""Runs of 1, 2, 4 … lines: two of one length cover a span with the lines beside it."""


def likeness(asked: str, chunks: Sequence[StoredChunk], owners: Places, first: Places, last: Places) -> FloatMatrix:
    """Log-odds that spans say what is `asked`, above their mean; 0 of those in a script that the table does not have.

    Shape (spans,). `owners`: the chunk of each span; `first` and `last`, not included: its lines, counted over all
    chunks. Raises EmbeddingError where a model in the package cannot be read.
    """
    question, table, words = read_question(asked), loaded().words, _words_asked(asked)
    found = [
        tokens_of(chunk.text, chunk.language, chunk.path, chunk.breadcrumb[-TITLE_CHARACTERS:]) for chunk in chunks
    ]
    counts = np.asarray([*chain.from_iterable(counts for _, counts in found)])
    distinct, places = np.unique(np.concatenate([tokens for tokens, _ in found]), return_inverse=True)
    near = similarities(units(table.rows[distinct].astype(np.float32)), words)
    importance = table.importance[distinct]
    meant = np.stack([near @ question.counts * importance, importance], 1)
    # Each chunk has a row for its title, and one for each line.
    titles = np.cumsum([0, *(len(counts) for _, counts in found)])
    is_filled, starts = counts > 0, counts.cumsum() - counts
    best = np.full((len(counts), len(words)), FARTHEST, np.float32)
    sums = np.zeros((len(counts) + 1, 2))
    if is_filled.any():
        best[is_filled] = np.maximum.reduceat(near[places], starts[is_filled])
        sums[1:][is_filled] = np.add.reduceat(meant[places], starts[is_filled])
    of_titles = sums[titles[:-1] + 1][owners]
    sums = sums.cumsum(0)
    first, last = first + owners + 1, last + owners + 1
    low, high = np.maximum(first - BESIDE, titles[owners] + 1), np.minimum(last + BESIDE, titles[owners + 1])
    nearest = np.maximum(_largest_between(best, low, high), best[titles[owners]])
    is_read = (sums[last] - sums[first])[:, 1] > 0
    said, held = (sums[high] - sums[low] + of_titles)[is_read].T
    odds = np.zeros(len(owners))
    odds[is_read] = table.of_words * (nearest[is_read] @ question.counts) + table.of_texts * said / held
    odds[is_read] -= odds[is_read].mean() if is_read.any() else 0.0
    return odds.astype(np.float32)


@lru_cache(maxsize=4096)
def nearest_words(asked: str, text: str) -> float:
    """How near the words of a question have their nearest one in a text, -1 to 1 in the mean; `USUAL` of a text in a
    script that the table does not have. Raises EmbeddingError where a model in the package cannot be read.
    """
    tokens = word_tokenizer().token_ids(text)[:LINE_TOKENS] if is_latin(text) else ()
    if not len(tokens):
        return USUAL
    near = similarities(units(loaded().words.rows[tokens].astype(np.float32)), _words_asked(asked))
    return float(near.max(0) @ read_question(asked).counts)


@lru_cache(maxsize=8)
def _words_asked(asked: str) -> FloatMatrix:
    """The words of a question among the vectors of the table; kept for the next text, as `read_question` keeps it."""
    return units(similarities(read_question(asked).words, loaded().words.project.T))


def _largest_between(rows: FloatMatrix, low: Places, high: Places) -> FloatMatrix:
    """The largest value of each column from row `low` to `high`, not included."""
    runs = [rows]
    for level in range(_LEVELS - 1):
        longer = runs[-1].copy()
        longer[: -(1 << level)] = np.maximum(longer[: -(1 << level)], runs[-1][1 << level :])
        runs.append(longer)
    level = np.log2(np.maximum(high - low, 1)).astype(np.int64)
    by_level = np.stack(runs)
    found: FloatMatrix = np.maximum(by_level[level, low], by_level[level, high - (1 << level)])
    return found


@lru_cache(maxsize=2048)
def tokens_of(text: str, language: str, path: str, title: str) -> tuple[Places, tuple[int, ...]]:
    """The tokens of a title and of each line below it, none of one in another script, and how many these are; kept for
    the next question.
    """
    lines = (title, *as_read(text, language, path).split("\n"))
    found = [word_tokenizer().token_ids(line if is_latin(line) else "")[:LINE_TOKENS] for line in lines]
    return np.concatenate(found), tuple(map(len, found))


@cache
def word_tokenizer() -> WordTokenizer:
    """Of the vocabulary in the package."""
    return WordTokenizer(BUNDLED_TOKENIZER.read_bytes(), max_tokens=MAX_TOKENS)
