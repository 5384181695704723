"""The features of one file for one query: 37 numbers a person can check, none of them learned.

What each one is stands beside its code, what a group of them brings in docs/ranking.md, and what each one counts in
`weights.json`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from math import fsum
from typing import Final

import numpy as np

from ..question.analysis import Analysis
from .columns import Values
from .corpus import Corpus
from .definitions import IDENTIFIER, JOINED, WORD
from .fusion import RRF_K
from .path_index import MIN_PREFIX
from .query import SearchQuery
from .signals import PerFile, Signals

Features = dict[str, float]

FEATURES: Final = (
    *("bm_max", "bm_top3", "bm_file", "coh", "rrf", "emb_max", "emb_top3", "emb_hdr", "emb_file"),
    *("stem_cov", "stem_part", "stem_syn", "stem_q", "stem_eq", "stem_eq_symbol", "stem_pre", "dir_q", "par_eq"),
    *("def_f1", "def_ident", "def_ident_symbol", "def_join", "def_join_symbol", "def_word", "name_cov"),
    *("is_test", "is_ex", "is_compat", "is_vendor", "is_internal"),
    *("inimp", "indeg", "pr", "nb_imp_in", "nb_ref_in", "nb_imp_out", "nb_ref_out"),
)
"""Every feature, in the order of `weights.json`."""

_TOP_CHUNKS = 20
"""Chunks whose files count as coherent."""
_NEIGHBOURS = 20
"""Best files whose neighbours gain."""


def file_features(
    corpus: Corpus, query: SearchQuery, weights: Mapping[str, float], signals: Signals, documents: Collection[int]
) -> dict[int, Features]:
    """Every feature of every candidate file; absent features are zero.

    `weights` is the inverse frequency of each term of the question.
    """
    table = {document: dict(corpus.standing(document)) for document in documents}
    per_file = PerFile(signals.documents)
    _chunk_features(per_file, signals, table)
    _file_level_features(signals, table)
    _definition_features(corpus, weights, signals, table)
    _graph_features(corpus, per_file.seeds(signals.score, _NEIGHBOURS), table)
    named = {document: features for document, features in table.items() if document in signals.named_files}
    _path_features(corpus, query.analysis, weights, named)
    _conditional_features(query, table)
    return table


def _normalised(values: Mapping[int, float]) -> dict[int, float]:
    best = max(values.values(), default=0.0)
    return {key: value / best for key, value in values.items()} if best > 0 else {}


def _put(table: dict[int, Features], name: str, values: Mapping[int, float]) -> None:
    for document in table.keys() & values.keys():
        if values[document]:
            table[document][name] = values[document]


def _chunk_features(per_file: PerFile, signals: Signals, table: dict[int, Features]) -> None:
    top = signals.order[:_TOP_CHUNKS]
    top = top[signals.score[top] > 0]
    columns = {
        "bm_max": per_file.best(signals.lexical),
        "bm_top3": _share(per_file.three_best(signals.lexical)),
        "emb_max": per_file.best(signals.dense),
        "emb_top3": _share(per_file.three_best(signals.dense)),
        "emb_hdr": per_file.best(signals.header),
        "coh": per_file.sums(np.full(len(signals.chunks), 1 / max(1, len(top))), top),
        "rrf": _share(per_file.best(_reciprocal(signals.lexical_rank) + _reciprocal(signals.dense_rank))),
    }
    found = [(row, table[document]) for row, document in enumerate(per_file.files.tolist()) if document in table]
    rows = [row for row, _ in found]
    for name, column in columns.items():
        for (_, features), value in zip(found, column[rows].tolist(), strict=True):
            if value:
                features[name] = value


def _reciprocal(ranks: Values) -> Values:
    return np.where(ranks > 0, 1 / (RRF_K + ranks), 0.0)


def _share(column: Values) -> Values:
    best = column.max(initial=0.0)
    return column / best if best > 0 else column


def _file_level_features(signals: Signals, table: dict[int, Features]) -> None:
    _put(table, "bm_file", signals.file_lexical)
    _put(table, "emb_file", signals.file_dense)


def name_features(
    corpus: Corpus, weights: Mapping[str, float], signals: Signals, documents: Collection[int]
) -> dict[int, Features]:
    """What of `file_features` the names say that a file defines."""
    table: dict[int, Features] = {document: {} for document in documents}
    _definition_features(corpus, weights, signals, table)
    return table


def _definition_features(
    corpus: Corpus, weights: Mapping[str, float], signals: Signals, table: dict[int, Features]
) -> None:
    for feature, kind in (("def_ident", IDENTIFIER), ("def_join", JOINED), ("def_word", WORD)):
        _put(table, feature, signals.file_kinds[kind])
    total = sum(weights.values())
    if not total:
        return
    asked = frozenset(weights)
    recalls: dict[frozenset[str], float] = {}
    for document, names in corpus.names_holding(asked, table).items():
        covered = asked.intersection(chain.from_iterable(names))
        best = 0.0
        for name in names:
            common = name & asked
            if (recall := recalls.get(common)) is None:  # most names have one of a few words
                recall = recalls[common] = _weight_share(common, weights, total)
            precision = len(common) / len(name)
            if (share := 2 * recall * precision / (recall + precision)) > best:
                best = share
        if covered:
            table[document]["def_f1"] = best
            table[document]["name_cov"] = _weight_share(covered, weights, total)


def _graph_features(corpus: Corpus, seeds: Mapping[int, float], table: dict[int, Features]) -> None:
    sums: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    counts: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for seed, neighbours in corpus.neighbours(seeds, table).items():
        for document in table.keys() & neighbours.keys():
            for name, strength in neighbours[document]:
                sums[name][document] += strength * seeds[seed]
                counts[name][document] += strength
    for name, values in sums.items():
        _put(table, name, _normalised({document: value / counts[name][document] for document, value in values.items()}))


def _weight_share(found: Iterable[str], weights: Mapping[str, float], total: float) -> float:
    return fsum(map(weights.__getitem__, found)) / total if total else 0.0


def _path_features(
    corpus: Corpus, analysis: Analysis, weights: Mapping[str, float], table: dict[int, Features]
) -> None:
    total = sum(weights.values())
    asked = frozenset(weights)
    paths = {document: corpus.path_terms(document) for document in table}
    akin = _akin(frozenset().union(*(path.stem_terms | path.directory_terms for path in paths.values())), asked)
    for document, features in table.items():
        path = paths[document]
        if path.stem_terms:
            common = len(path.stem_terms & asked)
            features["stem_cov"] = common / len(path.stem_terms)
            if not common:
                # `config.py` for configuration, `auth.py` for credentials: most files are called by a short form.
                features["stem_part"] = sum(term in akin for term in path.stem_terms) / len(path.stem_terms)
                features["stem_syn"] = float(path.stem in analysis.related_stems)
        if path.stem in analysis.stems:
            features["stem_eq"] = 1.0
            features["stem_eq_symbol"] = float(analysis.is_symbol)
        begun = {term for part in path.stem_terms | path.directory_terms for term in akin.get(part, ())}
        features["stem_pre"] = len(begun) / len(asked) if asked else 0.0
        features["stem_q"] = _weight_share(path.stem_terms & asked, weights, total)
        features["dir_q"] = _weight_share(path.directory_terms & asked, weights, total)
        features["par_eq"] = float(path.parent in analysis.stems)


def _conditional_features(query: SearchQuery, table: dict[int, Features]) -> None:
    for features in table.values():
        if query.analysis.is_symbol:
            features["def_ident_symbol"] = features.get("def_ident", 0.0)
            features["def_join_symbol"] = features.get("def_join", 0.0)
        if "tests" in query.question.cues:
            features["is_test"] = 0.0
        if "examples" in query.question.cues:
            features["is_ex"] = 0.0


def _akin(parts: Collection[str], asked: Collection[str]) -> dict[str, set[str]]:
    """Part of a path to the asked terms that begin it, or that it begins; parts without such a term are left out."""
    found: dict[str, set[str]] = defaultdict(set)
    beginnings = tuple(term for term in asked if len(term) >= MIN_PREFIX)
    for part in parts:
        if part.startswith(beginnings):
            found[part].update(term for term in beginnings if part.startswith(term))
    for term in beginnings:
        for size in range(MIN_PREFIX, len(term)):
            if term[:size] in parts:
                found[term[:size]].add(term)
    return found
