"""The features of one file for one query: 37 numbers a person can check, none of them learned.

Names and definitions follow the shared ranking study, section 3, but for `stem_part` and `stem_syn`; `weights.json`
says what each one counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import log
from typing import Final

from .analysis import Analysis
from .corpus import Corpus, PathTerms
from .fusion import RRF_K
from .signals import Signals

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
_MIN_PREFIX = 3
_PAGERANK_FLOOR, _PAGERANK_CEILING = -3.0, 4.0


def file_features(
    corpus: Corpus, analysis: Analysis, weights: Mapping[str, float], signals: Signals, documents: Collection[int]
) -> dict[int, Features]:
    """Every feature of every candidate file; absent features are zero.

    `weights` is the inverse frequency of each term of the question.
    """
    table: dict[int, Features] = {document: {} for document in documents}
    _chunk_features(corpus, signals, table)
    _file_level_features(signals, table)
    _definition_features(corpus, weights, signals, table)
    _graph_features(corpus, signals, table)
    for document, features in table.items():
        _path_features(corpus.path_terms(document), analysis, weights, features)
    return table


def _by_file(corpus: Corpus, scores: Mapping[int, float]) -> dict[int, list[float]]:
    grouped: dict[int, list[float]] = defaultdict(list)
    for chunk, score in scores.items():
        grouped[corpus.document_of(chunk)].append(score)
    for values in grouped.values():
        values.sort(reverse=True)
    return grouped


def _normalised(values: Mapping[int, float]) -> dict[int, float]:
    best = max(values.values(), default=0.0)
    return {key: value / best for key, value in values.items()} if best > 0 else {}


def _put(table: dict[int, Features], name: str, values: Mapping[int, float]) -> None:
    for document, value in values.items():
        if value and document in table:
            table[document][name] = value


def _chunk_features(corpus: Corpus, signals: Signals, table: dict[int, Features]) -> None:
    lexical = _by_file(corpus, signals.lexical)
    dense = _by_file(corpus, signals.dense)
    header = _by_file(corpus, signals.header)
    _put(table, "bm_max", {document: values[0] for document, values in lexical.items()})
    _put(table, "bm_top3", _normalised({document: sum(values[:3]) for document, values in lexical.items()}))
    _put(table, "emb_max", {document: values[0] for document, values in dense.items()})
    _put(table, "emb_top3", _normalised({document: sum(values[:3]) for document, values in dense.items()}))
    _put(table, "emb_hdr", {document: values[0] for document, values in header.items()})
    top = sorted(signals.chunk_score, key=lambda chunk: (-signals.chunk_score[chunk], chunk))[:_TOP_CHUNKS]
    coherent: dict[int, float] = defaultdict(float)
    for chunk in top:
        coherent[corpus.document_of(chunk)] += 1 / len(top)
    _put(table, "coh", coherent)
    fused: dict[int, float] = defaultdict(float)
    for ranks in (signals.lexical_rank, signals.dense_rank):
        for chunk, rank in ranks.items():
            fused[chunk] += 1 / (RRF_K + rank)
    best: dict[int, float] = {}
    for chunk, score in fused.items():
        document = corpus.document_of(chunk)
        best[document] = max(score, best.get(document, 0.0))
    _put(table, "rrf", _normalised(best))


def _file_level_features(signals: Signals, table: dict[int, Features]) -> None:
    _put(table, "bm_file", signals.file_lexical)
    _put(table, "emb_file", signals.file_dense)
    _put(table, "def_ident", signals.file_matches.identifier)
    _put(table, "def_join", signals.file_matches.joined)
    _put(table, "def_word", signals.file_matches.word)


def _definition_features(
    corpus: Corpus, weights: Mapping[str, float], signals: Signals, table: dict[int, Features]
) -> None:
    total = sum(weights.values())
    if not total:
        return
    asked = weights.keys()
    for document, names in corpus.definition_terms(table).items():
        covered: set[str] = set()
        best = 0.0
        for name in names:
            common = name & asked
            if common:
                covered |= common
                recall = sum(weights[term] for term in common) / total
                precision = len(common) / len(name)
                best = max(best, 2 * recall * precision / (recall + precision))
        if covered:
            table[document]["def_f1"] = best
            table[document]["name_cov"] = sum(weights[term] for term in covered) / total


def _graph_features(corpus: Corpus, signals: Signals, table: dict[int, Features]) -> None:
    for document, features in table.items():
        facts = corpus.documents[document]
        features["inimp"] = log(1 + facts.importers) / 4
        features["indeg"] = log(1 + facts.users) / 4
        features["pr"] = min(max(log(max(facts.pagerank, 1e-9)), _PAGERANK_FLOOR), _PAGERANK_CEILING) / 3
    seeds = _best_files(corpus, signals, _NEIGHBOURS)
    sums: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    counts: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for seed, neighbours in corpus.neighbours(seeds).items():
        for document, name, strength in neighbours:
            if document in table:
                sums[name][document] += strength * seeds[seed]
                counts[name][document] += strength
    for name, values in sums.items():
        _put(table, name, _normalised({document: value / counts[name][document] for document, value in values.items()}))


def _best_files(corpus: Corpus, signals: Signals, limit: int) -> dict[int, float]:
    best: dict[int, float] = {}
    for chunk, score in signals.chunk_score.items():
        document = corpus.document_of(chunk)
        best[document] = max(score, best.get(document, 0.0))
    return dict(sorted(best.items(), key=lambda item: (-item[1], item[0]))[:limit])


def _weight_share(found: Iterable[str], weights: Mapping[str, float], total: float) -> float:
    return sum(weights[term] for term in found) / total if total else 0.0


def _path_features(path: PathTerms, analysis: Analysis, weights: Mapping[str, float], features: Features) -> None:
    asked = weights.keys()
    total = sum(weights.values())
    if path.stem_terms:
        features["stem_cov"] = len(path.stem_terms & asked) / len(path.stem_terms)
        if not path.stem_terms & asked:
            # `config.py` for configuration, `auth.py` for credentials: most files are called by a short form.
            features["stem_part"] = _prefix_share(path.stem_terms, asked)
            features["stem_syn"] = float(path.stem in analysis.related_stems)
    features["stem_q"] = _weight_share(path.stem_terms & asked, weights, total)
    features["dir_q"] = _weight_share(path.directory_terms & asked, weights, total)
    if path.stem in analysis.stems:
        features["stem_eq"] = 1.0
        features["stem_eq_symbol"] = float(analysis.is_symbol)
    features["par_eq"] = float(path.parent in analysis.stems)
    features["stem_pre"] = _prefix_share(asked, path.stem_terms | path.directory_terms)
    if analysis.is_symbol:
        features["def_ident_symbol"] = features.get("def_ident", 0.0)
        features["def_join_symbol"] = features.get("def_join", 0.0)
    features["is_test"] = float(path.is_test and not analysis.about_tests)
    features["is_ex"] = float(path.is_example and not analysis.about_examples)
    features["is_compat"] = float(path.is_compat)
    features["is_vendor"] = float(path.is_vendor)
    features["is_internal"] = float(path.is_internal)


def _prefix_share(asked: Collection[str], others: Collection[str]) -> float:
    """Share of the terms that begin one of the others, or that one of the others begins."""
    if not asked:
        return 0.0
    hits = sum(
        any(
            len(short) >= _MIN_PREFIX and long.startswith(short)
            for other in others
            for short, long in ((term, other), (other, term))
        )
        for term in asked
    )
    return hits / len(asked)
