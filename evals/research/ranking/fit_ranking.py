"""Fits the weights of the file features by pairwise logistic regression, cross-validated by repository.

`make weights CORPORA=… LABELS=…` prints the cross-validated NDCG@10 of files and of the chunks that a search returns,
and stores the weights fitted on all repositories in `tools/retrieval/weights.json`, unless the chunks of repositories
that were not fitted on would be ordered worse than by the weights that are there, by more than .003. Run it again when
features change, or the bundled embedding: the file names the model that it was fitted with. `docs/ranking.md` tells
the method.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from math import log2
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from citeline.dataclass import dataclass
from citeline.protocols import FloatMatrix, FloatVector
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval import ranking
from citeline.tools.retrieval.channels import gather
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.features import FEATURES, file_features
from citeline.tools.retrieval.query import first_query
from citeline.tools.retrieval.ranking import candidate_files, feature_weights
from citeline.tools.retrieval.search import search
from citeline.tools.retrieval.signals import read_signals, term_weights

from ...own_weights import Candidates, fit
from ..benchmarks import code_search

RIDGE: Final = 0.3
"""Of the features that `STUDY` has: strong, since other labels than these had a say there."""
NEW_RIDGE: Final = 0.01
"""Of the features that came later. From .003 to .03 the chunks' NDCG@10 is .887 to .883."""
MARGIN: Final = 0.003
"""By which the chunks may be ordered worse than by the weights that are there: those have seen all of the questions."""
FOLDS: Final = 5
SEEDS: Final = (0, 1)
_DIGITS: Final = 2
_WORSE: Final = 1
# Rounded by hand; `bm_max` has there the weight of a feature that did not stay, too.
# The weights that a fit is drawn to: those of the study that docs/ranking.md tells of ("Where the ranking began").
# Fitted to file labels alone, without them, questions about lines are ordered worse: NDCG@10 of the regression set
# .576 instead of .585, of the code questions of `line-spans` .654 to .669 instead of .673.
STUDY: Final[Mapping[str, float]] = {
    **{"bm_max": 0.8, "bm_top3": 0.6, "bm_file": 0.45, "coh": 0.6, "rrf": 0.65},
    **{"emb_max": 0.4, "emb_top3": 0.4, "emb_hdr": 0.55, "emb_file": 0.3},
    **{"stem_cov": 0.6, "stem_q": 0.35, "dir_q": 0.6, "stem_eq": 0.5, "stem_eq_symbol": 0.15},
    **{"par_eq": 0.25, "stem_pre": 0.55},
    **{"def_f1": 0.35, "def_ident": 0.25, "def_ident_symbol": 0.2},
    **{"def_join": 0.25, "def_join_symbol": 0.15, "def_word": 0.3, "name_cov": 0.25},
    **{"is_test": -0.5, "is_ex": -0.5, "is_compat": -0.35, "is_vendor": -0.3, "is_internal": -0.2},
    **{"inimp": 0.5, "indeg": 0.25, "pr": 0.15},
    **{"nb_imp_in": 0.4, "nb_ref_in": 0.4, "nb_imp_out": 0.1, "nb_ref_out": 0.05},
}


@dataclass(frozen=True, slots=True)
class Case(Candidates):
    """One query's candidate files."""

    repository: str
    sample: code_search.Sample


@dataclass(frozen=True, slots=True)
class Opened:
    """A repository of the set with its index."""

    repository: code_search.Repository
    handle: IndexHandle


def read_cases(opened: Sequence[Opened]) -> list[Case]:
    """Feature matrices of every query of the set."""
    return [
        _case(one, sample, *_features(one.handle, sample.query)) for one in opened for sample in one.repository.samples
    ]


def _features(handle: IndexHandle, question: str) -> tuple[list[str], FloatMatrix]:
    index, corpus = handle.reader, corpus_of(handle.reader)
    query = first_query(index, read(question))
    signals = read_signals(corpus, gather(index, query))
    weights = term_weights(corpus, query.analysis)
    table = file_features(corpus, query, weights, signals, candidate_files(signals))
    matrix = [[features.get(name, 0.0) for name in FEATURES] for features in table.values()]
    paths = [corpus.documents[document].path for document in table]
    return paths, np.asarray(matrix, np.float32).reshape(len(paths), len(FEATURES))


def _case(one: Opened, sample: code_search.Sample, paths: Sequence[str], features: FloatMatrix) -> Case:
    full = [f"/{one.repository.prefix}/{path}" for path in paths]
    hits = [float(any(path.endswith(f"/{target.path}") for target in sample.targets)) for path in full]
    return Case(features, np.asarray(hits, np.float32), one.repository.name, sample)


def file_ndcg(case: Case, weights: FloatVector) -> float:
    """NDCG@10 of the files alone, one chunk a file; ties keep candidate order."""
    order = np.argsort(-(case.features @ weights), kind="stable")[: code_search.TOP]
    gain = sum(1 / log2(rank + 2) for rank, place in enumerate(order) if case.relevant[place])
    targets = len({target.path for target in case.sample.targets})
    ideal = sum(1 / log2(rank + 2) for rank in range(min(targets, code_search.TOP)))
    return gain / ideal if ideal else 0.0


def chunk_ndcg(opened: Sequence[Opened], weights: Mapping[str, float]) -> list[float]:
    """NDCG@10 of the chunks that searches of these repositories return as code questions."""
    scores: list[float] = []
    with patch.object(ranking, "feature_weights", lambda *own: weights):
        for one in opened:
            for sample in one.repository.samples:
                hits = search(one.handle.reader, read(sample.query), top_k=code_search.TOP, style="code").hits
                scores.append(code_search.ndcg(hits, sample.targets, one.repository.prefix))
    return scores


@dataclass(frozen=True, slots=True)
class Figures:
    """Mean NDCG@10 over queries whose repository was not fitted on."""

    files: float
    chunks: float


def cross_validate(opened: Sequence[Opened], cases: Sequence[Case], ridge: float = RIDGE) -> Figures:
    """The mean over the seeds, each of which deals the repositories into other folds."""
    in_files: list[float] = []
    in_chunks: list[float] = []
    for seed in SEEDS:
        repositories = sorted({case.repository for case in cases})
        np.random.default_rng(seed).shuffle(repositories)
        for fold in range(FOLDS):
            held = set(repositories[fold::FOLDS])
            fitted = [case for case in cases if case.repository not in held]
            if not held or not fitted:
                continue
            weights = fit_features(fitted, ridge)
            in_files += [file_ndcg(case, weights) for case in cases if case.repository in held]
            kept = [one for one in opened if one.repository.name in held]
            in_chunks += chunk_ndcg(kept, _named(weights))
    return Figures(float(np.mean(in_files)), float(np.mean(in_chunks)))


def fit_features(cases: Sequence[Case], ridge: float = RIDGE) -> FloatVector:
    """A weight for each of `FEATURES`."""
    prior = np.asarray([STUDY.get(name, 0.0) for name in FEATURES], np.float32)
    ridges = np.asarray([ridge if name in STUDY else NEW_RIDGE for name in FEATURES], np.float32)
    return fit(cases, prior, ridges)


def _named(weights: FloatVector) -> dict[str, float]:
    return {name: round(float(weight), _DIGITS) for name, weight in zip(FEATURES, weights, strict=True)}


@contextmanager
def opened_set(labels: Path, corpora: Path, settings: Settings) -> Iterator[list[Opened]]:
    """Every repository whose working tree is there, indexed; closed with the block."""
    with ExitStack() as stack:
        yield [
            Opened(repository, stack.enter_context(code_search.open_corpus(repository, settings)))
            for repository in code_search.repositories(labels, corpora)
        ]


def to_json(opened: Sequence[Opened], weights: Mapping[str, float], found: Figures, before: float) -> dict[str, Any]:
    """What `weights.json` holds: where the weights come from, how good they are, and the weights."""
    questions = sum(len(one.repository.samples) for one in opened)
    return {
        "source": "evals/research/ranking/fit_ranking.py: do not edit, run `make weights`",
        "corpus": f"code-search, {len(opened)} repositories, {questions} questions",
        "date": datetime.now(UTC).date().isoformat(),
        "embedding": opened[0].handle.reader.manifest.model,
        "cross-validated NDCG@10": {
            "files": round(found.files, 4),
            "chunks": round(found.chunks, 4),
            "chunks, with the weights before": round(before, 4),
        },
        "file": dict(weights),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m citeline.evals.research.ranking.fit_ranking",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--corpora", type=Path, required=True, help="working trees, one per repository")
    parser.add_argument("--labels", type=Path, required=True, help="labelled sets, or the folder of code-search alone")
    parser.add_argument("--home", type=Path, help="where the indexes are kept for the next time; by default nowhere")
    parser.add_argument("--ridges", action="store_true", help="also try other strengths of the ridge")
    parser.add_argument("--write", action="store_true", help="store the weights, unless they are worse")
    return parser


def main() -> None:
    """Fit, report, and with --write store; ends with 1 when what was fitted is worse than what is there."""
    parser = _parser()
    arguments = parser.parse_args()
    labels = arguments.labels / "code-search" if (arguments.labels / "code-search").is_dir() else arguments.labels
    if not (labels / "repos.json").is_file() or not arguments.corpora.is_dir():
        parser.error("--labels must hold repos.json, and --corpora the working trees that it names")
    with tempfile.TemporaryDirectory() as scratch:
        settings = Settings(home=arguments.home or Path(scratch))
        with opened_set(labels, arguments.corpora, settings) as opened:
            if not opened:
                parser.error(f"--corpora: none of the repositories of the set is in {str(arguments.corpora)!r}")
            _report(opened, try_ridges=arguments.ridges, write=arguments.write)


def _report(opened: Sequence[Opened], *, try_ridges: bool, write: bool) -> None:
    say = sys.stdout.write
    cases = read_cases(opened)
    shipped = feature_weights()
    before = float(np.mean(chunk_ndcg(opened, shipped)))
    start = np.asarray([shipped.get(name, 0.0) for name in FEATURES], np.float32)
    say(f"{len(cases)} questions, NDCG@10 of files and of chunks\n")
    say(f"  shipped weights              {np.mean([file_ndcg(case, start) for case in cases]):.4f}  {before:.4f}\n")
    for ridge in (0.03, 0.1, 1.0) if try_ridges else ():
        other = cross_validate(opened, cases, ridge)
        say(f"  cross-validated, ridge {ridge:<5} {other.files:.4f}  {other.chunks:.4f}\n")
    found = cross_validate(opened, cases)
    say(f"  cross-validated, ridge {RIDGE:<5} {found.files:.4f}  {found.chunks:.4f}\n")
    weights = _named(fit_features(cases))
    say("".join(f"    {name:<18} {weight:6.2f}\n" for name, weight in weights.items()))
    if write and found.chunks < before - MARGIN:
        say("not written: questions of repositories that were not fitted on are ordered worse than now\n")
        sys.exit(_WORSE)
    if write:
        target = Path(str(files("citeline.tools.retrieval").joinpath("weights.json")))
        target.write_text(json.dumps(to_json(opened, weights, found, before), indent=2) + "\n", "utf-8")
        say(f"written to {target.name}\n")


if __name__ == "__main__":
    main()
