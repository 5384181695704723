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
from pathlib import Path

import numpy as np

from .fit import features_of, fit
from .labelled_set import build
from .report import report_places, report_score

USAGE = 2


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


if __name__ == "__main__":
    main()
