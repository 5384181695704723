"""Fits what says whether anything is stated and whether an answer is full: `make stated-weights CORPORA=… LABELS=…`.

Every question of a dataset of `citeline eval` is asked. Where nothing but ranked lines tells whether it has an answer,
a logistic regression is fitted on whether it has one. Beside them each is asked of one other corpus, and those of
`code-search` of their own repository and of two others: people who ask and those who describe a file word questions
differently. Those asked elsewhere count less, since some have an answer there. A second one is fitted on whether the
answer is full, of those of the dataset that the first one would not call unstated.
Everything is cross-validated by corpus. Prints, over the least chance, of how many unanswerable, foreign and other
questions nothing would be stated, and how many answers would say `yes` and how many of these are full, each by weights
that never saw their corpus. With --write the weights are stored in `tools/answer/ranking/`.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from citeline.dataclass import dataclass
from citeline.errors import CitelineError
from citeline.graph.events import ErrorEvent, StepEndEvent
from citeline.graph.run import run_with_events
from citeline.settings import Settings
from citeline.tools.answer.ranking.ranker import MOST
from citeline.tools.answer.ranking.stated import FEATURES, LEAST, OF_FULL, UNREAD, chance_stated, with_chances
from citeline.tools.answer.writing.verdict import BORNE, KNOWN, PARTS, YES, rests_on
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.read import read

from ..answers import said_by
from ..cases.case import Case
from ..cases.dataset import read_dataset
from ..metrics import grade
from ..places import Place
from .benchmarks.code_search import open_corpus, repositories
from .benchmarks.refusal import plan_questions, questions_of
from .claims import fitting_parser

PENALTY: Final = 0.01
"""Of squared standardised weights, beside the mean loss. With .001 as many are told, and rewordings flip more."""
LEASTS: Final = (0.7, 0.73, 0.75, 0.78, 0.79, 0.8, 0.81, 0.82, 0.84)
YESES: Final = (0.5, 0.55, 0.6, 0.62, 0.65, 0.68, 0.7, 0.75, 0.8, 0.9)
_FOREIGN: Final = 0.12
"""What a question of `code-search` to another repository counts: .1 tells fewer of these, .15 and .2 lose more own ones
for those that they tell (docs/answers_log.md).
"""
_ELSEWHERE: Final = 0.05
"""What a question of the dataset to another corpus counts: there are as many again, and some are about any project."""
_LANGUAGES: Final = ("English", "Chinese")
_LEAST_WIDTH: Final = 0.02
_DIGITS: Final = 3

Numbers = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


Ending: TypeAlias = Literal["guess", "borne", "part", "open", "told"]
"""How it ends, but for the weights. `guess`: nothing but the ranked lines tells whether it has an answer; `borne`: what
it rests on answers by itself; `part`: that may be a part of the answer, whatever the chance; `open`: it has an answer,
full or not; `told`: refused, or known to have none."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and what is known of its answer."""

    corpus: str
    signals: Mapping[str, float]
    """Empty where nothing was weighed: it is refused, or each part of it is known."""
    answerable: bool
    ending: Ending
    is_full: bool = False
    foreign: float = 0.0
    """What it counts where it is asked of a repository that it is not about."""
    is_labelled: bool = True
    """Whether it is known what a full answer needs."""


@dataclass(frozen=True, slots=True)
class _Told:
    """An answer as `said_by` reads it."""

    answer: str
    claims: Sequence[Mapping[str, Any]]
    evidence: Sequence[Mapping[str, Any]]


def read_asked(dataset: Path, trees: Path, settings: Settings) -> list[Asked]:
    """The questions of a dataset whose working tree is there, each also of one other corpus of it."""
    cases = [case for case in read_dataset(dataset).cases if (trees / case.corpus).is_dir()]
    corpora = sorted({case.corpus for case in cases})
    chooser = random.Random(1)
    elsewhere: dict[str, list[str]] = {corpus: [] for corpus in corpora}
    for case in cases if len(corpora) > 1 else ():
        elsewhere[chooser.choice([corpus for corpus in corpora if corpus != case.corpus])].append(case.question)
    found: list[Asked] = []
    for corpus in corpora:
        with index(trees / corpus, settings=settings) as handle:
            for case in (case for case in cases if case.corpus == corpus):
                state = last_state(handle, case.question)
                ending = _ending(state, case.question)
                found.append(Asked(corpus, state["signals"], case.answerable, ending, is_full(state, case)))
            found += _unlabelled(handle, corpus, ((_ELSEWHERE, text) for text in elsewhere[corpus]))
    return found


def read_foreign(labels: Path, trees: Path, settings: Settings) -> list[Asked]:
    """The questions of `code-search`, to their own repository and to two others."""
    held = list(repositories(labels, trees))
    asked = {name: [one for one in asked if one[0] in _LANGUAGES] for name, asked in questions_of(labels, held).items()}
    plan = plan_questions(asked, seed=1)
    found: list[Asked] = []
    for repository in held:
        planned = [(0.0 if what.startswith("own") else _FOREIGN, text) for what, text in plan[repository.name]]
        with open_corpus(repository, settings) as handle:
            found += _unlabelled(handle, repository.name, planned)
    return found


def _unlabelled(handle: IndexHandle, corpus: str, asked: Iterable[tuple[float, str]]) -> Iterator[Asked]:
    for foreign, text in asked:
        state = last_state(handle, text)
        ending = _ending(state, text)
        yield Asked(corpus, state["signals"], not foreign, ending, foreign=foreign, is_labelled=False)


def last_state(handle: IndexHandle, asked: str) -> Mapping[str, Any]:
    """The state in which a run ends."""
    state: dict[str, Any] = {}
    for event in run_with_events(asked, handle, no_model=True):
        if isinstance(event, ErrorEvent):
            raise CitelineError(event.message, remedy=event.remedy)
        if isinstance(event, StepEndEvent):
            state |= event.changed
    return state


def _ending(state: Mapping[str, Any], asked: str) -> Ending:
    signals, basis, question = state["signals"], state["basis"], read(asked)
    absent = any(question.hangs_on(one["name"]) for one in state.get("missing_names", ()))
    is_ranked = bool(signals) and signals["similarity"] != 0
    # What a source knows to be absent is told whatever the lines are like.
    told = bool(state["not_stated"]) and not (is_ranked and chance_stated(signals) < LEAST)
    if state["status"] == "not_found" or absent or told:
        return "told"
    if rests_on(basis, state["claims"][0]) and basis in BORNE | PARTS:
        return "borne" if basis in BORNE else "part"
    return "guess" if is_ranked and basis not in KNOWN else "open"


def is_full(state: Mapping[str, Any], case: Case) -> bool:
    """Whether all of its sentences would be a full answer, those that `not stated` leaves out among them."""
    claims = state["claims"]
    shown = [*claims, *state.get("more", ())][: max(MOST, len(claims))]
    cited = {identity for claim in shown for identity in claim["evidence"]}
    pieces = [piece for piece in state["evidence"] if piece["id"] in cited]
    places = [Place(piece["path"], piece["start_line"], piece["end_line"]) for piece in pieces]
    said = said_by(_Told("", shown, pieces), case.says).anywhere
    return bool(case.needs) and grade("answered", places, needs=case.needs, also=case.also, said=said) == "full"


def matrix(asked: Sequence[Asked], features: Sequence[str]) -> Numbers:
    """Shape (asked, features)."""
    return np.asarray([[one.signals[name] for name in features] for one in asked], np.float64)


def fit(values: Numbers, right: Flags, counts: Numbers) -> Numbers:
    """Weights of the features, on their own scales; the last of them is the bias."""
    width = np.maximum(values.std(0), _LEAST_WIDTH)
    width[-1] = 1.0
    scaled = values / width
    counts = counts / counts.mean()

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        scores = scaled @ weights
        losses = counts * (np.logaddexp(0, scores) - right * scores)
        beside = counts * (1 / (1 + np.exp(-scores)) - right)
        value = PENALTY * float(weights @ weights) + float(losses.mean())
        slope = 2 * PENALTY * weights + scaled.T @ beside / len(scores)
        return value, slope

    return np.asarray(minimize(loss, np.zeros(values.shape[1]), jac=True, method="L-BFGS-B").x / width)


def cross_validated(asked: Sequence[Asked], values: Numbers, right: Flags, counts: Numbers) -> Numbers:
    """The chance of each question, by weights that never saw its corpus."""
    chances = np.zeros(len(asked))
    corpora = np.asarray([one.corpus for one in asked])
    for corpus in np.unique(corpora):
        held = corpora == corpus
        chances[held] = 1 / (1 + np.exp(-values[held] @ fit(values[~held], right[~held], counts[~held])))
    return chances


def fit_stated(asked: Sequence[Asked]) -> tuple[Numbers, Numbers, Numbers]:
    """Chances by weights that never saw the corpus, 1 where it is no guess; the weights, and those of `UNREAD`. Prints
    what they tell.
    """
    guessed = [one for one in asked if one.ending == "guess"]
    values, right = matrix(guessed, FEATURES), np.asarray([one.answerable for one in guessed])
    counts = np.asarray([one.foreign or 1.0 for one in guessed])
    chances = cross_validated(guessed, values, right, counts)
    kinds = {
        "told": [not one.answerable and not one.foreign for one in guessed],
        "foreign": [bool(one.foreign) for one in guessed],
        "others": [one.answerable for one in guessed],
        "full": [one.is_full for one in guessed],
    }
    held = {kind: np.asarray(flags) for kind, flags in kinds.items() if any(flags)}
    counted = ", ".join(f"{int(flags.sum())} {kind}" for kind, flags in held.items())
    sys.stdout.write(f"{len(guessed)} questions: {counted}\nleast" + "".join(f"{kind:>9}" for kind in held) + "\n")
    for least in LEASTS:
        shares = "".join(f"{float((chances[flags] < least).mean()):9.3f}" for flags in held.values())
        sys.stdout.write(f"{least:5.2f}{shares}{' *' if least == LEAST else ''}\n")
    by_guess = iter(chances.tolist())
    every = np.asarray([next(by_guess) if one.ending == "guess" else float(one.ending != "told") for one in asked])
    return every, fit(values, right, counts), fit(matrix(guessed, UNREAD), right, counts)


def fit_full(asked: Sequence[Asked], stated: Numbers) -> Numbers:
    """The weights. `stated`: the chance of each question that it has an answer. Prints what they tell."""
    labelled = [(one, chance) for one, chance in zip(asked, stated.tolist(), strict=True) if one.is_labelled]
    kept = [
        replace(one, signals=with_chances(one.signals, chance))
        for one, chance in labelled
        if one.signals and chance >= LEAST
    ]
    values, right = matrix(kept, OF_FULL), np.asarray([one.is_full for one in kept])
    counts = np.ones(len(kept))
    chances = cross_validated(kept, values, right, counts)
    borne = [one for one, _ in labelled if one.ending == "borne"]
    weighed = [
        (one, chance) for one, chance in zip(kept, chances.tolist(), strict=True) if one.ending not in ("borne", "part")
    ]
    every = sum(one.answerable for one, _ in labelled)
    sys.stdout.write(f"{every} answerable questions\n  yes    share     full unanswerable\n")
    for least in YESES:
        yes = [*borne, *(one for one, chance in weighed if chance >= least)]
        false = sum(not one.answerable for one in yes)
        share, full = (len(yes) - false) / every, sum(one.is_full for one in yes) / len(yes)
        sys.stdout.write(f"{least:5.2f}{share:9.3f}{full:9.3f}{false:9d}{' *' if least == YES else ''}\n")
    return fit(values, right, counts)


def main() -> None:
    """Fit, report, and with --write store."""
    parser = fitting_parser(__doc__)
    parser.add_argument("--others", type=Path, help="labels of `code-search`, for questions to other trees")
    parser.add_argument("--other-corpora", type=Path, help="working trees of these")
    parser.add_argument("--write", action="store_true", help="store the weights")
    arguments = parser.parse_args()
    settings = Settings(home=arguments.home)
    found = read_asked(arguments.labels, arguments.corpora, settings)
    if arguments.others and arguments.other_corpora:
        found += read_foreign(arguments.others, arguments.other_corpora, settings)
    stated, of_stated, of_unread = fit_stated(found)
    of_full = fit_full(found, stated)
    if arguments.write:
        source = "evals/research/stated.py: do not edit, run `make stated-weights`"
        weights = {
            "stated": _named(FEATURES, of_stated),
            "unread": _named(UNREAD, of_unread),
            "full": _named(OF_FULL, of_full),
        }
        target = Path(str(files("citeline.tools.answer.ranking").joinpath("stated.json")))
        target.write_text(json.dumps({"source": source, **weights}, indent=2) + "\n", "utf-8")
        sys.stdout.write(f"written to {target.name}\n")


def _named(features: Sequence[str], weights: Numbers) -> dict[str, float]:
    return {name: round(weight, _DIGITS) for name, weight in zip(features, weights.tolist(), strict=True)}


if __name__ == "__main__":
    main()
