"""Fits the ranker of claims and that of values, cross-validated by corpus.

`make claim-weights CORPORA=… LABELS=…` reads the questions with `needs` of the labelled set `answers` (and of any other
dataset of `citeline eval` that is named), gathers the candidate spans of each, and fits a listwise softmax: of every
question the probability mass on the spans that overlap a needed place (1 when half of either is shared, else a
quarter). Prints how often the first claim, the first three and the lines shown hit a needed place on corpora that were
not fitted on, over prices for a line and over how much is shown around a claim.
Of questions for a value the literals and none of them are ranked in the same way: one that overlaps a needed place and
says anything counts 1, one that only overlaps a quarter, and none of them 1 where no literal counts. With --write
`claims` and `values` are stored in `tools/answer/ranking/weights.json`
(docs/answers_log.md).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.tools.answer.passages import passages_asked
from citeline.tools.answer.ranking.features import FEATURES, Table, candidates_of, weights
from citeline.tools.answer.ranking.ranker import PRICE, USUAL, WHOLE, Chosen, choose, choose_by, leading
from citeline.tools.answer.reading.syntax import source_of
from citeline.tools.answer.sought import read_sought
from citeline.tools.answer.sources.values import FEATURES as VALUE_FEATURES
from citeline.tools.answer.sources.values import LEAST as LEAST_VALUE
from citeline.tools.answer.sources.values import Values, likeliest_value, values_asked
from citeline.tools.handle import IndexHandle, index
from citeline.tools.question.read import read

from ..cases.case import Case
from ..cases.dataset import read_dataset
from ..places import Place, Spot, overlap

PENALTY: Final = 0.005
"""Of squared standardised weights, beside the mean loss. From .003 to .03 the figures are within their error."""
VALUE_PENALTY: Final = 0.02
"""The same for values; .01 and .03 alike, .1 chooses fewer right ones."""
PRICES: Final = (0.0, 0.15, 0.3, 0.5)
ROOMS: Final = (1, 10, USUAL, 24, WHOLE)
"""The first shows nothing around a claim."""
_LEAST_WIDTH: Final = 0.02
_PARTLY: Final = 0.25
_HALF: Final = 0.5
_DIGITS: Final = 3

Numbers = npt.NDArray[np.float64]


class Described(Protocol):
    """Whatever is ranked."""

    @property
    def values(self) -> npt.NDArray[np.floating[Any]]:
        """Shape (candidates, features)."""
        ...


Rows = TypeVar("Rows", bound=Described)


@dataclass(frozen=True)
class Labelled(Generic[Rows]):
    """One question with its candidates and how well each of them overlaps what is needed."""

    case: Case
    table: Rows
    gain: Numbers
    """One for each row; 1, a quarter or nothing."""
    weight: float
    """One over the square root of how many rewordings there are."""

    @property
    def corpus(self) -> str:
        """Weights that judge a corpus were fitted on the others."""
        return self.case.corpus


class Questions(NamedTuple):
    """The questions with their spans, those without an answer with theirs, those for a value with the literals."""

    spans: list[Labelled[Table]]
    unanswerable: list[Labelled[Table]]
    values: list[Labelled[Values]]


def read_labelled(dataset: Path, trees: Path, settings: Settings) -> Questions:
    """The questions of a dataset whose working tree is there."""
    cases = [case for case in read_dataset(dataset).cases if (trees / case.corpus).is_dir()]
    groups = Counter(case.same_as or case.id for case in cases)
    handles: dict[str, IndexHandle] = {}
    found = Questions([], [], [])
    for case in cases:
        if case.corpus not in handles:
            handles[case.corpus] = index(trees / case.corpus, settings=settings)
        reader = handles[case.corpus].reader
        question = read(case.question)
        passages = passages_asked(reader, question)
        sought = read_sought(reader, question)
        weight = 1 / groups[case.same_as or case.id] ** 0.5
        spans = candidates_of(reader, passages, sought)
        if case.type == "value" or question.asks_for("value"):
            values = values_asked(reader, question, passages, leading(choose(spans)[0]))
            found.values.append(Labelled(case, values, _value_gain(reader, case, values), weight))
        one = Labelled(case, spans, _gain(case, spans), weight)
        if not case.needs:
            found.unanswerable.append(one)
        else:
            found.spans.append(one)
    for handle in handles.values():
        handle.close()
    return found


def opened(
    dataset: Path, trees: Path, settings: Settings, corpora: Collection[str] = ()
) -> Iterator[tuple[Index, list[Case]]]:
    """The questions of a dataset that have an answer, by corpora whose working trees are there, with their indexes.

    `corpora`: those that count; by default all.
    """
    by_corpus: dict[str, list[Case]] = {}
    for case in read_dataset(dataset).cases:
        if case.needs and (case.corpus in corpora or not corpora) and (trees / case.corpus).is_dir():
            by_corpus.setdefault(case.corpus, []).append(case)
    for corpus, cases in by_corpus.items():
        with index(trees / corpus, settings=settings) as handle:
            yield handle.reader, cases


def holds_needed(case: Case, places: Sequence[Spot]) -> Numbers:
    """1 for each place that has a line of a needed one, else 0."""
    needs = [need for group in case.needs for need in group]
    return np.asarray([any(overlap(one, need) for need in needs) for one in places], float)


def read_rewordings(file: Path) -> Mapping[str, Sequence[str]]:
    """Other wordings of cases by id. `file`: JSON lines, each the `id` of a case and its `wordings`."""
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    return {row["id"]: row["wordings"] for row in rows}


def _value_gain(index: Index, case: Case, values: Values) -> Numbers:
    gain = np.zeros(len(values.drafts) + 1)
    for row, draft in enumerate(values.drafts):
        source = source_of(index, draft.document)
        if source is None or not any(
            _touches(source.document.path, draft.start_line, draft.end_line, group) for group in case.needs
        ):
            continue
        text = f"{draft.fact['subject']} {source.text(draft.start_line, draft.end_line)}"
        says = any(re.search(one, text, re.IGNORECASE) for group in case.says for one in group)
        gain[row] = 1.0 if says else _PARTLY
    gain[-1] = float(not gain.any())
    return gain


def _gain(case: Case, table: Table) -> Numbers:
    gain = np.zeros(len(table.candidates))
    for row, candidate in enumerate(table.candidates):
        for place in (place for group in case.needs for place in group):
            first, last = max(candidate.start_line, place.start_line), min(candidate.end_line, place.end_line)
            if candidate.passage.chunk.path == place.path and first <= last:
                shorter = min(candidate.lines, place.end_line - place.start_line + 1)
                gain[row] = max(gain[row], 1.0 if last - first + 1 >= _HALF * shorter else _PARTLY)
    return gain


def fit(
    labelled: Sequence[Labelled[Rows]],
    features: Sequence[str] = FEATURES,
    penalty: float = PENALTY,
    *,
    fits_likeness: bool = False,
) -> dict[str, float]:
    """Weights of the features, on their own scales; `likeness`, which has learned from most of the questions, has the
    one that it has, unless it `fits_likeness` too.
    """
    fitted = [name != "likeness" or fits_likeness for name in features]
    kept = np.asarray([0.0 if is_fitted else weights()["likeness"] for is_fitted in fitted])
    rows = np.concatenate([one.table.values for one in labelled])[:, fitted].astype(np.float64)
    middle, width = rows.mean(0), np.maximum(rows.std(0), _LEAST_WIDTH)
    data = [
        ((one.table.values[:, fitted] - middle) / width, one.table.values @ kept, one.gain, one.weight)
        for one in labelled
        if one.gain.any()
    ]
    total = sum(weight for *_, weight in data)

    def loss(free: Numbers) -> tuple[float, Numbers]:
        value, slope = penalty * float(free @ free), 2 * penalty * free
        for values, beside, gain, weight in data:
            scores = values @ free + beside
            chance = np.exp(scores - scores.max())
            chance /= chance.sum()
            mass = float(chance @ gain) + 1e-12
            value -= weight * float(np.log(mass)) / total
            slope = slope - weight * (values.T @ (chance * gain / mass - chance)) / total
        return value, slope

    kept[fitted] = minimize(loss, np.zeros(len(middle)), jac=True, method="L-BFGS-B").x / width
    return {name: round(float(weight), _DIGITS) for name, weight in zip(features, kept, strict=True)}


@dataclass(frozen=True, slots=True)
class Figures:
    """Shares of questions, and lines shown, on corpora that were not fitted on."""

    first: float
    three: float
    shown: float
    every: float
    lines: float


def cross_validated(labelled: Sequence[Labelled[Table]]) -> Mapping[tuple[float, int], Figures]:
    """By price of a line with the usual room, then by room."""
    by_corpus = {
        held: fit([one for one in labelled if one.corpus != held]) for held in {one.corpus for one in labelled}
    }
    tried = dict.fromkeys([*((price, USUAL) for price in PRICES), *((PRICE, room) for room in ROOMS)])
    return {(price, room): _figures(labelled, by_corpus, price, room) for price, room in tried}


def _figures(
    labelled: Sequence[Labelled[Table]], weights: Mapping[str, Mapping[str, float]], price: float, room: int
) -> Figures:
    rows: list[tuple[bool, bool, bool, bool, int]] = []
    for one in labelled:
        shown, _ = choose_by(one.table, weights[one.corpus], price=price, room=room)
        hits = [[_is_shown(chosen, group) for group in one.case.needs] for chosen in shown]
        every = bool(hits) and all(map(any, zip(*hits, strict=True)))
        found = [any(hit) for hit in hits]
        lines = sum(last - first + 1 for first, last in map(_lines_shown, shown))
        rows.append((any(found[:1]), any(found[:3]), any(found), every, lines))
    means = np.asarray(rows, np.float64).mean(0)
    return Figures(*means.tolist())


def _lines_shown(chosen: Chosen) -> tuple[int, int]:
    return chosen.around or (chosen.candidate.start_line, chosen.candidate.end_line)


def _is_shown(chosen: Chosen, group: Sequence[Spot]) -> bool:
    return _touches(chosen.candidate.passage.chunk.path, *_lines_shown(chosen), group)


def values_right(labelled: Sequence[Labelled[Values]]) -> list[tuple[float, bool]]:
    """Of every question for a value the chance of the one that was chosen, and whether it is one that is asked for."""
    found = []
    for one in labelled:
        others = [other for other in labelled if other.case.corpus != one.case.corpus]
        best = likeliest_value(one.table, fit(others, VALUE_FEATURES, VALUE_PENALTY))
        if best is not None:
            found.append((best.chance, bool(one.gain[one.table.drafts.index(best.draft)])))
    return found


def _touches(path: str, first: int, last: int, group: Sequence[Spot]) -> bool:
    return any(overlap(Place(path, first, last), place) for place in group)


def fitting_parser(description: str | None) -> argparse.ArgumentParser:
    """What is given to every program that learns from the labelled set."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True, help="working trees, one per corpus")
    parser.add_argument("--labels", type=Path, required=True, help="questions.jsonl, a dataset of `citeline eval`")
    parser.add_argument("--home", type=Path, required=True, help="where the indexes are kept")
    return parser


def main() -> None:
    """Fit, report, and with --write store."""
    parser = fitting_parser(__doc__)
    parser.add_argument("--write", action="store_true", help="store the weights")
    arguments = parser.parse_args()
    questions = read_labelled(arguments.labels, arguments.corpora, Settings(home=arguments.home))
    labelled = questions.spans
    say = sys.stdout.write
    reachable = np.mean([one.gain.any() for one in labelled])
    say(f"{len(labelled)} questions, a needed line among the candidates of {reachable:.2f}\n")
    say("price  room        first  three  shown  every need  lines\n")
    for (price, room), found in cross_validated(labelled).items():
        mark = " *" if (price, room) == (PRICE, USUAL) else ""
        shares = f"{found.first:5.2f}  {found.three:5.2f}  {found.shown:5.2f}  {found.every:10.2f}  {found.lines:5.1f}"
        say(f"{price:5.2f}  {room:<10}  {shares}{mark}\n")
    values = values_right(questions.values)
    stated = [right for chance, right in values if chance >= LEAST_VALUE]
    chosen_right = sum(right for _, right in values)
    say(f"values: {chosen_right} of {len(questions.values)} right; {sum(stated)} of {len(stated)} that are stated\n")
    if arguments.write:
        fitted = {
            "source": "evals/research/claims.py: do not edit, run `make claim-weights`",
            "claims": fit(labelled),
            "leading": {**weights("leading")},
            "first": {**weights("first")},
            "values": fit(questions.values, VALUE_FEATURES, VALUE_PENALTY),
        }
        target = Path(str(files("citeline.tools.answer.ranking").joinpath("weights.json")))
        target.write_text(json.dumps(fitted, indent=2) + "\n", "utf-8")
        say(f"written to {target.name}\n")


if __name__ == "__main__":
    main()
