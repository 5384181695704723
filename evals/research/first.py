"""Fits which of the claims comes first, `first` in `tools/answer/ranking/weights.json` (docs/decisions/037).

`make first-weights CORPORA=… LABELS=…` takes the claims that the ranker chooses for each question of a labelled set
that has an answer, as an answer would show them, with how near the reranker finds them, and fits a listwise softmax:
one is right whose span overlaps a needed place. The reranker and the vectors of words have learned from most questions,
so only corpora that teach weights are asked. Prints for how many questions the first claim is right, cross-validated by
corpus, and for how many any of them is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

import numpy as np

from citeline.dataclass import dataclass
from citeline.protocols import FloatMatrix
from citeline.settings import Settings
from citeline.tools.answer.passages import passages_asked
from citeline.tools.answer.ranking.features import candidates_of
from citeline.tools.answer.ranking.ranker import FIRST_FEATURES, choose, first_values
from citeline.tools.answer.sought import read_sought
from citeline.tools.question.read import read

from ..places import Place
from .claims import Labelled, fit, fitting_parser, holds_needed, opened
from .labelled.__main__ import corpora_that_teach

PARTS: Final = 5
"""Of the corpora, each of which is judged by weights that were fitted on the others."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Features of the claims of a question, shape (claims, features)."""

    values: FloatMatrix


def read_claims(dataset: Path, trees: Path, settings: Settings, corpora: Collection[str]) -> Iterator[Labelled[Claims]]:
    """The claims of each question about these corpora that has an answer, in the order of before they are read."""
    for reader, cases in opened(dataset, trees, settings, corpora):
        for case in cases:
            question = read(case.question)
            sought = read_sought(reader, question)
            shown, _ = choose(candidates_of(reader, passages_asked(reader, question), sought))
            if shown:
                spans = [one.candidate for one in shown]
                places = [Place(one.passage.chunk.path, one.start_line, one.end_line) for one in spans]
                yield Labelled(case, Claims(first_values(shown, sought)[0]), holds_needed(case, places), 1.0)


def right(labelled: Collection[Labelled[Claims]]) -> int:
    """Of how many questions the first claim is right, by weights that were fitted on other corpora."""
    corpora = sorted({one.corpus for one in labelled})
    found = 0
    for part in range(PARTS):
        held = set(corpora[part::PARTS])
        fitted = fit([one for one in labelled if one.corpus not in held], FIRST_FEATURES, fits_likeness=True)
        known = np.asarray([*fitted.values()])
        found += sum(bool(one.gain[(one.table.values @ known).argmax()]) for one in labelled if one.corpus in held)
    return found


def main() -> None:
    """Gather, fit, report, and with --write store."""
    parser = fitting_parser(__doc__)
    parser.add_argument("--write", action="store_true", help="store the weights")
    given = parser.parse_args()
    teaching = corpora_that_teach("weights")
    labelled = [*read_claims(given.labels, given.corpora, Settings(home=given.home), teaching)]
    if len({one.corpus for one in labelled}) < PARTS:
        sys.exit(f"error: fewer than {PARTS} trees that teach weights\n  fix: lay them out (docs/labelled.md)")
    any_right = sum(bool(one.gain.any()) for one in labelled)
    sys.stdout.write(f"{len(labelled)} questions: {right(labelled)} first claims right of {any_right}\n")
    if given.write:
        target = Path(str(files("citeline.tools.answer.ranking").joinpath("weights.json")))
        known = json.loads(target.read_text("utf-8")) | {"first": fit(labelled, FIRST_FEATURES, fits_likeness=True)}
        target.write_text(json.dumps(known, indent=2) + "\n", "utf-8")
        sys.stdout.write(f"written to {target.name}\n")


if __name__ == "__main__":
    main()
