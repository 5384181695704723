"""The order of the results: one readable place, every number with its reason.

Code: candidates' files are scored by a linear sum of features (`features.py`, `weights.json`); a chunk has the score of
its file and its own, less a fee for every chunk of the file before it. Prose: the chunk's own score decides, because
file evidence made documentation search worse (.650 against .686, docs/ranking.md). Mixed: the two take turns, code
first, and only documents come from the second. What is shown of the order: `results.py`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, lru_cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import Final

import numpy as np

from citeline.data_files import shipped_text
from citeline.dataclass import dataclass
from citeline.indexing.generations.location import Location
from citeline.indexing.reader import Index

from .columns import Ids, Values
from .copies import without_copies
from .corpus import Corpus, corpus_of
from .features import Features, file_features, name_features
from .query import SearchQuery
from .recency import newest_first
from .signals import Signals, term_weights

# Candidate files: best 60 by chunk score, 25 by file-level words, 25 by cosine, 5 by definitions: recall of the
# targets .995 on 25 repositories, about 44 files (docs/ranking.md, "Where the ranking began").
FILES_BY_CHUNK, FILES_BY_WORDS, FILES_BY_VECTOR, FILES_BY_DEFINITION = 60, 25, 25, 5

# What a second chunk of the same file pays: 1.0 is a compromise between labels that want many files (one
# chunk a file, .893) and labels that want lines (.5: +.008 on spans, -.015 on files).
NEXT_CHUNK_FEE = 1.0

# A chunk's own score: words, meaning, title. It orders prose, chooses among the chunks of a file of code, and is one
# more feature of the file. On the line labels of five repositories (223 questions) it is flat from .55 to .7 words; by
# half words and half meaning documentation loses .1.
CHUNK_WEIGHTS = (0.7, 0.2, 0.1)
BESIDE_PROSE = 0.7
"""What code counts where prose is asked for, of its score."""

OTHERS_SHARE = 0.5
"""What the best chunk of a retriever of somebody else's gains."""

# The same score where code is a heap of pieces, each a file (`Corpus.is_loose`), and what a definition counts there:
# the features of files mislead. Fitted on five heaps; each of them, left out of the fit, is ordered no worse than by
# files (docs/ranking.md, "A heap of loose pieces").
LOOSE_WEIGHTS = (0.31, 0.6, 0.09)
LOOSE_DEFINITIONS = 0.19

INLINE_TEST = 0.5
"""What a chunk of tests inside a file of code counts, of its score, unless tests are asked for."""

CHANCE: Final = "chance"
"""Of a chunk that was read, in what has placed it: that it answers, if one of them does."""

_PROJECT_STEM = "citeline"
"""Of `citeline.toml`: who names it asks about it."""


def own_weights_file(location: Location) -> Path:
    """Where weights lie that a person has fitted to their own questions about an index; `citeline eval weights`."""
    return location.directory / "weights.json"


def feature_weights(own: Path | None = None) -> Mapping[str, float]:
    """Feature name to weight: those of a file of one's own where there is one, else as shipped."""
    try:
        return _shipped() if own is None else _weights_in(own, own.stat().st_mtime_ns)
    except (OSError, ValueError, KeyError, TypeError):
        return _shipped()


@cache
def _shipped() -> Mapping[str, float]:
    text = shipped_text("citeline.tools.retrieval", "weights.json")
    weights: dict[str, float] = json.loads(text)["file"]
    return weights


@lru_cache(maxsize=16)
def _weights_in(own: Path, changed_ns: int) -> Mapping[str, float]:
    del changed_ns  # in the key only: new weights are read again
    found = json.loads(own.read_text("utf-8"))["file"]
    return {str(name): float(weight) for name, weight in found.items()}


@dataclass(slots=True)
class Ranked:
    """The order of the chunks, and what made it."""

    ordered: Sequence[tuple[int, float]]
    """Chunks with the scores of their places, best first."""
    own: Values
    """The chunks' own scores, by the rows of `signals`."""
    signals: Signals
    files: Collection[int]
    """The documents that were candidates, but for prose."""
    table: Mapping[int, Features]
    """Their features; empty for a heap, whose order has no use for them."""
    placed: Mapping[int, Features] = field(default_factory=dict)
    """By chunk what has placed it, where that is not its file."""

    def own_scores(self) -> dict[int, float]:
        """By chunk, whatever its file says; of candidates that the ranker has not found itself there is none."""
        return dict(zip(self.signals.chunks.tolist(), self.own.tolist(), strict=True))


def ranked(index: Index, query: SearchQuery, signals: Signals) -> Ranked:
    """The chunks that the channels have found in the order of the query, and nothing else; ties broken by chunk id."""
    corpus = corpus_of(index)
    own = chunk_scores(corpus, signals, about_tests="tests" in query.question.cues)
    files: set[int] = set()
    if query.style != "prose":
        files = candidate_files(signals)
    table = {} if corpus.is_loose else file_table(corpus, query, signals, files)
    ordered = _order(index, corpus, query, signals, table, own)
    return without_others(index, query, Ranked(list(ordered), own, signals, files, table))


def without_others(index: Index, query: SearchQuery, found: Ranked) -> Ranked:
    """An order less what is not asked: the project file, other sources, copies of pages."""
    corpus, ordered = corpus_of(index), found.ordered
    if corpus.project_file is not None and _PROJECT_STEM not in query.analysis.stems:
        # The words of its lexicon stand there once more, and would answer every question that has them.
        ordered = [item for item in ordered if corpus.document_of(item[0]) != corpus.project_file]
    if query.sources:  # a candidate of an earlier round may come from elsewhere
        ordered = [item for item in ordered if corpus.is_in(corpus.document_of(item[0]), query.sources)]
    return replace(found, ordered=without_copies(index, query.question, ordered, found.own_scores))


def chunk_scores(corpus: Corpus, signals: Signals, *, about_tests: bool) -> Values:
    """Chunks by words, meaning and title, and by the definitions that the question names."""
    own = _weighed(signals, CHUNK_WEIGHTS) + signals.definitions
    if corpus.is_loose:
        loose = _weighed(signals, LOOSE_WEIGHTS) + LOOSE_DEFINITIONS * signals.definitions
        own = np.where(corpus.are_prose(signals.documents), own, loose)
    if corpus.inline_tests and not about_tests:
        own[np.isin(signals.chunks, [*corpus.inline_tests])] *= INLINE_TEST
    return own


def _weighed(signals: Signals, weights: tuple[float, float, float]) -> Values:
    words, meaning, title = weights
    own: Values = words * signals.lexical + meaning * signals.dense + title * signals.header
    return own + OTHERS_SHARE * signals.others


def file_table(corpus: Corpus, query: SearchQuery, signals: Signals, files: Collection[int]) -> dict[int, Features]:
    """The features of the files, by document."""
    if not files:
        return {}
    corpus.read_documents(files)
    return file_features(corpus, query, term_weights(corpus, query.analysis), signals, files)


def name_table(corpus: Corpus, query: SearchQuery, signals: Signals, files: Collection[int]) -> dict[int, Features]:
    """What is told of files by the names that they define, by document."""
    corpus.read_documents(files)
    return name_features(corpus, term_weights(corpus, query.analysis), signals, files)


def _order(
    index: Index,
    corpus: Corpus,
    query: SearchQuery,
    signals: Signals,
    table: Mapping[int, Features],
    own: Values,
) -> Iterable[tuple[int, float]]:
    """Chunks with their scores, best first, as the style of the question wants them."""
    prose: list[tuple[int, float]] = []
    if query.style != "code":
        prose = _order_chunks(corpus, signals, own, code_share=BESIDE_PROSE)
        if "newest" in query.question.cues:
            prose = newest_first(index, prose, [corpus.document_of(chunk) for chunk, _ in prose])
    if query.style == "prose":
        return prose
    code: Iterable[tuple[int, float]]
    if corpus.is_loose:
        code = _order_chunks(corpus, signals, own)
    else:
        code = _order_by_file(corpus, signals, table, own, feature_weights(own_weights_file(index.location)))
    if query.style == "code":
        return code
    return _take_turns(code, (item for item in prose if corpus.is_prose(corpus.document_of(item[0]))))


def candidate_files(signals: Signals) -> set[int]:
    """Documents worth scoring: the best by chunk, by file-level words, by vector and by definition."""
    best = signals.order[:FILES_BY_CHUNK]
    found = {*signals.documents[best[signals.score[best] > 0]].tolist()}
    found.update(signals.documents[(signals.dense > 0) & (signals.dense_rank <= FILES_BY_VECTOR)].tolist())
    found.update(_highest(signals.file_lexical, FILES_BY_WORDS))
    found.update(signals.documents[signals.others > 0].tolist())
    for values in signals.file_kinds.values():
        found.update(_highest(values, FILES_BY_DEFINITION))
    return found


def _highest(values: Mapping[int, float], count: int) -> list[int]:
    """Keys of the highest values; of equal ones the lower keys."""
    least = min(sorted(values.values(), reverse=True)[:count], default=0.0)
    near = (key for key, value in values.items() if value >= least)
    return sorted(near, key=lambda key: (-values[key], key))[:count]


def file_score(features: Features, weights: Mapping[str, float] | None = None) -> float:
    """Sum of weight times feature, as shipped by default; the scale means nothing outside one query."""
    weights = feature_weights() if weights is None else weights
    return sum([weights.get(name, 0.0) * value for name, value in features.items() if value])


def _order_by_file(
    corpus: Corpus, signals: Signals, table: Mapping[int, Features], own: Values, weights: Mapping[str, float]
) -> list[tuple[int, float]]:
    """Chunks by the score of their file and their own, less a fee for every chunk of the file before them."""
    # By a table of the ids: sorted, NumPy would load masked arrays to see that these are none, .01 s.
    rows = signals.is_scored & np.isin(signals.documents, np.fromiter(table, np.int64), kind="table")
    chunks: dict[int, dict[int, float]] = {document: {} for document in table}
    columns = (column[rows].tolist() for column in (signals.documents, signals.chunks, own))
    for document, chunk, score in zip(*columns, strict=True):
        chunks[document][chunk] = score
    for document, found in chunks.items():
        if not found and (first := corpus.first_chunk(document)) is not None:
            found[first] = 0.0
    ordered: list[tuple[float, int]] = []
    for document, features in table.items():
        file = file_score(features, weights)
        best_first = sorted((-score, chunk) for chunk, score in chunks[document].items())
        ordered += [(own - file + NEXT_CHUNK_FEE * place, chunk) for place, (own, chunk) in enumerate(best_first)]
    return [(chunk, -negative) for negative, chunk in sorted(ordered)]


def _order_chunks(
    corpus: Corpus,
    signals: Signals,
    own: Values,
    *,
    code_share: float = 1.0,
) -> list[tuple[int, float]]:
    """Chunks by their own score, whatever their file says; `code_share` is what code counts beside prose."""
    rows = np.flatnonzero(signals.is_scored)
    shares = np.where(corpus.are_prose(signals.documents[rows]), 1.0, code_share)
    scores = dict(zip(signals.chunks[rows].tolist(), (own[rows] * shares).tolist(), strict=True))
    return _best_first(np.fromiter(scores, np.int64, len(scores)), np.fromiter(scores.values(), float, len(scores)))


def _best_first(chunks: Ids, scores: Values) -> list[tuple[int, float]]:
    order = np.lexsort((chunks, -scores))
    return list(zip(chunks[order].tolist(), scores[order].tolist(), strict=True))


def _take_turns(first: Iterable[tuple[int, float]], second: Iterable[tuple[int, float]]) -> Iterator[tuple[int, float]]:
    """One of each in turn, each chunk once, the first list's first; scores are of places, since scales differ."""
    turns = chain.from_iterable(zip_longest(first, second))
    chunks = dict.fromkeys(item[0] for item in turns if item)
    return ((chunk, 1 / (1 + place)) for place, chunk in enumerate(chunks))
