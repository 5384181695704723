"""Fits the weights of the file features by pairwise logistic regression, cross-validated by repository.

`python -m citeline.evals.benchmarks.fit_ranking --corpora … --labels … [--write]` prints the cross-validated NDCG@10
and, with --write, stores the weights fitted on all repositories in `tools/retrieval/weights.json`.
Method: every query weighs 1, the 25 hardest negatives, strong ridge (docs/ranking.md).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from math import log2
from pathlib import Path

import numpy as np

from citeline.protocols import FloatMatrix, FloatVector
from citeline.settings import Settings
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.features import file_features
from citeline.tools.retrieval.query import first_query
from citeline.tools.retrieval.ranking import candidate_files, feature_weights
from citeline.tools.retrieval.signals import gather, term_weights

from . import code_search

HARD_NEGATIVES = 25
RIDGE = 0.03
FOLDS = 5
ROUNDS = 4
_NEWTON_STEPS = 12


@dataclass(frozen=True, slots=True)
class Case:
    """One query's candidate files."""

    repository: str
    category: str
    features: FloatMatrix
    """Shape (n_files, n_features); not normalised."""
    relevant: FloatVector
    """1.0 for targets, shape (n_files,)."""
    targets: int
    """Targets of the label, also those that are no candidate."""


def collect(labels: Path, corpora: Path, settings: Settings, names: Sequence[str]) -> list[Case]:
    """Feature matrices of every query of the set."""
    cases: list[Case] = []
    for repository in code_search.repositories(labels, corpora):
        with code_search.open_corpus(repository, settings) as handle:
            index, corpus = handle.reader, corpus_of(handle.reader)
            for sample in repository.samples:
                query = first_query(index, sample.query)
                signals = gather(index, corpus, query)
                weights = term_weights(corpus, query.analysis)
                table = file_features(corpus, query.analysis, weights, signals, candidate_files(corpus, signals))
                paths = [f"/{repository.prefix}/{corpus.documents[document].path}" for document in table]
                matrix = [[features.get(name, 0.0) for name in names] for features in table.values()]
                hits = [any(path.endswith(f"/{target.path}") for target in sample.targets) for path in paths]
                cases.append(
                    Case(
                        repository.name,
                        sample.category,
                        np.asarray(matrix, np.float32),
                        np.asarray(hits, np.float32),
                        len({target.path for target in sample.targets}),
                    )
                )
    return cases


def _pairs(cases: Sequence[Case], weights: FloatVector) -> tuple[FloatMatrix, FloatVector]:
    rows, importance = [], []
    for case in cases:
        positive, negative = case.features[case.relevant > 0], case.features[case.relevant == 0]
        if not len(positive) or not len(negative):
            continue
        hardest = negative[np.argsort(-(negative @ weights), kind="stable")[:HARD_NEGATIVES]]
        differences = (positive[:, None, :] - hardest[None, :, :]).reshape(-1, case.features.shape[1])
        rows.append(differences)
        importance.append(np.full(len(differences), 1 / len(differences), np.float32))
    return np.concatenate(rows), np.concatenate(importance)


def fit(cases: Sequence[Case], start: FloatVector, *, ridge: float = RIDGE) -> FloatVector:
    """Weights that put targets above the hardest other files; Newton's method on the ridge-penalised loss."""
    weights = start.astype(np.float64)
    for _ in range(ROUNDS):
        differences, importance = _pairs(cases, weights.astype(np.float32))
        for _ in range(_NEWTON_STEPS):
            # Beyond 30 the exponential is zero for all purposes, and denormal numbers are a hundred times slower.
            wrong = 1 / (1 + np.exp(np.clip(differences @ weights, -30, 30)))
            gradient = -(differences.T @ (importance * wrong)) + ridge * len(cases) * weights
            curvature = importance * wrong * (1 - wrong)
            hessian = (differences * curvature[:, None]).T @ differences + ridge * len(cases) * np.eye(len(weights))
            weights = weights - np.linalg.solve(hessian, gradient)
    return weights.astype(np.float32)


def file_ndcg(case: Case, weights: FloatVector) -> float:
    """NDCG@10 of the files alone, one chunk a file; ties keep candidate order."""
    order = np.argsort(-(case.features @ weights), kind="stable")[: code_search.TOP]
    gain = sum(1 / log2(rank + 2) for rank, place in enumerate(order) if case.relevant[place])
    ideal = sum(1 / log2(rank + 2) for rank in range(min(case.targets, code_search.TOP)))
    return gain / ideal if ideal else 0.0


def cross_validate(cases: Sequence[Case], start: FloatVector, *, ridge: float, seed: int = 0) -> float:
    """Mean NDCG@10 over queries whose repository was not fitted on."""
    names = sorted({case.repository for case in cases})
    np.random.default_rng(seed).shuffle(names)
    scores = []
    for fold in range(FOLDS):
        held = set(names[fold::FOLDS])
        weights = fit([case for case in cases if case.repository not in held], start, ridge=ridge)
        scores += [file_ndcg(case, weights) for case in cases if case.repository in held]
    return float(np.mean(scores))


def main() -> None:
    """Fit, report, and with --write store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--labels", type=Path, required=True, help="folder of the code-search set")
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    current = feature_weights()
    names = list(current)
    start = np.asarray([current[name] for name in names], np.float32)
    with tempfile.TemporaryDirectory() as home:
        cases = collect(arguments.labels, arguments.corpora, Settings(home=Path(home)), names)
    say = sys.stdout.write
    say(f"{len(cases)} queries, shipped weights {np.mean([file_ndcg(case, start) for case in cases]):.4f}\n")
    zero = np.zeros(len(names), np.float32)
    for ridge in (0.001, 0.003, 0.01, 0.03, 0.1):
        scores = [cross_validate(cases, zero, ridge=ridge, seed=seed) for seed in (0, 1)]
        say(f"ridge {ridge:<6} cross-validated {np.mean(scores):.4f}\n")
    weights = fit(cases, zero)
    for name, weight in zip(names, weights, strict=True):
        say(f"  {name:<18} {weight:7.3f}\n")
    if arguments.write:
        stored = {
            "source": "evals/benchmarks/fit_ranking.py",
            "file": dict(zip(names, weights.round(3).tolist(), strict=True)),
        }
        target = Path(str(files("citeline.tools.retrieval").joinpath("weights.json")))
        target.write_text(json.dumps(stored, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
