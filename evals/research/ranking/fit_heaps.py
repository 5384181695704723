"""Fits what orders a heap of loose pieces (`LOOSE_WEIGHTS`, `LOOSE_DEFINITIONS`), each heap left out once.

`python -m citeline.evals.research.ranking.fit_heaps HEAP…` prints MRR@10 of each heap by weights fitted on the others
and on all. A heap is a folder with `tree/`, a function a file, and `questions.json`: pairs of a question
and the stems of the files that answer it. How they were made: docs/ranking.md, "A heap of loose pieces".
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from citeline.protocols import FloatVector
from citeline.settings import Settings
from citeline.tools.handle import index
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import gather
from citeline.tools.retrieval.corpus import corpus_of
from citeline.tools.retrieval.query import first_query
from citeline.tools.retrieval.ranking import candidate_files
from citeline.tools.retrieval.signals import read_signals

from ...pairwise import Candidates, fit

RIDGE: Final = 0.001
"""Chosen with `web-queries` in sight: .01 is as good on the others and .009 worse there."""
_START: Final = 0.01
_TOP: Final = 10


def read_heap(folder: Path, settings: Settings) -> list[Candidates]:
    """Words, meaning, title and definitions of the pieces in candidate files, question by question."""
    cases = []
    with index(folder / "tree", settings=settings) as handle:
        corpus = corpus_of(handle.reader)
        for question, targets in json.loads((folder / "questions.json").read_text("utf-8")):
            signals = read_signals(corpus, gather(handle.reader, first_query(handle.reader, read(question))))
            columns = (signals.lexical, signals.dense, signals.header, signals.definitions)
            rows = np.isin(signals.documents, [*candidate_files(signals)])
            stems = [Path(corpus.documents[document].path).stem for document in signals.documents[rows].tolist()]
            relevant = np.asarray([float(stem in targets) for stem in stems], np.float32)
            cases.append(Candidates(np.stack(columns, axis=1)[rows].astype(np.float32), relevant))
    return cases


def fit_weights(heaps: Sequence[Sequence[Candidates]]) -> FloatVector:
    """Of words, meaning and title, which are 1 together, and of definitions."""
    cases = [case for heap in heaps for case in heap if case.relevant.any()]
    weights = fit(cases, np.full(4, _START, np.float32), np.full(4, RIDGE, np.float32))
    shares: FloatVector = weights / weights[:3].sum()
    return shares


def mrr(cases: Sequence[Candidates], weights: FloatVector) -> float:
    """The mean of 1 / rank of the first right piece among ten."""
    return float(np.mean([_reciprocal_rank(case, weights) for case in cases]))


def _reciprocal_rank(case: Candidates, weights: FloatVector) -> float:
    order = np.argsort(-(case.features @ weights), kind="stable")[:_TOP]
    return next((1 / rank for rank, place in enumerate(order, start=1) if case.relevant[place]), 0.0)


def main() -> None:
    """Read, fit, report."""
    parser = argparse.ArgumentParser(prog="python -m citeline.evals.research.ranking.fit_heaps", description=__doc__)
    parser.add_argument("heaps", type=Path, nargs="+")
    folders: list[Path] = parser.parse_args().heaps
    with tempfile.TemporaryDirectory() as home:
        heaps = [read_heap(folder, Settings(home=Path(home))) for folder in folders]
    fitted = fit_weights(heaps)
    for place, (folder, heap) in enumerate(zip(folders, heaps, strict=True)):
        left_out = fit_weights([*heaps[:place], *heaps[place + 1 :]])
        sys.stdout.write(f"{folder.name:<12} left out {mrr(heap, left_out):.3f}  fitted {mrr(heap, fitted):.3f}\n")
    sys.stdout.write(f"words, meaning, title, definitions: {np.round(fitted, 2).tolist()}\n")


if __name__ == "__main__":
    main()
