"""Fits what says whether anything is stated, cross-validated by corpus: `make stated-weights CORPORA=… LABELS=…`.

Every question of a dataset of `citeline eval` is asked. Those whose answer rests on ranked lines, and that name
nothing which is missing, are fitted: logistic regression on whether the question has an answer. Beside them half of
the questions of `code-search` are asked of their own repository or of two others; each of the latter counts for a
fifth, since some have an answer there. Prints, over the least chance, of how many unanswerable, foreign and other
questions nothing would be stated, by weights that never saw their corpus. With --write the weights are stored in
`tools/answer/ranking/`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import md5
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from citeline.errors import CitelineError
from citeline.graph.events import ErrorEvent, StepEndEvent
from citeline.graph.run import run_with_events
from citeline.settings import Settings
from citeline.tools.answer.compose import compose
from citeline.tools.answer.ranking.stated import FEATURES, LEAST, stated_features
from citeline.tools.answer.writing.verdict import KNOWN
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.read import read
from citeline.tools.retrieval.project_lexicon import lexicon_of

from ..cases.dataset import read_dataset
from .benchmarks.code_search import open_corpus, repositories
from .benchmarks.refusal import plan_questions, questions_of

PENALTY: Final = 0.01
"""Of squared standardised weights, beside the mean loss. With .001 as many are told, and rewordings flip more."""
LEASTS: Final = (0.75, 0.78, 0.8, 0.82, 0.84, 0.86, 0.88)
_FOREIGN: Final = 0.2
"""Of a question to a repository that it is not about; .1 tells more of the unanswerable ones, .5 more of these."""
_DRAWN: Final = 500
"""Of a thousand questions of `code-search`."""
_LANGUAGES: Final = ("English", "Chinese")
_LEAST_WIDTH: Final = 0.02
_DIGITS: Final = 3

Numbers = npt.NDArray[np.float64]
_Row: TypeAlias = tuple[str, list[float], bool, bool]
"""Its corpus, features, whether it has an answer, and whether it is asked of a repository that it is not about."""


class Rows(NamedTuple):
    """Questions whose answer rests on ranked lines."""

    corpora: npt.NDArray[np.str_]
    values: Numbers
    """Shape (questions, FEATURES)."""
    answerable: Numbers
    foreign: npt.NDArray[np.bool_]
    """Whether it is asked of a repository that it is not about."""

    @classmethod
    def of(cls, found: Sequence[_Row]) -> Rows:
        """One each."""
        corpora, values, answerable, foreign = zip(*found, strict=True)
        return cls(
            np.asarray(corpora),
            np.asarray(values, np.float64),
            np.asarray(answerable, np.float64),
            np.asarray(foreign, np.bool_),
        )

    def at(self, held: npt.NDArray[np.bool_]) -> Rows:
        """Some of them."""
        return Rows(self.corpora[held], self.values[held], self.answerable[held], self.foreign[held])


def read_rows(dataset: Path, trees: Path, settings: Settings) -> list[_Row]:
    """The questions of a dataset whose working tree is there."""
    by_corpus: dict[str, list[tuple[str, bool]]] = {}
    for case in read_dataset(dataset).cases:
        by_corpus.setdefault(case.corpus, []).append((case.question, case.answerable))
    found: list[_Row] = []
    for corpus, asked in by_corpus.items():
        if (trees / corpus).is_dir():
            with index(trees / corpus, settings=settings) as handle:
                found += _rows(handle, corpus, asked, foreign=False)
    return found


def read_foreign_rows(labels: Path, trees: Path, settings: Settings) -> list[_Row]:
    """Half of the questions of `code-search`, to their own repository and to two others."""
    held = list(repositories(labels, trees))
    asked = {name: [one for one in asked if one[0] in _LANGUAGES] for name, asked in questions_of(labels, held).items()}
    plan = plan_questions(asked, seed=1)
    found: list[_Row] = []
    for repository in held:
        drawn = [(what.startswith("own"), text) for what, text in plan[repository.name] if _is_drawn(what + text)]
        own = [(text, True) for is_own, text in drawn if is_own]
        others = [(text, False) for is_own, text in drawn if not is_own]
        with open_corpus(repository, settings) as handle:
            found += _rows(handle, repository.name, own, foreign=False)
            found += _rows(handle, repository.name, others, foreign=True)
    return found


def _is_drawn(text: str) -> bool:
    """Half of the questions, the same ones in each run."""
    return int(md5(text.encode(), usedforsecurity=False).hexdigest(), 16) % 1000 < _DRAWN


def _rows(handle: IndexHandle, corpus: str, asked: Iterable[tuple[str, bool]], *, foreign: bool) -> Iterator[_Row]:
    for text, answerable in asked:
        if features := features_of(handle, text):
            yield corpus, [features[name] for name in FEATURES], answerable, foreign


def features_of(handle: IndexHandle, asked: str) -> Mapping[str, float] | None:
    """Of the answer to a question; None where no guess is needed."""
    state: dict[str, Any] = {}
    for event in run_with_events(asked, handle, no_model=True):
        if isinstance(event, ErrorEvent):
            raise CitelineError(event.message, remedy=event.remedy)
        if isinstance(event, StepEndEvent):
            state |= event.changed
    reader, question = handle.reader, read(asked)
    absent = any(question.hangs_on(one["name"]) for one in state.get("missing_names", ()))
    if state.get("status") == "not_found" or absent or state.get("basis") in KNOWN:
        return None
    lexicon = lexicon_of(reader, handle.settings.lexicon)
    composed = compose(reader, question, state["context"], state.get("passages", ()), lexicon)
    if composed.near is None or composed.basis in KNOWN or composed.not_stated:
        return None
    return stated_features(question, composed.near, looked_up=bool(composed.basis), evidence=state["grade_score"])


def fit(rows: Rows) -> Numbers:
    """Weights of the features, on their own scales."""
    width = np.maximum(rows.values.std(0), _LEAST_WIDTH)
    width[FEATURES.index("bias")] = 1.0
    values = rows.values / width
    counts = np.where(rows.foreign, _FOREIGN, 1.0)
    counts /= counts.mean()

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        scores = values @ weights
        losses = counts * (np.logaddexp(0, scores) - rows.answerable * scores)
        beside = counts * (1 / (1 + np.exp(-scores)) - rows.answerable)
        value = PENALTY * float(weights @ weights) + float(losses.mean())
        slope = 2 * PENALTY * weights + values.T @ beside / len(scores)
        return value, slope

    return np.asarray(minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x / width)


def cross_validated(rows: Rows) -> Numbers:
    """The chance of each question, by weights that never saw its corpus."""
    chances = np.zeros(len(rows.corpora))
    for corpus in np.unique(rows.corpora):
        held = rows.corpora == corpus
        chances[held] = 1 / (1 + np.exp(-rows.values[held] @ fit(rows.at(~held))))
    return chances


def _say(rows: Rows, chances: Numbers) -> None:
    kinds = {
        "told": (rows.answerable == 0) & ~rows.foreign,
        "foreign": rows.foreign,
        "others": rows.answerable > 0,
    }
    counts = ", ".join(f"{int(which.sum())} {kind}" for kind, which in kinds.items())
    sys.stdout.write(f"{len(chances)} questions: {counts}\nleast" + "".join(f"{kind:>9}" for kind in kinds) + "\n")
    for least in LEASTS:
        shares = "".join(f"{float((chances[which] < least).mean()):9.2f}" for which in kinds.values() if which.any())
        sys.stdout.write(f"{least:5.2f}{shares}{' *' if least == LEAST else ''}\n")


def main() -> None:
    """Fit, report, and with --write store."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True, help="working trees, one per corpus")
    parser.add_argument("--labels", type=Path, required=True, help="questions.jsonl, a dataset of `citeline eval`")
    parser.add_argument("--others", type=Path, help="labels of `code-search`, for questions to other trees")
    parser.add_argument("--other-corpora", type=Path, help="working trees of these")
    parser.add_argument("--home", type=Path, required=True, help="where the indexes are kept")
    parser.add_argument("--write", action="store_true", help="store the weights")
    arguments = parser.parse_args()
    settings = Settings(home=arguments.home)
    found = read_rows(arguments.labels, arguments.corpora, settings)
    if arguments.others and arguments.other_corpora:
        found += read_foreign_rows(arguments.others, arguments.other_corpora, settings)
    rows = Rows.of(found)
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
