"""The order of the results: one readable place, every number with its reason.

Code: candidates' files are scored by a linear sum of features (`features.py`, `weights.json`), and a file's best
chunks take their places by the file's score less a fee for every further chunk. Prose: the chunk's own score decides,
with more weight on words, because file evidence made documentation search worse (shared ranking study, section 4).
Mixed: the two take turns, code first, and only documents come from the second.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib.resources import files

from citeline.indexing.reader import Index
from citeline.model import ChunkId, Hit, StoredChunk
from citeline.state import Candidate

from .channels import CHANNEL_WEIGHTS
from .corpus import Corpus, corpus_of
from .features import Features, file_features
from .query import SearchQuery
from .recency import asks_for_newest, newest_first
from .signals import Signals, definition_score, gather, term_weights

# Candidate files: best 60 by chunk score, 25 by file-level words, 25 by cosine, 5 by definitions: recall of the
# targets .995 on the study's development half, about 44 files.
FILES_BY_CHUNK, FILES_BY_WORDS, FILES_BY_VECTOR, FILES_BY_DEFINITION = 60, 25, 25, 5

# What a second chunk of the same file pays: 1.0 is the study's compromise between labels that want many files (one
# chunk a file, .893) and labels that want lines (.5: +.008 on spans, -.015 on files).
NEXT_CHUNK_FEE = 1.0

# A chunk's score where prose is asked for: words, meaning, title. On the 64 documentation questions of `line-spans`,
# NDCG@10: these .75; half words, half meaning .65; words from .65 to all of it .72 to .75; code not put back .69.
PROSE_WEIGHTS = (0.7, 0.2, 0.1)
BESIDE_PROSE = 0.7
"""What code counts there, of its score."""

OTHERS_SHARE = 0.5
"""What the best fused candidate gains there when a retriever of somebody else's has found it too."""
OWN_CHANNELS = CHANNEL_WEIGHTS.keys() | {"graph"}

# Which chunk stands for its file: words, meaning, title. On the 64 code questions of `line-spans` .665; without the
# title .646, as the score that chooses files has it.
CODE_WEIGHTS = (0.5, 0.3, 0.2)

# The same where code is a heap of pieces, each a file (`Corpus.is_loose`): the features of files mislead there. MRR@10
# on `web-queries`: by files .371, so .405; the weights were chosen on its questions.
LOOSE_WEIGHTS = (0.35, 0.65, 0.0)

INLINE_TEST = 0.5
"""What a chunk of tests inside a file of code counts, of its score, unless tests are asked for."""

_PROJECT_STEM = "citeline"
"""Of `citeline.toml`: who names it asks about it."""

# Read beyond the limit, and again while hits are missing: near-duplicates are dropped once their texts are known.
SPARE = 10

# Chunks whose overlap in words is this high say the same thing twice.
NEAR_DUPLICATE = 0.9


@cache
def feature_weights() -> Mapping[str, float]:
    """Feature name to weight, as shipped."""
    text = files("citeline.tools.retrieval").joinpath("weights.json").read_text("utf-8")
    weights: dict[str, float] = json.loads(text)["file"]
    return weights


def rank(index: Index, query: SearchQuery, candidates: Sequence[Candidate] = (), *, limit: int = 10) -> list[Hit]:
    """The best chunks for the query, with every feature that placed them; ties broken by chunk id.

    `candidates` are chunks that channels or the graph walk found, of this generation. They join what the ranker finds
    itself. For prose a chunk without a score has no place, unless a channel of somebody else's has found it: then its
    score of the fusion speaks for it.
    """
    corpus = corpus_of(index)
    signals = gather(index, corpus, query)
    channels = {candidate["chunk_id"]: candidate["channels"] for candidate in candidates}
    table: dict[int, Features] = {}
    ordered = (
        []
        if query.style == "code"
        else _order_chunks(corpus, signals, candidates, PROSE_WEIGHTS, code_share=BESIDE_PROSE)
    )
    if ordered and asks_for_newest(query.question):
        ordered = newest_first(index, ordered, [corpus.document_of(chunk) for chunk, _ in ordered])
    if query.style != "prose":
        found = candidate_files(corpus, signals)
        found |= {corpus.document_of(candidate["chunk_id"]) for candidate in candidates}
        table = file_features(corpus, query.analysis, term_weights(corpus, query.analysis), signals, found)
        by_file = (
            _order_chunks(corpus, signals, candidates, LOOSE_WEIGHTS)
            if corpus.is_loose
            else _order_by_file(corpus, signals, table, channels, about_tests=query.analysis.about_tests)
        )
        documents = [item for item in ordered if corpus.is_prose(corpus.document_of(item[0]))]
        ordered = _take_turns(by_file, documents) if query.style == "mixed" else by_file
    if corpus.project_file is not None and _PROJECT_STEM not in query.analysis.stems:
        # The words of its lexicon stand there once more, and would answer every question that has them.
        ordered = [item for item in ordered if corpus.document_of(item[0]) != corpus.project_file]
    if query.sources:  # a candidate of an earlier round may come from elsewhere
        ordered = [item for item in ordered if corpus.is_in(corpus.document_of(item[0]), query.sources)]
    merged = _all_channels(signals, channels)
    return [
        Hit(
            chunk,
            score,
            merged.get(chunk.id, {}),
            {**table.get(chunk.document, {}), **_chunk_features(signals, chunk.id)},
        )
        for chunk, score in _distinct(index, ordered, limit)
    ]


def candidate_files(corpus: Corpus, signals: Signals) -> set[int]:
    """Documents worth scoring: the best by chunk, by file-level words, by vector and by definition."""

    def best(scores: Mapping[int, float], count: int) -> list[int]:
        return sorted(scores, key=lambda key: (-scores[key], key))[:count]

    found = {corpus.document_of(chunk) for chunk in best(signals.chunk_score, FILES_BY_CHUNK)}
    found.update(best(signals.file_lexical, FILES_BY_WORDS))
    found.update(corpus.document_of(chunk) for chunk in best(signals.dense, FILES_BY_VECTOR))
    matches = signals.file_matches
    for values in (matches.identifier, matches.joined, matches.word):
        found.update(best(values, FILES_BY_DEFINITION))
    return found


def file_score(features: Features) -> float:
    """Sum of weight times feature; the scale means nothing outside one query."""
    weights = feature_weights()
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def _order_by_file(
    corpus: Corpus,
    signals: Signals,
    table: Mapping[int, Features],
    candidates: Collection[int],
    *,
    about_tests: bool,
) -> list[tuple[int, float]]:
    chunks: dict[int, list[tuple[float, int]]] = defaultdict(list)
    scores = _weighed(signals, CODE_WEIGHTS)
    for chunk in scores.keys() & (set() if about_tests else corpus.inline_tests):
        scores[chunk] *= INLINE_TEST
    for chunk in {*scores, *candidates}:
        document = corpus.document_of(chunk)
        if document in table:
            chunks[document].append((-scores.get(chunk, 0.0), chunk))
    ordered: list[tuple[int, float]] = []
    for document, features in table.items():
        score = file_score(features)
        ranked = sorted(chunks.get(document, ()))
        if not ranked:
            first = corpus.first_chunk(document)
            ranked = [(0.0, first)] if first is not None else []
        best = -ranked[0][0] if ranked else 0.0
        for place, (negative, chunk) in enumerate(ranked):
            within = 1 + negative / best if best else 0.0
            ordered.append((chunk, score - NEXT_CHUNK_FEE * place - within))
    return sorted(ordered, key=lambda item: (-item[1], item[0]))


def _order_chunks(
    corpus: Corpus,
    signals: Signals,
    candidates: Sequence[Candidate],
    weights: tuple[float, float, float],
    *,
    code_share: float = 1.0,
) -> list[tuple[int, float]]:
    """Chunks by their own score, whatever their file says; `code_share` is what code counts beside prose."""
    best = max((candidate["score"] for candidate in candidates), default=0.0)
    others = {
        candidate["chunk_id"]: OTHERS_SHARE * candidate["score"] / best
        for candidate in candidates
        if best and candidate["channels"].keys() - OWN_CHANNELS
    }
    scores = others | {
        chunk: others.get(chunk, 0.0) + score * (1 if corpus.is_prose(corpus.document_of(chunk)) else code_share)
        for chunk, score in _weighed(signals, weights).items()
    }
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


def _weighed(signals: Signals, weights: tuple[float, float, float]) -> dict[int, float]:
    """Chunks by words, meaning and title, so weighed, and by the definitions that the question names."""
    scores: dict[int, float] = defaultdict(float)
    for weight, values in zip(weights, (signals.lexical, signals.dense, signals.header), strict=True):
        for chunk, value in values.items():
            scores[chunk] += weight * value
    for chunk in signals.chunk_score.keys() | scores.keys():
        scores[chunk] += definition_score(signals.chunk_matches, chunk)
    return scores


def _take_turns(first: Sequence[tuple[int, float]], second: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """One of each in turn, each chunk once, the first list's first; scores are of places, since scales differ."""
    turns: dict[int, None] = {}
    for place in range(max(len(first), len(second))):
        for ranked in (first, second):
            if place < len(ranked):
                turns.setdefault(ranked[place][0])
    return [(chunk, 1 / (1 + place)) for place, chunk in enumerate(turns)]


def _chunk_features(signals: Signals, chunk: int) -> Features:
    named = {
        "chunk_bm": signals.lexical.get(chunk, 0.0),
        "chunk_emb": signals.dense.get(chunk, 0.0),
        "chunk_ident": signals.chunk_matches.identifier.get(chunk, 0.0),
        "chunk_join": signals.chunk_matches.joined.get(chunk, 0.0),
        "chunk_word": signals.chunk_matches.word.get(chunk, 0.0),
        "chunk_score": signals.chunk_score.get(chunk, 0.0),
    }
    return {name: value for name, value in named.items() if value}


def _all_channels(signals: Signals, channels: Mapping[int, Mapping[str, int]]) -> dict[int, dict[str, int]]:
    merged: dict[int, dict[str, int]] = defaultdict(dict)
    for name, ranks in (("lexical", signals.lexical_rank), ("dense_english", signals.dense_rank)):
        for chunk, place in ranks.items():
            merged[chunk][name] = place
    for chunk, ranks_of_chunk in channels.items():
        merged[chunk].update(ranks_of_chunk)
    return merged


def _distinct(index: Index, ordered: Sequence[tuple[int, float]], limit: int) -> list[tuple[StoredChunk, float]]:
    """The first `limit` chunks with their scores, those left out that say what a better one has said."""
    kept: list[tuple[StoredChunk, float]] = []
    seen: list[frozenset[str]] = []
    for start in range(0, len(ordered), limit + SPARE):
        read = ordered[start : start + limit + SPARE]
        chunks = index.structure.chunks([chunk for chunk, _ in read])
        for identity, score in read:
            chunk = chunks[ChunkId(identity)]
            words = frozenset(chunk.text.split())
            if any(_overlap(words, other) >= NEAR_DUPLICATE for other in seen):
                continue
            seen.append(words)
            kept.append((chunk, score))
            if len(kept) == limit:
                return kept
    return kept


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    union = len(left | right)
    return len(left & right) / union if union else 1.0
