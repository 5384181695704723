"""Runs the labelled sets and prints one table a set."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final, Literal

from citeline.dataclass import dataclass
from citeline.graph.run import ask
from citeline.model import Hit
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index

from ...metrics import hit_at as hit_in
from ...metrics import interval, line_precision, line_recall, ndcg_at
from ...outcome import citations_of
from ...places import Place, match
from . import code_search

Report = dict[str, float]
Say = Callable[[str], None]

SINGLE = "as single chunks"
"""The first ten chunks, whatever their files: what tools that show no files are compared with."""
NO_CORPUS = "  skipped: none of this set's working trees is in the corpora"
"""Said of a set that cannot be measured here."""
TOP = 10
TREE_PREFIX: Final = "sweqa-"
"""Working trees are named after the repository with this before: `code-search` has the same ones at other commits."""


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
        for sample in read_samples(labels):
            hits = handle.search(sample.query, top_k=TOP).hits
            scores[f"{sample.kind} NDCG@10"].append(graded_ndcg(hits, sample.spans))
            scores[f"{sample.kind} Hit@5"].append(hit_at(hits, sample.spans, 5))
            scores[f"{sample.kind} Hit@10"].append(hit_at(hits, sample.spans, 10))
            chunks = handle.search(sample.query, top_k=TOP, single=True).hits
            scores[f"{sample.kind} NDCG@10 {SINGLE}"].append(graded_ndcg(chunks, sample.spans))
    return say_means(scores, say)


def run_web_queries(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """MRR@10 over the pool of functions; needs no working tree."""
    with TemporaryDirectory() as folder:
        write_pool(labels, Path(folder))
        with index(folder, settings=settings) as handle:
            scores = [
                reciprocal_rank(handle.search(query, top_k=2 * TOP).hits, targets)
                for query, targets in read_queries(labels)
            ]
    return say_means({"MRR@10": scores, "Hit@10": [float(score > 0) for score in scores]}, say)


def run_repo_qa(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """File Hit@10 of a search, and what the answers cite: lines of flask and requests at the labelled commits."""
    scores: dict[str, list[float]] = defaultdict(list)
    samples = read_samples_of_repo_qa(labels)
    for repository in dict.fromkeys(sample.repository for sample in samples):
        root = corpora / f"{TREE_PREFIX}{repository}"
        if not root.is_dir():
            continue
        with index(root, settings=settings, force=True) as handle:
            for sample in samples:
                if sample.repository == repository:
                    for name, score in qa_scores(sample, handle):
                        scores[name].append(score)
    if not scores:
        say(NO_CORPUS)
    return say_means(scores, say)


# MRR@10 on the `web-queries` set: questions as people typed them into a search engine, each about one function.
# Labels: 500 queries of CoSQA's development half over a pool of 6,267 Python functions (MIT). The pool is indexed as
# one file a function: that is how loose functions would lie in a folder.
def write_pool(labels: Path, folder: Path) -> None:
    """The functions as files `<id>.py`, a hundred to a folder."""
    for line in (labels / "corpus.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        file = folder / f"{int(row['id']) // 100:03}" / f"f{row['id']}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(row["text"] + "\n", "utf-8")


def read_queries(labels: Path) -> list[tuple[str, frozenset[str]]]:
    """Each query with the ids of its functions, in file order."""
    rows = [json.loads(line) for line in (labels / "queries.jsonl").read_text("utf-8").splitlines()]
    return [(row["query"], frozenset(str(target["file"]) for target in row["relevant"])) for row in rows]


def reciprocal_rank(hits: Sequence[Hit], targets: frozenset[str]) -> float:
    """1 / rank of the first of ten different files that is a target; 0 when there is none."""
    found = list(dict.fromkeys(Path(hit.chunk.path).stem.removeprefix("f") for hit in hits))[:TOP]
    return next((1 / rank for rank, name in enumerate(found, start=1) if name in targets), 0.0)


# `line-spans`: queries over `Muvon/octocode` at a pinned commit (Apache-2.0); a hit counts when one of its places
# overlaps the span.
@dataclass(frozen=True, slots=True)
class Span:
    """A labelled span: grade 2 is the primary target, 1 also right."""

    path: str
    start_line: int
    end_line: int
    grade: int


@dataclass(frozen=True, slots=True)
class SpanSample:
    """One labelled query."""

    query: str
    kind: Literal["code", "docs"]
    spans: tuple[Span, ...]


def read_samples(labels: Path) -> list[SpanSample]:
    """All queries of the set, in file order."""
    rows = [json.loads(line) for line in (labels / "queries.jsonl").read_text("utf-8").splitlines()]
    return [
        SpanSample(
            row["query"],
            row["kind"],
            tuple(Span(s["file"], s["start_line"], s["end_line"], s["grade"]) for s in row["relevant"]),
        )
        for row in rows
    ]


def graded_ndcg(hits: Sequence[Hit], spans: Sequence[Span]) -> float:
    """A hit pays the best grade among the spans that it overlaps and that no hit before it was paid for; 0 to 1.

    Ideal: a hit for each span, grades in falling order; a hit over two spans is paid for one. The scorer of octocode
    pays every hit that overlaps a span, also the second on the same one, and can exceed 1: ours is never above it.
    """
    return ndcg_at(match([found.places for found in hits], spans), [span.grade for span in spans], TOP)


def hit_at(hits: Sequence[Hit], spans: Sequence[Span], k: int) -> float:
    """1.0 when any of the first k hits overlaps a span."""
    return hit_in(match([found.places for found in hits], spans), k)


# `repo-qa`: SWE-QA (Apache-2.0), with the files and lines that the reference answers mention. Questions whose answer
# mentions none cannot be judged and are left out.
@dataclass(frozen=True, slots=True)
class QaSample:
    """A question with the places that its reference answer mentions; a place without lines is a whole file."""

    repository: str
    query: str
    places: tuple[Place, ...]


def read_samples_of_repo_qa(labels: Path) -> list[QaSample]:
    """All questions that can be judged, in file order."""
    rows = [json.loads(line) for line in (labels / "queries.jsonl").read_text("utf-8").splitlines()]
    return [
        QaSample(
            row["repo"],
            row["query"],
            tuple(Place(at["file"], at.get("start_line") or 0, at.get("end_line") or 0) for at in row["relevant"]),
        )
        for row in rows
        if row["usable"] and row["relevant"]
    ]


def qa_scores(sample: QaSample, handle: IndexHandle) -> Iterator[tuple[str, float]]:
    """Measures of one question by name; those of lines only where the labels have lines, and the answer cites some."""
    files = {place.path for place in sample.places}
    hits = handle.search(sample.query, top_k=TOP).hits
    yield "file Hit@10", float(any(hit.chunk.path in files for hit in hits))
    answer = ask(sample.query, handle, settings=handle.settings)
    cited = [place for place in citations_of(answer) if place.in_evidence]
    yield "refused", float(not cited)
    yield "cites a right file", float(any(place.path in files for place in cited))
    for name, value in (
        ("line recall", line_recall(cited, sample.places)),
        ("line precision", line_precision(cited, sample.places)),
    ):
        if value is not None:
            yield name, value
