"""Calibrates and measures whether cited lines carry a sentence.

CORPORA holds one working tree per repository, under the names in
`evals/research/support/corpora.py`; those that are missing are left out. LABELS holds
`repo-qa/queries.jsonl`: questions with reference answers that cite lines of
CORPORA/sweqa-flask and CORPORA/sweqa-requests.

Prints the weights for `tools/citations/score.py`, fitted on one half of the
repositories, and how score and verdicts do on the other. The verdicts use the
weights in the package, whatever is printed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias, get_args

import numpy as np

from citeline.protocols import FloatVector
from citeline.state import Supports
from citeline.tools.citations import check_support

from .fit import GOOD, auc, features_of, fit, precision
from .labelled_set import build
from .pairs import WRONG, Group, Pair

USAGE = 2
Say: TypeAlias = Callable[[str], None]
VERDICTS: Final[tuple[Supports, ...]] = get_args(Supports)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Build, fit, measure; ends with 2 when there is nothing to fit on or to measure."""
    parser = argparse.ArgumentParser(
        "python -m citeline.evals.research.support",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--corpora", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--labels", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--swap", action="store_true", help="fit on the held-out half, measure on the other")
    arguments = parser.parse_args()
    found = build(arguments.corpora, arguments.labels)
    fitted = [pair for pair in found if pair.held_out == arguments.swap]
    held = [pair for pair in found if pair.held_out != arguments.swap]
    if not fitted or not held:
        parser.exit(USAGE, "there are no repositories to fit on and to measure; --help shows where they belong\n")
    names = list(features_of(fitted[0]))
    tables = [np.asarray([list(features_of(pair).values()) for pair in half], np.float32) for half in (fitted, held)]
    weights = fit(fitted, tables[0])
    _say(f"weights, fitted on {len(fitted)} pairs of {len({pair.repository for pair in fitted})} repositories")
    for name, weight in zip((*names, "bias"), weights, strict=True):
        _say(f'    "{name}": {weight:.3f},')
    _say(f"held out: {', '.join(sorted({pair.repository for pair in held}))}")
    report_score(held, tables[1] @ weights[:-1] + weights[-1], _say)
    report_places(held, _say)


def verdicts(pairs: Iterable[Pair]) -> list[Supports]:
    """What the check says of each."""
    return [check_support(pair.sentence, pair.passage).verdict for pair in pairs]


def report_score(pairs: Sequence[Pair], scores: FloatVector, say: Say) -> None:
    """How often a right place scores above a wrong one, by group and by how the wrong one was chosen."""
    say(f"score, AUC         right  pooled  {'  '.join(WRONG)}")
    for group in get_args(Group):
        by_kind: dict[str, list[float]] = defaultdict(list)
        for pair, score in zip(pairs, scores.tolist(), strict=True):
            if pair.group == group:
                by_kind[pair.wrong or "right"].append(score)
        right = by_kind.pop("right", [])
        pooled = auc(right, [score for wrong in by_kind.values() for score in wrong])
        each = "  ".join(f"{auc(right, by_kind[kind]):.3f}" for kind in WRONG)
        say(f"  {group:<15} {len(right):>6}  {pooled:.3f}   {each}")


def report_places(pairs: Sequence[Pair], say: Say) -> None:
    """The verdicts on right and wrong places, and what `supported` and `place` are worth as told from `partly`."""
    counted: dict[tuple[Group, str], Counter[Supports]] = defaultdict(Counter)
    for pair, verdict in zip(pairs, verdicts(pairs), strict=True):
        for kind in (pair.wrong, "wrong") if pair.wrong else ("right",):
            counted[pair.group, kind][verdict] += 1
    say(f"verdicts                          n  {'  '.join(VERDICTS)}")
    for group in get_args(Group):
        for kind in ("right", "wrong", *WRONG):
            counts = counted[group, kind]
            if counts.total():
                shares = "  ".join(f"{counts[verdict] / counts.total():.3f}" for verdict in VERDICTS)
                say(f"  {group:<15} {kind:<12} {counts.total():>5}  {shares}")
        right, wrong = counted[group, "right"], counted[group, "wrong"]
        if right.total() and wrong.total():
            recall = (right["supported"] + right["place"]) / right.total()
            worth = precision(recall, (wrong["supported"] + wrong["place"]) / wrong.total())
            say(f"  {group:<15} right place: precision {worth:.3f} ({GOOD:.0%} right places), recall {recall:.3f}")


if __name__ == "__main__":
    main()
