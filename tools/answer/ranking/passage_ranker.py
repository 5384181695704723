"""The order of the chunks that an answer is made from: a linear ranker of what the channels say of each chunk, and of
how near its words are to those of the question.

A search shows files, and is ordered by what speaks for a file (`tools/retrieval/ranking.py`); an answer reads lines.
Fitted by `make passage-weights`; what each part brings: docs/decisions/036.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

import numpy as np

from citeline.data_files import shipped_text
from citeline.indexing.reader import Index
from citeline.model import ChunkId, StoredChunk
from citeline.protocols import FloatMatrix

from ...retrieval.columns import Ids, Values
from ...retrieval.corpus import corpus_of
from ...retrieval.query import SearchQuery
from ...retrieval.ranking import Ranked, own_scores, without_others
from ...retrieval.recency import newest_first
from ...retrieval.signals import Signals
from .likeness import likeness

FOUND: Final = (
    *("words", "words_place", "meaning", "meaning_place", "title", "words_of_file", "named_file"),
    *("test", "example", "deployment", "foreign", "change_log"),
)
"""What is known of a chunk before it is read, in the order of `passages.json`."""
READ: Final = (*FOUND, "nearest", "nearest_place")
"""With how near the nearest lines are to the question."""
DEPTH: Final = 100
"""Places of words and of meaning from which chunks are ranked."""
MOST_READ: Final = 60
_WINDOW, _STEP = 5, 3
"""Lines that are compared at once, and those from the first of one such run to the first of the next."""
_TRANSLATED: Final = 0.5
"""What nearness counts where the English form of a question is what a glossary knows of it."""
_FALL: Final = 4.0
"""Log-odds by which the share of a chunk falls to 1/e of the best one's."""
_FAR: Final = 1000
"""The place of what a channel has not found."""


def passages_ranked(index: Index, query: SearchQuery, signals: Signals) -> Ranked:
    """The chunks that the channels have found, those first that most likely answer; at most `MOST_READ`.

    Scores are shares of the best one's. Raises EmbeddingError where a model in the package cannot be read.
    """
    rows, values = found_values(index, query, signals)
    best = likely(values)
    ids = signals.chunks[rows[best]].tolist()
    chunks = index.structure.chunks([ChunkId(one) for one in ids])
    values = read_values(query, [chunks[ChunkId(one)] for one in ids], values[best])
    scores = values @ weights("read", READ)
    shares = np.exp((scores - scores.max(initial=-np.inf)) / _FALL).tolist()
    ordered = sorted(zip(ids, shares, strict=True), key=lambda one: (-one[1], one[0]))
    if "newest" in query.question.cues and query.style != "code":
        ordered = newest_first(index, ordered, [corpus_of(index).document_of(chunk) for chunk, _ in ordered])
    own = own_scores(corpus_of(index), signals, about_tests="tests" in query.question.cues)
    documents = {*signals.documents[rows[best]].tolist()} if query.style != "prose" else set[int]()
    placed = {chunk: dict(zip(READ, row, strict=True)) for chunk, row in zip(ids, values.tolist(), strict=True)}
    return without_others(index, query, Ranked(ordered, own, signals, documents, {}, placed))


def found_values(index: Index, query: SearchQuery, signals: Signals) -> tuple[Ids, FloatMatrix]:
    """Rows of `signals` that are ranked, and their features `FOUND`, shape (rows, features)."""
    is_near = (signals.definitions > 0) | (signals.others > 0)
    for ranks in (signals.lexical_rank, signals.dense_rank):
        is_near |= (ranks > 0) & (ranks <= DEPTH)
    rows = np.flatnonzero(is_near)
    corpus, cues = corpus_of(index), query.question.cues
    documents = signals.documents[rows]
    corpus.read_documents({*documents.tolist()})
    paths = [corpus.path_terms(document) for document in documents.tolist()]
    tests = np.isin(signals.chunks[rows], [*corpus.inline_tests]) | np.asarray([one.is_test for one in paths], bool)
    columns = {
        "words": np.maximum(signals.lexical[rows], signals.others[rows]),
        "words_place": _place(signals.lexical_rank[rows]),
        "meaning": signals.dense[rows],
        "meaning_place": _place(signals.dense_rank[rows]),
        "title": signals.header[rows],
        "words_of_file": [signals.file_lexical.get(document, 0.0) for document in documents.tolist()],
        "named_file": [document in signals.named_files for document in documents.tolist()],
        "test": tests & ("tests" not in cues),
        "example": [path.is_example for path in paths],
        "deployment": [path.is_deployment for path in paths],
        "foreign": [path.is_vendor for path in paths],
        "change_log": [path.is_change_log and "changes" not in cues for path in paths],
    }
    return rows, np.stack([np.asarray(columns[name], np.float32) for name in FOUND], 1)


def _place(ranks: Values) -> Values:
    return -np.log1p(np.where(ranks > 0, ranks, _FAR))


def likely(values: FloatMatrix) -> Ids:
    """Places among the chunks with these features of those that are worth being read, best first."""
    best: Ids = (-values @ weights("found", FOUND)).argsort(kind="stable")[:MOST_READ]
    return best


def line_runs(chunks: Sequence[StoredChunk]) -> tuple[Ids, Ids, Ids]:
    """Runs of lines that are compared with a question: the chunk of each, its first line, and its last, not included;
    lines are counted over all chunks.
    """
    runs, above = [], 0
    for owner, chunk in enumerate(chunks):
        lines = chunk.text.count("\n") + 1
        starts = range(0, max(lines - _WINDOW + _STEP, 1), _STEP)
        runs += [(owner, above + start, above + min(start + _WINDOW, lines)) for start in starts]
        above += lines
    owners, first, last = np.asarray(runs, np.int64).reshape(-1, 3).T
    return owners, first, last


def read_values(query: SearchQuery, chunks: Sequence[StoredChunk], found: FloatMatrix) -> FloatMatrix:
    """The features `READ` of chunks, of which `found` are known."""
    if not chunks:
        return np.empty((0, len(READ)), np.float32)
    wordings, runs = query.question.wordings, line_runs(chunks)
    odds = likeness(wordings[0], chunks, *runs) * (1.0 if len(wordings) == 1 else _TRANSLATED)
    nearest = np.full(len(chunks), -np.inf, np.float32)
    np.maximum.at(nearest, runs[0], odds)
    places = (-nearest).argsort(kind="stable").argsort(kind="stable")
    return np.column_stack([found, nearest, -np.log1p(places)]).astype(np.float32)


def chance_of_first(shares: Sequence[float]) -> float:
    """How likely the first of some passages answers, if one of them does; half where there is no other one."""
    chances = [share**_FALL for share in shares]
    return chances[0] / sum(chances) if len(chances) > 1 and sum(chances) else 0.5


@cache
def weights(stage: str, features: Sequence[str]) -> FloatMatrix:
    """What the features count, in their order; a new one nothing until it is fitted. `stage`: `found`, or `read`."""
    known: Mapping[str, float] = json.loads(shipped_text("citeline.tools.answer.ranking", "passages.json"))[stage]
    return np.asarray([known.get(name, 0.0) for name in features], np.float32)
