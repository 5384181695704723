"""Grades of answers on the labelled set `answers`: every question asked in this process, by type, corpus and language.

The set is a dataset of `citeline eval` (docs/evals.md): questions with `needs` and `says`, and unanswerable ones. No
model is asked. `citeline eval run` on the same file also writes a page with the worst cases.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Final

from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index

from ...cases.dataset import read_dataset
from ...figures import GRADE_COLUMNS, interval_written, written
from ...measures import BY_NAME
from ...result import Estimate, Result
from ...run import asker, run_dataset
from .quality import NO_CORPUS, Report, Say

FOLDER: Final = "answers"
"""Of the labels, and below the corpora where these have trees of other commits beside it."""
_NAME: Final = 24
_CELL: Final = 8
_TITLES: Final = {
    **{"first line right": "first", "claims useful": "claims", "unanswerable told": "told"},
    **{"yes is full": "yes=full", "lines printed": "lines"},
}
"""Of columns whose names are wider than a cell; the lines below the table have them in full."""


def run_answers(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """A table of grades; questions about a working tree that is not there are left out.

    Raises DatasetError for a wrong row, UsageError when no tree is what was labelled.
    """
    trees = corpora / FOLDER if (corpora / FOLDER).is_dir() else corpora
    dataset = read_dataset(labels / "questions.jsonl")
    there = tuple(case for case in dataset.cases if case.corpus and (trees / case.corpus).is_dir())
    if not there:
        say(NO_CORPUS)
        return {}

    def open_corpus(corpus: str) -> AbstractContextManager[IndexHandle]:
        return index(trees / corpus, settings=settings)

    result = run_dataset(replace(dataset, cases=there), open_corpus, ask_case=asker(no_model=True), no_model=True)
    _say_table(result, say)
    for left_out in (one for one in result.outcomes if one.problems):
        say(f"  left out: {left_out.case.id}: {'; '.join(left_out.problems)}")
    return {name: estimate.value for name, estimate in result.figures.items()}


def _say_table(result: Result, say: Say) -> None:
    names = [name for name in GRADE_COLUMNS if name in result.figures]
    say(f"  {'':<{_NAME}}{'n':>5}" + "".join(f"{_TITLES.get(name, name):>{_CELL + 1}}" for name in names))
    for group, figures in {**result.groups, "all": result.figures}.items():
        found = [figures.get(name) for name in names]
        n = max((one.n for one in found if one), default=0)
        say(f"  {group:<{_NAME}}{n:>5}" + "".join(f"{_cell(name, figures.get(name)):>{_CELL + 1}}" for name in names))
    for name in names:
        estimate = result.figures[name]
        say(f"  {name:<{_NAME}} {interval_written(estimate, BY_NAME[name])}, n={estimate.n}")


def _cell(name: str, estimate: Estimate | None) -> str:
    return written(estimate.value, BY_NAME[name]) if estimate else ""
