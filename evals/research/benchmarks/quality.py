"""Runs the labelled sets and prints one table a set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from citeline.settings import Settings
from citeline.tools.handle import index

from ...bootstrap import interval
from . import code_search, line_spans, repo_qa, web_queries

Report = dict[str, float]
Say = Callable[[str], None]

SINGLE = "as single chunks"
"""The first ten chunks, whatever their files: what tools that show no files are compared with."""
NO_CORPUS = "  skipped: none of this set's working trees is in the corpora"
"""Said of a set that cannot be measured here."""


def say_means(scores: Mapping[str, Sequence[float]], say: Say) -> Report:
    """Print the mean of each measure with its interval and n, and give the means."""
    for name, values in scores.items():
        low, high = interval(values)
        say(f"  {name:<32} {fmean(values):.4f}  n={len(values)}  95 % interval {low:.3f} … {high:.3f}")
    return {name: fmean(values) for name, values in scores.items()}


def run_code_search(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """NDCG@10 per repository, category and over all queries."""
    by_group: dict[str, list[float]] = defaultdict(list)
    for repository in code_search.repositories(labels, corpora):
        with code_search.open_corpus(repository, settings) as handle:
            for sample in repository.samples:
                hits = handle.search(sample.query, top_k=code_search.TOP).hits
                score = code_search.ndcg(hits, sample.targets, repository.prefix)
                chunks = handle.search(sample.query, top_k=code_search.TOP, single=True).hits
                by_group[SINGLE].append(code_search.ndcg(chunks, sample.targets, repository.prefix))
                for group in ("all", f"category/{sample.category}", f"repository/{repository.name}"):
                    by_group[group].append(score)
        say(f"  {repository.name:<16} {fmean(by_group[f'repository/{repository.name}']):.3f}")
    if not by_group:
        say(NO_CORPUS)
        return {}
    say_means({group: by_group[group] for group in sorted(by_group) if not group.startswith("repository/")}, say)
    return {group: fmean(scores) for group, scores in by_group.items()}


def run_line_spans(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """Graded NDCG@10 and Hit@k for code and documentation queries."""
    root = corpora / "octocode"
    if not root.is_dir():
        say(NO_CORPUS)
        return {}
    scores: dict[str, list[float]] = defaultdict(list)
    with index(root, settings=settings, force=True) as handle:
        for sample in line_spans.read_samples(labels):
            hits = handle.search(sample.query, top_k=line_spans.TOP).hits
            scores[f"{sample.kind} NDCG@10"].append(line_spans.graded_ndcg(hits, sample.spans))
            scores[f"{sample.kind} Hit@5"].append(line_spans.hit_at(hits, sample.spans, 5))
            scores[f"{sample.kind} Hit@10"].append(line_spans.hit_at(hits, sample.spans, 10))
            chunks = handle.search(sample.query, top_k=line_spans.TOP, single=True).hits
            scores[f"{sample.kind} NDCG@10 {SINGLE}"].append(line_spans.graded_ndcg(chunks, sample.spans))
    return say_means(scores, say)


def run_web_queries(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """MRR@10 over the pool of functions; needs no working tree."""
    with TemporaryDirectory() as folder:
        web_queries.write_pool(labels, Path(folder))
        with index(folder, settings=settings) as handle:
            scores = [
                web_queries.reciprocal_rank(handle.search(query, top_k=2 * web_queries.TOP).hits, targets)
                for query, targets in web_queries.read_queries(labels)
            ]
    return say_means({"MRR@10": scores, "Hit@10": [float(score > 0) for score in scores]}, say)


def run_repo_qa(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """File Hit@10 of a search, and what the answers cite: lines of flask and requests at the labelled commits."""
    scores: dict[str, list[float]] = defaultdict(list)
    samples = repo_qa.read_samples(labels)
    for repository in dict.fromkeys(sample.repository for sample in samples):
        root = corpora / f"{repo_qa.TREE_PREFIX}{repository}"
        if not root.is_dir():
            continue
        with index(root, settings=settings, force=True) as handle:
            for sample in samples:
                if sample.repository == repository:
                    for name, score in repo_qa.scores(sample, handle):
                        scores[name].append(score)
    if not scores:
        say(NO_CORPUS)
    return say_means(scores, say)
