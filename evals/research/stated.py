"""Fits what says whether anything is stated, cross-validated by corpus: `make stated-weights CORPORA=… LABELS=…`.

Every question of a dataset of `citeline eval` is answered. Those whose answer rests on ranked lines, and that name
nothing which is missing, are fitted: logistic regression on whether the question has an answer. Prints, over the least
chance, how many unanswerable questions are told and of how many others nothing would be stated, by weights that never
saw their corpus. With --write the weights are stored in `tools/answer/ranking/`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.answer.compose import compose
from citeline.tools.answer.ranking.stated import FEATURES, LEAST, stated_features
from citeline.tools.answer.writing.verdict import KNOWN
from citeline.tools.evidence.evidence import passage_refs
from citeline.tools.evidence.names import missing_names
from citeline.tools.handle import index
from citeline.tools.question.read import read
from citeline.tools.retrieval.project_lexicon import lexicon_of
from citeline.tools.retrieval.search import search

from ..case import Case
from ..dataset import read_dataset

PENALTY: Final = 0.001
"""Of squared standardised weights, beside the mean loss; from .0003 to .003 alike."""
LEASTS: Final = (0.75, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9)
_PASSAGES: Final = 20
_LEAST_WIDTH: Final = 0.02
_DIGITS: Final = 3

Numbers = npt.NDArray[np.float64]


class Rows(NamedTuple):
    """Questions whose answer rests on ranked lines."""

    corpora: npt.NDArray[np.str_]
    values: Numbers
    """Shape (questions, FEATURES)."""
    answerable: Numbers

    def at(self, held: npt.NDArray[np.bool_]) -> Rows:
        """Some of them."""
        return Rows(self.corpora[held], self.values[held], self.answerable[held])


def read_rows(dataset: Path, trees: Path, settings: Settings) -> Rows:
    """The questions of a dataset whose working tree is there."""
    by_corpus: dict[str, list[Case]] = {}
    for case in read_dataset(dataset).cases:
        by_corpus.setdefault(case.corpus, []).append(case)
    found: list[tuple[str, list[float], bool]] = []
    for corpus, cases in by_corpus.items():
        if (trees / corpus).is_dir():
            with index(trees / corpus, settings=settings) as opened:
                rows = ((case, features_of(opened.reader, case.question, settings)) for case in cases)
                found += [(corpus, [row[name] for name in FEATURES], case.answerable) for case, row in rows if row]
    corpora, values, answerable = zip(*found, strict=True)
    return Rows(np.asarray(corpora), np.asarray(values, np.float64), np.asarray(answerable, np.float64))


def features_of(reader: Index, asked: str, settings: Settings) -> Mapping[str, float] | None:
    """Of the answer to a question; None where no guess is needed."""
    question = read(asked)
    passages = passage_refs(search(reader, question, top_k=_PASSAGES, single=True).hits)
    composed = compose(reader, question, (), passages, lexicon_of(reader, settings.lexicon))
    if composed.near is None or composed.basis in KNOWN or composed.not_stated or missing_names(reader, question):
        return None
    return stated_features(question, composed.near, looked_up=bool(composed.basis))


def fit(rows: Rows) -> Numbers:
    """Weights of the features, on their own scales."""
    width = np.maximum(rows.values.std(0), _LEAST_WIDTH)
    width[FEATURES.index("bias")] = 1.0
    values = rows.values / width

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        scores = values @ weights
        value = PENALTY * float(weights @ weights) + float(np.mean(np.logaddexp(0, scores) - rows.answerable * scores))
        slope = 2 * PENALTY * weights + values.T @ (1 / (1 + np.exp(-scores)) - rows.answerable) / len(scores)
        return value, slope

    return np.asarray(minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x / width)


def cross_validated(rows: Rows) -> Numbers:
    """The chance of each question, by weights that never saw its corpus."""
    chances = np.zeros(len(rows.corpora))
    for corpus in np.unique(rows.corpora):
        held = rows.corpora == corpus
        chances[held] = 1 / (1 + np.exp(-rows.values[held] @ fit(rows.at(~held))))
    return chances


def _say(rows: Rows, chances: Sequence[float] | Numbers) -> None:
    chances = np.asarray(chances)
    has_answer = rows.answerable > 0
    sys.stdout.write(f"{len(chances)} questions, {int((~has_answer).sum())} without an answer\nleast  told  others\n")
    for least in LEASTS:
        told, others = (float((chances[which] < least).mean()) for which in (~has_answer, has_answer))
        sys.stdout.write(f"{least:5.2f}  {told:4.2f}  {others:6.2f}{' *' if least == LEAST else ''}\n")


def main() -> None:
    """Fit, report, and with --write store."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True, help="working trees, one per corpus")
    parser.add_argument("--labels", type=Path, required=True, help="questions.jsonl, a dataset of `citeline eval`")
    parser.add_argument("--home", type=Path, required=True, help="where the indexes are kept")
    parser.add_argument("--write", action="store_true", help="store the weights")
    arguments = parser.parse_args()
    rows = read_rows(arguments.labels, arguments.corpora, Settings(home=arguments.home))
    _say(rows, cross_validated(rows))
    if arguments.write:
        fitted = zip(FEATURES, fit(rows).tolist(), strict=True)
        weights = {name: round(weight, _DIGITS) for name, weight in fitted}
        source = "evals/research/stated.py: do not edit, run `make stated-weights`"
        target = Path(str(files("citeline.tools.answer.ranking").joinpath("stated.json")))
        target.write_text(json.dumps({"source": source, "stated": weights}, indent=2) + "\n", "utf-8")
        sys.stdout.write(f"written to {target.name}\n")


if __name__ == "__main__":
    main()
