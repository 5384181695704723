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
from ...retrieval.ranking import CHANCE, Ranked, chunk_scores, name_table, without_others
from ...retrieval.recency import newest_first
from ...retrieval.signals import Signals
from .likeness import likeness

FOUND: Final = (
    *("words", "words_place", "meaning", "meaning_place", "title", "words_of_file", "named_file"),
    *("test", "example", "deployment", "vendor", "change_log"),
)
"""What is known of a chunk before it is read, in the order of `passages.json`."""
READ: Final = (*FOUND, "nearest", "nearest_place")
"""With how near the nearest lines are to the question."""
DEPTH: Final = 100
"""Places of words and of meaning from which chunks are ranked; of 60 a needed line is among them for 3 % fewer."""
MOST_READ: Final = 60
"""Of 40, 80 and 120 a needed line is among the first twenty as often, within .7 %."""
_WINDOW, _STEP = 5, 3
"""Lines that are compared at once, and those from the first of one such run to the first of the next."""
_TRANSLATED: Final = 0.5
"""What nearness counts where the English form of a question is what a glossary knows of it, as in the ranker of
claims."""
_SPREAD: Final = 4.0
"""Log-odds by which the score of a chunk falls to 1/e of the best one's: scores fall as slowly as those of a search."""
_UNKNOWN: Final = 0.5
"""The chance of a first passage of which nobody knows it."""
_IN_CHANNELS: Final = frozenset({"words_place", "meaning_place"})
"""What a hit says otherwise: the places that its channels give it."""
_FAR: Final = 1000
"""The place of what a channel has not found."""


def passages_ranked(index: Index, query: SearchQuery, signals: Signals) -> Ranked:
    """The chunks that the channels have found, those first that most likely answer; at most `MOST_READ`.

    Scores are shares of the best one's. Raises EmbeddingError where a model in the package cannot be read.
    """
    corpus, cues = corpus_of(index), query.question.cues
    rows, values = found_values(index, query, signals)
    every = signals.chunks[rows].tolist()
    place_of = {chunk: place for place, chunk in enumerate(every)}
    own = chunk_scores(corpus, signals, about_tests="tests" in cues)
    found = Ranked([(every[place], 1.0) for place in by_found(values)], own, signals, (), {})
    ids = [chunk for chunk, _ in without_others(index, query, found).ordered][:MOST_READ]
    chunks = index.structure.chunks([ChunkId(one) for one in ids])
    values = read_values(query, [chunks[ChunkId(one)] for one in ids], values[[place_of[one] for one in ids]])
    odds = values @ weights("read", READ)
    odds -= odds.max(initial=-np.inf)
    chances = np.exp(odds) / np.exp(odds).sum()
    ordered = sorted(zip(ids, np.exp(odds / _SPREAD).tolist(), strict=True), key=lambda one: (-one[1], one[0]))
    if "newest" in cues and query.style != "code":
        ordered = newest_first(index, ordered, [corpus.document_of(chunk) for chunk, _ in ordered])
    documents = {int(chunks[ChunkId(one)].document) for one in ids}
    names = {} if query.style == "prose" else name_table(corpus, query, signals, documents)
    told = [place for place, name in enumerate(READ) if name not in _IN_CHANNELS]
    placed = {
        chunk: {**{READ[place]: row[place] for place in told}, CHANCE: chance}
        for chunk, row, chance in zip(ids, values.tolist(), chances.tolist(), strict=True)
    }
    return Ranked(ordered, own, signals, (), names, placed)


def found_values(index: Index, query: SearchQuery, signals: Signals) -> tuple[Ids, FloatMatrix]:
    """Rows of `signals` that are ranked, and their features `FOUND`, shape (rows, features)."""
    is_near = (signals.definitions > 0) | (signals.others > 0)
    for ranks in (signals.lexical_rank, signals.dense_rank):
        is_near |= (ranks > 0) & (ranks <= DEPTH)
    rows = np.flatnonzero(is_near & signals.is_scored)
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
        "example": [path.is_example and "examples" not in cues for path in paths],
        "deployment": [path.is_deployment for path in paths],
        "vendor": [path.is_vendor for path in paths],
        "change_log": [path.is_change_log and "changes" not in cues for path in paths],
    }
    return rows, np.stack([np.asarray(columns[name], np.float32) for name in FOUND], 1)


def _place(ranks: Values) -> Values:
    return -np.log1p(np.where(ranks > 0, ranks, _FAR))


def by_found(values: FloatMatrix) -> list[int]:
    """Places among the chunks with these features `FOUND`, those first that are worth being read."""
    order: list[int] = (-values @ weights("found", FOUND)).argsort(kind="stable").tolist()
    return order


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


def chance_of_first(chances: Sequence[float | None]) -> float:
    """How likely the first of some passages answers, if one of them does; half where nobody knows, or it is the only
    one.
    """
    known = [chance for chance in chances if chance is not None]
    if len(known) < 2 or chances[0] is None:
        return _UNKNOWN
    return chances[0] / sum(known)


@cache
def weights(stage: str, features: tuple[str, ...]) -> FloatMatrix:
    """What the features count, in their order; a new one nothing until it is fitted. `stage`: `found`, or `read`."""
    known: Mapping[str, float] = json.loads(shipped_text("citeline.tools.answer.ranking", "passages.json"))[stage]
    return np.asarray([known.get(name, 0.0) for name in features], np.float32)
